"""The desk of Scarper: its procedures and a whole war, each a sheet in `desk.json`; how answers read."""

from collections.abc import Callable, Iterator, Mapping

from companion.engine import shape
from companion.engine.deed import Entry
from companion.engine.desk import Answer, on_desk
from companion.engine.form import Area
from companion.engine.form.rows import Group, house_rule
from companion.engine.game import OnDesk, Open, Step, WholeGame, questions
from companion.engine.summary import Drawing, Figure, Heading, Line, Part, Summary, Table, Voice, summary
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, percent, sentence, signed
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    CARD_SIDES,
    FOLDER,
    OTHER,
    PHASE_NAMES,
    SIDE_NAMES,
    ahead,
)
from companion.games.scarper.deeds import actors, apply, legal
from companion.games.scarper.procedures import attacks, rounds, year
from companion.games.scarper.rules.setting_up import FILES, roll_assault, roll_charge, set_up, shuffle_setup
from companion.games.scarper.screens.desk.fields import (
    HOW,
    NAMES,
    Bar,
    bars,
    board_of,
    house_rules,
    leader,
    library_of,
    show_year,
    strip,
    strips,
)
from companion.games.scarper.state import HOUSE_RULES, State, read_state
from companion.games.scarper.state.box import Battlefield


class OpenNow(Open):
    """What may be done, and by whom: a side, `both`, or nobody."""

    actor: str | None
    phase: str
    step: str | None


def _may(state: State) -> tuple[OpenNow, Step]:
    acting, entries = actors(state), legal(state)
    actor = "both" if len(acting) == 2 else acting[0] if acting else None
    step = state.turn.step if state.turn else None
    values = {"count": len(entries), "phase": PHASE_NAMES[state.phase]}
    summary = Step("4.3", "At “{phase}” {count:# kind|# kinds} of action can be chosen.", values)
    return {"actor": actor, "phase": state.phase, "step": step, "actions": entries}, summary


WHOLE_GAME = WholeGame(
    set_up=set_up,
    apply=apply,
    read_state=read_state,
    may=_may,
    opening="The opening state, decks shuffled where the app deals.",
    deal=shuffle_setup,
    described=questions(State),
)


def show_charge(question: Json, result: attacks.ChargeResult) -> Summary:
    attacker, where = question["attacker"], question["battlefield"]
    sides = {"attacker": attacker, "defender": OTHER[attacker], None: ""}
    odds = attacks.resolve_charge_odds(
        {key: value for key, value in question.items() if key != "rolls"}
    ).result
    margin = result["attack"]["total"] - result["defence"]["total"]
    totals = {
        "attack": _total(attacker, "attacks", result["attack"]),
        "defence": _total(OTHER[attacker], "defends", result["defence"]),
    }
    return summary(
        _verdict(question, result, margin),
        Drawing("scarper/desk/totals.html", totals),
        strip(board_of(question), where, result, question["battlefields"][where]),
        _charge_effect(question, result),
        Drawing("scarper/desk/propaganda.html", _markers(question["propaganda"], result["propaganda"])),
        Heading("What the odds had been"),
        _charge_bars(question, odds, margin),
        side=sides[result["winner"]],
    )


def _verdict(question: Json, result: attacks.ChargeResult, margin: int) -> str:
    where = BATTLEFIELD_NAMES[question["battlefield"]]
    if result["winner"] == "attacker":
        return f"The charge on {where} succeeds by {margin}"
    return f"{where} holds by {-margin}" if result["winner"] else f"Nothing moves at {where}"


def _total(side: str, does: str, total: Json) -> Values:
    ahead = [(BATTLEFIELD_NAMES[name], bonus) for name, bonus in total.get("relative", {}).items()]
    dug = total.get("trenches", 0)
    halved = [(f"{count(dug, 'trench', 'trenches')}, halved", total["bonus"])] if dug else []
    cards = [("cards in play", total["modifier"])] if total["modifier"] else []
    parts = [{"label": label, "value": signed(value)} for label, value in (*ahead, *halved, *cards)]
    return {
        "side": side,
        "who": f"{SIDE_NAMES[side]} {does}",
        "roll": total["roll"],
        "parts": parts,
        "total": total["total"],
    }


def _charge_effect(question: object, result: attacks.ChargeResult) -> str:
    if result["winner"] == "attacker":
        return _moved(result["moves"], result["unspent"])
    if result["winner"] is None:
        return "Equal totals: neither the line nor propaganda moves."
    return (
        sentence(count(result["propaganda_value"], "propaganda step"))
        + ", by turns, the attacker’s loss first."
    )


def _moved(moves: Json, unspent: int = 0) -> str:
    dug = sum(move["kind"] == "remove_trench" for move in moves)
    gained = len(moves) - dug
    parts = [f"{count(dug, 'trench', 'trenches')} dug out"] if dug else []
    parts.append(f"{count(gained, 'space')} gained")
    parts += [f"{unspent} of movement lost at the end of the track"] if unspent else []
    return sentence(listed(parts)) + "."


def _markers(before: Json, after: Json) -> list[Values]:
    return [
        {
            "side": who,
            "name": SIDE_NAMES[who],
            "before": before[who],
            "after": after[who],
            "moved": before[who] != after[who],
        }
        for who in ("allied", "german")
    ]


def _charge_bars(question: Json, odds: attacks.ChargeOdds, rolled: int | None = None) -> Drawing:
    attacker = question["attacker"]
    sides = {1: attacker, 0: "", -1: OTHER[attacker]}
    ways = [
        Bar(signed(o["margin"]), o["f"], sides[(o["margin"] > 0) - (o["margin"] < 0)], o["margin"] == rolled)
        for o in odds["outcomes"]
    ]
    chances = [
        (attacker, "wins", odds["attacker"]),
        ("", "Tie", odds["tie"]),
        (OTHER[attacker], "holds", odds["defender"]),
    ]
    picture = {
        "bars": bars(ways, "Chance of each difference between attack and defence"),
        "chances": [
            {
                "side": side,
                "label": f"{SIDE_NAMES[side]} {does}" if side else does,
                "percent": percent(chance["f"]),
            }
            for side, does, chance in chances
        ],
        "caption": "Attack less defence",
    }
    return Drawing("scarper/desk/odds.html", picture)


def charge_odds(question: Json, result: attacks.ChargeOdds) -> Iterator[Drawing]:
    """What both dice are given, and every difference between them as bars."""
    bonuses = {"attack": signed(result["attack_bonus"]), "defence": signed(result["defence_bonus"])}
    yield Drawing("scarper/desk/bonuses.html", bonuses)
    yield _charge_bars(question, result)


def show_assault(question: Json, result: attacks.AssaultResult) -> Summary:
    where, attacker = question["battlefield"], question["attacker"]
    bare = {key: value for key, value in question.items() if key != "rolls"}
    odds = attacks.resolve_assault_odds(bare).result
    winner = f"The {SIDE_NAMES[result['winner']]} side wins the war." if result["winner"] else ""
    parts = [
        ("command points", question["points"]),
        ("d3", result["d3"]),
        ("cards in play", question.get("modifier", 0)),
    ]
    movement = {
        "movement": result["movement_value"],
        "parts": [{"label": label, "value": signed(value)} for label, value in parts if value],
        "roll": question["rolls"]["d6"],
    }
    return summary(
        f"The assault on {BATTLEFIELD_NAMES[where]} gains {_spaces(result['moves'])}",
        Drawing("scarper/desk/movement.html", movement),
        strip(board_of(question), where, result, question),
        _moved(result["moves"], result["unspent"]),
        f"{SIDE_NAMES[attacker]} morale falls by {result['morale_lost']}: "
        f"the marker goes from {signed(question['morale'])} to {signed(result['morale'])}.",
        winner and Line("", winner, manner="notice"),
        Heading("What the odds had been"),
        _assault_bars(question, odds, result["d3"]),
        side=attacker,
    )


def _spaces(moves: Json) -> str:
    return count(sum(move["kind"] == "advance" for move in moves), "space")


def _assault_bars(question: Json, odds: attacks.AssaultOdds, rolled: int | None = None) -> Drawing:
    ways = [Bar(str(o["advance"]), o["f"], question["attacker"], o["d3"] == rolled) for o in odds["outcomes"]]
    words = "Spaces gained, with a d3 of 1, 2 and 3"
    return Drawing("scarper/desk/odds.html", {"bars": bars(ways, words), "caption": words})


def assault_odds(question: Json, result: attacks.AssaultOdds) -> Iterator[Drawing]:
    yield _assault_bars(question, result)


def show_push(question: Json, result: rounds.Pushed) -> Summary:
    board, parts = board_of(question), list[Part]()
    for push, wanted in zip(result["pushes"], question["pushes"], strict=True):
        points = sentence(count(wanted["points"], "point"))
        parts += [
            strip(board, push["battlefield"], push, wanted),
            Line("", f"{points}:", _moved(push["moves"])),
        ]
    left = sentence(count(result["left"], "point"))
    return summary("", *parts, Line(f"{left} left.", manner="told__left"), side=question["attacker"])


def show_trenches(question: Json, result: rounds.Dug) -> Summary:
    board, given = board_of(question), question["battlefields"]
    dug = {placement["battlefield"] for placement in question["placements"]}
    fronts = [(name, front) for name, front in result["battlefields"].items() if name in dug]
    total = sum(placement["count"] for placement in question["placements"])
    return summary(
        sentence(count(total, "trench", "trenches")) + " dug",
        Figure("Economy", f"{question['economy']} → {result['economy']}"),
        *(strip(board, name, front, given[name]) for name, front in fronts),
        side=question["side"],
    )


def show_missions(question: object, result: year.Judgements) -> Summary:
    cards = library_of(question).missions
    verdicts = {True: "Fulfilled", False: "Failed", None: "For the table to judge"}
    missions = [
        {
            "side": each["side"],
            "who": SIDE_NAMES[each["side"]],
            "title": cards[each["id"]].title,
            "text": cards[each["id"]].text,
            "success": each["success"],
            "verdict": verdicts[each["success"]],
        }
        for each in result["missions"]
    ]
    return summary("", Drawing("scarper/desk/missions.html", missions))


def show_event(question: Json, result: Json) -> Summary:
    cards = library_of(question).cards
    card, side = cards[question["card"]], result["side"]

    def titles(ids: list[str]) -> str:
        return listed(f"“{cards[each].title}”" for each in ids)

    missing, forbidding, cancelled = (result[key] for key in ("missing", "prevented_by", "cancels"))
    return summary(
        card.title,
        card.text,
        Line(f"{_event_verdict(result)}.", manner="told__left"),
        missing and f"It needs {titles(missing)} in play.",
        forbidding and f"It is forbidden by {titles(forbidding)}.",
        result["event_order"] and "The player chooses whether the event comes before or after the points.",
        result["remain"] and "After its event the card stays in play.",
        cancelled and f"Its event takes {titles(cancelled)} out of play.",
        side=side,
        over=f"{SIDE_NAMES[side]} · {card.year} · {result['points']} points",
    )


def _event_verdict(result: Json) -> str:
    if result["blocked"]:
        return "Its event cannot happen: points only"
    if "event" in result["modes"]:
        return "Playable for its event or for its points"
    return f"Played for points; the event happens too, for the {SIDE_NAMES[result['owner']]} side"


def show_library(question: Json, result: Json) -> Summary:
    box, missions, years = library_of(question), result["missions"], result["by_year"]
    rows = [(year, *(row[side] for side in CARD_SIDES), row["points"]) for year, row in years.items()]
    sums = ("All", *(result["by_side"][side] for side in CARD_SIDES), sum(row[-1] for row in rows))
    remain, late = (", ".join(box.cards[each].title for each in result[key]) for key in ("remain", "late"))
    told_late = f"{late}. Each needs a card of a later year."
    return summary(
        f"{count(result['cards'], 'card')} and {count(sum(missions.values()), 'mission')}: "
        "the library can be played",
        Table(("Year", *(SIDE_NAMES[side] for side in CARD_SIDES), "Points"), [*rows, sums], manner="summed"),
        f"Missions: Allied {missions['allied']}, German {missions['german']}.",
        remain and Line("", "Stay in play:", f"{remain}."),
        late and Line("", "Too early for what they need:", told_late, "notice"),
        over=box.title,
    )


def opening(question: object, result: Json) -> Iterator[Drawing]:
    """The board as its trenches of 1914 lie."""
    board = board_of(question)
    fronts = {name: shape.write(Battlefield(0, board.trenches[name])) for name in result["spaces"]}
    yield strips(board, fronts)


def front(_: object, state: Json) -> Iterator[Part]:
    """The front of a war, and the cards in play."""
    yield strips(board_of(state), state["battlefields"])
    cards = library_of(state).cards
    lasting = (f"{cards[each['card']].title} ({SIDE_NAMES[each['owner']]})" for each in state["in_play"])
    if names := ", ".join(lasting):
        yield Line("", "In play:", f"{names}.")


def _turn(turn: Json) -> str:
    if not turn:
        return ""
    left = f", {count(turn['left'], 'point')} to spend" if turn["left"] else ""
    return f"{SIDE_NAMES[turn['side']]} round{left}"


def deeds(question: Json, result: Json) -> Iterator[Drawing]:
    titles = {card.id: card.title for card in library_of(question["state"]).cards.values()}
    yield Drawing("scarper/desk/deeds.html", [_deed(action, titles) for action in result["actions"]])


def _deed(action: Entry, titles: Mapping[str, str]) -> Values:
    title, detail = DEEDS[action["type"]]
    side = action.get("side") or ""
    return {"title": title, "who": SIDE_NAMES.get(side, ""), "side": side, "detail": detail(action, titles)}


def _play(action: Entry, titles: Mapping[str, str]) -> str:
    card = action["card"]
    if card is None:
        return "any card of this year or an earlier one"
    how = "for its event" if action["mode"] == "event" else "for its points"
    order = ", the event before or after" if action["event_order"] else ""
    return f"“{titles.get(card, card)}” {how}{order}"


def _points(action: Entry, _: Mapping[str, str]) -> str:
    return f"up to {count(action['max'], 'point')}"


def _places(names: list[str]) -> str:
    return (
        "every battlefield"
        if len(names) == len(BATTLEFIELD_NAMES)
        else listed(BATTLEFIELD_NAMES[n] for n in names)
    )


def _push(action: Entry, _: Mapping[str, str]) -> str:
    amounts = listed((str(n) for n in action["points"]), "or")
    return f"{BATTLEFIELD_NAMES[action['battlefield']]}, with {amounts} points"


def _first(action: Entry, _: Mapping[str, str]) -> str:
    return listed((SIDE_NAMES[side] for side in action["first"]), "or") + " first"


DEEDS: Mapping[str, tuple[str, Callable[[Entry, Mapping[str, str]], str]]] = {
    "choose_missions": ("Choose missions", lambda a, _: f"keep {a['min']} or {a['max']}"),
    "choose_first": ("Say who goes first", _first),
    "build_trenches": ("Build trenches", lambda a, _: f"up to {a['max']}, on {_places(list(a['spaces']))}"),
    "play_card": ("Play a card", _play),
    "resolve_event": ("Resolve the event", lambda a, titles: f"of “{titles[a['card'] or '']}”"),
    "publish_propaganda": ("Publish propaganda", _points),
    "invest_economy": ("Invest in the economy", _points),
    "steady_push": ("Steady push", _push),
    "frontal_charge": ("Frontal charge", lambda a, _: f"on {_places(a['battlefields'])}"),
    "concentrated_assault": ("Concentrated assault", lambda a, _: f"on {_places(a['battlefields'])}"),
    "end_commands": ("End the round", lambda a, _: "what is left is lost"),
    "reveal_missions": ("Reveal the missions", lambda a, _: "both sides at once"),
    "score_year": ("Score the year", lambda a, _: "battlefields, propaganda, economy"),
}


DECKS = Group(
    label="Order of the decks",
    help="Left empty, the app shuffles. With cards on the table there is none to give.",
    form="folded",
    fields=(
        Area(key="decks", label="Event decks, by year, top first"),
        Area(key="mission_decks", label="Mission decks, by side, top first"),
    ),
)
WHOLE_WAR = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-commands", "replay": "replay-round"},
        fields=(
            Group(label="House rules", form="below", fields=tuple(map(house_rule, HOUSE_RULES))),
            house_rules(files=("board", "library")),
            DECKS,
        ),
        chance=("decks", "mission_decks"),
    )
)


LIBRARY, BOARD = FILES
ROLLS = ("rolls",)
ANSWERS = {
    "frontal-charge": Answer(attacks.resolve_charge, show_charge, chance=ROLLS, complete=roll_charge),
    "concentrated-assault": Answer(
        attacks.resolve_assault, show_assault, chance=ROLLS, complete=roll_assault
    ),
    "steady-push": Answer(rounds.resolve_push, show_push),
    "frontal-charge-odds": Answer(attacks.resolve_charge_odds),
    "concentrated-assault-odds": Answer(attacks.resolve_assault_odds),
    "build-trenches": Answer(rounds.resolve_trenches, show_trenches),
    "end-of-year": Answer(year.resolve_year, show_year),
    "initiative": Answer(rounds.resolve_initiative),
    "final-result": Answer(year.resolve_final_result),
    "check-missions": Answer(year.resolve_missions, show_missions),
    "event-status": Answer(rounds.resolve_event_status, show_event),
    "check-library": Answer(LIBRARY.asked, show_library),
    "check-board": Answer(BOARD.asked),
}
VOICE = Voice(
    {
        "side": SIDE_NAMES,
        "phase": PHASE_NAMES,
        "how": HOW,
        "leader": leader,
        "ahead": ahead,
        "turn": _turn,
        "gained": lambda year: year["missions"]["allied"] - year["missions"]["german"],
        "board": lambda question: board_of(question).title,
    },
    {
        "charge odds": charge_odds,
        "assault odds": assault_odds,
        "opening": opening,
        "front": front,
        "deeds": deeds,
    },
)
PROCEDURES = on_desk(
    FOLDER / "screens" / "desk" / "desk.json", ANSWERS, ready=WHOLE_WAR, names=NAMES, voice=VOICE
)
