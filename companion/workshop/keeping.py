"""Keeping sets of own cards: each save is a version, with what was changed; nothing is ever lost."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Game
from companion.engine.own import LONGEST, MOST_ROWS, Workshop
from companion.engine.own.cells import named
from companion.engine.own.differing import told
from companion.engine.own.table import plain
from companion.tables.codes import hashed, new_code
from companion.tables.writing import writing
from companion.workshop.models import CardSet, Maker, SetVersion

type Rows = Mapping[str, Sequence[Mapping[str, str]]]
"""The rows of a set by the keys of their kinds."""

FEW = 4
"""Changes that a version tells one by one."""
MOST_SETS = 100
"""Sets that one device makes."""


class Maken(NamedTuple):
    """Who makes it: the hash of a device's secret, and what to call it."""

    hash: str
    label: str


def made() -> list[Game[Any]]:
    """The games of which cards can be made."""
    return [game for game in shelf.games().values() if game.workshop]


def workshop_of(system: str) -> Workshop:
    """What of that game can be made; `InvalidInput` where nothing can."""
    game = shelf.game(system)
    if game.workshop is None:
        raise InvalidInput("system", f"{game.title} has no cards to make.")
    return game.workshop


def maker(secret: str, label: str) -> Maken:
    """A device that makes cards."""
    return Maken(hashed(secret), label[:60])


def begin(new: CardSet, rows: Rows, who: Maken, what: str) -> CardSet:
    """Keep a new set with its first version."""
    clean = _clean(workshop_of(new.system), rows)
    with writing():
        if Maker.objects.filter(hash=who.hash).count() >= MOST_SETS:
            raise InvalidInput("", f"A device makes at most {MOST_SETS} sets; make these on another one.")
        found = _coded(new)
        Maker.objects.create(cards=found, hash=who.hash, label=who.label)
        _write(found, 0, clean, what, who.label)
    return found


def _coded(new: CardSet) -> CardSet:
    while True:
        new.code = new_code()
        try:
            with transaction.atomic():
                new.save(force_insert=True)
        except IntegrityError:
            if not CardSet.objects.filter(code=new.code).exists():
                raise
        else:
            return new


def latest(cards: CardSet) -> SetVersion:
    """The set as it is now."""
    found = SetVersion.objects.filter(cards=cards).order_by("-number").first()
    assert found is not None, "a set has a version from its beginning"
    return found


def version_of(cards: CardSet, number: int) -> SetVersion:
    """One of its versions; `InvalidInput` where there is none of that number."""
    found = SetVersion.objects.filter(cards=cards, number=number).first()
    if found is None:
        raise InvalidInput("made", f"“{cards.title}” has no version {number}.")
    return found


class StaleSet(GameError):
    """The set has been saved since it was read: what was changed meanwhile would be lost."""

    code = "stale"


def save(cards: CardSet, rows: Rows, by: str, what: str = "", seen: int | None = None) -> SetVersion:
    """Keep these rows as the newest version, unless they are that already.

    `StaleSet` where they were made from the version `seen`, and another has come since.
    """
    workshop = workshop_of(cards.system)
    clean = _clean(workshop, rows)
    with writing():
        cards = CardSet.objects.select_for_update().get(pk=cards.pk)
        now = latest(cards)
        if clean == now.rows:
            return now
        if seen not in (None, now.number):
            raise StaleSet("seen", f"The set is in version {now.number} by now; read it again.")
        words = what or changes(workshop, now.rows, clean)
        return _write(cards, now.number, clean, words, by)


def changes(workshop: Workshop, before: Rows, after: Rows) -> str:
    """What is otherwise, in words; the first few of many."""
    found = [
        words
        for kind in workshop.kinds
        for words in told(kind, before.get(kind.key, ()), after.get(kind.key, ()))
    ]
    more = f"; and {len(found) - FEW} more" if len(found) > FEW else ""
    return "; ".join(found[:FEW]) + more


def restore(cards: CardSet, number: int, by: str, *, undo: bool = False) -> SetVersion:
    """An old version again, as the newest; an undo goes on from where that one came."""
    old = version_of(cards, number)
    done = save(cards, old.rows, by, f"{'Undone: as' if undo else 'As'} in version {number}")
    if undo:
        SetVersion.objects.filter(pk=done.pk).update(based_on=old.based_on)
    return done


def _clean(workshop: Workshop, rows: Rows) -> dict[str, list[dict[str, str]]]:
    """Rows as they are kept: their own columns, no blank cells, each with a short name."""
    found = {}
    for kind in workshop.kinds:
        given = rows.get(kind.key, ())
        keys = [column.key for column in kind.all_columns]
        cells = [{key: plain(row[key])[:LONGEST] for key in keys if row.get(key)} for row in given]
        filled = [{key: cell for key, cell in row.items() if cell} for row in cells]
        if len(filled) > MOST_ROWS:
            raise InvalidInput(
                kind.key, f"A set holds at most {MOST_ROWS} {kind.title.lower()}; {len(filled)} were given."
            )
        found[kind.key] = named(kind, [row for row in filled if row])
    return found


def _write(cards: CardSet, after: int, rows: Rows, what: str, by: str) -> SetVersion:
    """The version that comes after that one."""
    text = json.dumps(rows, ensure_ascii=False)
    return SetVersion.objects.create(
        cards=cards, number=after + 1, based_on=after, text=text, what=what[:2_000], by=by[:60]
    )
