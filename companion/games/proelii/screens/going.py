"""A unit's way: where it can go, where it is to go, what it finds there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.engine.looking import fresh
from companion.engine.stage import Deed, Fact, Facts, Note, Own, Piece, Question, Way, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.proelii.data import DISTANT, ENTRY, ESCAPED, LINE, QUARTER
from companion.games.proelii.procedures.field.binding import stops
from companion.games.proelii.procedures.field.paths import Walk, reached
from companion.games.proelii.procedures.field.paths import Way as Path
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.screens.rows import what
from companion.games.proelii.state import State, Unit
from companion.games.proelii.state.ground import crosses, is_square

PLACES = {
    ENTRY: "the reserves",
    DISTANT: "the distant battlefield",
    LINE: "the line, points saved",
    ESCAPED: "safety",
}


def place_name(at: str) -> str:
    """A place as people call it."""
    return PLACES.get(at, at)


@dataclass(frozen=True, slots=True)
class Route:
    """Where a unit can go with so many points, and the way that is chosen."""

    reach: Mapping[str, Path]
    to: str
    mp: int

    @property
    def path(self) -> tuple[str, ...]:
        """The way that is chosen."""
        return self.reach[self.to].path if self.to else ()


def route(turn: Turn, name: str, mp: int) -> Route:
    """The unit's reach, and the place that is chosen in it."""
    reach = reached(Walk(turn.state, name, mp))
    return Route(reach, turn.chosen("at", reach), mp)


def spots(turn: Turn, name: str, way: Route) -> Taps:
    """What a tap does while a unit's way is chosen."""
    state, unit = turn.state, turn.state.units[name]
    binds = frozenset(at for at in way.reach if is_square(at) and stops(state, unit, at))
    ghost = {way.to: replace(unit, energy=energy_after(state, unit))} if is_square(way.to or ENTRY) else {}
    return Taps(
        places={at: turn.link(at=at) for at in way.reach},
        mp={at: each.mp for at, each in way.reach.items()},
        binds=binds,
        chosen=frozenset({unit.at, way.to, name} - {""}),
        aim=way.to,
        ghost=ghost,
    )


class Going(NamedTuple):
    """A unit that goes: its way, what the main button does (nothing while dice miss), whom else to tap."""

    name: str
    way: Route
    action: dict[str, Json] | None
    units: Mapping[str, str] = {}
    lesser: tuple[Deed | Way, ...] = ()
    pieces: tuple[Piece, ...] = ()


def gone(turn: Turn, going: Going) -> Asked:
    """The question of a unit that goes somewhere."""
    unit, way = turn.state.units[going.name], going.way
    words = said("{unit} to {to}", unit=unit.name, to=place_name(way.to))
    asked = Question(
        kind="going",
        title=unit.name,
        under=said("{what}, {mp} movement points", what=what(unit), mp=way.mp),
        icon=own_sign(unit.type),
        pieces=(*going.pieces, *told(turn, unit, way)),
        main=Deed(words=words, action=tap(going.action)) if way.to and going.action else None,
        missing="Tap the dice" if way.to else "Tap where it goes",
        lesser=going.lesser,
        back=fresh(turn.scene) if "u" in turn.scene.draft else "",
        opens="peek",
        rule=unit.type,
    )
    return asked, replace(spots(turn, going.name, way), units=going.units)


def told(turn: Turn, unit: Unit, way: Route) -> tuple[Piece, ...]:
    """The unit's account before and after, and what it finds where it goes."""
    left = energy_after(turn.state, unit)
    energy = account(unit.energy, left)
    if not way.to:
        return (energy,)
    facts = (Fact("Way", said("{mp} MP", mp=way.reach[way.to].mp)),)
    notes: tuple[Piece, ...] = ()
    if is_square(way.to) and stops(turn.state, unit, way.to):
        notes += (Note("An enemy with energy stands there: the move ends, and the unit is bound."),)
    bonus = "red_line" in unit.kind.abilities and not unit.ledger.red_line
    if bonus and crosses(turn.state.board.red_lines, unit.side, unit.at, way.to):
        notes += (Note("It crosses a red line forward: 25 energy come back."),)
    if left < QUARTER:
        notes += (Note("No 25 energy stay for the combat roll.", warns=True),)
    return (energy, Facts(facts), *notes)


def energy_after(state: State, unit: Unit) -> int:
    """What stays of a unit's energy once it has gone; an open move that goes on is paid already (8.2.2)."""
    return unit.energy if state.open[unit.side] else unit.energy - QUARTER


def account(*sums: int) -> Own:
    """A unit's energy from sum to sum, each as full and empty quarters."""
    values = [{"energy": each, "quarters": [each > n * QUARTER for n in range(4)]} for each in sums]
    return Own(template="proelii/account.html", values={"sums": values})
