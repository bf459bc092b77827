"""The film of a table: how it stood after each line, as everybody may see it, to walk through and share."""

from dataclasses import replace
from typing import Any

from django.urls import reverse

from companion.engine.scene import NOBODY, Scene
from companion.engine.stage import Fold, Note, Own, Piece, Question, Way, said
from companion.tables import lines, screen
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.models import Table
from companion.tables.position import Position, position
from companion.tables.position.passages import passages
from companion.tables.screen import Look
from companion.tables.together.walking import told

type Values = dict[str, Any]


def film(table: Table, who: Device, place: int, *, playing: bool) -> Values | None:
    """The context of one picture: the table after its `place`-th line that stands (from 0) or the nearest.

    None where the game has no stage.
    """
    known, seats = told(table, position(table)), beside(table).seats
    n = min(max(place, 0), len(known.numbers) - 1)
    address = reverse("tables:film", args=[table.code])
    shell = screen.shell(Look(table=table, who=who, room="film", draft={}, back=address), known, seats, ())
    line = lines.at(table, known, known.numbers[n], seats)
    view = screen.called(known.game.view(_scene(known, n)), seats)
    if view.stage is None:
        return None
    ways: Values = {"address": address, "n": n, "last": len(known.numbers) - 1}
    ask = _question(ways, (*map(Note, view.stage.changes), *_end(known)), playing=playing)
    return {
        "v": replace(view, stage=replace(view.stage, ask=ask, hand=None, cover=None, warnings=())),
        "table": replace(shell, may_act=False, can_undo=False, can_redo=False, last=(line,)),
        "game": {"slug": known.game.slug, "title": known.game.title},
        "film": ways | {"playing": playing and n < ways["last"], "next": f"{address}?n={n + 1}&play=1"},
    }


def place_of(table: Table, line: int) -> int:
    """The place of a line among those that stand, or of the nearest before it."""
    return max(sum(number <= line for number in position(table).numbers) - 1, 0)


def _scene(known: Position, n: int) -> Scene[Any]:
    """What everybody may have seen then, or may see now that the game is over."""
    before = known.numbers[n + 1] if n + 1 < len(known.numbers) else 0
    trail = known.trail_before(before) if before else known.trail
    over = known.game.is_over(known.state)
    led = passages(known, NOBODY, before, known.state if over else None)
    last = led[-1].action if n else None
    return Scene(trail[-1], NOBODY, "tv", {}, trail, last=last, passages=led, is_open=over)


def _end(known: Position) -> tuple[Piece, ...]:
    """How it ended, where it has."""
    if not known.game.is_over(known.state):
        return ()
    stage = known.game.view(_scene(known, len(known.numbers) - 1)).stage
    return (Fold(id="end", title="How it ended", pieces=stage.ask.pieces),) if stage else ()


def _question(ways: Values, shown: tuple[Piece, ...], *, playing: bool) -> Question:
    """The slider, what changed, and the buttons of a player of films; what was done stands over it."""
    n, address = ways["n"], ways["address"]
    more = n < ways["last"]
    main = Way(words="Pause" if playing else "Play", href=f"{address}?n={n}{'' if playing else '&play=1'}")
    again = Way(words="From the start", href=f"{address}?n=0&play=1")
    return Question(
        kind="film",
        title=said("Line {n} of {last}", n=n + 1, last=ways["last"] + 1),
        pieces=(Own(template="stage/pieces/slider.html", values=ways), *shown),
        main=main if more else again,
        lesser=(
            *((Way(words="Back", href=f"{address}?n={n - 1}"),) if n else ()),
            *((Way(words="On", href=f"{address}?n={n + 1}"),) if more else ()),
        ),
    )
