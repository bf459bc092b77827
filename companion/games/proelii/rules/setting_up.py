"""The battle set up: both armies where the scenario has them, with their energy (6.1)."""

from dataclasses import dataclass, replace
from typing import Any

from companion.engine import shape
from companion.engine.errors import under
from companion.engine.game import Outcome, Step
from companion.engine.wire import Json
from companion.games.proelii.data import BRILLIANT_START, SIDES, START, UNITS, Side
from companion.games.proelii.procedures.rerolls import morale_of
from companion.games.proelii.rules.own_battle import Battle, Piece, battle_of
from companion.games.proelii.state.options import DEFAULTS, Options
from companion.games.proelii.state.table import Army, State
from companion.games.proelii.state.unit import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A setup as it is said (6.1): a battle by its name or as a file, and the house rules."""

    scenario: Any
    options: Options = DEFAULTS


def set_up(setup: Json) -> Outcome[State]:
    """The opening state of a setup; `InvalidInput` or `IllegalAction` with paths inside it."""
    said: Said = shape.read(Said, setup)
    with under("scenario"):
        battle = battle_of(said.scenario, said.options.pieces)
    options = effective(said.options, battle)
    return Outcome(opening(battle, options), (_told(battle),))


def effective(options: Options, battle: Battle) -> Options:
    """The house rules with the battle's own rounds and pieces where the table says nothing."""
    rounds = battle.max_rounds if options.max_rounds is None else options.max_rounds
    return replace(options, max_rounds=rounds, pieces=options.pieces or battle.pieces)


def opening(battle: Battle, options: Options) -> State:
    """Both armies as they are set up, white to act."""
    armies = {side: _army(battle, side, options) for side in SIDES}
    units = {
        piece.id: _unit(piece, side, armies[side]) for side in SIDES for piece in battle.host(side).units
    }
    return State(
        scenario=battle.id,
        options=options,
        board=battle.board,
        sides=armies,
        units=units,
        round=0,
        phase="start",
        step="deploy" if options.free_deployment else "march",
        tier=None,
        rank=None,
        to_act="white",
        acted=(),
        unpaid=(),
        open=dict.fromkeys(SIDES),
        may_advance=(),
        result=None,
    )


def _army(battle: Battle, side: Side, options: Options) -> Army:
    host = battle.host(side)
    if options.level != "red":
        return Army(host.name, host.prestige, "low", "bad")
    return Army(host.name, host.prestige, morale_of(host.prestige), host.command)


def _unit(piece: Piece, side: Side, army: Army) -> Unit:
    usual = BRILLIANT_START if army.command == "brilliant" else START
    return Unit(
        side=side,
        name=piece.name,
        type=piece.type,
        experience=piece.experience,
        at=piece.at,
        energy=usual if piece.energy is None else piece.energy,
        cp=UNITS[piece.type].cp,
        ambush=piece.ambush,
    )


def _told(battle: Battle) -> Step:
    values = {"title": battle.title, "white": len(battle.white.units), "black": len(battle.black.units)}
    words = "{title}: {white:# unit|# units} of white against {black} of black. White begins."
    return Step("5.1", words, values)
