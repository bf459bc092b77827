"""How the answers read on the desk: what counts in one line, then small tables."""

import json
from fractions import Fraction
from urllib.parse import quote

from companion.engine.told import Drawing, Row, Table, Told, allowed, deed, told
from companion.engine.wire import Json
from companion.engine.wording import listed, tenths
from companion.games.scope.data import (
    CARD_NAMES,
    CARDS,
    PHASE_NAMES,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    THEME_NAMES,
)
from companion.games.scope.state.ground import cell
from companion.games.scope.state.naming import spoken

SIGNS = {card: CARD_NAMES[card].capitalize() for card in (*CARDS, "hidden")}


def search_odds(question: Json, result: Json) -> Told:
    """The best places to look, then every cell with its chances."""
    best = result["best"]["sniper"]
    verdict = f"A sniper most likely at {listed(best)}" if best else "No sniper can lie here"
    present = [card for card in CARDS if result["remaining"][card]]
    rows = [
        (each["cell"], *(_chance(each["odds"].get(card)) for card in present), _points(each))
        for each in result["cells"]
    ]
    worth = result["best"]["points"]
    line = f"Most points on average at {listed(worth)}." if worth else ""
    return told(verdict, line, Table(("Cell", *(SIGNS[card] for card in present), "Points"), rows))


def _chance(chance: Json) -> str:
    return tenths(Fraction(chance["exact"])) if chance else "–"


def _points(row: Json) -> str:
    return f"{row['expected_points']['value']:.2f}"


def victory(question: Json, result: Json) -> Told:
    """Who has won, and what each side still lacks."""
    winner = result["winner"]
    verdict = f"The {SIDE_NAMES[winner]} side has won" if winner else "Nobody has won yet"
    rows = [
        (SIDE_NAMES[side], WAYS[each["reason"]], _lacks(each))
        for side, found in result["conditions"].items()
        for each in found
    ]
    return told(verdict, Table(("Side", "Way to win", "Still missing"), rows))


WAYS = {"snipers": "Enemy snipers", "points": "Objective points", "theme": "The theme's own"}


def _lacks(condition: Json) -> str:
    if condition["met"]:
        return "reached"
    return "out of reach" if condition["missing"] is None else str(condition["missing"])


def scenarios(question: Json, result: Json) -> Told:
    """The table of scenarios, as the rulebook has it."""
    theme = result["theme"]
    verdict = THEME_NAMES[theme] if theme else "The printed scenarios"
    rows = [_scenario(each) for each in result["scenarios"]]
    heads = ("Scenario", "Front", *(SIGNS[card] for card in CARDS), "Objective", "Points in play")
    return told(verdict, Table(heads, rows))


def _scenario(row: Json) -> Row:
    counts = (row["counts"][card] for card in CARDS)
    front = f"{row['columns']} × {row['rows']}"
    return (SCENARIO_NAMES[row["id"]], front, *counts, row["objective"] or "the theme's", row["points"])


def own_scenario(question: Json, result: Json) -> Told:
    """A scenario of one's own: what it comes to, its front, and the way to a table that plays it."""
    file = result["file"]
    verdict = f"{file['name']}: {file['columns']} × {file['rows']}"
    share = 100 * file["objective"] // max(result["points"], 1)
    line = f"{result['targets']} targets worth {result['points']} points; {file['objective']} win, {share} %."
    table = Table(("Card", "On each front"), [(SIGNS[card], n) for card, n in file["counts"].items() if n])
    whole = quote(json.dumps(file, separators=(",", ":")), safe="")
    return told(
        verdict, line, table, Drawing("scope/own_scenario.html", {"name": file["name"], "code": whole})
    )


def quadrants(question: Json, result: Json) -> Told:
    """Every quadrant, and whether it can be moved."""
    found = result["quadrants"]
    rows = [(each["quadrant"], " ".join(each["cells"]), _yes(each, "move"), _yes(each, "player_zone"))
            for each in found]  # fmt: skip
    verdict = f"{result['movable']} of {len(found)} can be moved"
    return told(verdict, Table(("Quadrant", "Cells", "Can be moved", "Next to the player zone"), rows))


def _yes(row: Json, key: str) -> str:
    return "yes" if row[key] else "no"


def legal(question: Json, result: Json) -> Told:
    """The deeds that are open."""
    rows = [(deed(each), allowed({k: v for k, v in each.items() if k != "seat"}) or "–")
            for each in result["actions"]]  # fmt: skip
    who = f"It is for the {spoken(result['seat'])} to act." if rows else "Nothing is left to do."
    return told(PHASE_NAMES[result["phase"]], who, Table(("Deed", "Open"), rows))


def session(question: Json, result: Json) -> Told:
    """A state: the score, and the battlefield from the Soviet side down to the German."""
    state = result.get("state") or result["view"]
    winner = state["winner"]
    now = f"{SIDE_NAMES[winner]} side has won" if winner else f"{spoken(state['slot'])} to act"
    lines = [_side(state, side) for side in SIDES]
    columns = [cell(n, 1)[0] for n in range(state["columns"])]
    rows = [
        (row, *(_lying(state["grid"][f"{column}{row}"]) for column in columns))
        for row in range(2 * state["rows"], 0, -1)
    ]
    field = Table(("Row", *columns), rows, "The battlefield, the Soviet side above")
    return told(f"Turn {state['turn']} · {now}", *lines, field)


def _side(state: Json, side: str) -> str:
    lost = listed(CARD_NAMES[card] for card in state["lost"][side]) or "nothing"
    return f"{SIDE_NAMES[side]} side: {state['score'][side]} points; it has lost {lost}."


def _lying(lying: Json) -> str:
    return f"{SIDE_NAMES[lying['side']][0]} {CARD_NAMES[lying['card']]}"
