"""Scarper's rules: each deed by its name, when it may be done, what it does, how it is told (4 to 8)."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Required, TypedDict, get_type_hints

from companion.engine import shape
from companion.engine.errors import calling, things_of
from companion.engine.game import Result
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, count, listed, signed
from companion.games.scarper import actions, data
from companion.games.scarper.data import BATTLEFIELDS, CHARGE_COST, FOLDER, SIDES, Side
from companion.games.scarper.procedures.rounds import Status, supply_left
from companion.games.scarper.rules import cards, rounds
from companion.games.scarper.rules.cards import applies, attackable, may_end, options, pushable, room
from companion.games.scarper.rules.rounds import card_status, to_judge
from companion.games.scarper.state import After, State, Turn
from companion.games.scarper.state.box import starter_library


class EffectEntry(TypedDict):
    """One effect of an event that waits: whether it happens now, what it needs, and where it may be done."""

    kind: str
    needs: str | None
    applies: bool
    options: list[str]


Entry = TypedDict(
    "Entry",
    {
        "type": Required[str],
        "side": Side,
        "first": list[Side],
        "from": list[str] | None,
        "min": int,
        "max": int,
        "card": str | None,
        "mode": str | None,
        "event_order": list[str],
        "spaces": dict[str, list[int]],
        "battlefield": str,
        "battlefields": list[str],
        "points": list[int],
        "effects": list[EffectEntry],
        "missions": dict[Side, list[str] | None],
        "verdicts": list[str],
    },
    total=False,
)
"""One deed that may be done now, and what may be chosen with it."""


def legal(state: State) -> list[Entry]:
    """All entries, hidden hands included; `adjust`, `add_card` and `resign` are not listed."""
    match state.phase:
        case "missions":
            return [_choose_missions(state, side) for side in actors(state)]
        case "initiative":
            return [{"type": "choose_first", "side": side, "first": list(SIDES)} for side in actors(state)]
        case "reveal":
            kept = {side: state.missions[side].kept for side in SIDES}
            listed = {side: None if cards is None else list(cards) for side, cards in kept.items()}
            verdicts = to_judge(state, [each for cards in kept.values() for each in cards or ()])
            return [{"type": "reveal_missions", "missions": listed, "verdicts": verdicts}]
        case "scoring":
            return [{"type": "score_year"}]
    return [] if state.turn is None else _in_round(state, state.turn)


def actors(state: State) -> tuple[Side, ...]:
    """The sides to act, in order; none when it is for the whole table, or over."""
    if state.phase == "missions":
        return tuple(side for side in SIDES if not state.missions[side].count)
    if state.phase == "initiative":
        return (state.chooser,) if state.chooser else ()
    turn = state.turn
    if state.phase != "rounds" or turn is None:
        return ()
    side = turn.owner if turn.step == "event" else turn.side
    return (side,) if side else ()


def _choose_missions(state: State, side: Side) -> Entry:
    drawn = state.missions[side].drawn
    listed = None if drawn is None else list(drawn)
    return {"type": "choose_missions", "side": side, "from": listed, "min": 1, "max": 2}


def _in_round(state: State, turn: Turn) -> list[Entry]:
    if turn.step == "start":
        return [*_build_trenches(state, turn.side), *_play_card(state, turn.side)]
    return [_resolve_event(state, turn)] if turn.step == "event" else _commands(state, turn)


def _build_trenches(state: State, side: Side) -> list[Entry]:
    supply = supply_left(state.options, state.battlefields.values(), side)
    economy = state.economy[side]
    most = economy if supply is None else min(economy, supply)
    grounds = {
        each: list(state.front.tracks[each].ground(side, state.battlefields[each].frontline))
        for each in BATTLEFIELDS
    }
    spaces = {each: ground for each, ground in grounds.items() if ground}
    return (
        [{"type": "build_trenches", "side": side, "max": most, "spaces": spaces}]
        if most > 0 and spaces
        else []
    )


def _play_card(state: State, side: Side) -> list[Entry]:
    hand = state.hands[side].cards
    if hand is None:
        return [_play(side, None, None)]
    entries = []
    for each in sorted(hand):
        now = card_status(state, state.box.cards[each], side)
        if now.is_own:
            entries.append(_play(side, each, "event"))
        entries.append(_play(side, each, "commands", now))
    return entries


def _play(side: Side, card: str | None, mode: str | None, now: Status | None = None) -> Entry:
    order = ["after", "before"] if now and now.triggers else []
    return {"type": "play_card", "side": side, "card": card, "mode": mode, "event_order": order}


def _resolve_event(state: State, turn: Turn) -> Entry:
    owner = turn.owner or turn.side
    effects: list[EffectEntry] = [
        {
            "kind": effect.kind,
            "needs": effect.needs,
            "applies": applies(state, effect, owner),
            "options": options(state, effect, owner),
        }
        for effect in state.box.cards[turn.card or ""].effects
    ]
    return {"type": "resolve_event", "side": owner, "card": turn.card, "effects": effects}


def _commands(state: State, turn: Turn) -> list[Entry]:
    side, left = turn.side, turn.left
    entries: list[Entry] = []
    for kind, what in (("publish_propaganda", "propaganda"), ("invest_economy", "economy")):
        most = min(left, room(state, what, side))
        if most > 0:
            entries.append({"type": kind, "side": side, "max": most})
    for each, points in pushable(state, turn).items():
        entries.append({"type": "steady_push", "side": side, "battlefield": each, "points": points})
    where = attackable(state, side)
    if where and left >= CHARGE_COST:
        entries.append({"type": "frontal_charge", "side": side, "battlefields": where})
    if where and left == turn.points:
        entries.append({"type": "concentrated_assault", "side": side, "battlefields": where})
    if may_end(state, turn):
        entries.append({"type": "end_commands", "side": side})
    return entries


type Told = dict[str, Json]

WORDS: Mapping[str, Mapping[str, str]] = json.loads((data.FOLDER / "rules" / "words.json").read_text("utf-8"))
"""What is done in a few words with gaps, and what some parts of it are called."""


class Gaps(dict[str, Json]):
    """What fills the gaps in the words for an action: `GAPS`, or what the action itself says."""

    def __missing__(self, gap: str) -> Json:
        return GAPS[gap](self["action"]) if gap in GAPS else self["action"].get(gap)


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The war begins"
    words = WORDS["actions"].get(kind) if type(kind) is str else None
    return words.format_map(Gaps(action=action)).strip() if words else f"“{kind}”"


def tell(state: State, action: Json, sight: object) -> str:
    """The same; of what is set or found by hand, what, and from what to what."""
    match action:
        case {"type": "adjust"}:
            return by_hand(
                (_set(state, each) for each in _entries(action.get("changes"))), action.get("reason")
            )
        case {"type": "reveal_missions"}:
            details = [*_named(state, action.get("missions")), *_judged(state, action.get("verdicts"))]
            return ": ".join((describe(action), "; ".join(details))) if details else describe(action)
        case {"type": "add_card", "card": {"points": int(points), **card}}:
            whose = data.SIDE_NAMES.get(str(card.get("side")), "Neutral")
            return f"{describe(action)}: {whose}, {count(points, 'point')}"
        case {"type": "play_card" | "resolve_event"}:
            played = action.get("card") or (state.turn.card if state.turn else None)
            known = state.box.cards.get(played) if type(played) is str else None
            return describe({**action, "title": known.title} if known else action)
    return describe(action)


def is_by_hand(state: State, action: Json) -> bool:
    """Whether the table sets or finds it, and not the rules: both sides look at what is turned over."""
    match action:
        case {"type": "adjust" | "add_card"}:
            return True
        case {"type": "reveal_missions"}:
            return bool(action.get("missions") or action.get("verdicts"))
    return False


def _named(state: State, missions: object) -> Iterator[str]:
    """The physical cards that each side turned over."""
    if type(missions) is dict:
        for side in data.SIDES:
            if type(cards := missions.get(side)) is list and cards:
                yield f"{data.SIDE_NAMES[side]}, {listed(_mission(state, each) for each in cards)}"


def _judged(state: State, verdicts: object) -> Iterator[str]:
    for each, met in verdicts.items() if type(verdicts) is dict else ():
        yield f"{_mission(state, each)} {'succeeds' if met else 'fails'}"


def _mission(state: State, mission: object) -> str:
    card = state.box.missions.get(str(mission))
    return f"“{card.title if card else mission}”"


def _set(state: State, entry: Told) -> str:
    value = entry.get("value")
    match str(entry.get("path")).split("."):
        case ["morale"]:
            return change("morale", signed(state.morale), _figure(value))
        case ["propaganda" | "economy" as track, "allied" | "german" as side]:
            return change(f"{data.SIDE_NAMES[side]} {track}", state.track(track)[side], value)
        case ["hands", "allied" | "german" as side, _]:
            return change(f"{data.SIDE_NAMES[side]} cards in hand", state.hands[side].count, value)
        case ["battlefields", where, what] if where in data.BATTLEFIELDS:
            front, name = state.battlefields[where], data.BATTLEFIELD_NAMES[where]
            if what == "frontline":
                return change(f"frontline of {name}", signed(front.frontline), _figure(value))
            return change(f"trenches on {name}:", _trenches(front.trenches), _trenches(value))
    return ""


def _figure(value: object) -> object:
    return signed(value) if type(value) is int else value


def _trenches(there: object) -> str:
    dug = {int(space): n for space, n in there.items()} if isinstance(there, Mapping) else {}
    return ", ".join(f"{n} at {signed(space)}" for space, n in sorted(dug.items())) or "none"


def _where(action: Told) -> str:
    return data.BATTLEFIELD_NAMES.get(str(action.get("battlefield")), "a battlefield")


def _card(action: Told) -> str:
    """A card's title, where none is given as the starter library knows it, else its id made readable."""
    if title := action.get("title"):
        return str(title)
    card = action.get("card")
    starter = starter_library().cards.get(card) if type(card) is str else None
    if starter:
        return starter.title
    return str(card).replace("-", " ").capitalize() if card else "a card"


def _whose(action: Told) -> str:
    """Who goes first, where that is not whoever says so."""
    first = data.SIDE_NAMES.get(str(action.get("first")), "One side")
    return "goes" if action.get("first") == action.get("side") else f"{first} goes"


def _kept(action: Told) -> str:
    keep = action.get("keep")
    return WORDS["missions"].get(str(len(keep) if type(keep) is list else keep), "missions")


def _entries(listed: object) -> list[Told]:
    return [each for each in listed if type(each) is dict] if type(listed) is list else []


def _dug(action: Told) -> str:
    entries = _entries(action.get("placements"))
    total = sum(each["count"] for each in entries if type(each.get("count")) is int)
    return f"{count(total, 'trench', 'trenches')} on {listed(dict.fromkeys(map(_where, entries)))}"


def _places(action: Told) -> str:
    where = [_where(each) for each in _entries(action.get("choices")) if "battlefield" in each]
    return f" on {listed(dict.fromkeys(where))}" if where else ""


def _spent(action: Told) -> str:
    points = action.get("points")
    return count(points, "point") if type(points) is int else "points"


def _new(action: Told) -> str:
    card = action.get("card")
    title = card.get("title") if type(card) is dict else None
    return f"“{title}”" if title else "A card"


GAPS: Mapping[str, Callable[[Told], str]] = {
    "side": lambda action: data.SIDE_NAMES.get(str(action.get("side")), "Somebody"),
    "whose": _whose,
    "event": lambda action: action.get("title") or "the event",
    "kept": _kept,
    "dug": _dug,
    "card": _card,
    "use": lambda action: WORDS["mode"].get(str(action.get("mode")), ""),
    "order": lambda action: WORDS["event_order"].get(str(action.get("event_order")), ""),
    "places": _places,
    "where": _where,
    "spent": _spent,
    "new": _new,
}


def headline(state: State) -> str:
    """Where the game stands, in a few words: year, whose round, who leads."""
    return " · ".join((str(state.year), _moment(state), _lead(state.morale)))


def _moment(state: State) -> str:
    if state.phase == "over":
        if state.winner == "draw" or state.winner is None:
            return "a draw"
        return f"{data.SIDE_NAMES[state.winner]} victory {data.BY[state.win_by or 'direct']}"
    turn = state.turn
    if turn is None:
        return {"missions": "missions", "initiative": "who goes first", "reveal": "missions revealed"}.get(
            state.phase, "scoring"
        )
    rounds_done = state.rounds_done[turn.side]
    return f"{data.SIDE_NAMES[turn.side]} round {rounds_done + 1} of {data.ROUNDS[state.year]}"


def _lead(morale: int) -> str:
    if not morale:
        return "level"
    return f"{data.SIDE_NAMES['allied' if morale > 0 else 'german']} +{abs(morale)}"


def result(state: State) -> tuple[Result, ...]:
    """Both sides, the winner first; empty while the war goes on. Who is behind in morale has no points."""
    if state.phase != "over":
        return ()
    level = state.winner not in data.SIDES
    words = "a draw" if level else data.BY[state.win_by or "attrition"]
    lead = {"allied": max(state.morale, 0), "german": max(-state.morale, 0)}
    rows = [Result(side, 1 if level or side == state.winner else 2, lead[side], words) for side in data.SIDES]
    return tuple(sorted(rows, key=lambda row: row.rank))


RULES: Mapping[str, Callable[[State, Any], After]] = {
    "choose_missions": rounds.choose_missions,
    "choose_first": rounds.choose_first,
    "build_trenches": rounds.build_trenches,
    "play_card": rounds.play_card,
    "resolve_event": cards.resolve_event,
    "publish_propaganda": cards.publish_propaganda,
    "invest_economy": cards.invest_economy,
    "steady_push": cards.steady_push,
    "frontal_charge": cards.frontal_charge,
    "concentrated_assault": cards.concentrated_assault,
    "end_commands": cards.end_commands,
    "reveal_missions": rounds.reveal_missions,
    "score_year": rounds.score_year,
    "adjust": rounds.adjust,
    "add_card": rounds.add_card,
    "resign": rounds.resign,
}
KINDS = {name: get_type_hints(rule)["action"] for name, rule in RULES.items()}
ACTIONS = {
    "app": Annotated[Any, By("type", KINDS)],
    "table": Annotated[Any, By("type", {**KINDS, "reveal_missions": actions.RevealCards})],
}
"""By whose cards are played: those on the table are named as they are turned over."""
THINGS = things_of(FOLDER)


def read_action(value: object, state: State) -> Any:
    """An action's record at this table; `InvalidInput` at the first fault, with its path in the action."""
    return shape.read(ACTIONS[state.options.cards], value, names={"state": state})


@calling(THINGS)
def apply(state: State, action: Json) -> After:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    return RULES[action["type"]](state, deed)
