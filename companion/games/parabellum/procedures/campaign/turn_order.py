"""Dice for the turn order (T1): higher first; the tied roll again among themselves, and keep their place."""

from collections.abc import Mapping, Sequence
from random import Random

from companion.engine.dice import roll
from companion.engine.errors import InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.phrase import in_a_row
from companion.engine.procedure import rolling_for
from companion.engine.reading import Reading, integer, items, say
from companion.engine.wire import Json
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS, TURN_DICE
from companion.games.parabellum.state.naming import player_named, read_id, spoken

type Groups = list[list[str]]
type Roll = Mapping[str, int]


def decide(
    dice: Mapping[str, int], rolls: Json, path: str = "rolls"
) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """The order of the players who roll these dice, and why; `InvalidInput` where the rolls do not fit."""
    groups: Groups = [list(dice)]
    steps: list[Step] = []
    for n, each in enumerate(items(rolls, path)):
        at = join(path, n)
        if not (rolling := tied(groups)):
            raise InvalidInput(at, "Nobody is tied any more; no further roll is wanted.")
        thrown = _read_roll(each, at, {player: dice[player] for player in rolling})
        groups = _split(groups, thrown)
        steps += _told(thrown, dice, groups)
    if still := tied(groups):
        raise InvalidInput(
            path, f"{', '.join(map(spoken, still))} are tied; another roll of theirs is wanted."
        )
    order = tuple(player for (player,) in groups)
    names, values = _names(order)
    return order, (*steps, Step("T1", f"The order is {names}.", values))


def tied(groups: Groups) -> list[str]:
    """The players who must still roll."""
    return [player for group in groups if len(group) > 1 for player in group]


def _split(groups: Groups, thrown: Roll) -> Groups:
    after: Groups = []
    for group in groups:
        if len(group) == 1:
            after.append(group)
            continue
        for face in sorted({thrown[player] for player in group}, reverse=True):
            after.append([player for player in group if thrown[player] == face])
    return after


def _read_roll(value: Json, path: str, dice: Mapping[str, int]) -> Roll:
    reading = Reading(value, dice, path)
    return {player: integer(reading.raw(player), reading.at(player), 1, die) for player, die in dice.items()}


def roll_order(dice: Mapping[str, int], random: Random) -> list[dict[str, int]]:
    """Dice that the app rolls until nobody is tied."""
    groups: Groups = [list(dice)]
    rolls: list[dict[str, int]] = []
    while rolling := tied(groups):
        rolls.append({player: roll(random, dice[player]) for player in rolling})
        groups = _split(groups, rolls[-1])
    return rolls


def _told(thrown: Roll, dice: Mapping[str, int], groups: Groups) -> list[Step]:
    rolled = [{"who": player_named(each), "face": face, "die": dice[each]} for each, face in thrown.items()]
    faces, values = in_a_row("{who} {face} (d{die})", rolled)
    found = [Step("T1", f"They roll: {faces}.", values)]
    for group in groups:
        if len(group) > 1:
            names, values = _names(group)
            values["face"] = thrown[group[0]]
            found.append(Step("T1", f"{names} are tied at {{face}} and roll again among themselves.", values))
    return found


def _names(players: Sequence[str]) -> tuple[str, dict[str, object]]:
    return in_a_row("{who}", [{"who": player_named(player)} for player in players])


def resolve(question: Json) -> Resolution:
    """Procedure 6.3: who goes first."""
    reading = Reading.complete(question, ("dice",), ("rolls",))
    dice = read_turn_dice(reading.raw("dice"), "dice")
    order, steps = decide(dice, reading.raw("rolls"))
    return Resolution({"order": list(order), "rounds": len(reading.raw("rolls"))}, steps)


def read_turn_dice(value: Json, path: str) -> dict[str, int]:
    """The die of each of two to four players."""
    given = Reading(value, value if type(value) is dict else (), path).value
    if not FEWEST_PLAYERS <= len(given) <= MOST_PLAYERS:
        raise InvalidInput(path, f"Two to four players roll; {len(given)} were given.")
    return {
        read_id(player, join(path, player)): _die(die, join(path, player)) for player, die in given.items()
    }


def _die(value: Json, path: str) -> int:
    if type(value) is int and value in TURN_DICE:
        return value
    raise InvalidInput(path, f"The die for the turn order is a d6 or a d8; {say(value)} was given.")


def _roll(question: Json, random: Random) -> Json:
    return roll_order(read_turn_dice(question.get("dice"), "dice"), random)


complete = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""
