"""The film of a table: how it stood after each line, as everybody may see it, to walk through and share."""

from dataclasses import replace
from typing import Any

from django.urls import reverse

from companion.engine.scene import NOBODY, Scene
from companion.engine.stage import Deed, Fold, Own, Piece, Question, Screen, Stage, Way
from companion.tables import lines, screen
from companion.tables.afterwards.ending import printed
from companion.tables.afterwards.looking_back import LookBack, look_back
from companion.tables.afterwards.rematch import rematch_deed, series_of
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.models import Table
from companion.tables.position import Position, position
from companion.tables.position.passages import passages
from companion.tables.screen import Look
from companion.tables.screen.shown import Shown
from companion.tables.together import walking

type Values = dict[str, Any]

QUICK, SLOW = "800ms", "2s"
"""How long a line stands while the film plays, and one in which dice fell."""


def film(table: Table, who: Device, place: int, *, playing: bool) -> Values | None:
    """The context of one picture: the table after its `place`-th line that stands (from 0) or the nearest.

    None where the game has no stage.
    """
    known, seats = walking.told(table, position(table)), beside(table).seats
    last = _last(table, position(table))
    n, address = min(max(place, 0), last), reverse("tables:film", args=[table.code])
    shell = screen.shell(Look(table=table, who=who, room="film", draft={}, back=address), known, seats, ())
    line = lines.at(table, known, known.numbers[n], seats)
    view, told = known.game.view(_scene(known, n)), look_back(table, known, last + 1)
    if view.stage is None:
        return None
    playing = playing and n < last
    ask = _question(table, known, shell, told)
    stage = replace(view.stage, ask=ask, hand=None, cover=None, warnings=(), light="day")
    return {
        "v": screen.called(replace(view, stage=stage), seats),
        "table": replace(
            shell, may_act=shell.may_act and _is_over(known), can_undo=False, can_redo=False, last=(line,)
        ),
        "game": {"slug": known.game.slug, "title": known.game.title},
        "film": _walked(address, n, last, told)
        | {"playing": playing, "play": _play(n, last, playing=playing)}
        | {"pause": SLOW if line.faces else QUICK},
    }


def _walked(address: str, n: int, last: int, told: LookBack | None) -> Values:
    """Where on its strip the film is, and the ways along it."""
    return {
        "address": address,
        "n": n,
        "number": n + 1,
        "last": last,
        "of": last + 1,
        "back": max(n - 1, 0),
        "on": min(n + 1, last),
        "next": f"{address}?n={n + 1}&play=1",
        "strip": told and told.strip,
        "points": told.points if told else (),
        "at": round(100 * n / max(last, 1), 2),
    }


def _play(n: int, last: int, *, playing: bool) -> str:
    """What the button in the middle leads to: on by itself, a stop, or from the start once it is over."""
    if playing:
        return f"?n={n}"
    return f"?n={n if n < last else 0}&play=1"


def place_of(table: Table, line: int) -> int:
    """The place of a line among those that stand, or of the nearest before it."""
    return max(sum(number <= line for number in position(table).numbers) - 1, 0)


def _last(table: Table, known: Position) -> int:
    """The last place that is shown: what all screens are still walking through is on no film."""
    last = len(known.numbers) - 1
    shown = walking.beat(table, known.numbers)
    stage = known.game.view(replace(_scene(known, last), walk=shown)).stage if shown is not None else None
    return last - 1 if stage and stage.walks else last


def _is_over(known: Position) -> bool:
    return known.game.is_over(known.state)


def _scene(known: Position, n: int) -> Scene[Any]:
    """What everybody may have seen then, or may see now that the game is over."""
    before = known.numbers[n + 1] if n + 1 < len(known.numbers) else 0
    trail = known.earlier(before) if before else known.trail
    over = known.game.is_over(known.state)
    led = passages(known, NOBODY, before, known.state if over else None)
    last = led[-1].action if n else None
    return Scene(trail[-1], NOBODY, "tv", {}, trail, last=last, passages=led, is_open=over)


def _question(table: Table, known: Position, shell: Shown, told: LookBack | None) -> Question:
    """How it ended, or how far it has come; what turned it, and the way on."""
    end = _end(known)
    pieces: tuple[Piece, ...] = tuple(_told(shell, told) if told else ())
    if end is None:
        home = Way(words="Back to the table", href=shell.urls["table"])
        return Question(kind="film", title="So far", under=known.game.headline(known.state), pieces=pieces,
                        main=home, lesser=printed(table))  # fmt: skip
    ask = end.ask
    fold = Fold(id="end", title="How it ended", pieces=ask.pieces, open=not pieces)
    again = rematch_deed(table) if shell.may_act else None
    return Question(
        kind="film",
        title=ask.title,
        under=ask.under,
        icon=ask.icon,
        side=ask.side,
        pieces=(*pieces, fold),
        main=again or Way(words="Back to the table", href=shell.urls["table"]),
        lesser=(*printed(table), *_record(shell), *series_of(table)),
        to="again" if isinstance(again, Deed) else "act",
    )


def _record(shell: Shown) -> tuple[Way, ...]:
    """Where the record of the game is printed."""
    there = shell.urls["print"]
    return (Way(words="Record", href=there, leaves=True),) if there else ()


def _end(known: Position) -> Stage | None:
    """How it ended, where it has."""
    if not _is_over(known):
        return None
    shown: Screen = known.game.view(_scene(known, len(known.numbers) - 1))
    return shown.stage


def _told(shell: Shown, told: LookBack) -> list[Piece]:
    parts: dict[str, Values] = {
        "turnings": {"rows": told.points, "small": told.weighed},
        "luck": {"rows": told.fortunes, "title": told.thrown},
        "best": {"rows": told.best},
    }
    return [
        Own(template=f"stage/film/{name}.html", values={**values, "film": shell.urls["film"]})
        for name, values in parts.items()
        if values["rows"]
    ]
