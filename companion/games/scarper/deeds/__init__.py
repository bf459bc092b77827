"""All that people do in Scarper: read, open or refused, done, set by hand, and told in words (4 to 8)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.deed import Entry
from companion.engine.errors import calling, things_of
from companion.engine.game import Result
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.engine.wording import by_hand, changes_of, count, listed
from companion.games.scarper import data
from companion.games.scarper.data import FOLDER, Side
from companion.games.scarper.deeds.adjusting import AddCard, Adjust, set_words
from companion.games.scarper.deeds.round import ROUND, Deed, Own
from companion.games.scarper.deeds.year import (
    ChooseFirst,
    ChooseMissions,
    Resign,
    RevealCards,
    RevealMissions,
    ScoreYear,
)
from companion.games.scarper.state import After, State
from companion.games.scarper.state.box import starter_library

THINGS = things_of(FOLDER)
"""What the parts of an action are called."""
OFFERED: tuple[type[Deed], ...] = (ChooseMissions, ChooseFirst, *ROUND, RevealMissions, ScoreYear)
"""What `legal` lists, in its order; the rest may be done until the war is over."""
EACH: tuple[type[Deed], ...] = (*OFFERED, Adjust, AddCard, Resign)
DEEDS: Mapping[str, type[Deed]] = {each.kind: each for each in EACH}
ACTIONS = {
    "app": Annotated[Any, By("type", DEEDS)],
    "table": Annotated[Any, By("type", {**DEEDS, "reveal_missions": RevealCards})],
}
"""By whose cards are played: those on the table are named as they are turned over."""


def read_action(value: object, state: State) -> Deed:
    """An action's record at this table; `InvalidInput` at the first fault, with its path in the action."""
    action: Deed = shape.read(ACTIONS[state.options.cards], value, names={"state": state})
    return action


@calling(THINGS)
def apply(state: State, action: Json) -> After:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    return read_action(action, state).do(state)


def deed_of(action: object) -> type[Deed] | None:
    """The deed that an action names; `None` for what is none."""
    kind = action.get("type") if type(action) is dict else None
    return DEEDS.get(kind) if type(kind) is str else None


def legal(state: State) -> list[Entry]:
    """All entries, hidden hands included."""
    step = state.turn.step if state.turn and state.phase == "rounds" else ""
    entries = list[Entry]()
    for each in OFFERED:
        if each.step != step or not (step or state.phase in each.phases):
            continue
        if issubclass(each, Own):
            for side in actors(state):
                entries += ({"type": each.kind, "side": side, **row} for row in each.offers(state, side))
        else:
            entries += ({"type": each.kind, **row} for row in each.offers(state, "allied"))
    return entries


def actors(state: State) -> tuple[Side, ...]:
    """The sides to act, in order; none when it is for the whole table, or over."""
    if state.phase == "missions":
        return tuple(side for side in data.SIDES if not state.missions[side].count)
    if state.phase == "initiative":
        return (state.chooser,) if state.chooser else ()
    turn = state.turn
    if state.phase != "rounds" or turn is None:
        return ()
    side = turn.owner if turn.step == "event" else turn.side
    return (side,) if side else ()


class Gaps(dict[str, Json]):
    """What fills the gaps in the words for an action: `GAPS`, or what the action itself says."""

    def __missing__(self, gap: str) -> Json:
        return GAPS[gap](self["action"]) if gap in GAPS else self["action"].get(gap)


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind, deed = action.get("type"), deed_of(action)
    if kind is None:
        return "The war begins"
    return deed.log.format_map(Gaps(action=action)).strip() if deed else f"“{kind}”"


def tell(state: State, action: Json, sight: object) -> str:
    """The same; of what is set or found by hand, what, and from what to what."""
    match action:
        case {"type": "adjust"}:
            return by_hand((set_words(state, each) for each in changes_of(action)), action.get("reason"))
        case {"type": "reveal_missions"}:
            details = [*_named(state, action.get("missions")), *_judged(state, action.get("verdicts"))]
            return ": ".join((describe(action), "; ".join(details))) if details else describe(action)
        case {"type": "add_card", "card": {"points": int(points), **card}}:
            whose = data.SIDE_NAMES.get(str(card.get("side")), "Neutral")
            return f"{describe(action)}: {whose}, {count(points, 'point')}"
        case {"type": "play_card" | "resolve_event"}:
            played = action.get("card") or (state.turn.card if state.turn else None)
            shown = state.box.cards.get(played) if type(played) is str else None
            return describe({**action, "title": shown.title} if shown else action)
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


def _where(action: Entry) -> str:
    return data.BATTLEFIELD_NAMES.get(str(action.get("battlefield")), "a battlefield")


def _card(action: Entry) -> str:
    """A card's title, where none is given as the starter library knows it, else its id made readable."""
    if title := action.get("title"):
        return str(title)
    card = action.get("card")
    starter = starter_library().cards.get(card) if type(card) is str else None
    if starter:
        return starter.title
    return str(card).replace("-", " ").capitalize() if card else "a card"


def _whose(action: Entry) -> str:
    """Who goes first, where that is not whoever says so."""
    first = data.SIDE_NAMES.get(str(action.get("first")), "One side")
    return "goes" if action.get("first") == action.get("side") else f"{first} goes"


def _kept(action: Entry) -> str:
    keep = action.get("keep")
    return KEPT.get(str(len(keep) if type(keep) is list else keep), "missions")


def _dug(action: Entry) -> str:
    entries = changes_of(action, "placements")
    total = sum(each["count"] for each in entries if type(each.get("count")) is int)
    return f"{count(total, 'trench', 'trenches')} on {listed(dict.fromkeys(map(_where, entries)))}"


def _places(action: Entry) -> str:
    where = [_where(each) for each in changes_of(action, "choices") if "battlefield" in each]
    return f" on {listed(dict.fromkeys(where))}" if where else ""


def _spent(action: Entry) -> str:
    points = action.get("points")
    return count(points, "point") if type(points) is int else "points"


def _new(action: Entry) -> str:
    card = action.get("card")
    title = card.get("title") if type(card) is dict else None
    return f"“{title}”" if title else "A card"


KEPT = {"1": "one mission", "2": "both missions"}
USE = {"event": "for its event", "commands": "for its points"}
ORDER = {"before": ", event before", "after": ", event after"}
GAPS: Mapping[str, Callable[[Entry], str]] = {
    "side": lambda action: data.SIDE_NAMES.get(str(action.get("side")), "Somebody"),
    "whose": _whose,
    "event": lambda action: action.get("title") or "the event",
    "kept": _kept,
    "dug": _dug,
    "card": _card,
    "use": lambda action: USE.get(str(action.get("mode")), ""),
    "order": lambda action: ORDER.get(str(action.get("event_order")), ""),
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
