"""The sheets of combat: attacks, barrages, explosions, what a scout finds, and their odds (6.6 to 6.11)."""

from collections.abc import Callable, Mapping

from companion.engine.form import Choice, Group, Keyed, Pool, Rows, Several, Sheet, Text
from companion.engine.form.field import Field
from companion.engine.form.place import look
from companion.engine.wire import Json
from companion.games.parabellum.data import DICE
from companion.games.parabellum.screens.desk import told_combat as told
from companion.games.parabellum.screens.desk.fields import (
    YES_NO,
    count,
    cover,
    dice_lines,
    die,
    house_rules,
    own_binder,
    rarely,
    unit_type,
    worked,
    yes,
)


def _side(key: str, label: str) -> Group:
    fields: tuple[Field, ...] = (
        count("strength", "People", 5, low=1),
        die("attack_die", "Attack die", none=True),
        die("defense_die", "Defence die"),
    )
    beside = (*cover(), rarely("attack_modifier", "Other bonus on attack", low=-20))
    more = (*beside, rarely("ammunition", "Ammunition counters", 1))
    folded = Group(label=f"{label}: ground and more", form="folded", fields=more)
    return Group(key=key, label=label, form="below", fields=(*fields, folded))


SIDES = (_side("attacker", "Attacker"), _side("defender", "Defender"))
COUNTER = Choice(key="counterattack", label="Counterattack", picks=YES_NO, default=False, quiet=True)


def _die_of(path: str) -> Callable[[Json], int]:
    def sides(question: Json) -> int:
        found = look(question, path)
        return found if type(found) is int and found in DICE else 6

    return sides


def _pool(key: str, label: str, path: str) -> Pool:
    return Pool(key=key, label=label, sides=_die_of(path))


POOLS = Group(
    label="The dice",
    help="Tap each face as often as it came up; leave all of them and the app rolls.",
    form="below",
    fields=(
        _pool("rolls.attack", "Attack", "attacker.attack_die"),
        _pool("rolls.defense", "Defence", "defender.defense_die"),
        Group(
            label="Dice of the counterattack",
            form="folded",
            fields=(
                _pool("rolls.counter_attack", "Counterattack", "defender.attack_die"),
                _pool("rolls.counter_defense", "Defence against it", "attacker.defense_die"),
            ),
        ),
    ),
)
GUN = Group(
    key="attacker",
    label="The artillery",
    form="below",
    fields=(
        die("artillery_die", "Artillery die", 12),
        count("shots_per_turn", "Shots a turn", 3, low=1),
        count("min_range", "Nearest", 3, 60, low=1),
        count("max_range", "Farthest", 8, 60, low=1),
        rarely("ammunition", "Ammunition counters", 1),
        yes("moved", "Has it moved this turn"),
    ),
)
TARGETS = Rows(
    key="targets",
    label="Targets",
    lead="id",
    most=20,
    fields=(
        Text(key="id", label="Name"),
        count("strength", "People", 5, low=1),
        die("defense_die", "Defence die", listed=True),
        count("distance", "Squares away", 5, 60),
        *cover(spotted=True),
    ),
    default=[{"id": "u7", "strength": 2, "defense_die": 8, "distance": 8, "terrain": "rocky"}],
)
SHOTS = Several(key="shots", label="Shots", help="The target of each, as u7 u7 u9.", default=["u7", "u7"])
CACHES = Keyed(
    rows=Rows(
        key="caches",
        label="Caches",
        lead="square",
        fields=(
            Text(key="square", label="Square"),
            count("fuel", "Fuel", 0, 9),
            count("ammunition", "Ammunition", 0, 9),
        ),
        default=worked("explosion-chain")["caches"],
    )
)
UNITS_NEAR = Rows(
    key="units",
    label="Units",
    lead="id",
    most=60,
    fields=(
        Text(key="id", label="Name"),
        Text(key="square", label="Square"),
        count("strength", "People", 5, low=1),
        die("defense_die", "Defence die", listed=True),
        *cover(),
    ),
    default=worked("explosion-chain")["units"],
)

SHEETS: Mapping[str, Sheet] = {
    "direct-attack": Sheet(
        group="Direct attack",
        button="Attack",
        fields=(*SIDES, COUNTER, POOLS),
        chance=("rolls",),
        again="Roll for us",
        tries={
            "attack-plain": "five against four",
            "attack-counter": "in the rocks, with a counterattack",
            "attack-overkill": "more dice than people",
        },
        read_out=told.direct_attack,
    ),
    "direct-attack-odds": Sheet(
        group="Direct attack",
        button="What are the odds?",
        fields=(*SIDES, COUNTER),
        tries={"odds-small": "two against three", "odds-counter": "with the counterattack"},
        read_out=told.direct_attack_odds,
    ),
    "artillery-attack": Sheet(
        group="Artillery",
        button="Fire",
        fields=(
            GUN,
            TARGETS,
            SHOTS,
            dice_lines(
                "rolls",
                "The dice, a line a shot",
                "As 8: 6 3, the shot's die first; a dash where nobody is left. Blank: the app rolls.",
                ("artillery", "defense"),
                single=True,
            ),
        ),
        chance=("rolls",),
        again="Roll for us",
        tries={
            "barrage-two-targets": "shots shared over two targets",
            "barrage-tie-misses": "a tie, which misses",
        },
        read_out=told.artillery_attack,
    ),
    "artillery-odds": Sheet(
        group="Artillery",
        button="What are the odds?",
        fields=(
            die("artillery_die", "Artillery die", 12),
            count("shots", "Shots at it", 3, low=1),
            Group(
                key="target",
                label="The target",
                form="below",
                fields=(
                    count("strength", "People", 5, low=1),
                    die("defense_die", "Defence die"),
                    *cover(spotted=True),
                ),
            ),
        ),
        tries={"arty-odds": "a reconnoitred target", "arty-odds-hopeless": "a hopeless barrage"},
        read_out=told.artillery_odds,
    ),
    "cache-explosion": Sheet(
        group="Caches and scouts",
        button="Set it off",
        fields=(
            CACHES,
            UNITS_NEAR,
            Text(key="start", label="Which cache explodes", default="c3"),
            dice_lines(
                "rolls",
                "The dice, a line a combat",
                "As 7 3: 2, the cache's d8 before the colon. Blank: the app rolls.",
                ("attack", "defense"),
            ),
            house_rules("metric"),
        ),
        chance=("rolls",),
        again="Roll for us",
        tries={
            "explosion-chain": "a cache sets off the next",
            "explosion-quiet": "nobody near",
            "explosion-diagonal": "counted diagonally",
        },
        read_out=told.cache_explosion,
    ),
    "recon-report": Sheet(
        group="Caches and scouts",
        button="What do we see?",
        fields=(
            unit_type("unit", "Who looks", "scout_walker"),
            count("distance", "Squares away", 2, 60),
            Group(
                key="target",
                label="At what",
                form="below",
                fields=(
                    unit_type("unit", "Type", "troop_carrier"),
                    count("strength", "People", 5, low=1),
                    count("fuel", "Fuel counters", 1),
                    count("ammunition", "Ammunition counters", 0),
                    count("cargo", "Tokens of cargo", 0, 40),
                    count("passengers", "Passengers", 0, 10),
                ),
            ),
            Group(label="Own binder", form="folded", fields=(own_binder(),)),
        ),
        tries={"recon-truck": "a walker at a carrier", "recon-gun": "artillery at its nearest range"},
        read_out=told.recon_report,
    ),
}
