"""What programs are told of own cards: a set in a list, in one version, and after a save."""

from collections.abc import Iterator

from companion.engine.own import Kind
from companion.views.workshop.api import answers
from companion.workshop.keeping import album, latest, workshop_of
from companion.workshop.making import wrong
from companion.workshop.models import CardSet, SetVersion


def row(cards: CardSet) -> answers.Row:
    """A set in a list."""
    away = cards.archived_at is not None
    return answers.Row(cards.code, cards.system, cards.title, latest(cards).number, away)


def saved(done: SetVersion) -> answers.Saved:
    """What became of a save."""
    return answers.Saved(done.number, done.what, tuple(_faults(done)))


def _faults(found: SetVersion) -> Iterator[answers.Fault]:
    rows = found.rows
    for kind in workshop_of(found.cards.system).kinds:
        for each in wrong(found.cards, rows, kind):
            yield answers.Fault(kind.key, each.row, each.fault.column, each.fault.message)


def whole(found: SetVersion) -> answers.Set:
    """A set in that version."""
    cards = found.cards
    kinds = tuple(map(_kind, workshop_of(cards.system).kinds))
    pictures = tuple(answers.Picture(each.name, each.width, each.height) for each in album(cards).values())
    return answers.Set(
        code=cards.code, system=cards.system, base=cards.base, title=cards.title, version=found.number,
        what=found.what, by=found.by, made=f"{cards.code}.{found.number}", rows=found.rows,
        faults=tuple(_faults(found)), kinds=kinds, pictures=pictures, printed=cards.last_prints,
    )  # fmt: skip


def _kind(kind: Kind) -> answers.Kind:
    columns = tuple(
        answers.Column(each.key, each.title, each.help, each.kind, each.choices, each.samples)
        for each in kind.all_columns
    )
    return answers.Kind(kind.key, kind.title, kind.printable, columns)
