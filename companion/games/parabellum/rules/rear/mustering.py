"""Mustering, and cargo before deployment (S2–S5, B1)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.wording import counted, listed
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.claims import has_tokens, own, refuse
from companion.games.parabellum.rules.field import cargo_room
from companion.games.parabellum.rules.words import named
from companion.games.parabellum.state.naming import player_named
from companion.games.parabellum.state.pieces import Load, Unit
from companion.games.parabellum.state.table import State


def check_muster(state: State, player: str, unit: str) -> Unit:
    """The card, if people and tokens are there for it (R9)."""
    found = own(state, player, unit, "reserve")
    card, reserve = state.card(unit), state.players[player].reserve
    needs = {"people": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
    has = {"people": reserve.personnel, "fuel": reserve.fuel, "ammunition": reserve.ammunition}
    short = [_lacking(key, needs[key] - has[key]) for key in needs if needs[key] > has[key]]
    refuse(bool(short), "unit", f"{unit} cannot be mustered yet; the reserve lacks {listed(short)}.")
    return found


def _lacking(what: str, number: int) -> str:
    return counted(number, "person", "people") if what == "people" else f"{number} {what}"


def muster(state: State, action: kinds.Muster) -> Outcome[State]:
    """Staff, fuel and arm a card, and give its miniature a flag."""
    check_muster(state, action.player, action.unit)
    check_flag(state, action)
    card = state.card(action.unit)
    spent = Load(-card.fuel_cost, -card.ammunition_cost)
    mustered = state.with_reserve(action.player, -card.troop, spent).with_unit(
        action.unit,
        where="predeploy",
        strength=card.troop,
        fuel=card.fuel_max,
        ammunition=card.ammunition_max,
        flag=action.flag,
    )
    values = {"unit": named(mustered, action.unit)}
    return Outcome(mustered, (Step("S2", "{unit} is mustered, fully staffed and supplied.", values),))


def check_flag(state: State, action: kinds.Muster) -> None:
    """Beads of the palette, in an order that no other unit shows (R10)."""
    for n, colour in enumerate(action.flag):
        if colour not in state.binder.palette:
            raise IllegalAction(
                f"flag.{n}", f"There are no {colour} beads; there are {', '.join(state.binder.palette)}."
            )
    for unit, each in state.units.items():
        shown = "-".join(action.flag)
        refuse(each.flag == action.flag, "flag", f"{unit} shows {shown} already; take another flag.")
    livery = state.binder.companies[state.players[action.player].company].livery
    if state.options.livery_required and action.flag[:2] != livery:
        raise IllegalAction("flag", f"At this table flags begin with the livery, {'-'.join(livery)}.")


def stow(state: State, action: kinds.Stow) -> Outcome[State]:
    """Tokens from the reserve into cargo squares."""
    unit = own(state, action.player, action.unit, "predeploy")
    reserve = state.players[action.player].reserve
    has_tokens(Load(reserve.fuel, reserve.ammunition), action.load, "The reserve")
    room = cargo_room(state, action.unit)
    refuse(action.load.total > room, "unit", f"{action.unit} has room for {room} more tokens.")
    gone = Load(-action.load.fuel, -action.load.ammunition)
    loaded = state.with_reserve(action.player, load=gone)
    loaded = loaded.with_unit(action.unit, cargo=unit.cargo.plus(action.load))
    return Outcome(loaded, (_cargo_step(state, action.player, action.unit, "loads cargo into"),))


def unstow(state: State, action: kinds.Unstow) -> Outcome[State]:
    """Tokens from cargo squares into the reserve."""
    unit = own(state, action.player, action.unit, "predeploy")
    has_tokens(unit.cargo, action.load, action.unit)
    unloaded = state.with_reserve(action.player, load=action.load)
    unloaded = unloaded.with_unit(action.unit, cargo=unit.cargo.minus(action.load))
    return Outcome(unloaded, (_cargo_step(state, action.player, action.unit, "unloads cargo from"),))


def _cargo_step(state: State, player: str, unit: str, does: str) -> Step:
    values = {"who": player_named(player), "does": does, "unit": named(state, unit)}
    # What is loaded into what is done behind the screen: it is answered, and stands in nobody's log.
    return Step("S4", "{who} {does} {unit}.", values, once=True)
