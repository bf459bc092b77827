"""A state read from the JSON that a table, a backup or a question holds (specification 3).

Its shape is checked key by key, and that what it names exists; whether the numbers fit each other is for
the audit to say, so a count may be negative here.
"""

from collections.abc import Callable, Collection
from functools import partial

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, boolean, items, name
from companion.engine.wire import Json
from companion.games.parabellum.data import FEATURES, KINDS, PHASES
from companion.games.parabellum.state.amounts import count, read_count
from companion.games.parabellum.state.binder import Binder, Scenario, read_binder
from companion.games.parabellum.state.binder.campaign import square_on
from companion.games.parabellum.state.json_form import SYSTEM
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import read_id, read_number, read_unit_id, unit_order
from companion.games.parabellum.state.options import read_options
from companion.games.parabellum.state.pieces import (
    ENDINGS,
    STATUSES,
    Chapter,
    Load,
    Player,
    Report,
    Reserve,
    Standing,
    Supply,
    Tally,
)
from companion.games.parabellum.state.reading_units import read_unit
from companion.games.parabellum.state.table import State

KEYS = ("system", *(key for key in State.__slots__ if key not in ("tracked", "binder_open")))


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    reading = Reading.complete(value, KEYS, ("positions", "card_binder"), path)
    reading.name("system", (SYSTEM,))
    binder = read_binder(reading.raw("binder"), reading.at("binder"))
    options = read_options(reading.raw("options"), reading.at("options"), in_full=True)
    if "positions" in reading:
        reading.name("positions", ("table",))
    if "card_binder" in reading:
        reading.name("card_binder", ("open",))
    head: dict[str, Json] = {
        "tracked": "positions" not in reading,
        "binder_open": "card_binder" in reading,
        "binder": binder,
        "options": options,
        "phase": reading.name("phase", PHASES),
        "scenario": reading.name("scenario", binder.scenarios),
    }
    players = _by(reading, "players", read_id, lambda row: _player(row, binder))
    everybody = tuple(players)
    return State(**head, **_course(reading, everybody), players=players, **_field(reading, everybody, head))


def _course(reading: Reading, players: Collection[str]) -> dict[str, Json]:
    """Where the campaign is: whose turn, what is left to buy, what is past."""
    return {
        "round": count(reading, "round"),
        "order": _names(reading, "order", players),
        "active": _name_or_none(reading, "active", players),
        "done": _names(reading, "done", players),
        "choosers": _names(reading, "choosers", players),
        "winner": _name_or_none(reading, "winner", players),
        "supply": _supply(Reading(reading.raw("supply"), Supply._fields, reading.at("supply"))),
        "personnel_total": count(reading, "personnel_total"),
        "casualties": count(reading, "casualties"),
        "wrecks": count(reading, "wrecks"),
        "next_unit": count(reading, "next_unit"),
        "ledger": _rows(reading, "ledger", Line.__slots__, lambda row: _line(row, players)),
        "history": _rows(reading, "history", Chapter.__slots__, lambda row: _chapter(row, players)),
    }


def _field(reading: Reading, players: Collection[str], head: dict[str, Json]) -> dict[str, Json]:
    """What lies on the table."""
    binder: Binder = head["binder"]
    booklet = binder.scenarios[head["scenario"]]
    on_map = partial(square_on, sheet=binder.maps[booklet.map])
    known = on_map if head["tracked"] else None
    units = _by(reading, "units", read_number, lambda row: read_unit(row, players, binder, known))
    return {
        "units": dict(sorted(units.items(), key=lambda item: unit_order(item[0]))),
        "caches": _by(reading, "caches", on_map, read_load),
        "features": _by(reading, "features", on_map, lambda row: name(row.value, row.path, FEATURES)),
        "objectives": _objectives(reading, booklet, players),
        "tally": _by(reading, "tally", _one_of(players), _tally),
        "reports": _by(reading, "reports", _one_of(units), lambda row: _report(row, binder)),
    }


def _objectives(reading: Reading, booklet: Scenario, players: Collection[str]) -> dict[str, Standing]:
    names = [objective.id for objective in booklet.objectives]
    found = _by(reading, "objectives", _one_of(names), lambda row: _standing(row, players))
    for missing in (each for each in names if each not in found):
        path = reading.at("objectives", missing)
        raise InvalidInput(path, "This objective of the booklet is missing; every one of them stands here.")
    return found


class _Raw(Reading):
    """A value at a path that its reader has yet to take for an object."""

    def __init__(self, value: Json, path: str) -> None:
        self.value, self.path = value, path


def _by[T](
    reading: Reading, key: str, read_key: Callable[[Json, str], str], read: Callable[[Reading], T]
) -> dict[str, T]:
    given = reading.raw(key)
    if type(given) is not dict:
        Reading(given, (), reading.at(key))
    read_keys = {read_key(each, reading.at(key, each)): value for each, value in given.items()}
    return {each: read(_Raw(value, reading.at(key, each))) for each, value in read_keys.items()}


def _one_of(names: Collection[str]) -> Callable[[Json, str], str]:
    return lambda value, path: name(value, path, names)


def _rows[T](
    reading: Reading, key: str, keys: Collection[str], read: Callable[[Reading], T]
) -> tuple[T, ...]:
    listed = enumerate(reading.items(key))
    return tuple(read(Reading(each, keys, reading.at(key, n))) for n, each in listed)


def _names(reading: Reading, key: str, names: Collection[str]) -> tuple[str, ...]:
    return tuple(name(each, reading.at(key, n), names) for n, each in enumerate(reading.items(key)))


def _name_or_none(reading: Reading, key: str, names: Collection[str]) -> str | None:
    return None if reading.raw(key) is None else reading.name(key, names)


def _supply(reading: Reading) -> Supply:
    fuel, ammunition = (
        None if reading.raw(key) is None else count(reading, key) for key in ("fuel", "ammunition")
    )
    return Supply(count(reading, "manpower"), fuel, ammunition)


def _player(raw: Reading, binder: Binder) -> Player:
    row = Reading(raw.value, Player.__slots__, raw.path)
    reserve = Reading(row.raw("reserve"), Reserve._fields, row.at("reserve"))
    return Player(
        seat=row.integer("seat", 1, 4),
        company=row.name("company", binder.companies),
        status=row.name("status", STATUSES),
        die=row.integer("die", 6, 8),
        credits=count(row, "credits"),
        reserve=Reserve(*(count(reserve, key) for key in Reserve._fields)),
    )


def read_load(raw: Reading) -> Load:
    """Tokens of fuel and ammunition."""
    row = Reading(raw.value, Load._fields, raw.path)
    return Load(count(row, "fuel"), count(row, "ammunition"))


def _standing(raw: Reading, players: Collection[str]) -> Standing:
    row = Reading(raw.value, Standing._fields, raw.path)
    streak = _by(row, "streak", _one_of(players), lambda each: read_count(each.value, each.path))
    return Standing(_names(row, "done", players), streak)


def _tally(raw: Reading) -> Tally:
    row = Reading(raw.value, Tally._fields, raw.path)
    listed = enumerate(row.items("spotted"))
    spotted = tuple(read_unit_id(each, row.at("spotted", n)) for n, each in listed)
    return Tally(count(row, "destroyed"), count(row, "lost"), spotted)


def _report(raw: Reading, binder: Binder) -> Report:
    row = Reading(raw.value, Report._fields, raw.path)
    found = [boolean(row.raw(key), row.at(key)) for key in Report._fields[2:]]
    return Report(row.name("type", binder.units), count(row, "strength"), *found)


def _line(row: Reading, players: Collection[str]) -> Line:
    return Line(
        n=count(row, "n"),
        scenario=row.text("scenario"),
        round=count(row, "round"),
        player=row.name("player", players),
        kind=row.name("kind", KINDS),
        item=row.text("item"),
        quantity=count(row, "quantity"),
        amount=count(row, "amount"),
    )


def _chapter(row: Reading, players: Collection[str]) -> Chapter:
    def ids(each: Reading) -> tuple[str, ...]:
        return tuple(read_id(one, f"{each.path}.{n}") for n, one in enumerate(items(each.value, each.path)))

    return Chapter(
        scenario=row.text("scenario"),
        ended_by=row.name("ended_by", ENDINGS),
        rounds=count(row, "rounds"),
        completed=_by(row, "completed", _one_of(players), ids),
        ranking=_names(row, "ranking", players),
        eliminated=_names(row, "eliminated", players),
        chooser=_name_or_none(row, "chooser", players),
        next=None if row.raw("next") is None else row.text("next"),
    )
