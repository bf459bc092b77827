"""Cards as the screens show them: an event with its points and links, a mission with its figures."""

from companion.engine.wording import Values, count, listed
from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.state import Card, State
from companion.games.scarper.state.conditions import Judged


def event_card(state: State, card_id: str) -> Values:
    """One event card, ready to be drawn."""
    card = state.box.cards[card_id]
    return {
        "id": card.id,
        "side": card.side,
        "side_name": SIDE_NAMES[card.side],
        "title": card.title,
        "text": card.text,
        "year": card.year,
        "points": card.points,
        "points_words": count(card.points, "command point"),
        "pips": range(card.points),
        "remain": card.remain,
        "links": _links(state, card),
    }


def _links(state: State, card: Card) -> list[Values]:
    titles = {key: [state.box.cards[each].title for each in getattr(card, key)] for key in LINKS}
    return [{"kind": LINKS[key], "titles": listed(names)} for key, names in titles.items() if names]


LINKS = {"requires": "Needs", "cancels": "Cancels", "prevents": "Prevents"}


def mission_card(state: State, mission_id: str) -> Values:
    """One mission card, ready to be drawn."""
    mission = state.box.missions[mission_id]
    return {
        "id": mission.id,
        "side": mission.side,
        "side_name": SIDE_NAMES[mission.side],
        "title": mission.title,
        "text": mission.text,
        "judged": isinstance(mission.condition, Judged),
        "success": f"+{state.options.mission_success}",
        "failure": f"+{state.options.mission_failure}",
    }


def in_play(state: State) -> list[Values]:
    """The cards that remain in play, in the order played, each with its owner's side."""
    return [
        event_card(state, each.card) | {"owner": each.owner, "owner_name": SIDE_NAMES[each.owner]}
        for each in state.in_play
    ]
