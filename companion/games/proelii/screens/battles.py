"""The battles that a table may be opened with: both armies in line, who leads them, how strong they are."""

from collections import Counter
from functools import cache

from companion.engine.option import Host, Plays, Tile
from companion.engine.wording import counted
from companion.games.proelii.data import SIDES, Kind, Side
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.setting_up import BATTLES, SCENARIO, Battle, battle_of, set_up
from companion.games.proelii.state import Army

ARMS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("elephants", ("war_elephants",)),
    ("chariots", ("chariots",)),
    ("horse", ("cavalry", "bow_cavalry")),
)
"""What an army is strong in, the rarest first."""
STRONG = 3
"""So much horse is a strength."""
HOW_LONG = {"tokens": "30–60 min", "cubes": "90 min"}


@cache
def tiles() -> tuple[Tile, ...]:
    return tuple(map(_tile, BATTLES))


def _tile(key: str) -> Tile:
    battle = battle_of(key)
    drawn = {"scenario": key, "options": {"free_deployment": False}}
    both = measured(set_up(drawn).state)
    title, _, when = battle.title.partition(", ")
    if battle.pieces == "cubes":
        title, when = "The grand battle", "cubes"
    arms = {side: _arms(battle, side) for side in SIDES}
    every = dict.fromkeys(name for side in SIDES for name in arms[side])
    return Tile(
        key=key,
        title=title,
        value=key,
        drawn=drawn,
        when=when,
        small=" · ".join((HOW_LONG[battle.pieces], ", ".join(every) or "foot")),
        hosts=tuple(_host(battle, side) for side in SIDES),
        facts=(
            ("units", *(str(len(battle.host(side).units)) for side in SIDES)),
            ("cohesion", *(str(both[side].cp) for side in SIDES)),
            ("prestige", *(str(battle.host(side).prestige) for side in SIDES)),
            ("commander", *(battle.host(side).command for side in SIDES)),
            ("strong in", *(_strength(each) for each in arms.values())),
        ),
        rule=(
            f"ends after {counted(battle.max_rounds, 'round')}" if battle.max_rounds else "",
            "as printed it plays on",
        ),
    )  # fmt: skip


def _strength(arms: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in arms.items()) or "foot"


def _host(battle: Battle, side: Side) -> Host:
    host = battle.host(side)
    army = Army(host.name, host.prestige, "average", host.command)
    return Host(len(host.units), army.people, army.leader)


def _arms(battle: Battle, side: Side) -> dict[str, int]:
    kinds = Counter(unit.type for unit in battle.host(side).units)
    many = {name: sum(kinds[kind] for kind in of) for name, of in ARMS}
    return {name: n for name, n in many.items() if n and (name != "horse" or n >= STRONG)}


PLAYS = Plays("Which battle?", "Two play. Tap a field to see who stands there.", SCENARIO.key, tiles)
