"""What a set comes to: what is wrong with it, its file for a table, and each card drawn."""

from typing import Any, NamedTuple

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.option import chosen
from companion.engine.own import Kind, Sides, Wanted
from companion.engine.own.cells import Fault, fault_at, faults_of, meant
from companion.engine.wire import Json
from companion.press.look.art import Art
from companion.printing import Plate, find
from companion.workshop.album import album, art, missing
from companion.workshop.keeping import Rows, workshop_of
from companion.workshop.models import CardSet


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


def drawn(cards: CardSet, rows: Rows, kind: Kind, row: int) -> Drawn:
    """One card of a set, its row counted from 1."""
    own = list(rows.get(kind.key, ()))
    bad = [fault for n, fault in faults_of(kind, own) if n == row - 1] + missing(own[row - 1], album(cards))
    if bad:
        return Drawn(None, bad[0])
    record = meant(kind, own[row - 1]).record
    workshop = workshop_of(cards.system)
    known = records(cards, rows) if not workshop.alone else {kind.key: [record]}
    pictures = art(kind, [dict(own[row - 1])], album(cards))
    try:
        file = workshop.whole(cards.base, cards.title, known)
        choices = choices_of(
            plate(cards, kind), {workshop.file: file, "art": pictures, **workshop.print_with}
        )
        return Drawn(_sides(workshop.sides, Wanted(kind.key, record, file, choices), pictures))
    except GameError as error:
        return Drawn(None, fault_at(kind, error))


def _sides(draw: Any, wanted: Wanted, pictures: Art) -> Sides:
    """Both sides of a card, with the back that it has of its own."""
    found: Sides = draw(wanted)
    own = pictures.back(found.front, grey=False) if found.front else None
    return found._replace(back=own) if own else found


def choices_of(on: Plate, given: dict[str, Any]) -> dict[str, Json]:
    """The choices of a print, as usual where nothing else is given; what it has no use for is left out."""
    known = {option.key for option in on.printable.options}
    return chosen(on.printable.options, {key: value for key, value in given.items() if key in known})
