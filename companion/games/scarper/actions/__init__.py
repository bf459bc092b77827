"""A journal entry of Scarper, read in the order of checks that the specification fixes (section 5)."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, say, text
from companion.engine.thing import worded
from companion.engine.wire import Json
from companion.games.scarper.actions import kinds
from companion.games.scarper.actions.adjusting import read_adjust
from companion.games.scarper.actions.placements import read_placements
from companion.games.scarper.actions.revealing import read_reveal
from companion.games.scarper.data import BATTLEFIELDS, SIDES
from companion.games.scarper.state.table import State

__all__ = ["TYPES", "read_action"]


def read_action(value: Json, state: State) -> kinds.Action:
    """Read an action at this table; `InvalidInput` at the first fault, with its path in the action."""
    if type(value) is not dict:
        raise InvalidInput("", f"A deed is wanted here; {say(value)} was given.")
    kind = value.get("type")
    if type(kind) is not str or kind not in TYPES:
        known = ", ".join(map(worded, TYPES))
        raise InvalidInput("type", f"What is done is one of {known}; {say(kind)} was given.")
    keys, read = TYPES[kind]
    return read(Reading(value, keys), state)


def _choose_missions(reading: Reading, state: State) -> kinds.ChooseMissions:
    side = reading.name("side", SIDES)
    if state.options.cards == "table":
        return kinds.ChooseMissions(side, reading.integer("keep", 1, 2))
    keep = tuple(text(each, reading.at("keep", n)) for n, each in enumerate(reading.items("keep", 1, 2)))
    if len(set(keep)) < len(keep):
        raise InvalidInput("keep", "The same mission is named twice; name each one once.")
    return kinds.ChooseMissions(side, keep)


def _choose_first(reading: Reading, state: State) -> kinds.ChooseFirst:
    return kinds.ChooseFirst(reading.name("side", SIDES), reading.name("first", SIDES))


def _build_trenches(reading: Reading, state: State) -> kinds.BuildTrenches:
    side = reading.name("side", SIDES)
    return kinds.BuildTrenches(side, read_placements(reading.items("placements", 1), "placements"))


def _play_card(reading: Reading, state: State) -> kinds.PlayCard:
    side, card = reading.name("side", SIDES), reading.text("card", 0)
    mode = reading.name("mode", MODES)
    order = reading.name("event_order", ORDERS) if "event_order" in reading else None
    return kinds.PlayCard(side, card, mode, order)


def _resolve_event(reading: Reading, state: State) -> kinds.ResolveEvent:
    side, choices = reading.name("side", SIDES), reading.items("choices")
    for n, choice in enumerate(choices):
        if choice is not None and type(choice) is not dict:
            wanted = f"A choice of the event is wanted here, or none; {say(choice)} was given."
            raise InvalidInput(reading.at("choices", n), wanted)
    return kinds.ResolveEvent(side, tuple(choices))


def _publish_propaganda(reading: Reading, state: State) -> kinds.PublishPropaganda:
    return kinds.PublishPropaganda(reading.name("side", SIDES), reading.integer("points", 1, 99))


def _invest_economy(reading: Reading, state: State) -> kinds.InvestEconomy:
    return kinds.InvestEconomy(reading.name("side", SIDES), reading.integer("points", 1, 99))


def _steady_push(reading: Reading, state: State) -> kinds.SteadyPush:
    side, battlefield = reading.name("side", SIDES), reading.name("battlefield", BATTLEFIELDS)
    return kinds.SteadyPush(side, battlefield, reading.integer("points", 1, 99))


def _frontal_charge(reading: Reading, state: State) -> kinds.FrontalCharge:
    side, battlefield = reading.name("side", SIDES), reading.name("battlefield", BATTLEFIELDS)
    rolls = Reading(reading.raw("rolls"), ("attacker", "defender"), "rolls")
    attacker, defender = rolls.integer("attacker", 1, 6), rolls.integer("defender", 1, 6)
    return kinds.FrontalCharge(side, battlefield, attacker, defender)


def _concentrated_assault(reading: Reading, state: State) -> kinds.ConcentratedAssault:
    side, battlefield = reading.name("side", SIDES), reading.name("battlefield", BATTLEFIELDS)
    d6 = Reading(reading.raw("rolls"), ("d6",), "rolls").integer("d6", 1, 6)
    return kinds.ConcentratedAssault(side, battlefield, d6)


def _end_commands(reading: Reading, state: State) -> kinds.EndCommands:
    return kinds.EndCommands(reading.name("side", SIDES))


def _score_year(reading: Reading, state: State) -> kinds.ScoreYear:
    return kinds.ScoreYear()


def _resign(reading: Reading, state: State) -> kinds.Resign:
    return kinds.Resign(reading.name("side", SIDES))


MODES: tuple[Literal["event"], Literal["commands"]] = ("event", "commands")
ORDERS: tuple[Literal["before"], Literal["after"]] = ("before", "after")


class Kind(NamedTuple):
    """How one type of action is read: its keys in the order of checks, and the reader."""

    keys: tuple[str, ...]
    read: Callable[[Reading, State], kinds.Action]


TYPES: Mapping[str, Kind] = {
    "choose_missions": Kind(("type", "side", "keep"), _choose_missions),
    "choose_first": Kind(("type", "side", "first"), _choose_first),
    "build_trenches": Kind(("type", "side", "placements"), _build_trenches),
    "play_card": Kind(("type", "side", "card", "mode", "event_order"), _play_card),
    "resolve_event": Kind(("type", "side", "choices"), _resolve_event),
    "publish_propaganda": Kind(("type", "side", "points"), _publish_propaganda),
    "invest_economy": Kind(("type", "side", "points"), _invest_economy),
    "steady_push": Kind(("type", "side", "battlefield", "points"), _steady_push),
    "frontal_charge": Kind(("type", "side", "battlefield", "rolls"), _frontal_charge),
    "concentrated_assault": Kind(("type", "side", "battlefield", "rolls"), _concentrated_assault),
    "end_commands": Kind(("type", "side"), _end_commands),
    "reveal_missions": Kind(("type", "missions", "verdicts"), read_reveal),
    "score_year": Kind(("type",), _score_year),
    "adjust": Kind(("type", "reason", "changes"), read_adjust),
    "resign": Kind(("type", "side"), _resign),
}
