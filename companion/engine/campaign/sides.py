"""The sides of a campaign as its first page shows them."""

from typing import NamedTuple


class Bead(NamedTuple):
    """One colour of a livery, and the letter that tells it apart where colours cannot be seen."""

    colour: str
    letter: str


class Side(NamedTuple):
    """A side of a campaign: what everybody knows of it in `words`, and `own` for the eyes of its seat.

    `own` is empty for every other sight.
    """

    seat: str
    name: str
    number: int
    livery: tuple[Bead, ...]
    words: str
    own: str
