"""Who may do what: whose action it is, and whether this device may make it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Game, Sight
from companion.engine.scene import Looker
from companion.engine.wire import Json
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.models import Table, Token


def chairs(table: Table) -> dict[str, str]:
    """The seats of a table in order, and what people call them."""
    return {seat.chair: seat.name for seat in beside(table).seats}


def looker(table: Table, who: Device, names: Mapping[str, str]) -> Looker:
    """This device in its room: a seat's own where `who.hand` names one, else one that shows to all."""
    return Looker(
        seats=names,
        holds=who.holds,
        for_others=who.for_others,
        hand=who.hand,
        acts_for_all=table.kind == "open" and who.plays,
        keeps=who.keeps,
        together=who.together,
    )


def sight(table: Table, who: Device, names: Mapping[str, str]) -> Sight:
    """What may lie open on this device, and for whom it acts."""
    return looker(table, who, names).sight()


@contextmanager
def hearing(game: Game[Any], state: Any, action: Json, device: Looker) -> Iterator[None]:
    """A refusal from within, as this device may hear it."""
    try:
        yield
    except (InvalidInput, IllegalAction) as refused:
        raise game.hear(state, action, refused, device) from refused


@contextmanager
def answering(seat: str, device: Looker) -> Iterator[None]:
    """The same for what is refused of a seat's answer: it hangs on what that seat may know."""
    try:
        yield
    except (InvalidInput, IllegalAction) as refused:
        raise device.hears(refused, (seat,)) from refused


def check_may(game: Game[Any], state: Any, action: Json, device: Looker) -> str:
    """The seat whose action it is, or `IllegalAction` where this device may not make it."""
    found = game.seat_of(state, action)
    seat = found if isinstance(found, str) and found in device.seats else ""
    device.check_deed(seat, game.seat_key, game.looks(state, action))
    return seat


def check_plays(who: Device, path: str = "") -> None:
    """`IllegalAction` for who only looks on."""
    if not who.plays:
        raise IllegalAction(path, "Spectators look on; take a seat to act.")


def check_open(table: Table) -> None:
    """`IllegalAction` where the table has been closed."""
    if table.closed_at is not None:
        raise IllegalAction("", "This table is closed; its host can open it again.")


def others(table: Table, who: Device) -> list[str]:
    """The seats that other devices hold and have used: who must agree before a secret seen is undone."""
    own = Token.objects.filter(pk__in=who.tokens).values("hash")
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None, heard_at__isnull=False)
    held = set(rows.exclude(hash__in=own).values_list("seat__chair", flat=True))
    return [seat for seat in chairs(table) if seat in held and seat not in who.holds]


def signed(who: Device) -> str:
    """How the journal names the device that tapped."""
    seats = ", ".join(who.holds) or ("host" if who.host else "spectator")
    return f"{seats} ({who.label})"[:120] if who.label else seats[:120]
