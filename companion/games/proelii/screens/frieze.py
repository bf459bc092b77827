"""The combat as a frieze: every attached pair, die against die, and what it comes to as the dice lie."""

from collections import Counter
from collections.abc import Mapping

from companion.engine.wording import Values
from companion.games.proelii.data import COLOURS, FACE_NAMES, ROWS
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.screens.asked import Taps
from companion.games.proelii.screens.facing import hits
from companion.games.proelii.screens.field import Lie, token, told
from companion.games.proelii.state import State

NO_MARK: Values = {"kind": "", "words": "", "small": "", "label": "", "sealed": False}
STEPS = ("roll", "cancel", "convert", "losses")


def is_fought(state: State) -> bool:
    """Whether dice lie, or may be rolled, between attached units."""
    return state.step in STEPS and any(attached(state, name) for name, _ in state.army("white"))


def frieze(lie: Lie, taps: Taps, letters: Mapping[str, str], hands: Values | None = None) -> Values:
    """All pairs, the chosen one first, white at the left; a small field and the table's dice above them.

    While both sides mark, `hands` says what is seen of it here, and one's own side stands at the left.
    """
    state, lost = lie.state, hits(lie.state)
    pairs = [(name, each) for name, _ in state.army("white") for each in attached(state, name)]
    named = (f"{state.units[a].name} against {state.units[b].name}" for a, b in pairs)
    return {
        "hands": hands,
        "label": "The combat: " + ", ".join(named),
        **_map(lie, letters),
        "dice": [{"colour": each, "faces": getattr(state.options.dice, each)} for each in COLOURS],
        "pairs": [
            {
                "letter": letters.get(a, ""),
                "chosen": bool({a, b} & taps.chosen),
                "verdict": _verdict(state, (a, b), lost),
                "sum": f"{_loss(lost[a])} : {_loss(lost[b])}",
                "halves": _turned(
                    lie,
                    [
                        {
                            **_half(state, name, taps, f"pair-{a}-{b}-{n}"),
                            "mark": hands["marks"][name] if hands else NO_MARK,
                        }
                        for n, name in enumerate((a, b))
                    ],
                    hands,
                ),
            }
            for a, b in sorted(
                pairs, key=lambda pair: (not taps.chosen & {*pair}, letters.get(pair[0], ""), pair)
            )
        ],
    }


def _turned(lie: Lie, halves: list[Values], hands: Values | None) -> list[Values]:
    """Both units of a pair, one's own at the left where its side marks."""
    return halves[::-1] if hands and lie.near == "black" else halves


def _map(lie: Lie, letters: Mapping[str, str]) -> Values:
    """The small field: who stands where, with the letter of his fight."""
    state, rows = lie.state, lie.state.board.red_lines
    return {
        "width": 10 * state.board.columns,
        "lines": [{"y": 10 * (ROWS - row if lie.near == "white" else row)} for row in rows],
        "units": [
            {
                "x": 10 * lie.x(at) - 5,
                "y": 10 * lie.y(at) - 5,
                "side": state.units[name].side,
                "letter": letters.get(name, ""),
            }
            for at, name in state.standing.items()
        ],
    }


def _half(state: State, name: str, taps: Taps, where: str) -> Values:
    unit = state.units[name]
    begun = unit.energy - unit.ledger.combat
    return {
        "id": where,
        "href": taps.units.get(name, ""),
        "label": f"{told(unit)}, {_shows(state, name)}",
        "name": unit.name,
        "energy": f"{begun} → {unit.energy}" if begun != unit.energy else f"{unit.energy} energy",
        "token": token(unit),
        "die": unit.kind.die,
        "face": unit.roll.face if unit.roll else "",
        "chosen": name in taps.chosen,
    }


def _shows(state: State, name: str) -> str:
    roll = state.units[name].roll
    return f"shows {FACE_NAMES[roll.face]}" if roll else "has not rolled"


def _loss(cp: int) -> str:
    return f"−{cp}" if cp else "0"


def _verdict(state: State, pair: tuple[str, str], lost: Counter[str]) -> str:
    """Who falls, or how many CP are lost by whom; all swords that go against them are counted."""
    units = {name: state.units[name] for name in pair}
    fallen = [unit.name for name, unit in units.items() if lost[name] >= unit.cp]
    if fallen:
        return " and ".join(fallen) + " would fall"
    hurt = [f"{unit.name} {_loss(lost[name])} CP" for name, unit in units.items() if lost[name]]
    return ", ".join(hurt) or "nobody is hit"
