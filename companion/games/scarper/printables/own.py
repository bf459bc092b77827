"""Events and missions of one's own: what a cell means, the library that they make, and each card drawn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.wire import Json
from companion.games.scarper.data import FOLDER
from companion.games.scarper.printables.card_parts import Frame, set_front
from companion.games.scarper.printables.decks import EVENTS, MISSIONS, Kind
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.state import Mission, Options, starter_library
from companion.games.scarper.state.library import own_library, read_card

BY_KEY: Mapping[str, Kind] = {"events": EVENTS, "missions": MISSIONS}


def _event(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    try:
        read_card(_numbered(record), {*starter_library().cards, *ids})
    except GameError as error:
        yield error


def _mission(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    """What is wrong with a mission; the cards that it may name are the library's, not checked here."""
    try:
        shape.read(Mission, record, names={"cards": starter_library().cards})
    except GameError as error:
        yield error


def _numbered(record: Json) -> Json:
    """A year is picked as a word, and read as a number."""
    year = record.get("year")
    return record | {"year": int(year)} if isinstance(year, str) and year.isdecimal() else record


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    given = starter_library().given
    return {"events": given["cards"], "missions": given["missions"]}


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    """A library: the starter's cards, and those of the set in their places or after them."""
    given = starter_library().given
    events = [_numbered(each) for each in records.get("events", ())]
    return {
        "id": "own", "title": title,
        "cards": _joined(given["cards"], events),
        "missions": _joined(given["missions"], records.get("missions", ())),
    }  # fmt: skip


def _joined(starter: Sequence[Json], own: Sequence[Json]) -> list[Json]:
    return list({each["id"]: each for each in (*starter, *own)}.values())


def _sides(wanted: Wanted) -> Sides:
    kind = BY_KEY[wanted.kind]
    library, look = own_library(wanted.file), DRESS.card_look(wanted.choices)
    card: Any = getattr(library, kind.cards)[wanted.record["id"]]
    frame = Frame(library, look, Options())
    front = look.sized(set_front, kind.front, card, frame, f"{kind.cards}.{card.id}")
    return Sides(front, kind.back(getattr(card, kind.by), look))


WORKSHOP = Workshop(
    file="library",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"events": _event, "missions": _mission}),
    bases={"starter": "The starter set"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
)
