"""What a form says, put into an entry: what was left as it was stays as it was written."""

from collections.abc import Sequence
from copy import deepcopy

from companion.engine.campaign.design import Part
from companion.engine.errors import join
from companion.engine.form import Field
from companion.engine.form.place import LEFT_OUT, Data, look
from companion.engine.wire import Json

NOTHING: tuple[Json, ...] = (None, "", [], {})


def filled(fields: Sequence[Field], data: Data, path: str, entry: Json, usual: Json) -> dict[str, Json]:
    """The entry with what the form says of these fields; its other keys as they were."""
    before = entry if isinstance(entry, dict) else {}
    after = deepcopy(before)
    for field in fields:
        said = field.read(data, join(path, field.key))
        old = look(before, field.key)
        expected = look(usual, field.key)
        if old is LEFT_OUT and said == expected:
            said = LEFT_OUT
        elif old is LEFT_OUT and _is_nothing(said) and not _is_nothing(expected):
            # What is usual here is taken away: that must be said, or it would still count.
            _set(after, field.key, None)
            continue
        _set(after, field.key, settled(old, said))
    return after


def settled(old: Json, said: Json) -> Json:
    """What was said in place of what was; nothing said of nothing is as it was, however that was written."""
    if _is_nothing(old) and _is_nothing(said):
        return old
    if isinstance(old, dict) and isinstance(said, dict):
        return _settled_object(old, said)
    if isinstance(old, list) and isinstance(said, list) and len(old) == len(said):
        return [settled(a, b) for a, b in zip(old, said, strict=True)]
    return said


def _settled_object(old: dict[str, Json], said: dict[str, Json]) -> dict[str, Json]:
    whole = dict(said)
    for key, value in old.items():
        if key in said:
            whole[key] = settled(value, said[key])
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
    """The keys that an entry of this part may have."""
    return {field.key.split(".")[0] for field in part.fields} | {inner.key for inner in part.inside}
