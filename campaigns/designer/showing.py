"""What a page of the designer shows: fields, each with its fault, cards of entries, the faults in words."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

from django.urls import reverse

from campaigns.designer.door import Bench
from campaigns.designer.places import Spot, entries, nearest
from companion.engine.campaign.design import Part, Room
from companion.engine.errors import GameError, join
from companion.engine.form import Field
from companion.engine.form.field import named
from companion.engine.form.place import LEFT_OUT, Place, Widget, look, put, written
from companion.engine.wire import Json


class Asked(NamedTuple):
    """Fields of one entry, as a form asks them."""

    spot: Spot
    fields: tuple[Field, ...]


def sections(content: Json, here: Spot, faults: Sequence[GameError]) -> list[Json]:
    """The fields of an entry under their headings, each with its own fault."""
    found = []
    value = here.value(content)
    for section in here.part.sections:
        fields = [widget(content, here, field, faults) for field in section.fields]
        wrong = any(field["error"] for field in fields)
        said = any(look(value, field.key) is not LEFT_OUT for field in section.fields)
        found.append(
            {
                "title": section.title,
                "folded": section.folded,
                "open": wrong or said,
                "fields": fields,
            }
        )
    return found


def widget(content: Json, here: Spot, field: Field, faults: Sequence[GameError]) -> Widget:
    """One field, filled, with the first fault that lies in it."""
    path = join(here.path, field.key)
    fault = next((each for each in faults if f"{each.path}.".startswith(f"{path}.")), None)
    place = Place(_whole(content, here), path, fault)
    return {**field.show(place), "at": path}


def _whole(content: Json, here: Spot) -> Json:
    """The content with what is usual at this entry written out."""
    if here.id not in here.part.usual:
        return content
    whole = deepcopy(content)
    put(whole, here.path, here.value(content))
    return whole


def loose(here: Spot, faults: Sequence[GameError]) -> list[str]:
    """Faults of an entry that lie in none of its fields: a key too many, an id that cannot be."""
    paths = [join(here.path, field.key) for field in here.part.fields]
    inner = [join(here.path, part.key) for part in here.part.inside]
    return [
        fault.message
        for fault in faults
        if f"{fault.path}.".startswith(f"{here.path}.")
        and here.path
        and not any(f"{fault.path}.".startswith(f"{path}.") for path in (*paths, *inner))
    ]


def cards(bench: Bench, room: Room, faults: Sequence[GameError]) -> list[Json]:
    """The parts of a room, each with its entries as cards."""
    return [part_card(bench, entries(room, part, bench.content), part, faults) for part in room.parts]


def part_card(
    bench: Bench, spots: Sequence[Spot], part: Part, faults: Sequence[GameError], base: str = ""
) -> Json:
    """One part: its words, and a card for each entry."""
    addable = part.form in ("keyed", "listed")
    return {"part": part, "base": base or part.key, "addable": addable, "count": len(spots),
            "cards": [card(bench, each, faults) for each in spots]}  # fmt: skip


def card(bench: Bench, here: Spot, faults: Sequence[GameError]) -> Json:
    """An entry in short: its name, its most telling values, how many faults it has."""
    wrong = [each for each in faults if here.path and f"{each.path}.".startswith(f"{here.path}.")]
    movable = here.part.form == "listed" or (here.part.form == "keyed" and here.held(bench.content))
    return {
        "title": here.title(bench.content),
        "code": here.id.upper() if here.part.ids and here.part.ids.typed else "",
        "href": f"{address(bench, here)}{_at_map(here)}",
        "path": here.path,
        "facts": list(_facts(bench.content, here)),
        "board": _board(bench.content, here),
        "faults": len(wrong),
        "movable": movable,
        "usual": not here.held(bench.content) and bool(here.part.usual),
    }


def address(bench: Bench, here: Spot) -> str:
    """The page of an entry."""
    return reverse("campaigns:binder-entry", args=[bench.binder.code, here.address])


def _facts(content: Json, here: Spot) -> Iterator[Json]:
    value = here.value(content)
    for field in here.part.fields:
        found = look(value, field.key)
        if (
            field.key in here.part.gist
            and found not in (LEFT_OUT, None, [], {})
            and not _is_painted(field, "ground")
        ):
            yield {"label": getattr(field, "label", "") or _label(field), "value": said(found)}


def _label(field: Field) -> str:
    return str(getattr(getattr(field, "rows", None), "label", field.key))


def _is_painted(field: Field, mode: str) -> bool:
    return getattr(field, "mode", "") == mode


def _at_map(here: Spot) -> str:
    """Where an entry's page has the map that it paints: there it opens."""
    painted = next((field for field in here.part.fields if _is_painted(field, "ground")), None)
    return f"#{named(join(here.path, painted.key))}" if painted else ""


def _board(content: Json, here: Spot) -> Json:
    """A small picture of the map that an entry paints."""
    painted = next((field for field in here.part.fields if _is_painted(field, "ground")), None)
    return widget(content, here, painted, ())["board"] if painted else None


def said(value: Json) -> str:
    """A value as a card and a comparison tell it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(said(each) for each in value) or "none"
    if isinstance(value, dict):
        return " · ".join(f"{key} {said(each)}" for key, each in value.items()) or "none"
    return "none" if value is None or value is LEFT_OUT else written(value)


def told(bench: Bench, faults: Sequence[GameError]) -> list[Json]:
    """The faults in words, each with the entry where it can be mended."""
    found = []
    for fault in faults:
        here = nearest(bench.design, bench.content, fault.path)
        where = here.title(bench.content) if here else bench.binder.title
        href = f"{address(bench, here)}#faults" if here else ""
        found.append({"path": fault.path, "message": fault.message, "where": where, "href": href})
    return found
