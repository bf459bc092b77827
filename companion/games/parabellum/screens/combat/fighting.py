"""Reconnaissance and direct attacks: targets, the exact odds, the dice, and what they do."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, End, Icon, Lead, Piece, Versus, Way, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.recon_report import recon_range
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.procedures.combat.volleys import strike
from companion.games.parabellum.rules.claims import why_not
from companion.games.parabellum.rules.combat.attacking import check_attack
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import SHEET, miniature, place_words, public_name, seat_of
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.combat.dice import Typed, Wanting, app_rolls, thrown_pieces
from companion.games.parabellum.screens.combat.thrown import Throw, thrown_values
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.guesses import (
    Foe,
    assume,
    case_choice,
    cases,
    foe_of,
    weighed,
    weighed_words,
)
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State


def target_choices(scene: Scene[State], targets: list[str], at_: str | None) -> Choices:
    """The enemies within reach, as everybody sees them."""
    return Choices(label="Within reach", choices=tuple(_target(scene, each, each == at_) for each in targets))


def _target(scene: Scene[State], unit: str, on: bool) -> Choice:
    seen = miniature(scene.state, unit)
    return Choice(
        words=said("{kind} {id}", kind=seen["kind"], id=unit),
        small=said("{flag}; {where}", flag=seen["flag"], where=place_words(scene.state, unit)),
        icon=Icon(seen["sign"], SHEET),
        side=seen["seat"],
        href=keep(scene, at=unit, to=None),
        chosen=on,
    )


def aimed(scene: Scene[State], targets: list[str]) -> str | None:
    """The target of the half-made choice, or the only one there is."""
    wanted = scene.draft.get("at", "")
    return wanted if wanted in targets else targets[0] if len(targets) == 1 else None


def unit_taps(
    scene: Scene[State], unit: str, targets: list[str], at_: str | None, reach: tuple[int, int]
) -> Taps:
    """Targets to tap on the map, and how far the weapon reaches."""
    here, owner = scene.state.units[unit].square or "", scene.state.units[unit].owner
    others = [
        other
        for other, each in scene.state.units.items()
        if each.owner != owner and each.where == "map" and other not in targets
    ]
    return Taps(
        units={each: keep(scene, at=each, to=None) for each in targets},
        barred={each: keep(scene, at=each, to=None) for each in others},
        chosen=frozenset({unit, *([at_] if at_ else [])}),
        reach=(here, *reach),
    )


def recon(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Whom to reconnoitre; the report is for this screen and the owner's."""
    (entry,) = entries
    targets, unit = entry["targets"], entry["unit"]
    at_ = aimed(scene, targets)
    taps = unit_taps(scene, unit, targets, at_, (0, recon_range(scene.state.card(unit)) or 0))
    lead = "Its owner must tell type and strength; its defence dice count 2 less against artillery."
    pieces = (Lead(lead), target_choices(scene, targets, at_))
    if at_ is None:
        return Detail(pieces=pieces, taps=taps, missing="Tap whom")
    action = {"type": "recon", "player": entry["player"], "unit": unit, "target": at_}
    words = said("Reconnoitre {kind} {id}", kind=miniature(scene.state, at_)["kind"].lower(), id=at_)
    return Detail(pieces=pieces, main=Deed(words=words, action=tap(action)), taps=taps)


def attack(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Whom to attack; the odds against what one takes it for; the dice, rolled or tapped."""
    (entry,), state = entries, scene.state
    unit, targets = entry["unit"], list(entry["targets"])
    at_ = aimed(scene, targets)
    taps = unit_taps(scene, unit, targets, at_, (0, state.card(unit).range))
    taps = replace(taps, why=_why_not(scene, entry))
    choices = (target_choices(scene, targets, at_),) if len(targets) > 1 else ()
    if at_ is None:
        return Detail(pieces=choices, taps=taps, missing="Tap whom to attack")
    action = {"type": "attack", "player": entry["player"], "unit": unit, "target": at_}
    if scene.draft.get("dice") == "1":
        return _typed(scene, action, taps)
    name = miniature(state, at_)["kind"].lower()
    ammunition = state.units[unit].ammunition
    deed = Deed(
        words=said("Attack {kind} {id}", kind=name, id=at_),
        small=said("the app rolls; ammunition {now} → {then}", now=ammunition, then=ammunition - 1),
        action=tap(action),
    )
    own = Way(words="Our own dice", href=keep(scene, dice=1), icon=Icon("roll"))
    return Detail(pieces=(*weighing(scene, unit, at_), *choices), main=deed, lesser=(own,), taps=taps)


def _why_not(scene: Scene[State], entry: Entry) -> tuple[str, str] | None:
    """Where the enemy stands that was tapped and cannot be attacked, and what the rules say of it."""
    state, wanted = scene.state, scene.draft.get("at", "")
    if wanted not in state.units or not state.units[wanted].square:
        return None
    attack = kinds.Attack(entry["player"], entry["unit"], wanted, counter=False, rolls=None)
    why = why_not(check_attack, state, attack)
    return (state.units[wanted].square or "", why) if why else None


def weighing(scene: Scene[State], unit: str, target: str) -> tuple[Piece, ...]:
    """Dice against dice, the exact odds against what one takes the target for, what that is."""
    state, foe = scene.state, foe_of(scene, target)
    rows = [
        case_choice(scene, foe, each, attack_losses(state, unit, target, each[1]))
        for each in cases(scene, target, foe)
    ]
    all_ = weighed(scene, unit, target)
    losses = attack_losses(state, unit, target, foe) if all_ is None else all_.losses
    each, card, theirs = state.units[unit], state.card(unit), state.units[target]
    left = End(
        str(each.strength),
        said("dice d{die}", die=card.attack_die),
        (),
        seat_of(state, each.owner),
        "strength",
    )
    right = End(str(foe.strength), said("dice d{die}", die=foe.card.defense_die),
                _shelter(state, target, foe), seat_of(state, theirs.owner), "strength")  # fmt: skip
    return (
        Versus(left, right),
        odds_bars(losses, "The target", seat_of(state, theirs.owner)),
        *assume(scene, foe, weighed_words(all_) if all_ else "", rows),
    )


def _shelter(state: State, target: str, foe: Foe) -> tuple[str, ...]:
    """Its dice, and what shelters it."""
    many = "?" if len(foe.kinds) > 1 else ""
    cover = cover_of(state, target)
    return (
        f"dice d{foe.card.defense_die}{many}",
        *((f"{cover.direct:+d} for its place",) if cover.direct else ()),
    )


def attack_losses(state: State, unit: str, target: str, foe: Foe) -> tuple[Fraction, ...]:
    """The exact distribution of what the target loses."""
    each, card = state.units[unit], state.card(unit)
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, BARE, 0)
    other = Side(foe.strength, foe.card.attack_die, foe.card.defense_die, 1, cover_of(state, target), 0)
    return tuple(volley_odds(own, other, each.strength))


def _typed(scene: Scene[State], action: Mapping[str, Json], taps: Taps) -> Detail:
    """Real dice are tapped, paired, and then taken."""
    state, (unit, target) = scene.state, (str(action["unit"]), str(action["target"]))
    names = public_name(state, unit), public_name(state, target)
    throw = volley_throw(state, (unit, target), names)
    try:
        attack_, defense = Typed(scene, str(action["player"]))(throw)
    except Wanting as wanting:
        return wanting.detail(scene, (), taps)
    losses = strike(attack_, defense, throw.cover).losses
    rolled = tap({**action, "rolls": {"attack": list(attack_), "defense": list(defense)}})
    deed = Deed(words=said("Take {losses}", losses=count(losses, "loss", "losses")), action=rolled)
    thrown = thrown_values(throw, (attack_, defense)) | {"n": 0}
    return Detail(pieces=thrown_pieces(scene, [thrown]), main=deed, lesser=(app_rolls(scene),), taps=taps)


def volley_throw(state: State, pair: tuple[str, str], names: tuple[str, str], people: int = 0) -> Throw:
    """One unit's dice at another's; `people` where fewer than its card says are left to throw."""
    unit, target = pair
    each, struck = state.units[unit], state.units[target]
    die, stops = state.card(unit).attack_die or 0, state.card(target).defense_die
    cover = cover_of(state, target)
    return Throw(*names, people or each.strength, die, target, struck.strength, stops, cover)
