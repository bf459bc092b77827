"""The scenarios that a table may be opened with: how large the fronts are, and what lies on them."""

from collections.abc import Mapping
from functools import cache

from companion.engine.option import Plays, Tile
from companion.engine.wire import Json
from companion.engine.wording import counted, listed
from companion.games.scope import data
from companion.games.scope import state as ground
from companion.games.scope.procedures.scenarios import targets_of
from companion.games.scope.rules.setting_up import custom_of, starter_scenarios


def _tile(key: str, name: str, plan: data.Plan, fronts: Mapping[str, object], **more: Json) -> Tile:
    targets = targets_of(plan.counts, 0)
    cards = listed(counted(n, data.CARD_NAMES[card]) for card, n in plan.counts.items() if n)
    return Tile(
        key=key,
        title=name,
        drawn={**fronts, "mode": "advanced"},
        when=f"{plan.columns} × {plan.rows} houses",
        small=f"{plan.counts['sniper']} snipers · {plan.objective} points win",
        facts=(
            ("cards a side", str(plan.columns * plan.rows)),
            ("points that win", str(plan.objective)),
            ("points in play", str(ground.worth(ground.WORTH, targets))),
            ("they are", cards),
        ),
        **more,
    )


@cache
def tiles() -> tuple[Tile, ...]:
    """The printed scenarios, and the project's own."""
    printed = (
        _tile(key, data.SCENARIO_NAMES[key], plan, {"scenario": key}, value=key)
        for key, plan in data.PLANS.items()
    )
    own = (
        _tile(each["name"].casefold().replace(" ", "-"), each["name"], custom_of(each).plan, {"custom": each},
              value=ground.SCENARIO.default, setup={"custom": each})
        for each in starter_scenarios()
    )  # fmt: skip
    return (*printed, *own)


PLAYS = Plays(
    "Which scenario?", "The larger the front, the longer the duel: 10 to 15 minutes.", "scenario", tiles
)
