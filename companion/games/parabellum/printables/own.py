"""Units of one's own: types for the catalogue, checked with the starter campaign, and their cards drawn."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.wire import Json
from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.printables.card_facts import of_type
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.unit_card import unit_card
from companion.games.parabellum.printables.unit_card.back import unit_back
from companion.games.parabellum.state.binder import read_binder, starter_binder
from companion.games.parabellum.state.binder.catalogue import read_unit_type
from companion.games.parabellum.state.binder.reading import starter_file
from companion.games.parabellum.state.naming import read_id


def _unit(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    binder, footprint, named = starter_binder(), record.get("footprint"), record.get("class", "")
    known = binder.classes.get(named)
    if known is None and named and footprint is None:
        yield InvalidInput(
            "footprint", f"“{named}” is a class of your own: small, medium or large is wanted."
        )
    elif known and footprint not in (None, known):
        yield InvalidInput("footprint", f"All units of the class {named} are {known}.")
    value = {key: each for key, each in record.items() if key not in ("id", "footprint")}
    try:
        read_id(record.get("id", ""), "id")
        read_unit_type(record["id"], value, "", {**binder.classes, named: footprint}, binder.terrain)
    except GameError as error:
        yield error


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    given = starter_file()
    return {
        "units": [
            {"id": name, "footprint": given["classes"][each["class"]]["footprint"], **each}
            for name, each in given["units"].items()
        ]
    }


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    """The starter campaign with these units in its catalogue."""
    given, own = starter_file(), records.get("units", ())
    classes = {each["class"]: {"footprint": each["footprint"]} for each in own if "footprint" in each}
    units = {
        each["id"]: {key: value for key, value in each.items() if key not in ("id", "footprint")}
        for each in own
    }
    told = {"name": title, "classes": {**classes, **given["classes"]}, "units": {**given["units"], **units}}
    return {**given, **told}


def _sides(wanted: Wanted) -> Sides:
    binder, look = read_binder(wanted.file, "binder"), DRESS.card_look(wanted.choices)
    kind = binder.units[wanted.record["id"]]
    front = look.sized(unit_card, of_type(binder, kind), kind.id, look)
    return Sides(front, unit_back(kind.unit_class, binder.footprint(kind.id), look))


WORKSHOP = Workshop(
    file="binder",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"units": _unit}),
    bases={"starter": "The starter campaign"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
    print_with={"count": "one"},
)
