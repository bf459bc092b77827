"""Changes to a binder's content beside its fields: entries added, copied, moved, renamed, taken away."""

import re
from collections.abc import Iterator
from copy import deepcopy

from campaigns.designer.fitting import MOST_ENTRIES
from campaigns.designer.places import Spot
from companion.engine.campaign.design import Part
from companion.engine.errors import InvalidInput, join
from companion.engine.form.place import look
from companion.engine.wire import Json

type Content = dict[str, Json]


def _holder(content: Content, base: str, part: Part) -> Json:
    """The list or object of a part's entries, made where there is none yet."""
    head, _, last = base.rpartition(".")
    above = look(content, head) if head else content
    return above.setdefault(last, [] if part.form == "listed" else {})


def added(content: Content, part: Part, base: str, name: str, typed: str = "") -> tuple[Content, str]:
    """The content with a new entry of that name, and its path; `InvalidInput` where its id cannot be."""
    after = deepcopy(content)
    holder = _holder(after, base, part)
    if len(holder) >= MOST_ENTRIES:
        raise InvalidInput(
            base, f"There are {MOST_ENTRIES} {part.title.lower()} already; take one away first."
        )
    entry = part.new(content)
    if "name" in {field.key for field in part.fields}:
        entry = {"name": name.strip() or f"New {part.one}", **entry}
    if part.form == "listed":
        return _appended(after, holder, entry, base)
    identifier = typed.strip().lower() if part.ids and part.ids.typed else free(part, holder, name)
    check_id(part, base, identifier, holder)
    holder[identifier] = entry
    return after, join(base, identifier)


def _appended(after: Content, holder: list[Json], entry: Content, base: str) -> tuple[Content, str]:
    if "id" in entry:
        taken = {each.get("id") for each in holder if isinstance(each, dict)}
        entry["id"] = _unlike(_slug(str(entry.get("name", "")), str(entry["id"])), taken)
    holder.append(entry)
    return after, join(base, len(holder) - 1)


def free(part: Part, holder: Content, name: str) -> str:
    """An id made of a name that no other entry has."""
    return _unlike(_slug(name, part.one.split()[-1]), {*holder, *part.usual})


def _slug(name: str, otherwise: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789")
    return (found or otherwise)[:28].strip("_")


def _unlike(wanted: str, taken: set[Json]) -> str:
    numbered = (f"{wanted}_{n}" for n in range(2, MOST_ENTRIES + 9))
    return wanted if wanted not in taken else next(each for each in numbered if each not in taken)


def check_id(part: Part, base: str, identifier: str, taken: Content) -> None:
    """`InvalidInput` unless an entry may be called so."""
    if part.ids is None:
        raise InvalidInput(base, f"No {part.one} can be added here.")
    if not part.ids.shape.fullmatch(identifier):
        raise InvalidInput(base, f"An id is {part.ids.words}; “{identifier[:60]}” was given.")
    if identifier in taken or identifier in part.usual:
        raise InvalidInput(base, f"“{identifier}” is there already; each {part.one} has an id of its own.")


def copied(content: Content, here: Spot) -> tuple[Content, str]:
    """The content with a copy of the entry beside it, and the copy's path."""
    after = deepcopy(content)
    holder = _holder(after, here.base, here.part)
    if len(holder) >= MOST_ENTRIES:
        raise InvalidInput(here.base, f"There are {MOST_ENTRIES} already; take one away first.")
    entry = deepcopy(here.value(content))
    if here.part.form == "listed":
        entry["id"] = _unlike(str(entry.get("id", "copy")), {each.get("id") for each in holder})
        holder.insert(int(here.id) + 1, entry)
        return after, join(here.base, int(here.id) + 1)
    identifier = _next_letter(here, holder) or _unlike(f"{here.id[:26]}_copy", set(holder))
    check_id(here.part, here.base, identifier, holder)
    if isinstance(entry.get("name"), str):
        entry["name"] = f"{entry['name']} (copy)"
    _rekeyed(holder, {**_until(holder, here.id), identifier: entry, **_beyond(holder, here.id)})
    return after, join(here.base, identifier)


def _next_letter(here: Spot, holder: Content) -> str:
    """For ids that are typed: the same round with the next free letter."""
    if not (here.part.ids and here.part.ids.typed):
        return ""
    tries = (f"{here.id[:1]}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    return next((each for each in tries if each not in holder), "")


def _until(holder: Content, key: str) -> Content:
    keys = list(holder)
    return {each: holder[each] for each in keys[: keys.index(key) + 1]} if key in holder else dict(holder)


def _beyond(holder: Content, key: str) -> Content:
    keys = list(holder)
    return {each: holder[each] for each in keys[keys.index(key) + 1 :]} if key in holder else {}


def _rekeyed(holder: Content, entries: Content) -> None:
    holder.clear()
    holder.update(entries)


def removed(content: Content, here: Spot) -> Content:
    """The content without that entry."""
    after = deepcopy(content)
    holder = look(after, here.base)
    del holder[int(here.id) if isinstance(holder, list) else here.id]
    return after


def moved(content: Content, here: Spot, by: int) -> Content:
    """The content with that entry some places further down, or up."""
    after = deepcopy(content)
    holder = look(after, here.base)
    if isinstance(holder, list):
        _push(holder, int(here.id), by)
    else:
        order = list(holder)
        _push(order, order.index(here.id), by)
        _rekeyed(holder, {key: holder[key] for key in order})
    return after


def _push(row: list[Json], at: int, by: int) -> None:
    row.insert(max(0, min(len(row) - 1, at + by)), row.pop(at))


def renamed(content: Content, here: Spot, identifier: str) -> tuple[Content, str]:
    """The content with the entry under another id, wherever it is named; `InvalidInput` if none."""
    after = deepcopy(content)
    holder = look(after, here.base)
    check_id(here.part, here.path, identifier, holder)
    _rekeyed(holder, {identifier if key == here.id else key: each for key, each in holder.items()})
    for pattern in here.part.named_at:
        for value, key in _named(after, pattern.split(".")):
            _called(value, key, here.id, identifier)
    return after, join(here.base, identifier)


def _called(holder: Json, key: Json, old: str, new: str) -> None:
    if key == "@":
        if isinstance(holder, dict) and old in holder:
            _rekeyed(holder, {new if each == old else each: value for each, value in holder.items()})
    elif holder[key] == old:
        holder[key] = new


def _named(value: Json, way: list[str]) -> Iterator[tuple[Json, Json]]:
    """Every holder and key that a pattern leads to."""
    head, rest = way[0], way[1:]
    if head == "@":
        yield value, "@"
        return
    keys: list[Json] = []
    if isinstance(value, dict):
        keys = list(value) if head == "*" else [head] if head in value else []
    elif isinstance(value, list) and head == "*":
        keys = list(range(len(value)))
    for key in keys:
        if rest:
            yield from _named(value[key], rest)
        else:
            yield value, key
