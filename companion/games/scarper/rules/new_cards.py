"""A physical card that nobody has entered yet: it comes into the table's library and stays there (9.4)."""

import re
from unicodedata import normalize

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.engine.wire import Json
from companion.games.scarper.actions import kinds
from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.rules.overruling import still_on
from companion.games.scarper.state.library import Library, with_card
from companion.games.scarper.state.table import State

SIDES = {**SIDE_NAMES, "neutral": "Neutral"}


def add_card(state: State, action: kinds.AddCard) -> Outcome[State]:
    """What is printed on the card; the table carries its event out, and books it by hand."""
    still_on(state)
    if state.options.cards == "app":
        raise IllegalAction("type", "The app deals the cards of this table; none can be added to its decks.")
    card = action.card._replace(year=action.card.year or state.year)
    if card.title.casefold() in {each.title.casefold() for each in state.box.cards.values()}:
        said = f"“{card.title}” is in the library already; look for it by its title."
        raise IllegalAction("card.title", said)
    library = with_card(state.box, _card(card, state.box), "card")
    values = {**card._asdict(), "side": SIDES[card.side]}
    words = "“{title}” comes into the library: {side}, {year}, {points:# point|# points}."
    return Outcome(but(state, library=library), (Step("9.4", words, values),))


def _card(card: kinds.NewCard, library: Library) -> Json:
    effects = [{"kind": "table", "text": card.text}] if card.text else []
    return {**card._asdict(), "id": identifier(card.title, library), "effects": effects}


def identifier(title: str, library: Library) -> str:
    """A new card's own id, made of its title."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    start = re.sub("[^a-z0-9]+", "-", plain).strip("-") or "card"
    taken = (f"{start}-{n}" if n > 1 else start for n in range(1, len(library.cards) + 2))
    return next(each for each in taken if each not in library.cards)
