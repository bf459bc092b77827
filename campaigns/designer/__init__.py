"""Setup binders made in the browser: versions, who writes them, where entries stand, what pages show."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns.models import Author, Binder, BinderVersion
from companion import shelf
from companion.engine.campaign.design import Design, Part, Room
from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import LEFT_OUT, Control, Field, Place, look, named, put, written
from companion.engine.game import Game, OwnerFile
from companion.engine.wire import Json
from companion.tables.devices import hashed, label_of, met, new_code, secret_of, spelt
from companion.tables.models import writing
from companion.tables.views.entrance import private

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
    newest = BinderVersion.objects.filter(binder=binder, aside=False).order_by("-number").first()
    assert newest is not None, "a binder has a version from its beginning"
    return newest


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
    version = save(binder, Save(content=old.content, seen=seen, what=what, by=by))
    if undo and not version.late:
        BinderVersion.objects.filter(pk=version.version.pk).update(based_on=old.based_on)
    return version


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
        content = joined(*parts)
        if content is not NOT_THERE:
            whole[key] = content
    return whole


NOT_THERE = object()


@dataclass(frozen=True)
class Bench:
    """A binder as it lies before one device: its latest version, its game, and who works on it."""

    binder: Binder
    version: BinderVersion
    game: Game[object]
    design: Design
    by: str
    content: Json = None

    @cached_property
    def faults(self) -> list[GameError]:
        """What stands in the way of playing it as it is."""
        return list(self.design.faults(self.content)) if self.version.fault else []


def bench_of(binder: Binder, by: str) -> Bench:
    version = latest(binder)
    game = shelf.game(binder.system)
    return Bench(binder, version, game, design_of(binder.system), by, version.content)


def find(request: HttpRequest, code: str) -> tuple[Binder | None, bool]:
    """The binder of that code, and whether this device writes it.

    A wrong code is counted; `TooManyGuesses` for who has guessed too often, unless he writes this one.
    """
    binder = Binder.objects.filter(code=spelt(code)).first()
    digest = hashed(secret_of(request) or "")
    writes = binder is not None and Author.objects.filter(binder=binder, hash=digest).exists()
    return met(request, spelt(code), binder, writes), writes


def at_bench(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, bench, …)` for the devices that write this binder."""

    @wraps(view)
    def page(request: HttpRequest, code: str, **place: object) -> HttpResponse:
        binder, writes = find(request, code)
        if binder is None:
            return render(request, "campaigns/designer/missing.html", {"code": spelt(code)}, status=404)
        if not writes:
            return redirect("campaigns:binder-join", binder.code)
        return private(view(request, bench_of(binder, label_of(request)), **place))

    return page


WHOLE = "binder"
"""The address of the entry that is the content itself, whose path is empty."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One entry. `base` is the place of its part, `id` its key or number there, `above` what it is within."""

    room: Room
    part: Part
    base: str
    id: str = ""
    above: "Spot | None" = None

    @property
    def path(self) -> str:
        return join(self.base, self.id)

    @property
    def address(self) -> str:
        return self.path or WHOLE

    def value(self, content: Json) -> dict[str, Json]:
        """What the content holds of it, over what is usual there."""
        value = look(content, self.path)
        usual = self.part.usual.get(self.id, {})
        return {**usual, **value} if isinstance(value, dict) else dict(usual)

    def title(self, content: Json) -> str:
        name = self.value(content).get("name")
        if isinstance(name, str) and name:
            return name
        words = self.id.replace("_", " ").capitalize()
        if self.part.form == "listed":
            return f"{self.part.one.capitalize()} {int(self.id) + 1}"
        return words or self.part.title

    def held(self, content: Json) -> bool:
        return isinstance(look(content, self.path), dict)


def entries(room: Room, part: Part, content: Json, above: Spot | None = None) -> list[Spot]:
    base = join(above.path if above else "", part.key)
    if part.form == "single":
        return [Spot(room, part, base, "", above)]
    value = look(content, base)
    if part.form == "listed":
        ids = [str(n) for n in range(len(value))] if isinstance(value, list) else []
    else:
        ids = list(dict.fromkeys([*part.usual, *(value if isinstance(value, dict) else ())]))
    return [Spot(room, part, base, each, above) for each in ids]


def spot_at(design: Design, content: Json, address: str) -> Spot | None:
    """The entry at an address; None where there is none."""
    path = "" if address == WHOLE else address
    return next((each for each in every(design, content) if each.path == path), None)


def every(design: Design, content: Json) -> Iterator[Spot]:
    """Every entry of a binder, those within another after it."""
    visited = set()
    for room in design.rooms:
        for part in room.parts:
            if part.key not in visited:
                visited.add(part.key)
                yield from _all(room, part, content, None)


def _all(room: Room, part: Part, content: Json, above: Spot | None) -> Iterator[Spot]:
    for each in entries(room, part, content, above):
        yield each
        for inner in part.inside:
            yield from _all(room, inner, content, each)


def nearest(design: Design, content: Json, path: str) -> Spot | None:
    """The innermost entry within which a path lies: where a refusal is shown."""
    there = f"{path}."
    rows = [each for each in every(design, content) if there.startswith(f"{each.path}.") and each.path]
    whole = next((each for each in every(design, content) if not each.path), None)
    return max(rows, key=lambda each: len(each.path), default=whole)


def part_at(design: Design, content: Json, base: str) -> tuple[Room, Part, Spot | None] | None:
    """The part whose place that is, and the entry that it is inside of."""
    for room in design.rooms:
        for part in room.parts:
            if part.key == base:
                return room, part, None
    head, _, key = base.rpartition(".")
    above = spot_at(design, content, head) if head else None
    inner = next((part for part in above.part.inside if part.key == key), None) if above else None
    return (above.room, inner, above) if above and inner else None


class Questions(NamedTuple):
    """Fields of one entry, as a form asks them."""

    spot_at: Spot
    fields: tuple[Field, ...]


def sections(bench: Bench, spot: Spot) -> Iterator[dict[str, object]]:
    """The fields of an entry under their headings, each with its own fault."""
    value = spot.value(bench.content)
    for section in spot.part.sections:
        fields = [widget(bench.content, spot, field, bench.faults) for field in section.fields]
        filled = any(look(value, field.key) is not LEFT_OUT for field in section.fields)
        is_open = filled or any(field.error for field in fields)
        yield {"title": section.title, "folded": section.folded, "open": is_open, "fields": fields}


def widget(content: Json, spot: Spot, field: Field, faults: Sequence[GameError]) -> Control:
    """One field, filled, with the first fault that lies in it."""
    path = join(spot.path, field.key)
    fault = next((each for each in faults if f"{each.path}.".startswith(f"{path}.")), None)
    if spot.id in spot.part.usual:  # What is usual at this entry is written out.
        content = deepcopy(content)
        put(content, spot.path, spot.value(content))
    return field.show(Place(content, path, fault))


def loose(spot: Spot, faults: Sequence[GameError]) -> list[str]:
    """Faults of an entry that lie in none of its fields: a key too many, an id that cannot be."""
    paths = [join(spot.path, field.key) for field in spot.part.fields]
    inner = [join(spot.path, part.key) for part in spot.part.inside]
    return [
        fault.message
        for fault in faults
        if f"{fault.path}.".startswith(f"{spot.path}.")
        and spot.path
        and not any(f"{fault.path}.".startswith(f"{path}.") for path in (*paths, *inner))
    ]


def part_card(bench: Bench, part: Part, spots: Sequence[Spot], base: str = "") -> Json:
    """One part of a room, or of an entry at `base`: its words, and a card for each entry."""
    addable = part.form in ("keyed", "listed")
    return {"part": part, "base": base or part.key, "addable": addable, "count": len(spots),
            "cards": [_card(bench, each) for each in spots]}  # fmt: skip


def _card(bench: Bench, spot: Spot) -> Json:
    """An entry in short: its name, its most telling values, how many faults it has."""
    wrong = [each for each in bench.faults if spot.path and f"{each.path}.".startswith(f"{spot.path}.")]
    painted = next((field for field in spot.part.fields if _is_painted(field)), None)
    movable = spot.part.form == "listed" or (spot.part.form == "keyed" and spot.held(bench.content))
    return {
        "title": spot.title(bench.content),
        "code": spot.id.upper() if spot.part.ids and spot.part.ids.typed else "",
        "href": f"{address(bench, spot)}{f'#{named(join(spot.path, painted.key))}' if painted else ''}",
        "path": spot.path,
        "facts": list(_facts(bench.content, spot)),
        "board": widget(bench.content, spot, painted, ()).parts["board"] if painted else None,
        "faults": len(wrong),
        "movable": movable,
        "usual": not spot.held(bench.content) and bool(spot.part.usual),
    }


def address(bench: Bench, spot: Spot) -> str:
    return reverse("campaigns:binder-entry", args=[bench.binder.code, spot.address])


def _facts(content: Json, spot: Spot) -> Iterator[Json]:
    value = spot.value(content)
    for field in spot.part.fields:
        raw = look(value, field.key)
        telling = field.key in spot.part.gist and not _is_painted(field)
        if telling and raw not in (LEFT_OUT, None, [], {}):
            yield {"label": called(field), "value": in_words(raw)}


def called(field: Field) -> str:
    """What a field is called: by itself, by its rows, or by its key."""
    own = getattr(field, "label", "") or getattr(getattr(field, "rows", None), "label", "")
    return str(own or field.key)


def _is_painted(field: Field) -> bool:
    """Whether it is the map that an entry paints: its card shows it small, and leads to it."""
    return getattr(field, "mode", "") == "ground"


def in_words(value: Json) -> str:
    """A value as a card and a comparison tell it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(in_words(each) for each in value) or "none"
    if isinstance(value, dict):
        return " · ".join(f"{key} {in_words(each)}" for key, each in value.items()) or "none"
    return "none" if value is None or value is LEFT_OUT else written(value)


def mendable(bench: Bench, faults: Iterable[GameError]) -> Iterator[dict[str, str]]:
    """The faults in words, each with the entry where it can be mended."""
    for fault in faults:
        spot = nearest(bench.design, bench.content, fault.path)
        where = spot.title(bench.content) if spot else bench.binder.title
        href = f"{address(bench, spot)}#faults" if spot else ""
        yield {"path": fault.path, "message": fault.message, "where": where, "href": href}
