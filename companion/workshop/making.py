"""What a set comes to: its faults, its file for a table, each card drawn; a version lent by name.

A version goes by the short name that addresses hold: `K7FQ2M.3`. `K7FQ2M.3-2` prints only what has changed
since version 2, `K7FQ2M.3.courtyard` is one card.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.option import chosen
from companion.engine.own import (
    BACK,
    PICTURE,
    Fault,
    Kind,
    Sides,
    Wanted,
    Workshop,
    called,
    changed,
    fault_at,
    faults_of,
    meant,
)
from companion.engine.wire import Json
from companion.engine.wording import isolated, listed
from companion.press.art import Art
from companion.press.pixels import Pixels
from companion.printing import Plate, find
from companion.tables.devices import hashed, spelt
from companion.tables.models import writing
from companion.workshop.keeping import Rows, album, art, latest, missing, version_of, workshop_of
from companion.workshop.models import CardSet, Maker, Picture, SetVersion


class Wrong(NamedTuple):
    """A fault of a set: its kind, the number of its row from 1, and what is wrong in which cell."""

    kind: Kind
    row: int
    fault: Fault


def wrong(cards: CardSet, rows: Rows, kind: Kind) -> list[Wrong]:
    """What stands in the way of the cards of a kind."""
    own, pictures = list(rows.get(kind.key, ())), album(cards)
    hits = [Wrong(kind, n + 1, fault) for n, fault in faults_of(kind, own)]
    hits += [Wrong(kind, n, each) for n, row in enumerate(own, 1) for each in missing(row, pictures)]
    return sorted(hits, key=lambda each: each.row)


@cached(LRUCache(16), lambda version, kind: (kind.key, *_drawn_with(version)), Lock())
def unready(version: SetVersion, kind: Kind) -> tuple[Wrong, ...]:
    """All that keeps cards of a kind from being printed: what stands in the way, and what finds no room."""
    easel = Easel(version.cards, version.rows, kind)
    rows = range(1, len(version.rows.get(kind.key, ())) + 1)
    hits = [*wrong(version.cards, version.rows, kind), *easel.unfit(rows)]
    return tuple(sorted(hits, key=lambda each: each.row))


def _drawn_with(version: SetVersion) -> Iterator[str]:
    """All that a set's drawings hang on."""
    cards = version.cards
    yield from (cards.system, cards.base, cards.title, version.text)
    yield from (f"{name} {picture.digest}" for name, picture in album(cards).items())


def records(cards: CardSet, rows: Rows) -> dict[str, list[Json]]:
    entries = {}
    for kind in workshop_of(cards.system).kinds:
        own = list(rows.get(kind.key, ()))
        bad = {n for n, _ in faults_of(kind, own)}
        entries[kind.key] = [meant(kind, row).record for n, row in enumerate(own) if n not in bad]
    return entries


def file_of(cards: CardSet, rows: Rows, only: str = "") -> object:
    """The owner's file that a table takes, without the cards that are not ready; `InvalidInput` names the
    first of them where none is.

    With `only` it is the file of the card of that short name.
    """
    workshop = workshop_of(cards.system)
    bad: dict[tuple[str, int], tuple[Kind, Mapping[str, str], Fault]] = {}
    for kind in workshop.kinds:
        own = list(rows.get(kind.key, ()))
        bad |= {(kind.key, n): (kind, own[n], fault) for n, fault in faults_of(kind, own)}
    wanted = (
        [each for each in bad.values() if each[1].get(each[0].id) == only] if only else list(bad.values())
    )
    if wanted and (only or len(bad) == sum(map(len, rows.values()))):
        kind, row, fault = wanted[0]
        raise InvalidInput("made", f"{kind.title}, {called(kind, row)}: {fault.message}")
    files = records(cards, rows)
    if only:
        files = {kind.key: [r for r in files[kind.key] if r.get(kind.id) == only] for kind in workshop.kinds}
    file = workshop.whole(cards.base, cards.title, files)
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
        own = self._own[row - 1]
        bad = [fault for n, fault in self._bad if n == row - 1] + missing(own, self._album)
        if bad:
            return Drawn(None, bad[0])
        record = meant(self.kind, own).record
        pictures = art(self.kind, [dict(own)], self._album)
        try:
            file, choices = self._laid({self.kind.key: [record]}) if self._workshop.alone else self._all
            choices = choices | ({"art": pictures} if "art" in choices else {})
            return Drawn(_sides(self._workshop.sides, Wanted(self.kind.key, record, file, choices), pictures))
        except GameError as error:
            return Drawn(None, fault_at(self.kind, error))

    def unfit(self, those: Iterable[int]) -> Iterator[Wrong]:
        """What finds no room on these cards, by row from 1; of those that can be drawn at all."""
        names = {n + 1 for n, _ in self._bad}
        for row in those:
            if row in names or missing(self._own[row - 1], self._album):
                continue
            if fault := no_room(self, row):
                yield Wrong(self.kind, row, fault)

    def looks(self, row: int) -> tuple[object, ...]:
        """What a card's drawing hangs on, as long as cards have the same names."""
        own = self._own[row - 1]
        pictures = (self._album[own[key]].digest for key in (PICTURE, BACK) if key in own)
        names = hash(self._names)
        return (self.cards.system, self.cards.base, self.kind.key, names, *sorted(own.items()), *pictures)

    @cached_property
    def _names(self) -> tuple[tuple[str | None, str | None], ...]:
        return tuple((row.get(self.kind.id), row.get(self.kind.name)) for row in self._own)

    def _laid(self, names: Mapping[str, list[Json]]) -> tuple[object, dict[str, object]]:
        """The file of these records, and the choices with which its cards are printed."""
        file = self._workshop.whole(self.cards.base, self.cards.title, names)
        given = {self._workshop.file: file, **self._workshop.print_with}
        return file, choices_of(plate(self.cards, self.kind), given)

    @cached_property
    def _all(self) -> tuple[object, dict[str, object]]:
        return self._laid(self._ids)

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
    def _ids(self) -> dict[str, list[Json]]:
        return records(self.cards, self.rows)


@cached(LRUCache(4_096), lambda easel, row: easel.looks(row), Lock())
def no_room(easel: Easel, row: int) -> Fault | None:
    """What finds no room on a card."""
    return easel.drawn(row).fault


def _sides(draw: Callable[[Wanted], Sides], wanted: Wanted, pictures: Art) -> Sides:
    """Both sides of a card, with the back that it has of its own."""
    sides: Sides = draw(wanted)
    own = pictures.back(sides.front, grey=False) if sides.front else None
    return sides._replace(back=own) if own else sides


def choices_of(on: Plate, given: dict[str, object]) -> dict[str, object]:
    """The choices of a print, as usual where nothing else is given; what it has no use for is left out."""
    names = {option.key for option in on.printable.options}
    return chosen(on.printable.options, {key: value for key, value in given.items() if key in names})


KEY = "made"
"""What an address calls a version."""
PARTLY = ("only", "proof", "part", "sides", "side")
"""The choices by which a print is not of every card, front and back."""
IN_FULL = ("", "no", "0", "both", "apart")
WRITTEN = re.compile(r"([A-Za-z0-9]{6})\.(\d{1,9})(?:-(\d{1,9}))?(?:\.(.{1,200}))?", re.DOTALL)


class Lent(NamedTuple):
    """A version of a set: all of it, what changed since another, or one card."""

    version: SetVersion
    since: int = 0
    only: str = ""

    @property
    def cards(self) -> CardSet:
        return self.version.cards


def read(written: str) -> Lent:
    """The version of that name; `InvalidInput` where there is none."""
    met = WRITTEN.fullmatch(written)
    cards = CardSet.objects.filter(code=spelt(met[1])).first() if met else None
    if met is None or cards is None:
        raise InvalidInput(KEY, "There are no own cards of this name; open them from the workshop.")
    version = version_of(cards, int(met[2]))
    version.cards = cards
    return Lent(version, int(met[3] or 0), met[4] or "")


def told_of(given: Mapping[str, object]) -> dict[str, str]:
    """Which own cards a print is of, in words, and the set's code; nothing where it is of none."""
    try:
        version, since, only = read(str(given.get(KEY, "")))
    except InvalidInput:
        return {}
    alone = f", “{isolated(only)}” alone" if only else ""
    which = f", only what changed since version {since}" if since else alone
    out = "" if only else left_out(version)
    words = f"“{isolated(version.cards.title)}”, version {version.number}{which}{out and f', without {out}'}"
    return {"made_words": words, "made_code": version.cards.code}


def makes(secret: str | None, cards: CardSet) -> bool:
    """Whether the holder of this secret makes that set."""
    return bool(secret) and Maker.objects.filter(cards=cards, hash=hashed(secret or "")).exists()


def sets_of(secret: str | None, system: str) -> int:
    """How many sets of a game the holder of this secret makes."""
    made = CardSet.objects.filter(system=system, archived_at=None, makers__hash=hashed(secret or ""))
    return made.count() if secret else 0


def knows(digest: str) -> bool:
    """Whether a device of that hash makes any cards."""
    return Maker.objects.filter(hash=digest).exists()


def check_makes(secret: str | None, written: str) -> None:
    """Refuse a set that this device does not make, as one that is not there."""
    if not makes(secret, read(written).cards):
        raise InvalidInput(
            KEY, "This device does not make these cards; come in by their code in the workshop."
        )


def with_own(plate: Plate, given: Mapping[str, object]) -> dict[str, object]:
    """A print's choices with the cards that its `own` names, their pictures, and which of them to print."""
    fields: dict[str, object] = {key: value for key, value in given.items() if key != KEY}
    if not given.get(KEY):
        return fields
    lent_ = read(str(given[KEY]))
    workshop = workshop_of(lent_.cards.system)
    if lent_.cards.system != plate.game.slug:
        raise InvalidInput(KEY, f"These cards are of {lent_.cards.system}, not of {plate.game.slug}.")
    names = {option.key for option in plate.printable.options}
    kinds = [kind for kind in workshop.kinds if kind.printable == plate.printable.name]
    rows = _printed(lent_)
    file = _together(lent_, kinds[0]) if workshop.alone and kinds and not lent_.only else None
    file = file or file_of(lent_.cards, rows, lent_.only)
    more: dict[str, object] = {workshop.file: file, **workshop.print_with}
    more["art"] = _art(lent_, kinds or list(workshop.kinds))
    if kinds and not fields.get("only"):
        more["only"] = ", ".join(name for each in _wanted(lent_, kinds[0]) for name in kinds[0].called(each))
    return fields | {key: value for key, value in more.items() if key in names}


def _printed(lent_: Lent) -> dict[str, list[dict[str, str]]]:
    """The rows of a version that can be printed; one that is wanted alone stays in any case, to be told."""
    kept = {}
    for kind in workshop_of(lent_.cards.system).kinds:
        rows, bad = lent_.version.rows.get(kind.key, []), {each.row for each in unready(lent_.version, kind)}
        kept[kind.key] = [
            row for n, row in enumerate(rows, 1) if n not in bad or row.get(kind.id) == lent_.only
        ]
    return kept


def _together(lent_: Lent, kind: Kind) -> object:
    """The files of cards that each stand alone, for one print of all that are wanted."""
    rows = lent_.version.rows
    return {kind.key: [file_of(lent_.cards, rows, name) for name in _wanted(lent_, kind)]}


def _art(lent_: Lent, kinds: list[Kind]) -> Art:
    pictures, rows = album(lent_.cards), lent_.version.rows
    hits = [art(kind, rows.get(kind.key, []), pictures) for kind in kinds]
    fronts, backs = dict[str, Pixels](), dict[str, Pixels]()
    for each in hits:
        fronts |= each.fronts
        backs |= each.backs
    return Art(fronts, backs)


FEW = 3


def left_out(version: SetVersion, *, drawn: bool = True) -> str:
    """The first of the cards that a print leaves out, or a table, which asks no room for their words."""
    names = []
    for kind in workshop_of(version.cards.system).kinds:
        rows = version.rows.get(kind.key, [])
        hits = unready(version, kind) if drawn else wrong(version.cards, version.rows, kind)
        names += [called(kind, rows[n - 1]) for n in dict.fromkeys(each.row for each in hits)]
    more = [f"{len(names) - FEW} more"] if len(names) > FEW else []
    return listed([*names[:FEW], *more]) if names else ""


def _wanted(lent_: Lent, kind: Kind) -> list[str]:
    """The short names of the cards to print, without those that cannot be; `InvalidInput` where none has
    changed, and where none of those that have is ready."""
    rows = lent_.version.rows.get(kind.key, [])
    before = version_of(lent_.cards, lent_.since).rows.get(kind.key, []) if lent_.since else []
    ids = changed(kind, before, rows)
    bad = {rows[each.row - 1].get(kind.id, ""): each for each in unready(lent_.version, kind)}
    if ids and bad.keys() >= set(ids):
        first = bad[ids[0]]
        raise InvalidInput(KEY, f"{kind.title}, {called(kind, rows[first.row - 1])}: {first.fault.message}")
    ids = [each for each in ids if each not in bad]
    if not ids:
        what = f"changed since version {lent_.since}" if lent_.since else "made"
        raise InvalidInput(KEY, f"No {kind.one} of “{lent_.cards.title}” has been {what}: nothing to print.")
    return ids


def mark_printed(plate: Plate, given: Mapping[str, object]) -> None:
    """Remember which version of a kind was printed last; a proof, or a part of them, is no such print."""
    if not given.get(KEY) or any(given.get(key, "") not in IN_FULL for key in PARTLY):
        return
    lent_ = read(str(given[KEY]))
    if lent_.only:
        return
    kinds = workshop_of(lent_.cards.system).kinds
    with writing():
        cards = CardSet.objects.select_for_update().get(pk=lent_.cards.pk)
        last = cards.last_prints
        for kind in (each for each in kinds if each.printable == plate.printable.name):
            whole = lent_.since <= last.get(kind.key, 0)
            last[kind.key] = lent_.version.number if whole else last.get(kind.key, 0)
        CardSet.objects.filter(pk=cards.pk).update(printed=json.dumps(last))


def lent(secret: str | None, system: str, written: str) -> Mapping[str, str]:
    """The owner's file of a set as a form holds it, for the device that makes it."""
    check_makes(secret, written)
    sheet = read(written)
    if sheet.cards.system != system:
        raise InvalidInput(KEY, "These cards are of another game.")
    file = file_of(sheet.cards, sheet.version.rows, sheet.only)
    return {workshop_of(system).file: json.dumps(file, ensure_ascii=False)}


def offered(secret: str | None, system: str) -> list[tuple[str, str]]:
    """The sets of a device with which a table of that game can be opened: what each is called, its name."""
    mine = CardSet.objects.filter(system=system, makers__hash=hashed(secret or ""), archived_at=None)
    hits = []
    for cards in mine.order_by("-pk") if secret else ():
        now, workshop = latest(cards), workshop_of(system)
        if not workshop.alone:
            out = left_out(now, drawn=False)
            words = f"{isolated(cards.title)}{out and f', without {out}'}"
            hits.append((words, f"{cards.code}.{now.number}"))
            continue
        kind = workshop.kinds[0]
        bad = {each.row for each in wrong(cards, now.rows, kind)}
        rows = [row for n, row in enumerate(now.rows.get(kind.key, []), 1) if n not in bad]
        hits += [
            (
                f"{isolated(cards.title)}: {isolated(row.get(kind.name, ''))}",
                f"{cards.code}.{now.number}.{row[kind.id]}",
            )
            for row in rows
        ]
    return hits
