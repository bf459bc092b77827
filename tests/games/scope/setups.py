"""Any setup that a table may choose."""

from random import Random
from typing import Any

from companion.games.scope.data import ADVANCED_THEMES, PLANS, THEME_NAMES
from companion.games.scope.rules.setting_up import starter_scenarios


def table(random: Random) -> dict[str, Any]:
    """Scenario, theme, mode, people and house rules; the fronts are left to the app."""
    theme, mode = random.choice([None, *THEME_NAMES]), random.choice(["basic", "advanced"])
    mode = "advanced" if theme in ADVANCED_THEMES else mode
    players = random.choice([2, 3, 4]) if mode == "advanced" else 2
    scenario = random.choice([*PLANS, "custom"])
    own = {"custom": random.choice(starter_scenarios())} if scenario == "custom" else {}
    said = {"scenario": scenario, "theme": theme, "mode": mode, "players": players}
    return {**said, **own, "options": options(random)}


def options(random: Random) -> dict[str, Any]:
    return {
        "defensive_fire_scores": random.random() < 0.5,
        "memory_aid": random.random() < 0.5,
        "objective": random.choice([None, 3, 12]),
        "reinforce_points": random.choice(["return", "keep"]),
        "shot_card_until": random.choice(["seat", "player"]),
    }
