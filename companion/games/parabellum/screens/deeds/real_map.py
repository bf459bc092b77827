"""Play on the real map: what a unit stands on is said, not tapped; squares are the table's own."""

from collections.abc import Mapping

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Lead,
    Note,
    Piece,
    Tick,
    Ticks,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.screens.cards import cover_words, miniature
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.deeds.supplying import load_form
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken

LEADS = {
    "move": "Move the miniature on your map, then say what it stands on.",
    "deploy": "Put the miniature on one of your deployment squares, then say what it stands on.",
    "alight": "Put the miniature next to its transport, then say what it stands on.",
    "stand": "What the miniature stands on now. Its cover hangs on it.",
}
WORDS = {"move": "It has moved", "deploy": "Deploy it", "alight": "It gets off", "stand": "It stands there"}


def ground_form(state: State, action: Mapping[str, Json], words: Words) -> tuple[tuple[Piece, ...], Deed]:
    """The grounds of this scenario to choose from, and whether an earthwork stands there."""
    each = state.units[str(action["unit"])]
    grounds = tuple((key, spoken(key)) for key in state.booklet.ground)
    ground = Field(name="a.terrain", words="Ground", kind="select", value=each.ground or "", options=grounds)
    earthwork = Tick(value="true", words="Earthwork", on=each.earthwork)
    pieces = (
        Fields((ground,)),
        Ticks(label="Stands there", name="a.earthwork", ticks=(earthwork,), shape="rows"),
    )
    return pieces, Deed(words=words, action=tap({**action, "earthwork": False}))


def go(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Moving, deploying, getting off, or only saying where a unit stands."""
    (entry,), state = entries, scene.state
    kind, unit = entry["type"], entry["unit"]
    action = {key: entry[key] for key in ("type", "player", "unit")}
    pieces, deed = ground_form(state, action, WORDS[kind])
    notes: tuple[Piece, ...] = ()
    if kind == "deploy":
        cost = count(state.booklet.deployment_cost, "credit")
        notes = (Note(said("Deployment costs {cost}; the unit rests until your next turn.", cost=cost)),)
    if kind == "move":
        speed = state.card(unit).speed
        notes = (Note(said("It may go {n} squares of movement in all this turn.", n=speed)),)
    return Detail(pieces=(Lead(LEADS[kind]), *notes, *pieces), main=deed)


def work(scene: Scene[State], entries: list[Entry]) -> Detail:
    """The one work of a turn, done on the real map."""
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    works = tuple(
        Choice(words=WORK_NAMES[each], action=tap({**base, "work": each})) for each in entry["works"]
    )
    lead = Lead("Do it on your map; it is the unit's one work this turn.")
    return Detail(pieces=(lead, Choices(label="Works", choices=works)), missing="Choose the work")


def cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Tokens out of the cargo, under the name of a square."""
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    pieces, deed = load_form(base, entry, "Lay them there")
    square = Fields((Field(name="a.square:text", words="Square", longest=3, needed=True),))
    lead = Lead("Lay the tokens on an adjacent square of your map, and name it.")
    return Detail(pieces=(lead, square, *pieces), main=deed)


def field(scene: Scene[State]) -> list[Values]:
    """The miniatures on the real map, company by company."""
    state = scene.state
    return [
        {"name": who(state, player), "units": [_mini(scene, unit) for unit in state.of(player, "map")]}
        for player in state.seated
    ]


def _mini(scene: Scene[State], unit: str) -> Values:
    chosen = scene.draft.get("unit") == unit or scene.draft.get("at") == unit
    shown = miniature(scene.state, unit) | {"words": cover_words(scene.state, unit), "on": chosen}
    return shown | {"href": "" if scene.room == "tv" else fresh(scene, unit=unit)}
