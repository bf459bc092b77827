"""The desk of Verräter: its procedures and a whole game (6.1 to 6.4), and how the answers read."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from companion.engine.desk import Answer, Sheets, on_desk
from companion.engine.game import Eyes, OnDesk, Open, Step, WholeGame, questions
from companion.engine.summary import Part, Table, Voice
from companion.engine.wire import Json
from companion.engine.wording import tenths
from companion.games.verraeter import data
from companion.games.verraeter.data import ACTION_NAMES, FOLDER, HOUSE_NAMES, HOUSES, LANDSCAPE_NAMES
from companion.games.verraeter.deeds import apply, checked_legal, seen_state
from companion.games.verraeter.procedures import conflict, supply
from companion.games.verraeter.rules import Setup, open_table, set_up
from companion.games.verraeter.state import HOUSE_RULES, Id, State, read_state, spoken

PHASE_RULES = {
    "estates": "setup.estates",
    "site": "1",
    "draft": "2",
    "supply": "3",
    "reveal": "4",
    "build": "7",
    "refill": "10",
    "finished": "end",
}


class OpenNow(Open):
    """What may be done; `active` is nobody where it is for the whole table."""

    phase: data.Phase
    active: str | None


def _may(state: State) -> tuple[OpenNow, Step]:
    entries = checked_legal(state)
    values = {
        "phase": data.PHASE_NAMES[state.phase],
        "who": spoken(state.active) if state.active else "the whole table",
    }
    words = "{phase}: nothing is left to do." if not entries else "{phase}: it is for {who} to act."
    step = Step(PHASE_RULES[state.phase], words, values)
    return OpenNow(phase=state.phase, active=state.active, actions=entries), step


EYES = Eyes(
    seats=lambda state: state.ids,
    seen=seen_state,
    spoken=spoken,
    is_over=lambda state: state.phase == "finished",
    over=Step("end", "The game is over: all is open but the draw pile."),
    middle=Step("2", "The tablet in the middle shows no hand and no action card that is still face down."),
    own=Step("2", "{who} sees his own hand and action card, and of the others only how many."),
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
    opening="The opening state: circle, oaths, hands, who holds the strategy card.",
    most=LONGEST,
    described=questions(State, Setup, LONGEST, {"seat": Id | None}),
)


def fought(question: Mapping[str, Json], result: conflict.FoughtResult) -> Iterator[Part | str]:
    """What a conflict came to: the landscape that turns, each house's sum, each player's points."""
    winner = result["winner"]
    if winner is not None and result["flipped"] is not None:
        lost = LANDSCAPE_NAMES[question["landscapes"][result["flipped"]]["type"]].lower()
        yield f"The {lost} turns and is now the {HOUSE_NAMES[winner]}'s."
    parts = zip(*(result["totals"][house].values() for house in HOUSES), strict=True)
    names = ("Landscape", "Supply", "Diplomats", "Together")
    totals = [(name, *part) for name, part in zip(names, parts, strict=True)]
    yield Table(("", *(HOUSE_NAMES[house] for house in HOUSES)), totals)
    points = [
        (spoken(who), HOUSE_NAMES[result["allegiances"][who]], vp["conflict"], vp["bonus"], vp["total"])
        for who, vp in result["vp"].items()
    ]
    yield Table(("Player", "House now", "Landscape", "Card", "Points"), points)


def _why(entry: supply.RefillRow) -> str:
    if entry["reason"] == "farmer":
        return "farmer"
    reasons = [f"{entry['estates']} for estates"] if entry["estates"] else []
    return ", ".join(reasons + (["1 as diplomat"] if entry["diplomat"] else []))


def options(question: object, result: conflict.WhatIf) -> Iterator[Table]:
    """Every card with what it brings, the best first; then every draft with it."""
    ranked = sorted(result["options"], key=lambda each: -Fraction(each["expected_vp"]["exact"]))
    rows = [
        (
            ACTION_NAMES[each["pick"]],
            f"{each['expected_vp']['value']:.2f}",
            *(tenths(Fraction(end["exact"])) for end in (each["win"], each["tie"], each["lose"])),
        )
        for each in ranked
    ]
    yield Table(("Card", "Points on average", "His side wins", "Tie", "It loses"), rows)
    yield from (_cases(each) for each in ranked if "cases" in each)


def _cases(option: conflict.OptionRow) -> Table:
    who = list(option["cases"][0]["picks"])
    rows = [
        (
            *(ACTION_NAMES[each["picks"][one]] for one in who),
            ACTION_NAMES[each["removed"]],
            (f"{HOUSE_NAMES[each['winner']]} by {each['margin']}" if each["winner"] else "tie"),
            each["vp"],
        )
        for each in option["cases"]
    ]
    heads = (*map(spoken, who), "Put aside", "Conflict", "Points")
    return Table(heads, rows, f"Every draft with {ACTION_NAMES[option['pick']]}")


SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json", folder=FOLDER, rules=HOUSE_RULES, names=ACTION_NAMES
)


WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "view-1", "view": "view-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Setup),
    )
)


ANSWERS = {
    "conflict": Answer(conflict.resolve_conflict, asks=conflict.ConflictQuestion),
    "conflict-sites": Answer(conflict.resolve_sites, asks=conflict.SitesQuestion),
    "what-if": Answer(conflict.resolve_what_if, asks=conflict.WhatIfQuestion),
    "draw-odds": Answer(supply.resolve_draw_odds, asks=supply.DrawOddsQuestion),
    "supply-refill": Answer(supply.resolve_refill, asks=supply.RefillQuestion),
    "final-score": Answer(supply.resolve_final_score, asks=supply.FinalScoreQuestion),
}
VOICE = Voice(
    {
        "person": spoken,
        "card": ACTION_NAMES,
        "house": HOUSE_NAMES,
        "land": LANDSCAPE_NAMES,
        "phase": data.PHASE_NAMES,
        "hidden": lambda supply: supply or "?",
        "picked": lambda card: ACTION_NAMES.get(card, "face down"),
        "lead": lambda lead: (
            f"{HOUSE_NAMES['eagle' if lead > 0 else 'rose']} +{abs(lead)}" if lead else "level"
        ),
        "times": lambda cards: ", ".join(f"{count} × {value}" for value, count in cards.items()),
        "why": _why,
    },
    {"fought": fought, "options": options},
)
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS, voice=VOICE)
