"""Units of one's own: an army for a side of a battle, on that battle's ground, and their tokens drawn."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine import shape
from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.wire import Json
from companion.games.proelii.data import DISTANT, ENTRY, FOLDER, SIDES
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.printables.octagon import Token, back, lettered
from companion.games.proelii.rules.own_battle import BATTLES, Piece, starter
from companion.games.proelii.state.ground import squares

MOST_COLUMNS = 10
SIGNS = frozenset(",;*×\n")
"""What a list of names to print cannot hold."""


def _piece(record: Json, name: str = "a") -> Json:
    """A record as a battle's file has it."""
    told = {key: value for key, value in record.items() if key != "side"}
    energy = told.get("energy")
    if isinstance(energy, str) and energy.isdecimal():
        told["energy"] = int(energy)
    return {"id": name, "at": ENTRY, **told}


def _unit(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    if record.get("side") not in SIDES:
        yield InvalidInput("side", "white or black is wanted.")
    if SIGNS & set(str(record.get("name", ""))):
        yield InvalidInput("name", "A name without commas, semicolons and asterisks is wanted.")
    try:
        known = squares(MOST_COLUMNS)
        names = {"squares": known, "begins": (*known, ENTRY, DISTANT)}
        shape.read(Piece, _piece(record), names=names)
    except GameError as error:
        yield error


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    given, found, taken = starter()[base], list[Json](), set[str]()
    for side in SIDES:
        for each in given[side]["units"]:
            name = each["name"] if each["name"] not in taken else f"{each['name']} {each['id']}"
            taken.add(name)
            found.append({**each, "name": name, "side": side})
    return {"units": found}


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    """The battle with these units in the place of their side's army."""
    given = starter()[base]
    told: dict[str, Json] = {**given, "id": "own", "title": title}
    for side in SIDES:
        own = [each for each in records.get("units", ()) if each.get("side") == side]
        if own:
            units = [_piece(each, f"{side[0]}{n:02}") for n, each in enumerate(own, 1)]
            told[side] = {**given[side], "units": units}
    return told


def _sides(wanted: Wanted) -> Sides:
    look, of = DRESS.look(wanted.choices), wanted.record
    token = Token(of["side"], of["type"], of["experience"], of["name"])
    return Sides(lettered(token, look), back(token))


WORKSHOP = Workshop(
    file="scenario",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"units": _unit}),
    bases={each: str(starter()[each]["title"]) for each in BATTLES},
    starter=_starter,
    whole=_whole,
    sides=_sides,
)
