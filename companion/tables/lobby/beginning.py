"""The first line of a table: the setup is dealt, at once or when its host says that all sit."""

from random import SystemRandom
from typing import Any, NamedTuple

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.game import Chair, Game, Outcome
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.codes import digest, new_key
from companion.tables.devices import Device
from companion.tables.journal import write
from companion.tables.lobby.sitting_down import fitting, resize
from companion.tables.may import check_open
from companion.tables.models import Entry, Seat, Table, Token
from companion.tables.position import Position
from companion.tables.writing import writing_at

CHANCE = SystemRandom()


class Deal(NamedTuple):
    """A setup with whatever it left to the app: `asked` is what was chosen, `setup` what came of it."""

    game: Game[Any]
    asked: Json
    setup: Json
    outcome: Outcome[Any]

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits at it, in order."""
        return self.game.setup_seats(self.setup)

    def write(self, table: Table) -> None:
        """Write it as line 1, in the transaction that holds the table."""
        entry = Entry(kind="setup", action=self.setup, rolled=self.setup != self.asked, by="host")
        entry.key, entry.asked = new_key(), digest("setup", self.asked)
        entry.steps = [step.as_kept() for step in self.outcome.steps]
        write(table, Position(self.game), entry, self.outcome.state)


def dealt(game: Game[Any], asked: Json) -> Deal:
    """Shuffle and draw what a setup leaves to the app; `InvalidInput` with paths inside it."""
    setup = game.shuffle(asked, CHANCE)
    return Deal(game, asked, setup, game.open(setup))


def begin(table: Table, who: Device, *, everybody: bool = False) -> None:
    """The host's word that all sit: now it is dealt. At a table that has begun it changes nothing.

    No hand goes to an empty seat where the game is played by so many as sit; `everybody` is that each seat of
    a tablet that goes round plays, also one without a name.
    """
    if not who.host:
        raise IllegalAction("", "Only the host of the table begins.")
    with writing_at(table) as now:
        if now.laid_out is None:
            return
        check_open(now)
        if not everybody or now.kind != "open":
            _leave_out(now)
        deal = dealt(shelf.game(now.system), now.laid_out)
        now.laid_out = None
        now.save(update_fields=["laid_out"])
        deal.write(now)


def _leave_out(table: Table) -> None:
    """Empty seats leave a table whose game fewer can play."""
    held = set(Token.objects.filter(table=table, role="seat", revoked_at=None).values_list("seat", flat=True))
    seats = [(seat.pk in held, seat.player) for seat in Seat.objects.filter(table=table)]
    size = fitting(shelf.game(table.system), seats, lent=table.kind == "open")
    if size is not None:
        resize(table, size)
        bell.stir(table)
