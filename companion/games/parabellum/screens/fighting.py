"""Reconnaissance and direct attacks: targets, the exact odds, the dice, and what they do."""

from collections.abc import Mapping
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.recon_report import recon_range
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.procedures.combat.volleys import strike
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import miniature, place_words, public_name
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.dice import Typed, Wanting, app_rolls, rows
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import (
    Foe,
    assume,
    case_row,
    cases,
    foe_of,
    weighed,
    weighed_words,
)
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.screens.thrown import Throw, thrown_values
from companion.games.parabellum.state import State

type Detail = tuple[Values, Taps]


def target_choices(scene: Scene[State], targets: list[str], at_: str | None) -> list[Values]:
    """The enemies within reach, as everybody sees them."""
    state = scene.state
    return [
        miniature(state, each)
        | {
            "href": keep(scene, at=each, to=None),
            "on": each == at_,
            "words": place_words(state, each),
            "owner": who(state, state.units[each].owner),
        }
        for each in targets
    ]


def aimed(scene: Scene[State], targets: list[str]) -> str | None:
    """The target of the half-made choice, or the only one there is."""
    wanted = scene.draft.get("at", "")
    return wanted if wanted in targets else targets[0] if len(targets) == 1 else None


def unit_taps(
    scene: Scene[State], unit: str, targets: list[str], at_: str | None, reach: tuple[int, int]
) -> Taps:
    """Targets to tap on the map, and how far the weapon reaches."""
    here = scene.state.units[unit].square or ""
    return Taps(
        units={each: keep(scene, at=each, to=None) for each in targets},
        chosen=frozenset({unit, *([at_] if at_ else [])}),
        reach=(here, *reach),
    )


def recon(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Whom to reconnoitre; the report is for this screen and the owner's."""
    (entry,) = entries
    targets, unit = entry["targets"], entry["unit"]
    at_ = aimed(scene, targets)
    taps = unit_taps(scene, unit, targets, at_, (0, recon_range(scene.state.card(unit)) or 0))
    detail: Values = {
        "lead": "Its owner must tell type and strength; its defence dice count 2 less against artillery.",
        "targets": target_choices(scene, targets, at_),
    }
    if at_:
        action = {"type": "recon", "player": entry["player"], "unit": unit, "target": at_}
        detail["buttons"] = [
            {
                "text": f"Reconnoitre {miniature(scene.state, at_)['kind'].lower()} {at_}",
                "action": tap(action),
                "main": True,
            }
        ]
    return detail, taps


def attack(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Whom to attack; the odds against what one takes it for; the dice, rolled or tapped."""
    (entry,), state = entries, scene.state
    unit, targets = entry["unit"], list(entry["targets"])
    at_ = aimed(scene, targets)
    taps = unit_taps(scene, unit, targets, at_, (0, state.card(unit).range))
    detail: Values = {
        "lead": "One ammunition counter. Who survives may hit back.",
        "targets": target_choices(scene, targets, at_),
    }
    if at_ is None:
        return detail, taps
    foe = foe_of(scene, at_)
    action = {"type": "attack", "player": entry["player"], "unit": unit, "target": at_}
    found = cases(scene, at_, foe)
    rows = [case_row(scene, foe, each, attack_losses(state, unit, at_, each[1])) for each in found]
    known, all_ = assume(scene, at_, foe), weighed(scene, unit, at_)
    if all_ is not None:
        known |= {"words": weighed_words(all_)}
        rows = [row | {"on": False} for row in rows]
    losses = attack_losses(state, unit, at_, foe) if all_ is None else all_.losses
    detail |= {"assume": known, "cases": rows, "odds": odds_bars(losses, "The target")}
    name = miniature(state, at_)["kind"].lower()
    detail |= _dice(scene, action, f"Attack {name} {at_}")
    return detail, taps


def attack_losses(state: State, unit: str, target: str, foe: Foe) -> tuple[Fraction, ...]:
    """The exact distribution of what the target loses."""
    each, card = state.units[unit], state.card(unit)
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, BARE, 0)
    other = Side(foe.strength, foe.card.attack_die, foe.card.defense_die, 1, cover_of(state, target), 0)
    return tuple(volley_odds(own, other, each.strength))


def _dice(scene: Scene[State], action: Mapping[str, Json], words: str) -> Values:
    """The app rolls; or real dice are tapped, paired, and then taken."""
    found: Values = {"roll": {"action": tap(action), "text": f"{words}: roll for us"}}
    if scene.draft.get("dice") != "1":
        return found | {"real": keep(scene, dice=1)}
    state, (unit, target) = scene.state, (str(action["unit"]), str(action["target"]))
    names = public_name(state, unit), public_name(state, target)
    throw = volley_throw(state, (unit, target), names)
    throws, dice = throw_form(scene, throw, str(action["player"]))
    found |= {"throws": throws, "app": app_rolls(scene)}
    if dice is None:
        return found
    losses = strike(*dice, throw.cover).losses
    rolled = tap({**action, "rolls": {"attack": dice[0], "defense": dice[1]}})
    return found | {"take": {"action": rolled, "text": f"Take {count(losses, 'loss', 'losses')}"}}


def volley_throw(state: State, pair: tuple[str, str], names: tuple[str, str], people: int = 0) -> Throw:
    """One unit's dice at another's; `people` where fewer than its card says are left to throw."""
    unit, target = pair
    each, struck = state.units[unit], state.units[target]
    die, stops = state.card(unit).attack_die or 0, state.card(target).defense_die
    cover = cover_of(state, target)
    return Throw(*names, people or each.strength, die, target, struck.strength, stops, cover)


def throw_form(
    scene: Scene[State], throw: Throw, me: str
) -> tuple[Values, tuple[list[int], list[int]] | None]:
    """A single throw: what to tap, or what was tapped and the picture of it."""
    try:
        attack, defense = Typed(scene, me)(throw)
    except Wanting as wanting:
        return {"rows": [], "form": wanting.form}, None
    shown = thrown_values(throw, (attack, defense)) | {"n": 0}
    return {"rows": rows(scene, [shown]), "form": None}, (list(attack), list(defense))
