"""The desk of Verräter: its procedures and a whole game (6.1 to 6.4), and how the answers read."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.desk import Answer, Row, Sheets, Summary, Table, allowed, deed, on_desk, summary
from companion.engine.dice import Exact
from companion.engine.errors import GameError
from companion.engine.form import Choice, Pick
from companion.engine.game import Eyes, OnDesk, Open, Step, WholeGame, questions
from companion.engine.wire import Json
from companion.engine.wording import listed, tenths
from companion.games.verraeter import data
from companion.games.verraeter.data import ACTION_NAMES, FOLDER, HOUSE_NAMES, HOUSES, LANDSCAPE_NAMES
from companion.games.verraeter.deeds import apply, checked_legal, seen_state
from companion.games.verraeter.procedures import conflict, supply
from companion.games.verraeter.rules import Setup, open_table, set_up
from companion.games.verraeter.state import HOUSE_RULES, Id, State, read_state, spoken, state_json

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
    state_json=state_json,
    may=_may,
    sees=EYES,
    opening="The opening state: circle, oaths, hands, who holds the strategy card.",
    most=LONGEST,
    described=questions(State, Setup, LONGEST, {"seat": Id | None}),
)


def _and(names: Sequence[str]) -> str:
    return listed(map(spoken, names))


def show_conflict(question: Mapping[str, Json], result: conflict.FoughtResult) -> Summary:
    winner = result["winner"]
    verdict = f"The {HOUSE_NAMES[winner]} wins by {result['margin']}" if winner else "Equal: nobody wins"
    parts = zip(*(result["totals"][house].values() for house in HOUSES), strict=True)
    names = ("Landscape", "Supply", "Diplomats", "Together")
    totals = [(name, *part) for name, part in zip(names, parts, strict=True)]
    points = [
        (spoken(who), HOUSE_NAMES[result["allegiances"][who]], vp["conflict"], vp["bonus"], vp["total"])
        for who, vp in result["vp"].items()
    ]
    turned = ""
    if winner is not None and result["flipped"] is not None:
        lost = LANDSCAPE_NAMES[question["landscapes"][result["flipped"]]["type"]].lower()
        turned = f"The {lost} turns and is now the {HOUSE_NAMES[winner]}'s."
    sums = Table(("", *(HOUSE_NAMES[house] for house in HOUSES)), totals)
    return summary(
        verdict, turned, sums, Table(("Player", "House now", "Landscape", "Card", "Points"), points)
    )


def show_conflict_sites(question: object, result: conflict.SitesResult) -> Summary:
    """Every site, with what stands and what is to be won there."""
    held = result["held"]
    verdict = f"The Eagle holds {held['eagle']}, the Rose {held['rose']}"
    rows = [
        (
            " and ".join(map(str, each["site"])),
            *(_stake(each[house]) for house in HOUSES),
            _lead(each["lead"]),
        )
        for each in result["sites"]
    ]
    line = "" if rows else "One house holds all twelve landscapes; the game ends with this round."
    return summary(verdict, line, Table(("Where", "Eagle stands with", "Rose stands with", "Ahead"), rows))


def _stake(side: conflict.Stake) -> str:
    points = ", ".join(map(str, side["prize"]))
    return f"{LANDSCAPE_NAMES[side['type']]} {side['base']}, to win {points}"


def _lead(lead: int) -> str:
    return "level" if not lead else f"{HOUSE_NAMES['eagle' if lead > 0 else 'rose']} +{abs(lead)}"


def show_supply_refill(question: object, result: supply.RefillQueue) -> Summary:
    queue = result["queue"]
    first = f"{spoken(queue[0]['player'])} picks up first" if queue else "Nobody picks up"
    rows = [
        (spoken(each["player"]), each["entitlement"], _why(each), each["must_discard"] or "–")
        for each in queue
    ]
    lines = [f"{_and(result['skipped'])}: nothing to pick up."] if result["skipped"] else []
    if result["reshuffle_after"] is not None:
        lines.append(f"The discard pile is shuffled after {result['reshuffle_after']} cards.")
    if result["short"]:
        lines.append(f"{result['short']} of {result['total']} cannot be had: both piles run out.")
    return summary(first, *lines, Table(("Player", "Up to", "Why", "To lay down"), rows))


def _why(entry: supply.RefillRow) -> str:
    if entry["reason"] == "farmer":
        return "farmer"
    reasons = [f"{entry['estates']} for estates"] if entry["estates"] else []
    return ", ".join(reasons + (["1 as diplomat"] if entry["diplomat"] else []))


def show_final_score(question: object, result: supply.FinalScore) -> Summary:
    winners = result["winners"]
    verdict = f"{_and(winners)} {'wins' if len(winners) == 1 else 'share the victory'}"
    rows = [
        (
            each["rank"],
            spoken(each["player"]),
            each["vp"],
            f"{each['offices']} × {each['counted']}",
            each["total"],
        )
        for each in result["scores"]
    ]
    return summary(verdict, Table(("Rank", "Player", "Points", "Offices × supply", "Total"), rows))


def show_what_if(question: object, result: conflict.WhatIf) -> Summary:
    options = sorted(result["options"], key=lambda each: -Fraction(each["expected_vp"]["exact"]))
    rows = [
        (ACTION_NAMES[each["pick"]], f"{each['expected_vp']['value']:.2f}", *_ends(each)) for each in options
    ]
    heads = ("Card", "Points on average", "His side wins", "Tie", "It loses")
    unseen = ", ".join(ACTION_NAMES[card] for card in result["unseen"])
    return summary(
        f"Most points on average: {ACTION_NAMES[result['best']]}",
        f"Put aside or taken before: {unseen}.",
        Table(heads, rows),
        *(_cases(each) for each in options if "cases" in each),
    )


def _chance(chance: Exact) -> str:
    return tenths(Fraction(chance["exact"]))


def _ends(option: conflict.OptionRow) -> tuple[str, ...]:
    return tuple(map(_chance, (option["win"], option["tie"], option["lose"])))


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


def show_draw_odds(question: object, result: supply.DrawOdds) -> Summary:
    rows = [(each["total"], _chance(each), _chance(each["at_least"])) for each in result["totals"]]
    unseen = ", ".join(f"{count} × {value}" for value, count in result["unseen"].items())
    return summary(
        f"{result['mean']['value']:.2f} on average",
        f"{result['cards']} cards unseen: {unseen}.",
        Table(("Total", "Chance", "At least that"), rows),
    )


def show_legal(question: object, result: OpenNow) -> Summary:
    rows = [(deed(each), allowed(each)) for each in result["actions"]]
    who = spoken(result["active"]) if result["active"] else "The whole table"
    line = f"It is for {who} to act." if rows else "Nothing is left to do."
    return summary(data.PHASE_NAMES[result["phase"]], line, Table(("Deed", "Open"), rows))


def show_session(question: object, result: Mapping[str, Json]) -> Summary:
    state = result.get("state") or result["view"]
    acting = f" · {spoken(state['active'])}" if state["active"] else ""
    verdict = (
        f"Round {state['round']} of {state['rounds']} · {data.PHASE_NAMES[state['phase']].lower()}{acting}"
    )
    people = [_person(each) for each in state["players"]]
    lands = [_land(n, each) for n, each in enumerate(state["circle"])]
    heads = ("Player", "House", "Points", "Hand", "Cards left", "Action")
    return summary(
        verdict,
        f"{spoken(state['start_player'])} is the start player, {spoken(state['strategy_holder'])} holds the "
        f"strategy card; {len(state['draw'])} cards to draw, {len(state['discard'])} discarded.",
        Table(heads, people),
        Table(("", "Landscape", "House", "Under it"), lands, "The circle"),
    )


def _person(player: Mapping[str, Json]) -> Row:
    hand = " ".join(str(value or "?") for value in player["hand"]) or "–"
    pick = ACTION_NAMES.get(player["pick"] or "", "face down" if player["pick"] else "–")
    house = HOUSE_NAMES[player["allegiance"]]
    return (spoken(player["id"]), house, player["vp"], hand, player["unplaced"], pick)


def _land(n: int, landscape: Mapping[str, Json]) -> Row:
    building = landscape["building"]
    under = f"{building['side']} of {spoken(building['player'])}" if building else "–"
    return (n, LANDSCAPE_NAMES[landscape["type"]], HOUSE_NAMES[landscape["house"]], under)


TABLET = Pick(None, "The tablet in the middle")
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json", folder=FOLDER, rules=HOUSE_RULES, names=ACTION_NAMES
)


def seats(question: Json) -> tuple[Pick, ...]:
    try:
        ids = read_state(question["state"], "state").ids
    except (GameError, KeyError, TypeError):
        return (TABLET,)
    return (TABLET, *(Pick(each, spoken(each)) for each in ids))


WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "view-1", "view": "view-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Setup),
        looker=(Choice(key="seat", label="Who looks", picks=seats, default=None),),
        state=show_session,
        open=show_legal,
    )
)


ANSWERS = {
    "conflict": Answer(conflict.resolve_conflict, show_conflict, asks=conflict.ConflictQuestion),
    "conflict-sites": Answer(conflict.resolve_sites, show_conflict_sites, asks=conflict.SitesQuestion),
    "what-if": Answer(conflict.resolve_what_if, show_what_if, asks=conflict.WhatIfQuestion),
    "draw-odds": Answer(supply.resolve_draw_odds, show_draw_odds, asks=supply.DrawOddsQuestion),
    "supply-refill": Answer(supply.resolve_refill, show_supply_refill, asks=supply.RefillQuestion),
    "final-score": Answer(supply.resolve_final_score, show_final_score, asks=supply.FinalScoreQuestion),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
