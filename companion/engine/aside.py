"""A page of a game's own at the desk: a sheet that people fill in tap by tap, kept in its address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Its name in the address, its title, its template, and the functions behind it.

    * `press(sheet, said)`: the sheet after what a form said; `sheet` is None before it is begun.
      `GameError` where it cannot be read or the rules forbid it.
    * `show(sheet)`: what the template shows, under the name `sheet`; of None, how it may be begun.
    """

    name: str
    title: str
    summary: str
    template: str
    press: Callable[[Json, Mapping[str, Json]], Json]
    show: Callable[[Json], Mapping[str, Any]]
