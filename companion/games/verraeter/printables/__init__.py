"""Everything of Verräter that goes on paper, a group's own landscapes among it (specification 10)."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine import shape
from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.wire import Json
from companion.games.verraeter.data import FOLDER, HOUSES, LANDSCAPES
from companion.games.verraeter.printables.aid import AIDS
from companion.games.verraeter.printables.cards import DECKS, side
from companion.games.verraeter.printables.look import DRESS, source_of
from companion.games.verraeter.printables.record import ANSWERS, PADS, RECORDS
from companion.games.verraeter.state import WINNERS, NamedLand, starter_file
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf

POINTS = tuple(f"vp{n}" for n in range(1, WINNERS + 1))


def _land(record: Mapping[str, object]) -> dict[str, object]:
    land = {key: value for key, value in record.items() if key not in ("kind", *POINTS)}
    return land | {"vp": [record.get(key) for key in POINTS]}


def _landscape(record: Mapping[str, object], ids: Sequence[str]) -> Iterator[GameError]:
    if record.get("kind") not in LANDSCAPES:
        yield InvalidInput("kind", f"One of {', '.join(LANDSCAPES)} is wanted.")
    try:
        shape.read(NamedLand, _land(record))
    except GameError as error:
        _, points, n = error.path.partition("vp.")
        yield InvalidInput(f"vp{int(n) + 1}" if points else error.path, error.unnamed)


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    lands = starter_file()["landscapes"]
    return {
        "landscapes": [
            {"kind": kind, "name": land["name"], "conflict": land["conflict"]}
            | dict(zip(POINTS, land["vp"], strict=True))
            for kind, land in lands.items()
        ]
    }


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    """The group's file of cards: its landscapes, the starter's where it has none."""
    given = starter_file()
    own = {each["kind"]: _land(each) for each in records.get("landscapes", ())}
    return {**given, "name": title, "landscapes": {**given["landscapes"], **own}}


def _sides(wanted: Wanted) -> Sides:
    look = DRESS.card_look(wanted.choices)
    source = source_of({"cards": wanted.file}, None, look)
    eagle, rose = (look.sized(side, wanted.record["kind"], house, source) for house in HOUSES)
    return Sides(eagle, rose)


WORKSHOP = Workshop(
    file="cards",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"landscapes": _landscape}),
    bases={"starter": "The starter table"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
)


BOXES = tuckboxes(DRESS, 66, "american")
NAMES = ("Landscapes", "Actions", "Supply", "Oaths", "Estates", "Table")
DIVIDERS = dividers(DRESS, NAMES, "american")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES, DIVIDERS, DECKS, AIDS, PADS, RECORDS, answers=ANSWERS,
)  # fmt: skip
"""By name, in the order in which the shop shows them."""
