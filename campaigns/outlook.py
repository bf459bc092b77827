"""What the campaign's first page shows: who fights whom and sits where, and what each evening played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaigns.chronicle import Chronicle
from campaigns.models import Evening
from companion.engine.campaign.sides import Side
from companion.engine.game import Sight
from companion.tables.devices import Device
from companion.tables.models import Seat, Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat of the campaign: its side, who plays it, the devices that hold it, and whether one may sit."""

    seat: Seat
    side: Side | None
    devices: Sequence[str]
    mine: bool

    @property
    def free(self) -> bool:
        """Whether nobody holds it."""
        return not self.devices


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An evening as it is listed. `first` and `last` are lines of the log; 0 where nothing was played."""

    evening: Evening
    under_way: bool
    chapters: Sequence[str]
    lines: int
    first: int
    last: int


def chairs(told: Chronicle, sight: Sight, who: Device) -> list[Chair]:
    """Every seat in order, with what this sight may know of its side."""
    card = told.game.campaign
    sides = {side.seat: side for side in card.sides(told.state, sight)} if card else {}
    held = _held(told)
    return [
        Chair(
            seat=seat, side=sides.get(seat.chair), devices=held.get(seat.pk, ()), mine=seat.chair in who.holds
        )
        for seat in Seat.objects.filter(table=told.table)
    ]


def _held(told: Chronicle) -> Mapping[int, list[str]]:
    held: dict[int, list[str]] = {}
    rows = Token.objects.filter(table=told.table, role="seat", revoked_at=None).order_by("pk")
    for seat, label in rows.values_list("seat", "label"):
        held.setdefault(seat, []).append(label or "a program")
    return held


def evenings(told: Chronicle, late: int | None = None) -> list[Told]:
    """The evenings, the latest first; with `late` only so many."""
    return [_told(told, evening) for evening in told.evenings[::-1][:late]]


def _told(told: Chronicle, evening: Evening) -> Told:
    numbers = told.numbers(evening)
    return Told(
        evening=evening,
        under_way=evening.ended_at is None and evening == told.evenings[-1],
        chapters=told.chapters(evening),
        lines=len(numbers),
        first=numbers[0] if numbers else 0,
        last=numbers[-1] if numbers else 0,
    )
