"""How a whole game's answers read: a state in a few tables, the deeds that are open in it."""

from collections.abc import Callable, Mapping

from companion.engine.told import Drawing, Figure, Line, Row, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import Values, count, counted, listed, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, PHASE_NAMES, SIDE_NAMES, SIDES
from companion.games.scarper.screens.desk.questions import board_of, library_of
from companion.games.scarper.screens.desk.strip import strips
from companion.games.scarper.screens.desk.told.year import by_side, leader, outcome, side_of


def told_state(question: Json, result: Json) -> Told:
    """A state in a few tables."""
    state = result["state"]
    board, box, played = board_of(state), library_of(state), len(state["played"])
    over = outcome(state["winner"], state["win_by"])
    lasting = ", ".join(
        f"{box.cards[each['card']].title} ({SIDE_NAMES[each['owner']]})" for each in state["in_play"]
    )
    hands = {side: state["hands"][side]["count"] for side in SIDES}
    return told(
        f"{state['year']} · {PHASE_NAMES[state['phase']]}",
        _turn(state["turn"]),
        over and Line("", over, manner="notice"),
        Figure("", signed(state["morale"]), leader(state["morale"])),
        by_side("", [*((name, state[key]) for name, key in TRACKS), ("Cards in hand", hands)]),
        strips(board, state["battlefields"]),
        Line("", "In play:", f"{lasting}.") if lasting else "",
        f"{counted(played, 'card')} played.",
        Table(("Year", "Missions", "Morale after"), [_year(each) for each in state["history"]]),
        side=side_of(state["morale"]),
    )


TRACKS = (("Propaganda", "propaganda"), ("Economy", "economy"), ("Rounds done", "rounds_done"))


def _turn(turn: Json) -> str:
    if not turn:
        return ""
    left = f", {count(turn['left'], 'point')} to spend" if turn["left"] else ""
    return f"{SIDE_NAMES[turn['side']]} round{left}"


def _year(told: Json) -> Row:
    gains = told["missions"]
    return (told["year"], signed(gains["allied"] - gains["german"]), signed(told["morale"]))


def told_legal(question: Json, result: Json) -> Told:
    """What may be done now, each deed in words."""
    box = library_of(question["state"])
    titles = {card.id: card.title for card in box.cards.values()}
    actor = result["actor"]
    return told(
        "Both sides choose" if actor == "both" else f"{SIDE_NAMES[actor]} to act" if actor else "The table",
        Line(PHASE_NAMES.get(result["phase"], result["phase"]), manner="quiet"),
        Drawing("scarper/desk/deeds.html", [_deed(action, titles) for action in result["actions"]]),
        side=actor if actor in SIDES else "",
    )


def _deed(action: Json, titles: Mapping[str, str]) -> Values:
    title, detail = DEEDS[action["type"]]
    side = action.get("side", "")
    return {"title": title, "who": SIDE_NAMES.get(side, ""), "side": side, "detail": detail(action, titles)}


def _play(action: Json, titles: Mapping[str, str]) -> str:
    if action["card"] is None:
        return "any card of this year or an earlier one"
    how = "for its event" if action["mode"] == "event" else "for its points"
    order = ", the event before or after" if action["event_order"] else ""
    return f"“{titles.get(action['card'], action['card'])}” {how}{order}"


def _points(action: Json, _: Mapping[str, str]) -> str:
    return f"up to {count(action['max'], 'point')}"


def _places(names: list[str]) -> str:
    return (
        "every battlefield"
        if len(names) == len(BATTLEFIELD_NAMES)
        else listed(BATTLEFIELD_NAMES[n] for n in names)
    )


def _push(action: Json, _: Mapping[str, str]) -> str:
    amounts = listed((str(n) for n in action["points"]), "or")
    return f"{BATTLEFIELD_NAMES[action['battlefield']]}, with {amounts} points"


def _first(action: Json, _: Mapping[str, str]) -> str:
    return listed((SIDE_NAMES[side] for side in action["first"]), "or") + " first"


DEEDS: Mapping[str, tuple[str, Callable[[Json, Mapping[str, str]], str]]] = {
    "choose_missions": ("Choose missions", lambda a, _: f"keep {a['min']} or {a['max']}"),
    "choose_first": ("Say who goes first", _first),
    "build_trenches": ("Build trenches", lambda a, _: f"up to {a['max']}, on {_places(list(a['spaces']))}"),
    "play_card": ("Play a card", _play),
    "resolve_event": ("Resolve the event", lambda a, titles: f"of “{titles.get(a['card'], a['card'])}”"),
    "publish_propaganda": ("Publish propaganda", _points),
    "invest_economy": ("Invest in the economy", _points),
    "steady_push": ("Steady push", _push),
    "frontal_charge": ("Frontal charge", lambda a, _: f"on {_places(a['battlefields'])}"),
    "concentrated_assault": ("Concentrated assault", lambda a, _: f"on {_places(a['battlefields'])}"),
    "end_commands": ("End the round", lambda a, _: "what is left is lost"),
    "reveal_missions": ("Reveal the missions", lambda a, _: "both sides at once"),
    "score_year": ("Score the year", lambda a, _: "battlefields, propaganda, economy"),
}
