"""What a game that is played over many evenings tells of itself, for the campaign's rooms."""

from dataclasses import dataclass

from companion.engine.bookings import Books


@dataclass(frozen=True, kw_only=True)
class Campaign[S]:
    """The card of a game's campaign. `S` is the game's state; a room whose part is missing is not shown.

    * `books`: the money of every company, line by line.
    """

    books: Books[S] | None = None
