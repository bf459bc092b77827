"""An action, where the war stands, and how it ended for each side, in a few words (8)."""

import json
from collections.abc import Callable, Iterator, Mapping

from companion.engine.game import Result
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, count, listed, signed
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    BY,
    FOLDER,
    ROUNDS,
    SIDE_NAMES,
    SIDES,
)
from companion.games.scarper.state import State
from companion.games.scarper.state.box import starter_library

type Told = dict[str, Json]

WORDS: Mapping[str, Mapping[str, str]] = json.loads((FOLDER / "rules" / "words.json").read_text("utf-8"))
"""What is done in a few words with gaps, and what some parts of it are called."""


class Gaps(dict[str, Json]):
    """What fills the gaps in the words for an action: `GAPS`, or what the action itself says."""

    def __missing__(self, gap: str) -> Json:
        return GAPS[gap](self["action"]) if gap in GAPS else self["action"].get(gap)


def describe(action: Json) -> str:
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
            told = [*_named(state, action.get("missions")), *_judged(state, action.get("verdicts"))]
            return ": ".join((describe(action), "; ".join(told))) if told else describe(action)
        case {"type": "add_card", "card": {"points": int(points), **card}}:
            whose = SIDE_NAMES.get(str(card.get("side")), "Neutral")
            return f"{describe(action)}: {whose}, {count(points, 'point')}"
    return describe(action)


def is_by_hand(state: State, action: Json) -> bool:
    """Whether the table sets or finds it, and not the rules: both sides look at what is turned over."""
    match action:
        case {"type": "adjust" | "add_card"}:
            return True
        case {"type": "reveal_missions"}:
            return bool(action.get("missions") or action.get("verdicts"))
    return False


def _named(state: State, missions: Json) -> Iterator[str]:
    """The physical cards that each side turned over."""
    for side in SIDES if type(missions) is dict else ():
        cards = missions.get(side)
        if type(cards) is list and cards:
            yield f"{SIDE_NAMES[side]}, {listed(_mission(state, each) for each in cards)}"


def _judged(state: State, verdicts: Json) -> Iterator[str]:
    """What only the table can judge."""
    for each, met in verdicts.items() if type(verdicts) is dict else ():
        yield f"{_mission(state, each)} {'succeeds' if met else 'fails'}"


def _mission(state: State, mission: Json) -> str:
    known = state.box.missions.get(str(mission))
    return f"“{known.title if known else mission}”"


def _set(state: State, entry: Told) -> str:
    value = entry.get("value")
    match str(entry.get("path")).split("."):
        case ["morale"]:
            return change("morale", signed(state.morale), _figure(value))
        case ["propaganda" | "economy" as track, "allied" | "german" as side]:
            return change(f"{SIDE_NAMES[side]} {track}", state.track(track)[side], value)
        case ["hands", "allied" | "german" as side, _]:
            return change(f"{SIDE_NAMES[side]} cards in hand", state.hands[side].count, value)
        case ["battlefields", where, what] if where in BATTLEFIELDS:
            here, name = state.battlefields[where], BATTLEFIELD_NAMES[where]
            if what == "frontline":
                return change(f"frontline of {name}", signed(here.frontline), _figure(value))
            return change(f"trenches on {name}:", _trenches(here.trenches), _trenches(value))
    return ""


def _figure(value: Json) -> Json:
    return signed(value) if type(value) is int else value


def _trenches(there: object) -> str:
    dug = {int(space): n for space, n in there.items()} if isinstance(there, Mapping) else {}
    return ", ".join(f"{n} at {signed(space)}" for space, n in sorted(dug.items())) or "none"


def _where(action: Told) -> str:
    return BATTLEFIELD_NAMES.get(str(action.get("battlefield")), "a battlefield")


def _card(action: Told) -> str:
    """A card's title as the starter library knows it, else its id made readable."""
    card = action.get("card")
    known = starter_library().cards.get(card) if type(card) is str else None
    if known:
        return known.title
    return str(card).replace("-", " ").capitalize() if card else "a card"


def _kept(action: Told) -> str:
    keep = action.get("keep")
    return WORDS["missions"].get(str(len(keep) if type(keep) is list else keep), "missions")


def _entries(listed: Json) -> list[Told]:
    return [each for each in listed if type(each) is dict] if type(listed) is list else []


def _dug(action: Told) -> str:
    entries = _entries(action.get("placements"))
    total = sum(each["count"] for each in entries if type(each.get("count")) is int)
    return f"{count(total, 'trench', 'trenches')} on {listed(dict.fromkeys(map(_where, entries)))}"


def _places(action: Told) -> str:
    where = [_where(each) for each in _entries(action.get("choices")) if "battlefield" in each]
    return f" on {', '.join(where)}" if where else ""


def _spent(action: Told) -> str:
    points = action.get("points")
    return count(points, "point") if type(points) is int else "points"


def _new(action: Told) -> str:
    card = action.get("card")
    title = card.get("title") if type(card) is dict else None
    return f"“{title}”" if title else "A card"


GAPS: Mapping[str, Callable[[Told], str]] = {
    "side": lambda action: SIDE_NAMES.get(str(action.get("side")), "Somebody"),
    "first": lambda action: SIDE_NAMES.get(str(action.get("first")), "One side"),
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
        return _end(state)
    turn = state.turn
    if turn is None:
        return {"missions": "missions", "initiative": "who goes first", "reveal": "missions revealed"}.get(
            state.phase, "scoring"
        )
    done = state.rounds_done[turn.side]
    return f"{SIDE_NAMES[turn.side]} round {done + 1} of {ROUNDS[state.year]}"


def _end(state: State) -> str:
    if state.winner == "draw" or state.winner is None:
        return "a draw"
    return f"{SIDE_NAMES[state.winner]} victory {BY[state.win_by or 'direct']}"


def _lead(morale: int) -> str:
    if not morale:
        return "level"
    return f"{SIDE_NAMES['allied' if morale > 0 else 'german']} +{abs(morale)}"


def result(state: State) -> tuple[Result, ...]:
    """Both sides, the winner first; empty while the war goes on. Who is behind in morale has no points."""
    if state.phase != "over":
        return ()
    level = state.winner not in SIDES
    words = "a draw" if level else BY[state.win_by or "attrition"]
    lead = {"allied": max(state.morale, 0), "german": max(-state.morale, 0)}
    rows = [Result(side, 1 if level or side == state.winner else 2, lead[side], words) for side in SIDES]
    return tuple(sorted(rows, key=lambda row: row.rank))
