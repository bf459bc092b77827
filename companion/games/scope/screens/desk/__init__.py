"""The desk of SCOPE: its procedures and a whole game (6.1 to 6.4), and how the answers read."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from urllib.parse import quote

from companion.engine.desk import Answer, Sheets, on_desk
from companion.engine.dice import Exact
from companion.engine.game import Eyes, OnDesk, Open, Step, WholeGame, questions
from companion.engine.summary import Drawing, Part, Table, Voice, allowed
from companion.engine.wire import Json
from companion.engine.wording import tenths
from companion.games.scope import data, procedures
from companion.games.scope.data import CARD_NAMES, CARDS, FOLDER, SIDE_NAMES
from companion.games.scope.deeds import apply, checked_legal
from companion.games.scope.deeds.secrets import seen_state
from companion.games.scope.procedures import search_odds
from companion.games.scope.rules import setting_up
from companion.games.scope.rules.setting_up import Designed, Setup, deal, open_table, set_up
from companion.games.scope.state import HOUSE_RULES, State, cell, read_state, spoken


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
    may=_may,
    sees=EYES,
    opening="The opening state: both fronts, objective, whose turn it is.",
    deal=deal,
    form_alone=True,
    most=LONGEST,
    described=questions(State, Setup, LONGEST, {"seat": data.Seat | None}),
)


SIGNS = {card: CARD_NAMES[card].capitalize() for card in (*CARDS, "hidden")}


def chances(_: object, result: search_odds.SearchOdds) -> Iterator[Table]:
    """Every cell with its chances, of the cards that are left alone."""
    present = [card for card in CARDS if result["remaining"][card]]
    rows = [
        (
            each["cell"],
            *(_chance(each["odds"].get(card)) for card in present),
            f"{each['expected_points']['value']:.2f}",
        )
        for each in result["cells"]
    ]
    yield Table(("Cell", *(SIGNS[card] for card in present), "Points"), rows)


def _chance(chance: Exact | None) -> str:
    return tenths(Fraction(chance["exact"])) if chance else "–"


WAYS = {"snipers": "Enemy snipers", "points": "Objective points", "theme": "The theme's own"}


def ways(_: object, result: procedures.Victory) -> Iterator[Table]:
    """Each side's ways to win, and what is still missing."""
    rows = [
        (SIDE_NAMES[side], WAYS[each["reason"]], _lacks(each))
        for side, conditions in result["conditions"].items()
        for each in conditions
    ]
    yield Table(("Side", "Way to win", "Still missing"), rows)


def _lacks(condition: procedures.Condition) -> str:
    if condition["met"]:
        return "reached"
    return "out of reach" if condition["missing"] is None else str(condition["missing"])


def design(_: object, result: Designed) -> Iterator[Part | str]:
    """What a scenario of one's own comes to, its front, and the way to a table that plays it."""
    file = result["file"]
    share = 100 * file["objective"] // max(result["points"], 1)
    yield f"{result['targets']} targets worth {result['points']} points; {file['objective']} win, {share} %."
    yield Table(("Card", "On each front"), [(SIGNS[card], n) for card, n in file["counts"].items() if n])
    whole = quote(json.dumps(file, separators=(",", ":")), safe="")
    yield Drawing("scope/own_scenario.html", {"name": file["name"], "code": whole})


def field(_: object, state: Json) -> Iterator[Table]:
    """The battlefield from the Soviet side down to the German."""
    columns = [cell(n, 1)[0] for n in range(state["columns"])]
    rows = [
        (row, *(_lying(state["grid"][f"{column}{row}"]) for column in columns))
        for row in range(2 * state["rows"], 0, -1)
    ]
    yield Table(("Row", *columns), rows, "The battlefield, the Soviet side above")


def _lying(lying: Mapping[str, str]) -> str:
    return f"{SIDE_NAMES[lying['side']][0]} {CARD_NAMES[lying['card']]}"


CARD_WORDS = {card: name.capitalize() for card, name in CARD_NAMES.items()}
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json",
    folder=FOLDER,
    rules=HOUSE_RULES,
    names={**data.SCENARIO_NAMES, **data.THEME_NAMES, **data.MODE_NAMES, **CARD_WORDS},
)


WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-2", "view": "view-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Setup),
        chance=("fronts",),
    )
)


ANSWERS = {
    "own-scenario": Answer(setting_up.designed, asks=setting_up.Design),
    "search-odds": Answer(search_odds.resolve_search_odds, asks=search_odds.SearchQuestion),
    "victory": Answer(procedures.resolve_victory, asks=procedures.VictoryQuestion),
    "scenario-table": Answer(procedures.resolve_scenarios, asks=procedures.ScenarioQuestion),
    "quadrants": Answer(procedures.resolve_quadrants, asks=procedures.QuadrantQuestion),
}
VOICE = Voice(
    {
        "side": SIDE_NAMES,
        "card": CARD_NAMES,
        "nothing": lambda listed: listed or "nothing",
        "person": spoken,
        "theme": data.THEME_NAMES,
        "scenario": data.SCENARIO_NAMES,
        "phase": data.PHASE_NAMES,
        "open": lambda entry: allowed({key: value for key, value in entry.items() if key != "seat"}),
    },
    {"chances": chances, "ways": ways, "design": design, "field": field},
)
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS, voice=VOICE)
