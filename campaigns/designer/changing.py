"""Changes to a binder's content: a form put in, entries added, moved, renamed; how large it may be."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy

from django.http import QueryDict

from campaigns.designer import Questions, Spot
from companion.engine.campaign.design import Design, Part
from companion.engine.errors import InvalidInput, join
from companion.engine.form import LEFT_OUT, Data, Field, look
from companion.engine.form.board import Painted
from companion.engine.wire import Json
from companion.tables.errors import check_plain

type Content = dict[str, Json]


ID = re.compile(r"[A-Za-z0-9_-]{1,60}")
MOST_LETTERS, LONGEST_TEXT, LONGEST_LIST, MOST_ENTRIES = 1_000_000, 4_000, 400, 200


def check_fit(design: Design, content: Json) -> None:
    """`InvalidInput` at the first place that no page could show. A mere fault of the game's rules is none."""
    _object(content, "", "A binder is an object of units, maps, scenarios and the like")
    check_plain(content)
    if len(json.dumps(content)) > MOST_LETTERS:
        raise InvalidInput("", f"A binder has at most {MOST_LETTERS:,} letters; this has more.")
    for part in design.parts():
        _part(part, content, "")
    _leaves(content, "")


def _object(value: Json, path: str, wanted: str) -> None:
    if not isinstance(value, dict):
        raise InvalidInput(path, f"{wanted}; {json.dumps(value)[:60]} was given.")


def _part(part: Part, holder: Mapping[str, Json], above: str) -> None:
    base = join(above, part.key)
    found = holder.get(part.key) if part.key else holder
    if found is None:
        return
    if part.form == "single":
        return
    for key, value in _listed(part, found, base):
        at = join(base, key)
        _object(value, at, f"A {part.one} is an object")
        for inner in part.inside:
            _part(inner, value, at)


def _listed(part: Part, content: Json, base: str) -> list[tuple[str, Json]]:
    if part.form == "listed":
        if not isinstance(content, list):
            raise InvalidInput(
                base, f"{part.title} are a list of objects; {json.dumps(content)[:60]} was given."
            )
        listed = [(str(n), each) for n, each in enumerate(content)]
    else:
        _object(content, base, f"{part.title} are an object, by their ids")
        listed = list(content.items())
    if len(listed) > MOST_ENTRIES:
        raise InvalidInput(
            base, f"There are at most {MOST_ENTRIES} {part.title.lower()}; {len(listed)} were given."
        )
    for key, _ in listed:
        if not ID.fullmatch(key):
            raise InvalidInput(base, f"An id is made of letters, figures and _; “{key[:60]}” was given.")
    return listed


def _leaves(value: Json, path: str) -> None:
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise InvalidInput(path, f"A text has at most {LONGEST_TEXT:,} letters; this has {len(value):,}.")
    if isinstance(value, list | dict) and len(value) > LONGEST_LIST:
        raise InvalidInput(path, f"This holds at most {LONGEST_LIST} things; {len(value):,} were given.")
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        _leaves(inner, join(path, key))


NOTHING: tuple[Json, ...] = (None, "", [], {})


def filled(fields: Sequence[Field], data: Data, path: str, entry: Json, usual: Json) -> dict[str, Json]:
    """The entry with what the form says of these fields; its other keys as they were."""
    before = entry if isinstance(entry, dict) else {}
    after = deepcopy(before)
    for field in fields:
        value = field.read(data, join(path, field.key))
        old = look(before, field.key)
        expected = look(usual, field.key)
        if old is LEFT_OUT and value == expected:
            value = LEFT_OUT
        elif old is LEFT_OUT and _is_nothing(value) and not _is_nothing(expected):
            # What is usual here is taken away: that must be said, or it would still count.
            _set(after, field.key, None)
            continue
        _set(after, field.key, settled(old, value))
    return after


def settled(old: Json, new: Json) -> Json:
    """What was said in place of what was; nothing said of nothing is as it was, however that was written."""
    if _is_nothing(old) and _is_nothing(new):
        return old
    if isinstance(old, dict) and isinstance(new, dict):
        return _settled_object(old, new)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [settled(a, b) for a, b in zip(old, new, strict=True)]
    return new


def _settled_object(old: dict[str, Json], new: dict[str, Json]) -> dict[str, Json]:
    whole = dict(new)
    for key, value in old.items():
        if key in new:
            whole[key] = settled(value, new[key])
        elif _is_nothing(value):
            whole[key] = value
    return whole


def _is_nothing(value: Json) -> bool:
    return value is LEFT_OUT or any(value == each and type(value) is type(each) for each in NOTHING)


def _set(entry: dict[str, Json], key: str, value: Json) -> None:
    """Set a dotted key; LEFT_OUT takes it away, and the objects that it alone filled."""
    way, _, last = key.rpartition(".")
    if value is LEFT_OUT:
        _take(entry, way, last)
        return
    if way and not isinstance(look(entry, way), dict):
        _set(entry, way, {})
    (look(entry, way) if way else entry)[last] = value


def _take(entry: dict[str, Json], way: str, last: str) -> None:
    holder = look(entry, way) if way else entry
    if not isinstance(holder, dict) or last not in holder:
        return
    del holder[last]
    if way and not holder:
        _set(entry, way, LEFT_OUT)


def known_keys(part: Part) -> set[str]:
    return {field.key.split(".")[0] for field in part.fields} | {inner.key for inner in part.inside}


def data_of(form: QueryDict) -> Data:
    return {name: form.getlist(name) for name in form}


def entered(design: Design, content: Json, rows: Sequence[Questions], data: Data) -> Json:
    """The content with what a form says of these fields, and what hangs on it.

    `InvalidInput` for what no page could show; what merely breaks a rule of the game is taken as it is.
    """
    after = deepcopy(content)
    for spot, fields in rows:
        for field in fields:
            misfit = field.misfit(data, join(spot.path, field.key)) if isinstance(field, Painted) else None
            if misfit:
                raise misfit
        entry = filled(fields, data, spot.path, look(content, spot.path), spot.part.usual.get(spot.id, {}))
        _put(after, spot, _parts(design, spot, fields, entry))
    followed = design.follow(content, after)
    check_fit(design, followed)
    return followed


def _parts(design: Design, spot: Spot, fields: Sequence[object], entry: dict[str, Json]) -> dict[str, Json]:
    """Keys that no field and no part of the entry has are dropped where the whole of it was asked."""
    if len(fields) < len(spot.part.fields):
        return entry
    keys = known_keys(spot.part) | (set() if spot.path else {part.key for part in design.parts()})
    return {key: value for key, value in entry.items() if key in keys}


def _put(content: dict[str, Json], spot: Spot, entry: dict[str, Json]) -> None:
    if not spot.path:
        content.update(entry)
        for key in set(content) - set(entry):
            del content[key]
        return
    holder = look(content, spot.base)
    if isinstance(holder, list):
        holder[int(spot.id)] = entry
    elif entry or spot.held(content):
        holder = holder if isinstance(holder, dict) else {}
        holder[spot.id] = entry
        head, _, last = spot.base.rpartition(".")
        above = look(content, head) if head else content
        if not isinstance(above, dict):
            raise InvalidInput(spot.base, "There is no such place in this binder; go back and look again.")
        above[last] = holder


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
        if "id" in entry:
            taken = {each.get("id") for each in holder if isinstance(each, dict)}
            entry["id"] = _unlike(_slug(str(entry.get("name", "")), str(entry["id"])), taken)
        holder.append(entry)
        return after, join(base, len(holder) - 1)
    identifier = typed.strip().lower() if part.ids and part.ids.typed else free(part, holder, name)
    check_id(part, base, identifier, holder)
    holder[identifier] = entry
    return after, join(base, identifier)


def free(part: Part, holder: Content, name: str) -> str:
    """An id made of a name that no other entry has."""
    return _unlike(_slug(name, part.one.split()[-1]), {*holder, *part.usual})


def _slug(name: str, otherwise: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789")
    return (slug or otherwise)[:28].strip("_")


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


def copied(content: Content, spot: Spot) -> tuple[Content, str]:
    after = deepcopy(content)
    holder = _holder(after, spot.base, spot.part)
    if len(holder) >= MOST_ENTRIES:
        raise InvalidInput(spot.base, f"There are {MOST_ENTRIES} already; take one away first.")
    entry = deepcopy(spot.value(content))
    if spot.part.form == "listed":
        entry["id"] = _unlike(str(entry.get("id", "copy")), {each.get("id") for each in holder})
        holder.insert(int(spot.id) + 1, entry)
        return after, join(spot.base, int(spot.id) + 1)
    identifier = _next_letter(spot, holder) or _unlike(f"{spot.id[:26]}_copy", set(holder))
    check_id(spot.part, spot.base, identifier, holder)
    if isinstance(entry.get("name"), str):
        entry["name"] = f"{entry['name']} (copy)"
    _rekeyed(holder, {**_until(holder, spot.id), identifier: entry, **_beyond(holder, spot.id)})
    return after, join(spot.base, identifier)


def _next_letter(spot: Spot, holder: Content) -> str:
    """For ids that are typed: the same round with the next free letter."""
    if not (spot.part.ids and spot.part.ids.typed):
        return ""
    tries = (f"{spot.id[:1]}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
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


def removed(content: Content, spot: Spot) -> Content:
    after = deepcopy(content)
    holder = look(after, spot.base)
    del holder[int(spot.id) if isinstance(holder, list) else spot.id]
    return after


def moved(content: Content, spot: Spot, by: int) -> Content:
    after = deepcopy(content)
    holder = look(after, spot.base)
    if isinstance(holder, list):
        _push(holder, int(spot.id), by)
    else:
        order = list(holder)
        _push(order, order.index(spot.id), by)
        _rekeyed(holder, {key: holder[key] for key in order})
    return after


def _push(row: list[Json], at: int, by: int) -> None:
    row.insert(max(0, min(len(row) - 1, at + by)), row.pop(at))


def renamed(content: Content, spot: Spot, identifier: str) -> tuple[Content, str]:
    """The content with the entry under another id, wherever it is named; `InvalidInput` if none."""
    after = deepcopy(content)
    holder = look(after, spot.base)
    check_id(spot.part, spot.path, identifier, holder)
    _rekeyed(holder, {identifier if key == spot.id else key: each for key, each in holder.items()})
    for pattern in spot.part.named_at:
        for value, key in _named(after, pattern.split(".")):
            _called(value, key, spot.id, identifier)
    return after, join(spot.base, identifier)


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
