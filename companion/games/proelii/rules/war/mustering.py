"""The next battle: both armies mustered three for one on a chosen ground (5.1)."""

from collections.abc import Mapping, Sequence

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.games.proelii.data import ENTRY, PIECE_LIMIT, SIDE_NAMES, SIDES, UNITS, Pieces, Side
from companion.games.proelii.procedures.armies import muster
from companion.games.proelii.procedures.armies.muster import THREE
from companion.games.proelii.rules.choices import chosen
from companion.games.proelii.rules.own_battle import Battle
from companion.games.proelii.rules.war.army import ADDED, Armies, Army, battle
from companion.games.proelii.state.ground import first_row


def onward(armies: Armies, setup: Json) -> Json:
    """The setup with these armies on the ground of its battle; `IllegalAction` where one has nobody left."""
    gone = next((side for side in SIDES if not armies[side].corps), None)
    if gone:
        raise IllegalAction("", f"The war is over: {SIDE_NAMES[gone]} has no unit left.")
    ground = battle(setup)
    pieces = _pieces(armies)
    hosts = {side: _host(armies[side], side, ground, pieces) for side in SIDES}
    kept = {key: value for key, value in shape.write(ground).items() if key not in SIDES}
    return {**chosen(setup), "scenario": {**kept, **hosts, "pieces": pieces}}


def stands(armies: Armies, setup: Json) -> bool:
    """Whether a table was opened with just these armies, wherever they stood."""
    if not all(armies[side].corps for side in SIDES):
        return False
    wanted = battle(onward(armies, setup))
    return all(_roll(wanted, side) == _roll(battle(setup), side) for side in SIDES)


def _roll(said: Battle, side: Side) -> tuple[int, list[tuple[str, str, str]]]:
    host = said.host(side)
    return host.prestige, sorted((each.name, each.type, each.experience) for each in host.units)


def _pieces(armies: Armies) -> Pieces:
    most = max(THREE * len(armies[side].corps) for side in SIDES)
    return "tokens" if most <= PIECE_LIMIT["tokens"] else "cubes"


def _host(army: Army, side: Side, ground: Battle, pieces: Pieces) -> Json:
    given = [
        {"id": f"{side[0]}{n}", "type": each.type, "experience": each.experience}
        for n, each in enumerate(army.corps, 1)
    ]
    rows = muster.resolve({"units": given, "pieces": pieces}).result["units"]
    names = {unit["id"]: each.name for unit, each in zip(given, army.corps, strict=True)}
    squares = _squares(rows, side, ground)
    units = [
        {"id": row["id"], "name": _name(names[row["from"]], row), "type": row["type"],
         "experience": row["experience"], "at": squares.get(row["id"], ENTRY)}
        for row in rows
    ]  # fmt: skip
    return {"name": army.name, "units": units, "prestige": army.prestige, "command": army.command}


def _name(of: str, row: Mapping[str, Json]) -> str:
    return of if row["original"] else f"{of}{ADDED}{row['id'].rpartition('_')[2]}"


def _squares(rows: Sequence[Mapping[str, Json]], side: Side, ground: Battle) -> dict[str, str]:
    """The first row filled from the centre with the slowest; the fastest on the flanks, others in reserve."""
    free = [at for at in first_row(side, ground.columns) if at not in ground.blocked]
    middle = (ground.columns - 1) / 2
    inward = sorted(free, key=lambda at: abs(ord(at[0]) - ord("a") - middle))
    strong = sorted(rows, key=lambda row: -UNITS[row["type"]].strength)[: len(free)]
    slow = sorted(strong, key=lambda row: UNITS[row["type"]].mp)
    return {row["id"]: at for row, at in zip(slow, inward, strict=False)}
