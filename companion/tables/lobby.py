"""Opening a table until it is dealt: people sit down; and what its host does with it later."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import SystemRandom
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput, under
from companion.engine.game import Chair, Game, Outcome, Size
from companion.engine.scene import NOBODY
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.tables import bell, screen
from companion.tables.bell import HUB
from companion.tables.devices import Device, check_open, digest, hashed, new_code, new_key
from companion.tables.errors import check_plain, check_text
from companion.tables.journal import write
from companion.tables.models import Entry, Request, Seat, Table, Token, beside, writing, writing_at
from companion.tables.pleas import open_requests
from companion.tables.position import Actions, Position, forget
from companion.tables.screen import Look, SeatShown
from companion.tables.seating import check_trusted, seat_at, take_away

LONGEST = 60


def swap(table: Table, who: Device, one: str, other: str) -> None:
    with _arranging(table, who) as now:
        first, second = seat_at(now, one), seat_at(now, other)
        _move(now, {first: second, second: first})


def shuffle(table: Table, who: Device) -> None:
    with _arranging(table, who) as now:
        seats = list(Seat.objects.filter(table=now))
        _move(now, dict(zip(seats, SystemRandom().sample(seats, len(seats)), strict=True)))


def let_begin(table: Table, who: Device, chair: str) -> None:
    """Say which seat begins, where the setup of the game says so; an empty one leaves it to the lot."""
    with _arranging(table, who) as now:
        key = shelf.game(now.system).begins
        if not key:
            raise IllegalAction("", "Who begins is said by the rules of this game.")
        kept = {name: value for name, value in (now.laid_out or {}).items() if name != key}
        now.laid_out = kept | ({key: seat_at(now, chair).chair} if chair else {})
        now.save(update_fields=["laid_out"])


def choose_size(table: Table, who: Device, number: str) -> None:
    """Say with how many it is played: one of the game's `sizes`, by its number. Empty seats go."""
    with _arranging(table, who) as now:
        sizes = dict(enumerate(shelf.game(now.system).sizes))
        if not number.isdecimal() or int(number) not in sizes:
            raise IllegalAction("size", "The game is not played by so many.")
        resize(now, sizes[int(number)])


def people(game: Game[object], size: Size) -> int:
    """How many people that is: as its setup says, or one a seat; one may hold several."""
    number = size.setup.get("players")
    return number if isinstance(number, int) else len(game.setup_seats(size.setup))


def fitting(game: Game[object], seats: Sequence[tuple[bool, str]], *, lent: bool) -> Size | None:
    """The size for those who sit, where some seats are empty; None where all sit, nobody, or no size fits.

    `seats` are whether each is taken, and its name. A tablet that goes round (`lent`) takes every seat: there
    names alone tell.
    """
    sitting = sum(1 for taken, name in seats if name or (taken and not lent))
    if not 0 < sitting < len(seats):
        return None
    return next((size for size in game.sizes if len(game.setup_seats(size.setup)) == sitting), None)


def resize(table: Table, size: Size) -> None:
    """Lay a table that has not begun out for so many: who sits at a seat that goes moves to an empty one."""
    game, begins = shelf.game(table.system), table.laid_out or {}
    others = {key for each in game.sizes for key in each.setup}
    laid: dict[str, Json] = {key: value for key, value in begins.items() if key not in others} | dict(
        size.setup
    )
    chairs = game.setup_seats(laid)
    went = _moved(table, chairs)
    first = laid.pop(game.begins, "")
    if target := went.get(first, first if first in [chair.id for chair in chairs] else ""):
        laid[game.begins] = target
    table.laid_out = laid
    table.save(update_fields=["laid_out"])


def _moved(table: Table, chairs: Sequence[Chair]) -> Mapping[str, str]:
    """Its seats are these now; where each went who sat at one, by chair."""
    rows = {seat.chair: seat for seat in Seat.objects.filter(table=table)}
    held = Token.objects.filter(table=table, role="seat", revoked_at=None)
    devices = set(held.values_list("seat__chair", flat=True))
    lent = table.kind == "open"
    sitting = [chair for chair, seat in rows.items() if seat.player or (chair in devices and not lent)]
    if len(sitting) > len(chairs):
        raise IllegalAction(
            "size", f"{count(len(sitting), 'person sits', 'people sit')} here already.".capitalize()
        )
    kept = {
        chair.id: rows.get(chair.id) or Seat(table=table, chair=chair.id, name=chair.name) for chair in chairs
    }
    free = iter([chair for chair in kept if chair not in sitting])
    went = {chair: chair if chair in kept else next(free) for chair in sitting}
    for place, seat in enumerate(kept.values()):
        seat.place, is_new = place, seat.pk is None
        seat.save()
        if is_new and lent:
            # The tablet that goes round holds the new seat too.
            owner = Token.objects.filter(table=table, role="host", seat=None, revoked_at=None).first()
            if owner:
                Token.objects.create(table=table, role="seat", seat=seat, hash=owner.hash, label=owner.label)
    for chair, target in went.items():
        if chair != target:
            Seat.objects.filter(pk=kept[target].pk).update(player=rows[chair].player)
            if not lent:
                Token.objects.filter(seat=rows[chair], revoked_at=None).update(seat=kept[target])
    Request.objects.filter(table=table, kind="claim", status="open").exclude(seat__in=kept).update(
        status="refused"
    )
    Seat.objects.filter(table=table).exclude(chair__in=kept).delete()
    return went


def call(table: Table, secret: str | None, chair: str, player: str) -> None:
    """The name that somebody types for a seat: of a free one anybody's, of a taken one its own or the host's.

    A free seat that was called so before is called so no more: its person has chosen another.
    """
    with _before_beginning(table) as now:
        seat, name = seat_at(now, chair), player.strip()[:LONGEST]
        check_text(name, "player")
        holders = Token.objects.filter(table=now, seat=seat, role="seat", revoked_at=None)
        own = Token.objects.filter(table=now, hash=hashed(secret or ""), revoked_at=None)
        free = not holders.exists()
        if not free and not own.filter(seat=seat).exists() and not own.filter(role="host").exists():
            raise IllegalAction("seat", f"{seat.name} is taken.")
        if name and free:
            taken = Token.objects.filter(table=now, role="seat", revoked_at=None).values("seat")
            others = Seat.objects.filter(table=now, player=name).exclude(pk=seat.pk)
            others.exclude(pk__in=taken).update(player="")
        Seat.objects.filter(pk=seat.pk).update(player=name)


@contextmanager
def _before_beginning(table: Table) -> Iterator[Table]:
    with writing_at(table) as now:
        if now.laid_out is None:
            raise IllegalAction("", "This table has begun.")
        yield now
        bell.stir(now)


@contextmanager
def _arranging(table: Table, who: Device) -> Iterator[Table]:
    if not who.host:
        raise IllegalAction("", "Only the host of the table says who sits where.")
    with _before_beginning(table) as now:
        yield now


def _move(table: Table, to: Mapping[Seat, Seat]) -> None:
    rows = Token.objects.filter(table=table, revoked_at=None, seat__isnull=False)
    held = {seat: list(rows.filter(seat=seat).values_list("pk", flat=True)) for seat in to}
    names = {seat: seat.player for seat in to}
    for seat, target in to.items():
        Token.objects.filter(pk__in=held[seat]).update(seat=target)
        Seat.objects.filter(pk=target.pk).update(player=names[seat])


CHANCE = SystemRandom()


class Deal(NamedTuple):
    """A setup with whatever it left to the app: `wish` is what was chosen, `setup` what came of it."""

    game: Game[object]
    wish: Json
    setup: object
    outcome: Outcome[object]

    @property
    def chairs(self) -> tuple[Chair, ...]:
        return self.game.setup_seats(self.setup)

    def write(self, table: Table) -> None:
        entry = Entry(kind="setup", action=self.setup, rolled=self.setup != self.wish, by="host")
        entry.key, entry.asked = new_key(), digest("setup", self.wish)
        entry.steps = [step.as_kept() for step in self.outcome.steps]
        write(table, Position(self.game, actions=Actions(table.pk)), entry, self.outcome.state)


def dealt(game: Game[object], wish: Json) -> Deal:
    """Shuffle and draw what a setup leaves to the app; `InvalidInput` with paths inside it."""
    setup = game.shuffle(wish, CHANCE)
    return Deal(game, wish, setup, game.open(setup))


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
            # Empty seats leave a table whose game fewer can play.
            held = set(
                Token.objects.filter(table=now, role="seat", revoked_at=None).values_list("seat", flat=True)
            )
            seats = [(seat.pk in held, seat.player) for seat in Seat.objects.filter(table=now)]
            size = fitting(shelf.game(now.system), seats, lent=now.kind == "open")
            if size is not None:
                resize(now, size)
                bell.stir(now)
        deal = dealt(shelf.game(now.system), now.laid_out)
        now.laid_out = None
        now.save(update_fields=["laid_out"])
        deal.write(now)


FEW = 3
"""So many missing people are no longer named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """A place at the table: who sits there, and what the host may do with it.

    `named` is what to call who sits there, `number` the place, from 1. `moving` is that he is about to
    change places, `may_take` that he may do it with this one.
    """

    seat: SeatShown
    named: str
    number: int
    begins: bool
    moving: bool
    may_take: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """`missing` says in words who does not sit yet; empty where all do. `count` is how many play.

    `sizes` are with how many it can be played, fewest first: the number to send, how many that is, in words,
    and whether it is laid out so. `without` names the empty seats that stay out of it; `all_of_them` is how
    many play where they do not, on a tablet that goes round. `asks` are who agrees that the house may be
    asked, of how many; `agrees` is that this device does.
    """

    plates: tuple[Plate, ...]
    sizes: tuple[tuple[int, int, str, bool], ...]
    count: str
    without: str
    all_of_them: str
    missing: str
    beginner: str
    may_choose: bool
    moving: Plate | None
    lent: bool
    asks: tuple[int, int]
    agrees: bool


def page(look: Look) -> dict[str, object]:
    """The context of the page on which people sit down."""
    table = look.table
    game, seats = shelf.game(table.system), beside(table).seats
    shell = screen.shell(look, Position(game), seats, open_requests(table, look.who, NOBODY))
    return {
        "table": shell,
        "row": table,
        "game": {"slug": game.slug, "title": game.title},
        "lobby": lobby(look, shell.seats),
    }


def lobby(look: Look, seats: Sequence[SeatShown]) -> Lobby:
    table, draft = look.table, look.draft if look.who.host else {}
    game, lent = shelf.game(table.system), table.kind == "open"
    sit = [seat for seat in seats if seat.taken and not seat.house]
    asks = {seat.chair for seat in beside(table).seats if seat.asks}
    laid = table.laid_out or {}
    first, moving = laid.get(game.begins, ""), draft.get("move", "")
    is_seat = any(seat.id == moving for seat in seats)
    plates = tuple(
        Plate(
            seat=seat, named=seat.player or seat.name, number=number, begins=seat.id == first,
            moving=seat.id == moving, may_take=is_seat and seat.id != moving,
        )
        for number, seat in enumerate(seats, 1)
    )  # fmt: skip
    fits = fitting(game, [(seat.taken, seat.player) for seat in seats], lent=lent)
    empty = [] if fits is None else [seat for seat in seats if not seat.player and (lent or not seat.taken)]
    everybody = count(len(plates), "player")
    return Lobby(
        plates=plates,
        sizes=_sizes(game, laid),
        count=count(len(plates) - len(empty), "player"),
        without=listed(seat.name for seat in empty),
        all_of_them=everybody if empty and lent else "",
        missing=_missing([seat for seat in seats if seat not in empty]),
        beginner=next((plate.named for plate in plates if plate.begins), ""),
        may_choose=bool(game.begins),
        moving=next((plate for plate in plates if plate.moving), None),
        lent=lent,
        asks=(sum(seat.id in asks for seat in sit), len(sit)),
        agrees=bool(look.who.holds) and asks.issuperset(look.who.holds),
    )


def _sizes(game: Game[object], laid: Mapping[str, object]) -> tuple[tuple[int, int, str, bool], ...]:
    """The numbers of players to choose from; none where there is no choice."""
    if len(game.sizes) < 2:
        return ()
    sizes = [(n, people(game, size), size) for n, size in enumerate(game.sizes)]
    fits = [all(laid.get(key, value) == value for key, value in size.setup.items()) for _, _, size in sizes]
    now = fits.index(True) if any(fits) else -1
    return tuple(
        sorted(((n, many, size.words, n == now) for n, many, size in sizes), key=lambda each: each[1])
    )


def _missing(seats: Sequence[SeatShown]) -> str:
    """Whose seat nobody has taken yet, in words; empty where all are."""
    free = [seat for seat in seats if not seat.taken]
    if free and len(free) < FEW and all(seat.player for seat in free):
        return f"{listed(seat.player for seat in free)} must still sit down"
    return f"{count(len(free), 'seat is', 'seats are')} still free".capitalize() if free else ""


class Kept(NamedTuple):
    """What a table is part of: its title, and where its page is; `whole` where the table is all of it.

    `told` is how far it is, in a few words; `tonight` where it goes on with one tap; `sketch` where a picture
    of all of it is; `weighs` where what comes next lies side by side.
    """

    title: str
    url: str
    whole: bool = False
    told: str = ""
    tonight: str = ""
    sketch: str = ""
    weighs: str = ""


KEEPERS: list[Callable[[Table], Kept | None]] = []


def kept(table: Table) -> Kept | None:
    """What keeps this table; None where it stands alone."""
    return next((keep for keeper in KEEPERS if (keep := keeper(table))), None)


TITLE = 80
SITTING_DOWN = "People are sitting down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is said when a table opens. `players` are the people's names, by seat.

    `waits`: its people sit down first, and it is dealt when its host begins.
    """

    system: str
    title: str
    kind: str = "seated"
    setup: Json = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    waits: bool = False


def open_table(opening: Opening) -> Table:
    """Open a table: its seats, and the setup as entry 1. `InvalidInput` has paths as in `opening`."""
    game = shelf.game(opening.system)
    with under("title"):
        check_plain(opening.title)
    if not 0 < len(opening.title.strip()) <= TITLE:
        raise InvalidInput("title", f"A table's title has 1 to {TITLE} characters.")
    if opening.kind not in ("open", "seated"):
        raise InvalidInput("kind", "A table is “open” or “seated”.")
    with under("setup"):
        check_plain(opening.setup)
        deal = dealt(game, opening.setup)
    with writing():
        table = new_table(opening)
        Seat.objects.bulk_create(
            Seat(table=table, place=place, chair=chair.id, name=chair.name,
                 player=opening.players.get(chair.id, "")[:60])
            for place, chair in enumerate(deal.chairs)
        )  # fmt: skip
        if not opening.waits:
            deal.write(table)
    return table


def new_table(opening: Opening) -> Table:
    """A table of a code of its own, without seats and lines yet. Inside `writing`."""
    while True:
        code = new_code()
        try:
            with transaction.atomic():
                return Table.objects.create(
                    code=code, system=opening.system, title=opening.title.strip(), kind=opening.kind,
                    laid_out=opening.setup if opening.waits else None,
                    headline=SITTING_DOWN if opening.waits else "",
                )  # fmt: skip
        except IntegrityError:
            if not Table.objects.filter(code=code).exists():
                raise


def set_door(table: Table, *, is_open: bool) -> None:
    """Let newcomers in, or no more. Who is in stays in."""
    _change(table, door_open=is_open)


def close(table: Table) -> None:
    """End the evening: nothing is written any more until the table is opened again."""
    _change(table, closed_at=timezone.now(), door_open=False)


def reopen(table: Table) -> None:
    """Play on at a closed table."""
    _change(table, closed_at=None, archived_at=None, door_open=True)


def archive(table: Table) -> None:
    if table.closed_at is None:
        raise IllegalAction("", "Close the table first; only a closed one can be put away.")
    _change(table, archived_at=timezone.now())


def delete(table: Table) -> None:
    """Delete a closed table with its journal, for good."""
    with writing_at(table) as now:
        if now.closed_at is None:
            raise IllegalAction("", "Close the table first; only a closed one can be deleted.")
        check_trusted(now)
        if keeper := kept(now):
            words = f"“{keeper.title}” is played at this table. Delete that first, on its page."
            raise IllegalAction("", words)
        gone = now.pk
        now.delete()
    forget(table)
    HUB.end(tables=[gone])


def revoke(table: Table, token: int) -> None:
    """Send a device away from one seat (or from watching); its stream ends."""
    with writing_at(table) as now:
        row = Token.objects.filter(table=now, pk=token, revoked_at=None).exclude(role="host").first()
        if row is None:
            raise IllegalAction("", "This device has left already.")
        what = f"the seat {row.seat.name}" if row.seat else "watching"
        take_away([row], f"The host sent this device away from {what}.")
        Request.objects.filter(token_id=token, status="open").update(status="lapsed")
        bell.stir(now)


def check_host(who: Device) -> None:
    if not who.host:
        raise IllegalAction("", "Only the host of the table may do this.")


def _change(table: Table, **fields: object) -> None:
    with writing_at(table) as now:
        Table.objects.filter(pk=now.pk).update(**fields)
        bell.stir(now)
