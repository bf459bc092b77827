"""Cards as the screens show them: an event with its points and links, a mission with how near it is."""

from companion.engine.stage import Choice, Edge, Icon, Lead, Note, Piece, Tick, Words, said
from companion.engine.wording import count, listed
from companion.games.scarper.data import SIDE_NAMES, Side
from companion.games.scarper.state import Card, Mission, State

LINKS = {"requires": "Needs {titles}.", "cancels": "Cancels {titles}.", "prevents": "Prevents {titles}."}


def card_under(state: State, card_id: str) -> Words:
    """Whose card it is, of which year, for how many points."""
    card = state.box.cards[card_id]
    points = count(card.points, "point")
    return said("{side} {year}, {points}", side=SIDE_NAMES[card.side], year=card.year, points=points)


def card_pieces(state: State, card_id: str) -> tuple[Piece, ...]:
    """All that is printed on a card, its title apart."""
    card = state.box.cards[card_id]
    return (Lead(card.text), *(Note(words) for words in _links(state, card)))


def card_choice(state: State, card_id: str, href: str, note: Words = "") -> Choice:
    """One card to choose, with what a player should know of it first."""
    card = state.box.cards[card_id]
    return Choice(
        key=card_id,
        words=card.title,
        small=_small(state, card, note),
        end=str(card.points),
        icon=Icon(card.side),
        side=card.side,
        href=href,
    )


def card_tick(state: State, card_id: str) -> Tick:
    """One card to tick."""
    card = state.box.cards[card_id]
    return Tick(
        value=card_id, words=card.title, small=_small(state, card), side=card.side, icon=Icon(card.side)
    )


def card_edge(state: State, card_id: str, href: str, chosen: bool) -> Edge:
    """One card of the hand."""
    card = state.box.cards[card_id]
    return Edge(
        title=card.title,
        text=card.text,
        band=SIDE_NAMES[card.side],
        points=str(card.points),
        side=card.side,
        icon=Icon(card.side),
        href=href,
        chosen=chosen,
        rule=f"card-{card.side}",
    )


def _small(state: State, card: Card, note: Words = "") -> Words:
    return " ".join(str(each) for each in (card.text, *_links(state, card), note) if each)


def _links(state: State, card: Card) -> list[Words]:
    stays: list[Words] = ["Remains in play."] if card.remain else []
    titles = {key: listed([state.box.cards[each].title for each in getattr(card, key)]) for key in LINKS}
    return stays + [said(LINKS[key], titles=names) for key, names in titles.items() if names]


def mission_tick(mission: Mission) -> Tick:
    """One mission to keep."""
    return Tick(
        value=mission.id,
        words=mission.title,
        small=mission.text,
        side=mission.side,
        icon=Icon("mission"),
    )


def mission_edge(mission: Mission, side: Side, now: Words) -> Edge:
    """One mission kept, and how near it is."""
    return Edge(
        title=mission.title,
        text=now or mission.text,
        band="Mission",
        side=side,
        kind="mission",
        icon=Icon("mission"),
        rule="mission",
    )
