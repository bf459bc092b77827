"""The picture of two handfuls of dice, sorted: which die stopped which, which came through."""

from collections.abc import Mapping

from companion.engine.wire import Json

type Values = Mapping[str, object]


def pairing_picture(volley: Json, attacker: str, defender: str) -> Values:
    """A volley as columns: an attack die above the defence die that stops it, then the dice left over."""
    stopped = [list(pair) for pair in volley["pairs"]]
    columns: list[Values] = []
    for die in volley["attack"]:
        stop = stopped.pop(0)[1] if stopped and stopped[0][0] == die else None
        columns.append(_column(die, stop))
    idle = volley["defense"][len(volley["pairs"]) :]
    columns += [_column(None, die) for die in idle]
    through = len(volley["unmatched"])
    return {
        "attacker": attacker,
        "defender": defender,
        "columns": columns,
        "label": f"{attacker} against {defender}: {through} of {len(volley['attack'])} dice come through",
    }


def _column(attack: int | None, defense: int | None) -> Values:
    if attack is None:
        words = f"{defense} is left over"
    else:
        words = f"{attack} comes through" if defense is None else f"{defense} stops {attack}"
    return {
        "attack": "" if attack is None else attack,
        "defense": "" if defense is None else defense,
        "through": attack is not None and defense is None,
        "idle": attack is None,
        "words": words,
    }
