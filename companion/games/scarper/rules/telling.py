"""An action, and where the game stands, in a few words."""

from collections.abc import Callable, Mapping

from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.games.scarper.data import BATTLEFIELD_NAMES, ROUNDS, SIDE_NAMES
from companion.games.scarper.state.library import starter_library
from companion.games.scarper.state.table import State

type Told = dict[str, Json]


def describe(action: Json) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The war begins"
    tell = WORDS.get(kind) if type(kind) is str else None
    return tell(action) if tell else f"“{kind}”"


def _side(action: Told) -> str:
    return SIDE_NAMES.get(str(action.get("side")), "Somebody")


def _where(action: Told) -> str:
    return BATTLEFIELD_NAMES.get(str(action.get("battlefield")), "a battlefield")


def _card(card: Json) -> str:
    """A card's title as the starter library knows it, else its id made readable."""
    known = starter_library().cards.get(card) if type(card) is str else None
    if known:
        return known.title
    return str(card).replace("-", " ").capitalize() if card else "a card"


def _choose_missions(action: Told) -> str:
    keep = action.get("keep")
    kept = len(keep) if type(keep) is list else keep
    return f"{_side(action)}: keeps {MISSIONS.get(str(kept), 'missions')}"


MISSIONS: Mapping[str, str] = {"1": "one mission", "2": "both missions"}


def _choose_first(action: Told) -> str:
    first = SIDE_NAMES.get(str(action.get("first")), "One side")
    return f"{_side(action)}: {first} goes first"


def _build_trenches(action: Told) -> str:
    placements = action.get("placements")
    entries = placements if type(placements) is list else []
    counts = [each.get("count") for each in entries if type(each) is dict]
    total = sum(each for each in counts if type(each) is int)
    where = [_where(each) for each in entries if type(each) is dict]
    return f"{_side(action)}: builds {count(total, 'trench', 'trenches')} on {listed(dict.fromkeys(where))}"


def _play_card(action: Told) -> str:
    use = {"event": "for its event", "commands": "for its points"}.get(str(action.get("mode")), "")
    order = {"before": ", event before", "after": ", event after"}.get(str(action.get("event_order")), "")
    return f"{_side(action)}: plays {_card(action.get('card'))} {use}{order}".strip()


def _resolve_event(action: Told) -> str:
    choices = action.get("choices")
    chosen = [each for each in choices if type(each) is dict] if type(choices) is list else []
    where = [_where(each) for each in chosen if "battlefield" in each]
    return f"{_side(action)}: resolves the event" + (f" on {', '.join(where)}" if where else "")


def _publish_propaganda(action: Told) -> str:
    return f"{_side(action)}: {action.get('points')} propaganda"


def _invest_economy(action: Told) -> str:
    return f"{_side(action)}: {action.get('points')} economy"


def _steady_push(action: Told) -> str:
    points = action.get("points")
    spent = count(points, "point") if type(points) is int else "points"
    return f"{_side(action)}: steady push on {_where(action)}, {spent}"


def _frontal_charge(action: Told) -> str:
    return f"{_side(action)}: frontal charge on {_where(action)}"


def _concentrated_assault(action: Told) -> str:
    return f"{_side(action)}: concentrated assault on {_where(action)}"


def _add_card(action: Told) -> str:
    card = action.get("card")
    title = card.get("title") if type(card) is dict else None
    return f"“{title}” comes into the library" if title else "A card comes into the library"


WORDS: Mapping[str, Callable[[Told], str]] = {
    "choose_missions": _choose_missions,
    "choose_first": _choose_first,
    "build_trenches": _build_trenches,
    "play_card": _play_card,
    "resolve_event": _resolve_event,
    "publish_propaganda": _publish_propaganda,
    "invest_economy": _invest_economy,
    "steady_push": _steady_push,
    "frontal_charge": _frontal_charge,
    "concentrated_assault": _concentrated_assault,
    "end_commands": lambda action: f"{_side(action)}: lets the rest of the points go",
    "reveal_missions": lambda action: "Missions are revealed",
    "score_year": lambda action: "The year is scored",
    "adjust": lambda action: f"Set by hand: {action.get('reason')}",
    "add_card": _add_card,
    "resign": lambda action: f"{_side(action)}: gives the war up",
}

ENDINGS = {"direct": "by a broken morale", "attrition": "by attrition", "resignation": "by resignation"}


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

    return f"{SIDE_NAMES[state.winner]} victory {ENDINGS[state.win_by or 'direct']}"


def _lead(morale: int) -> str:
    if not morale:
        return "level"
    return f"{SIDE_NAMES['allied' if morale > 0 else 'german']} +{abs(morale)}"
