"""What a tap does while a front is laid out: every one is an address of its own, so that Back takes it back.

`lay` is the draft; `pick` what is held: a kind of card from the box, or a place. `from` and `to` are a drag.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.looking import fresh
from companion.engine.scene import Scene
from companion.games.scope.data import CARDS, Card
from companion.games.scope.screens.laying_out.draft import Draft, blank, read
from companion.games.scope.state import State

BOX = "box"


@dataclass(frozen=True, slots=True)
class Hand:
    """What one screen holds: its draft, and the card or the place that was tapped last."""

    scene: Scene[State]
    draft: Draft
    pick: str = ""

    @property
    def card(self) -> Card | None:
        """The kind of card that is held, from the box."""
        held = self.pick
        return held if held in CARDS and self.draft.left[held] else None

    @property
    def place(self) -> int | None:
        """The place that is held."""
        return place_of(self.draft, self.pick)

    def link(self, draft: Draft, pick: str = "") -> str:
        """The address of such a draft, with that in the hand."""
        return fresh(self.scene, lay=draft.code, pick=pick or None)

    def at(self, n: int) -> str:
        """Where a tap on a place leads: it takes what is held, changes with the place that is, or is held."""
        draft = self.draft
        if self.card:
            after = draft.put(self.card, n)
            return self.link(after, self.card if after.left[self.card] else "")
        if self.place == n:
            return self.link(draft)
        if self.place is not None and (draft.places[n] or draft.places[self.place]):
            return self.link(draft.swapped(self.place, n))
        return self.link(draft, str(n))

    def of(self, card: Card) -> str:
        """Where a tap on a kind of card leads: into the place that is held, or it is held itself."""
        if self.place is None:
            return self.link(self.draft, "" if self.pick == card else card)
        if self.draft.places[self.place] == card:
            return self.link(self.draft.took(self.place))
        return self.link(self.draft.put(card, self.place))


def hand(scene: Scene[State]) -> Hand:
    """What this screen's address says."""
    asked, state = scene.draft, scene.state
    draft = read(asked.get("lay", ""), blank(state.columns, state.counts))
    return Hand(scene, dragged(draft, asked), asked.get("pick", ""))


def dragged(draft: Draft, asked: Mapping[str, str]) -> Draft:
    """The draft after a drag: from the box into a place, from place to place, back into the box."""
    start, end = asked.get("from", ""), place_of(draft, asked.get("to", ""))
    one = place_of(draft, start)
    if one is not None and asked.get("to") == BOX:
        return draft.took(one)
    if end is None:
        return draft
    if one is not None:
        return draft.swapped(one, end)
    return draft.put(start, end) if start in CARDS else draft


def place_of(draft: Draft, text: str) -> int | None:
    """A place by its number; None for what is none."""
    known = text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < len(draft.places)
    return int(text) if known else None
