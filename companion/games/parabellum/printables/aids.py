"""Players' aids: the turn and combat on one sheet; dice, odds and terrain on another; a log for the dice."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables import aid_parts as parts
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.sheets import halves, head
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of
from companion.games.parabellum.state.binder import Binder, Scenario
from companion.games.parabellum.state.options import DEFAULTS, Options
from companion.press.options import TEXT_OPTIONS, Made, whole_number
from companion.press.prose import Markup, Prose, join, table, tag

LOGS = whole_number("sheets", "Sheets", "How many, three combats each.", 1, (1, 12))

MOST_BESIDE_COMBAT, MOST_BESIDE_ODDS, MOST_BANDS = 14, 10, 6
"""Kinds of terrain, and steps of a price, for which there is room on one page."""


def rules_of(
    choices: Mapping[str, Json], scene: Scene[Any] | None
) -> tuple[Binder, Scenario | None, Options]:
    """The binder, the scenario that is played, and the house rules in force."""
    binder, state = binder_of(choices, scene), state_of(scene)
    here = state.booklet if state and state.binder is binder else None
    return binder, here, state.options if state else DEFAULTS


def turn_aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """Set-up, the turn, prices, combat and terrain in two columns."""
    binder, here, options = rules_of(choices, scene)
    left = tag("div", *parts.set_up(), *parts.turn(options), *parts.money(binder, here))
    right = tag("div", *parts.direct(options), *parts.artillery(), *parts.terrain(binder, here))
    steps = max(len(resource.bands) for resource in binder.resources.values())
    long = len(binder.terrain) > MOST_BESIDE_COMBAT or steps > MOST_BANDS
    body = join((head("Parabellum Inc.", "Turn and phases"), halves(left, right, long=long)))
    return DRESS.prose(choices, "turn aid", body, lying=True)


def dice_aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """Mean losses by dice, chances of artillery, terrain and cover."""
    binder, here, options = rules_of(choices, scene)
    left = tag(
        "div",
        tag("h2", "Losses, ten against ten"),
        tag("p", "The mean, in the open: your attack die at the left, their defence die above.", kind="lead"),
        parts.losses_table(10),
        tag("h2", "Losses, five against five"),
        parts.losses_table(5),
        *parts.payouts(options, (100, 200, 300, 420)),
    )
    right = tag(
        "div",
        tag("h2", "One artillery shot"),
        tag("p", "The chance of a hit, by the people it falls on. Beat their best die.", kind="lead"),
        parts.hits_table(6),
        parts.hits_table(10),
        *parts.terrain(binder, here),
    )
    long = len(binder.terrain) > MOST_BESIDE_ODDS
    body = join((head("Parabellum Inc.", "Dice and terrain"), halves(left, right, long=long)))
    return DRESS.prose(choices, "dice and terrain", body, lying=True)


def dice_log(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """Three combats a page: dice sorted in columns, which stopped which, and what was lost."""
    sheets = [tag("section", _combat(), _combat(), _combat()) for _ in range(choices["sheets"])]
    return DRESS.prose(choices, "dice log", join(sheets))


def _combat() -> Markup:
    line = "Attacker ____________  d___  people ___    Defender ____________  d___  people ___    cover ____"
    rows = [
        (word, *[""] * 20)
        for word in ("Attack", "Defence", "Left over", "Counterattack", "Defence", "Left over")
    ]
    return join((
        head("Dice log", "highest first; a defence die stops one equal or lower"),
        tag("p", line, kind="lead"),
        table(("", *range(1, 21)), rows, kind="pen num names"),
        tag("p", "Losses: defender ____   attacker ____      Ammunition spent: ____", kind="lead"),
    ))  # fmt: skip


AIDS: Mapping[str, Made] = {
    "turn-aid": (turn_aid, (*TEXT_OPTIONS, BINDER)),
    "dice-aid": (dice_aid, (*TEXT_OPTIONS, BINDER)),
    "dice-log": (dice_log, (*TEXT_OPTIONS, LOGS)),
}
