"""Keeping a binder's versions: each save is a new one, a late one is kept beside; nothing is ever lost."""

import json
from dataclasses import dataclass
from typing import NamedTuple

from django.db import IntegrityError, transaction

from campaigns.models import Author, Binder, BinderVersion
from companion import shelf
from companion.engine.campaign.design import Design
from companion.engine.errors import InvalidInput
from companion.engine.game import Game, OwnerFile
from companion.engine.wire import Json
from companion.tables.codes import hashed, new_code
from companion.tables.writing import writing

UNNAMED = "A binder without a name"


class Saved(NamedTuple):
    """What became of a save: its version, and whether it came too late and is kept beside the latest."""

    version: BinderVersion
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """A content to keep: the version on the screen that it was made from, what was done, and by whom."""

    content: Json
    seen: int
    what: str = ""
    by: str = ""
    note: str = ""


def design_of(system: str) -> Design:
    """How that game's binder is made by hand; `InvalidInput` where it has none."""
    game = shelf.game(system)
    if game.campaign is None or game.campaign.design is None:
        raise InvalidInput("system", f"{game.title} has no setup binder to make.")
    return game.campaign.design


def file_of(system: str) -> OwnerFile:
    """The owner's file of which that game's binders are the content."""
    key = design_of(system).file
    return next(file for file in shelf.game(system).files if file.key == key)


def designed() -> list[Game[object]]:
    """The games whose binders can be made here."""
    return [game for game in shelf.games().values() if game.campaign and game.campaign.design]


def begin(system: str, content: Json, secret: str, label: str, what: str) -> Binder:
    """A new binder with its first version; the device that begins it writes it."""
    with writing():
        binder = _new(system, _title(content))
        Author.objects.create(binder=binder, hash=hashed(secret), label=label)
        _write(binder, Save(content=content, seen=0, what=what, by=label), 1)
    return binder


def _new(system: str, title: str) -> Binder:
    while True:
        code = new_code()
        try:
            with transaction.atomic():
                return Binder.objects.create(code=code, system=system, title=title)
        except IntegrityError:
            if not Binder.objects.filter(code=code).exists():
                raise


def _title(content: Json) -> str:
    name = content.get("name") if isinstance(content, dict) else None
    return name.strip()[:80] if isinstance(name, str) and name.strip() else UNNAMED


def latest(binder: Binder) -> BinderVersion:
    """The version that the binder is now."""
    found = BinderVersion.objects.filter(binder=binder, aside=False).order_by("-number").first()
    assert found is not None, "a binder has a version from its beginning"
    return found


def save(binder: Binder, given: Save) -> Saved:
    """Keep a content: as the latest version, or beside it where another was saved since it was `seen`.

    What is the latest already is no new version.
    """
    with writing():
        binder = Binder.objects.select_for_update().get(pk=binder.pk)
        now = latest(binder)
        if given.content == now.content and not given.note and _order(given.content) == _order(now.content):
            return Saved(now)
        late = given.seen != now.number
        number = (
            BinderVersion.objects.filter(binder=binder).order_by("-number").values_list("number", flat=True)
        )
        version = _write(binder, given, number[0] + 1, aside=late)
        if not late:
            Binder.objects.filter(pk=binder.pk).update(title=_title(given.content))
    return Saved(version, late)


def _order(content: Json) -> str:
    """What tells two contents apart that differ in the order of their entries alone."""
    return json.dumps(content, ensure_ascii=False)


def _write(binder: Binder, given: Save, number: int, *, aside: bool = False) -> BinderVersion:
    first = next(iter(design_of(binder.system).faults(given.content)), None)
    return BinderVersion.objects.create(
        binder=binder, number=number, based_on=given.seen, aside=aside, text=_order(given.content),
        place=first.path if first else "", fault=first.message if first else "",
        what=given.what[:200], note=given.note[:80], by=given.by[:60],
    )  # fmt: skip


def restore(binder: Binder, number: int, seen: int, by: str, *, undo: bool = False) -> Saved:
    """An old version again, as a new one; an undo goes on from where that one came."""
    old = BinderVersion.objects.get(binder=binder, number=number)
    what = f"Undone: as in version {number}" if undo else f"As in version {number} again"
    done = save(binder, Save(content=old.content, seen=seen, what=what, by=by))
    if undo and not done.late:
        BinderVersion.objects.filter(pk=done.version.pk).update(based_on=old.based_on)
    return done


def joined(base: Json, mine: Json, theirs: Json) -> Json:
    """Theirs, with what I changed: where both changed the same, mine counts.

    >>> joined({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3})
    {'a': 2, 'b': 3}
    """
    if mine == base:
        return theirs
    if not (isinstance(base, dict) and isinstance(mine, dict) and isinstance(theirs, dict)):
        return mine
    whole: dict[str, Json] = {}
    for key in [*theirs, *(key for key in mine if key not in theirs)]:
        parts = [each.get(key, NOT_THERE) for each in (base, mine, theirs)]
        found = joined(*parts)
        if found is not NOT_THERE:
            whole[key] = found
    return whole


NOT_THERE = object()
