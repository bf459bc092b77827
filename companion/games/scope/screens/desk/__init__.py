"""The desk of SCOPE: its procedures and a whole game (6.1 to 6.4), and how the answers read."""

import json
from collections.abc import Mapping
from fractions import Fraction
from urllib.parse import quote

from companion.engine.desk import (
    Answer,
    Drawing,
    Row,
    Sheets,
    Summary,
    Table,
    allowed,
    deed,
    on_desk,
    summary,
)
from companion.engine.dice import Exact
from companion.engine.errors import GameError
from companion.engine.form import Choice, Pick
from companion.engine.game import Eyes, OnDesk, Open, Step, WholeGame, questions
from companion.engine.wire import Json
from companion.engine.wording import listed, tenths
from companion.games.scope import data, procedures
from companion.games.scope.data import CARD_NAMES, CARDS, FOLDER, SIDE_NAMES
from companion.games.scope.deeds import apply, checked_legal
from companion.games.scope.deeds.secrets import seen_state
from companion.games.scope.procedures import search_odds
from companion.games.scope.rules import setting_up
from companion.games.scope.rules.setting_up import Designed, Setup, deal, open_table, set_up
from companion.games.scope.state import HOUSE_RULES, State, cell, read_state, spoken, state_json


class OpenNow(Open):
    """What may be done, and by whom; nobody where the game is over."""

    phase: data.Phase
    seat: str | None


def _may(state: State) -> tuple[OpenNow, Step]:
    entries = checked_legal(state)
    seat = None if state.phase == "finished" else state.slot
    values = {"phase": data.PHASE_NAMES[state.phase], "who": spoken(seat)}
    words = "{phase}: it is for the {who}." if seat else "{phase}: nothing is left to do."
    step = Step("objective" if seat is None else "move", words, values)
    return OpenNow(phase=state.phase, seat=seat, actions=entries), step


EYES = Eyes(
    seats=lambda state: state.slots,
    seen=seen_state,
    spoken=spoken,
    is_over=lambda state: state.phase == "finished",
    over=Step("setup", "The game is over: all cards lie open."),
    middle=Step("setup", "The tablet in the middle shows no card that lies face down."),
    own=Step("setup", "{who}: the own side's cards, and of the enemy only what is turned up now."),
)
LONGEST = 5000
"""Actions: the longest journal that is played again."""

WHOLE_GAME = WholeGame(
    set_up=set_up,
    opens=open_table,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    sees=EYES,
    opening="The opening state: both fronts, objective, whose turn it is.",
    deal=deal,
    most=LONGEST,
    described=questions(State, Setup, LONGEST, {"seat": data.Seat | None}),
)


SIGNS = {card: CARD_NAMES[card].capitalize() for card in (*CARDS, "hidden")}


def show_search_odds(question: object, result: search_odds.SearchOdds) -> Summary:
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
    return summary(verdict, line, Table(("Cell", *(SIGNS[card] for card in present), "Points"), rows))


def _chance(chance: Exact | None) -> str:
    return tenths(Fraction(chance["exact"])) if chance else "–"


def _points(row: search_odds.CellRow) -> str:
    return f"{row['expected_points']['value']:.2f}"


def show_victory(question: object, result: procedures.Victory) -> Summary:
    winner = result["winner"]
    verdict = f"The {SIDE_NAMES[winner]} side has won" if winner else "Nobody has won yet"
    rows = [
        (SIDE_NAMES[side], WAYS[each["reason"]], _lacks(each))
        for side, ways in result["conditions"].items()
        for each in ways
    ]
    return summary(verdict, Table(("Side", "Way to win", "Still missing"), rows))


WAYS = {"snipers": "Enemy snipers", "points": "Objective points", "theme": "The theme's own"}


def _lacks(condition: procedures.Condition) -> str:
    if condition["met"]:
        return "reached"
    return "out of reach" if condition["missing"] is None else str(condition["missing"])


def show_scenarios(question: object, result: procedures.ScenarioTable) -> Summary:
    theme = result["theme"]
    verdict = data.THEME_NAMES[theme] if theme else "The printed scenarios"
    rows = [_scenario(each) for each in result["scenarios"]]
    heads = ("Scenario", "Front", *(SIGNS[card] for card in CARDS), "Objective", "Points in play")
    return summary(verdict, Table(heads, rows))


def _scenario(row: procedures.ScenarioRow) -> Row:
    counts = (row["counts"][card] for card in CARDS)
    front = f"{row['columns']} × {row['rows']}"
    return (data.SCENARIO_NAMES[row["id"]], front, *counts, row["objective"] or "the theme's", row["points"])


def show_own_scenario(question: object, result: Designed) -> Summary:
    """A scenario of one's own: what it comes to, its front, and the way to a table that plays it."""
    file = result["file"]
    verdict = f"{file['name']}: {file['columns']} × {file['rows']}"
    share = 100 * file["objective"] // max(result["points"], 1)
    line = f"{result['targets']} targets worth {result['points']} points; {file['objective']} win, {share} %."
    table = Table(("Card", "On each front"), [(SIGNS[card], n) for card, n in file["counts"].items() if n])
    whole = quote(json.dumps(file, separators=(",", ":")), safe="")
    return summary(
        verdict, line, table, Drawing("scope/own_scenario.html", {"name": file["name"], "code": whole})
    )


def show_quadrants(question: object, result: procedures.QuadrantTable) -> Summary:
    quadrants = result["quadrants"]
    rows = [(each["quadrant"], " ".join(each["cells"]), _yes(each["move"]), _yes(each["player_zone"]))
            for each in quadrants]  # fmt: skip
    verdict = f"{result['movable']} of {len(quadrants)} can be moved"
    return summary(verdict, Table(("Quadrant", "Cells", "Can be moved", "Next to the player zone"), rows))


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def show_legal(question: object, result: OpenNow) -> Summary:
    rows = [(deed(each), allowed({k: v for k, v in each.items() if k != "seat"}) or "–")
            for each in result["actions"]]  # fmt: skip
    who = f"It is for the {spoken(result['seat'])} to act." if rows else "Nothing is left to do."
    return summary(data.PHASE_NAMES[result["phase"]], who, Table(("Deed", "Open"), rows))


def show_session(question: object, result: Mapping[str, Json]) -> Summary:
    """A state: the score, and the battlefield from the Soviet side down to the German."""
    state = result.get("state") or result["view"]
    winner = state["winner"]
    now = f"{SIDE_NAMES[winner]} side has won" if winner else f"{spoken(state['slot'])} to act"
    lines = [_side(state, side) for side in data.SIDES]
    columns = [cell(n, 1)[0] for n in range(state["columns"])]
    rows = [
        (row, *(_lying(state["grid"][f"{column}{row}"]) for column in columns))
        for row in range(2 * state["rows"], 0, -1)
    ]
    field = Table(("Row", *columns), rows, "The battlefield, the Soviet side above")
    return summary(f"Turn {state['turn']} · {now}", *lines, field)


def _side(state: Mapping[str, Json], side: str) -> str:
    lost = listed(CARD_NAMES[card] for card in state["lost"][side]) or "nothing"
    return f"{SIDE_NAMES[side]} side: {state['score'][side]} points; it has lost {lost}."


def _lying(lying: Mapping[str, str]) -> str:
    return f"{SIDE_NAMES[lying['side']][0]} {CARD_NAMES[lying['card']]}"


CARD_WORDS = {card: name.capitalize() for card, name in CARD_NAMES.items()}
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json",
    folder=FOLDER,
    rules=HOUSE_RULES,
    names={**data.SCENARIO_NAMES, **data.THEME_NAMES, **data.MODE_NAMES, **CARD_WORDS},
)
TABLET = Pick(None, "The tablet in the middle")


def seats(question: Json) -> tuple[Pick, ...]:
    try:
        slots = read_state(question["state"], "state").slots
    except (GameError, KeyError, TypeError):
        return (TABLET,)
    return (TABLET, *(Pick(each, spoken(each)) for each in slots))


WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-2", "view": "view-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Setup),
        chance=("fronts",),
        looker=(Choice(key="seat", label="Who looks", picks=seats, default=None),),
        state=show_session,
        open=show_legal,
    )
)


ANSWERS = {
    "own-scenario": Answer(setting_up.designed, show_own_scenario, asks=setting_up.Design),
    "search-odds": Answer(search_odds.resolve_search_odds, show_search_odds, asks=search_odds.SearchQuestion),
    "victory": Answer(procedures.resolve_victory, show_victory, asks=procedures.VictoryQuestion),
    "scenario-table": Answer(procedures.resolve_scenarios, show_scenarios, asks=procedures.ScenarioQuestion),
    "quadrants": Answer(procedures.resolve_quadrants, show_quadrants, asks=procedures.QuadrantQuestion),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
