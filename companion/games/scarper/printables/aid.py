"""The player aid: two A5 pages side by side on one sheet, by the house rules in force; words: `aid.json`."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper import data
from companion.games.scarper.printables.charge_table import charge_odds, percent
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.sheets import rule
from companion.games.scarper.printables.source import options_of, state_of
from companion.games.scarper.state import Options
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.prose import Markup, Prose, join, steps, table, tag

type Gaps = Mapping[str, object]


@cache
def _words() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((data.FOLDER / "printables" / "aid.json").read_text("utf-8"))
    return found


def aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """A year and what things cost on the left; attacks, scoring and victory on the right."""
    gaps = _gaps(options_of(state_of(scene)))
    head = (
        tag("h1", "Scarper"),
        tag("p", "Player aid: nine battlefields, five years, one Morale Track", kind="lead"),
    )
    left, right = (
        [part for section in _words()[half] for part in _section(section, gaps)] for half in ("left", "right")
    )
    halves = tag("div", tag("div", *head, *left), tag("div", *right), kind="halves")
    return DRESS.prose(choices, "player aid", halves, lying=not choices["large"])


def _section(section: Json, gaps: Gaps) -> Iterator[Markup]:
    yield tag("h2", section["title"], *([rule(section["rule"])] if "rule" in section else []))
    if "steps" in section:
        yield steps(_step(each, gaps) for each in section["steps"])
    if "told" in section:
        yield tag("p", section["told"].format_map(gaps))
    if "table" in section:
        yield TABLES[section["table"]](gaps)


def _step(told: Json, gaps: Gaps) -> Markup | str:
    if isinstance(told, str):
        return told.format_map(gaps)
    word, words, number = told
    return join((tag("b", word), words.format_map(gaps), rule(number)))


def _gaps(options: Options) -> Gaps:
    """What fills the gaps, by the house rules in force (R1, R5, R6, R9, R11, R14, R19, R22)."""
    early, supply = options.ongoing_at == "missions", options.trench_supply
    at_once = "at once, also in the middle of a round"
    bought = "must be spent while anything can be bought"
    return {
        "advance": data.ADVANCE_COST,
        "dig": data.PUSH_TRENCH_COST,
        "charge": data.CHARGE_COST,
        "tie": _words()["tie"][options.initiative_tie],
        "success": options.mission_success,
        "failure": options.mission_failure,
        "lasting": "" if early else " Lasting cards move the tracks just before.",
        "step": "space" if options.relative_position == "spaces" else "step of value",
        "when": at_once if options.direct_victory == "any_time" else "at a year's end",
        "cards": "the app deals them" if options.cards == "app" else "your own, on the table",
        "propaganda": options.propaganda_max,
        "economy": options.economy_max,
        "supply": "no limit" if supply is None else f"{supply} a side",
        "unspent": "are lost" if options.unspent_points == "lose" else bought,
        "moment": "missions" if early else "scoring",
    }


def _years(gaps: Gaps) -> Markup:
    rows = (("Hand filled to", *data.HAND_SIZE.values()), ("Rounds a side", *data.ROUNDS.values()))
    return table(("", *data.YEARS), rows, kind="num")


def _costs(gaps: Gaps) -> Markup:
    rows = [[cell.format_map(gaps) for cell in row] for row in _words()["costs"]]
    return table(("", "Price", "Rule"), rows)


def _odds(gaps: Gaps) -> Markup:
    leads = range(-3, 5)
    rows = (("Chance to win", *(percent(charge_odds(lead)["attacker"], 0) for lead in leads)),)
    return table(("Your bonuses less theirs", *(signed(lead) for lead in leads)), rows, kind="num")


TABLES: Mapping[str, Callable[[Gaps], Markup]] = {"years": _years, "costs": _costs, "odds": _odds}
AIDS: Mapping[str, Made] = {
    "aid": (aid, TEXT_OPTIONS),
}
