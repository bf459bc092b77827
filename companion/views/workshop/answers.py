"""What programs are answered of own cards: a set in a list, in one version, and after a save."""

from collections.abc import Iterator

from companion.engine.own import Kind as OwnKind
from companion.engine.wire import Json
from companion.tables.api.answers import Record
from companion.workshop.keeping import album, latest, workshop_of
from companion.workshop.making import wrong
from companion.workshop.models import CardSet, SetVersion


class Row(Record):
    """A set in a list, in its newest version."""

    code: str
    system: str
    title: str
    version: int
    away: bool


class Sets(Record):
    """The sets that a token makes, the newest first."""

    sets: tuple[Row, ...]


class Fault(Record):
    """What is wrong with a card: its kind, its row from 1, the cell's column, and what would be right."""

    kind: str
    row: int
    column: str
    message: str


class Column(Record):
    """A column of a kind's table: its key in a row, its title, what it means and what may stand in it."""

    key: str
    title: str
    help: str
    kind: str
    choices: tuple[str, ...]
    samples: tuple[str, ...]


class Kind(Record):
    """A kind of cards: its columns, and the printable that prints it."""

    key: str
    title: str
    printable: str
    columns: tuple[Column, ...]


class Picture(Record):
    """A picture of a set, by the name that cells call it; its size in pixels."""

    name: str
    width: int
    height: int


class Set(Record):
    """A set in one version: cells as they were written, by kind, and what is wrong with them.

    `printed` is the version of each kind's last print. `made` is what the print shop calls this version.
    """

    code: str
    system: str
    base: str
    title: str
    version: int
    what: str
    by: str
    made: str
    rows: Json
    faults: tuple[Fault, ...]
    kinds: tuple[Kind, ...]
    pictures: tuple[Picture, ...]
    printed: Json


class NewSet(Record):
    """A set just begun or brought in, and the token that makes it."""

    token: str
    set: Set


class Joined(Record):
    """A token that makes a set from now on."""

    token: str


class Version(Record):
    """A save: what it changed, and who made it."""

    version: int
    based_on: int
    what: str
    by: str


class Versions(Record):
    """Every version of a set, the newest first."""

    versions: tuple[Version, ...]


class Saved(Record):
    """What became of a save: the version that holds it, and what is wrong with its cards."""

    version: int
    what: str
    faults: tuple[Fault, ...]


def row(cards: CardSet) -> Row:
    away = cards.archived_at is not None
    return Row(cards.code, cards.system, cards.title, latest(cards).number, away)


def saved(done: SetVersion) -> Saved:
    return Saved(done.number, done.what, tuple(_faults(done)))


def _faults(version: SetVersion) -> Iterator[Fault]:
    rows = version.rows
    for kind in workshop_of(version.cards.system).kinds:
        for each in wrong(version.cards, rows, kind):
            yield Fault(kind.key, each.row, each.fault.column, each.fault.message)


def whole(version: SetVersion) -> Set:
    cards = version.cards
    kinds = tuple(map(_kind_of, workshop_of(cards.system).kinds))
    pictures = tuple(Picture(each.name, each.width, each.height) for each in album(cards).values())
    return Set(
        code=cards.code, system=cards.system, base=cards.base, title=cards.title, version=version.number,
        what=version.what, by=version.by, made=f"{cards.code}.{version.number}", rows=version.rows,
        faults=tuple(_faults(version)), kinds=kinds, pictures=pictures, printed=cards.last_prints,
    )  # fmt: skip


def _kind_of(kind: OwnKind) -> Kind:
    columns = tuple(
        Column(each.key, each.title, each.help, each.kind, each.choices, each.samples)
        for each in kind.all_columns
    )
    return Kind(kind.key, kind.title, kind.printable, columns)
