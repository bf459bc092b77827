"""What a set comes to: what is wrong with it, its file for a table, and each card drawn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.option import chosen
from companion.engine.own import Kind, Sides, Wanted, Workshop
from companion.engine.own.cells import Fault, fault_at, faults_of, meant
from companion.engine.wire import Json
from companion.press.art import Art
from companion.printing import Plate, find
from companion.workshop.album import album, art, missing
from companion.workshop.keeping import Rows, workshop_of
from companion.workshop.models import CardSet, Picture


class Wrong(NamedTuple):
    """A fault of a set: its kind, the number of its row from 1, and what is wrong in which cell."""

    kind: Kind
    row: int
    fault: Fault


def wrong(cards: CardSet, rows: Rows, kind: Kind) -> list[Wrong]:
    """What stands in the way of the cards of a kind."""
    own, pictures = list(rows.get(kind.key, ())), album(cards)
    found = [Wrong(kind, n + 1, fault) for n, fault in faults_of(kind, own)]
    found += [Wrong(kind, n, each) for n, row in enumerate(own, 1) for each in missing(row, pictures)]
    return sorted(found, key=lambda each: each.row)


def records(cards: CardSet, rows: Rows) -> dict[str, list[Json]]:
    """The records of all cards that have no fault."""
    found = {}
    for kind in workshop_of(cards.system).kinds:
        own = list(rows.get(kind.key, ()))
        bad = {n for n, _ in faults_of(kind, own)}
        found[kind.key] = [meant(kind, row).record for n, row in enumerate(own) if n not in bad]
    return found


def file_of(cards: CardSet, rows: Rows, only: str = "") -> Json:
    """The owner's file that a table takes; `InvalidInput` names the first card that is not ready.

    With `only` it is the file of the card of that short name.
    """
    workshop = workshop_of(cards.system)
    for kind in workshop.kinds:
        for n, fault in faults_of(kind, list(rows.get(kind.key, ()))):
            if not only or rows[kind.key][n].get(kind.id) == only:
                name = rows[kind.key][n].get(kind.name) or f"row {n + 1}"
                raise InvalidInput("made", f"{kind.title}, “{name}”: {fault.message}")
    found = records(cards, rows)
    if only:
        found = {kind.key: [r for r in found[kind.key] if r.get(kind.id) == only] for kind in workshop.kinds}
    file = workshop.whole(cards.base, cards.title, found)
    try:
        next(each for each in shelf.game(cards.system).files if each.key == workshop.file).check(file)
    except GameError as error:
        raise InvalidInput("made", str(error)) from error
    return file


def plate(cards: CardSet, kind: Kind) -> Plate:
    """What prints the cards of a kind."""
    return find(cards.system, kind.printable)


class Drawn(NamedTuple):
    """A card as it was drawn, or the cell that stands in the way."""

    sides: Sides | None
    fault: Fault | None = None


@dataclass(frozen=True, eq=False)
class Easel:
    """The cards of a kind in a set, to draw one by one: what all of them share is worked out once."""

    cards: CardSet
    rows: Rows
    kind: Kind

    def drawn(self, row: int) -> Drawn:
        """One card, its row counted from 1."""
        own = self._own[row - 1]
        bad = [fault for n, fault in self._bad if n == row - 1] + missing(own, self._album)
        if bad:
            return Drawn(None, bad[0])
        record = meant(self.kind, own).record
        pictures = art(self.kind, [dict(own)], self._album)
        try:
            known = {self.kind.key: [record]} if self._workshop.alone else self._known
            file = self._workshop.whole(self.cards.base, self.cards.title, known)
            given = {self._workshop.file: file, "art": pictures, **self._workshop.print_with}
            choices = choices_of(plate(self.cards, self.kind), given)
            return Drawn(_sides(self._workshop.sides, Wanted(self.kind.key, record, file, choices), pictures))
        except GameError as error:
            return Drawn(None, fault_at(self.kind, error))

    def unfit(self, those: Iterable[int]) -> Iterator[Wrong]:
        """What finds no room on these cards, by row from 1; of those that can be drawn at all."""
        known = {n + 1 for n, _ in self._bad}
        for row in those:
            if row in known or missing(self._own[row - 1], self._album):
                continue
            if fault := self.drawn(row).fault:
                yield Wrong(self.kind, row, fault)

    @cached_property
    def _workshop(self) -> Workshop:
        return workshop_of(self.cards.system)

    @cached_property
    def _own(self) -> list[Mapping[str, str]]:
        return list(self.rows.get(self.kind.key, ()))

    @cached_property
    def _bad(self) -> list[tuple[int, Fault]]:
        return list(faults_of(self.kind, self._own))

    @cached_property
    def _album(self) -> dict[str, Picture]:
        return album(self.cards)

    @cached_property
    def _known(self) -> dict[str, list[Json]]:
        return records(self.cards, self.rows)


def _sides(draw: Any, wanted: Wanted, pictures: Art) -> Sides:
    """Both sides of a card, with the back that it has of its own."""
    found: Sides = draw(wanted)
    own = pictures.back(found.front, grey=False) if found.front else None
    return found._replace(back=own) if own else found


def choices_of(on: Plate, given: dict[str, Any]) -> dict[str, Json]:
    """The choices of a print, as usual where nothing else is given; what it has no use for is left out."""
    known = {option.key for option in on.printable.options}
    return chosen(on.printable.options, {key: value for key, value in given.items() if key in known})
