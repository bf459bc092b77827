"""A sheaf: pages that are laid out when they are looked at, and not kept."""

from collections.abc import Callable, Sequence
from typing import overload

from companion.press.page import Page


class Sheaf(Sequence[Page]):
    """So many pages, and how each is laid out. Thousands of them take no more room than one."""

    def __init__(self, length: int, lay: Callable[[int], Page]) -> None:
        self.length, self.lay = length, lay

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> Page: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Page]: ...
    def __getitem__(self, at: int | slice) -> Page | Sequence[Page]:
        """The page at that place, counted from 0; or the pages of a slice, again laid out when looked at."""
        places = range(self.length)[at]
        if isinstance(places, range):
            return Sheaf(len(places), lambda number: self.lay(places[number]))
        return self.lay(places)


def changed(pages: Sequence[Page], change: Callable[[Page], Page]) -> Sheaf:
    """The same pages, each changed in the same way when it is looked at."""
    return Sheaf(len(pages), lambda number: change(pages[number]))
