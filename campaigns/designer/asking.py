"""A form of the designer as it was sent: the content with what it says."""

from collections.abc import Sequence
from copy import deepcopy

from django.http import QueryDict

from campaigns.designer.fitting import check_fit
from campaigns.designer.merging import filled, known_keys
from campaigns.designer.places import Spot
from campaigns.designer.showing import Asked
from companion.engine.campaign.design import Design
from companion.engine.errors import InvalidInput, join
from companion.engine.form.painted import Painted
from companion.engine.form.place import Data, look
from companion.engine.wire import Json


def data_of(form: QueryDict) -> Data:
    """What a form sends, by name."""
    return {name: form.getlist(name) for name in form}


def entered(design: Design, content: Json, asked: Sequence[Asked], data: Data) -> Json:
    """The content with what a form says of these fields, and what hangs on it.

    `InvalidInput` for what no page could show; what merely breaks a rule of the game is taken as it is.
    """
    after = deepcopy(content)
    for spot, fields in asked:
        for field in fields:
            misfit = field.misfit(data, join(spot.path, field.key)) if isinstance(field, Painted) else None
            if misfit:
                raise misfit
        entry = filled(fields, data, spot.path, look(content, spot.path), spot.part.usual.get(spot.id, {}))
        _put(after, spot, _known(design, spot, fields, entry))
    followed = design.follow(content, after)
    check_fit(design, followed)
    return followed


def _known(design: Design, spot: Spot, fields: Sequence[object], entry: dict[str, Json]) -> dict[str, Json]:
    """Keys that no field and no part of the entry has are dropped where the whole of it was asked."""
    if len(fields) < len(spot.part.fields):
        return entry
    known = known_keys(spot.part) | (set() if spot.path else {part.key for part in design.parts()})
    return {key: value for key, value in entry.items() if key in known}


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
        _set_part(content, spot.base, holder)


def _set_part(content: dict[str, Json], base: str, holder: dict[str, Json]) -> None:
    head, _, last = base.rpartition(".")
    above = look(content, head) if head else content
    if not isinstance(above, dict):
        raise InvalidInput(base, "There is no such place in this binder; go back and look again.")
    above[last] = holder
