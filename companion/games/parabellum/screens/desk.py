"""The desk of Parabellum: its procedures in order, their choices, and a whole game (6.1)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypedDict

from companion.engine.desk import Answer, Sheets, on_desk, worked
from companion.engine.errors import IllegalAction
from companion.engine.form import Choice, Lines, Pick, Text, look, words
from companion.engine.form.board import Pool
from companion.engine.form.rows import Group, Rows, house_rule, house_rules
from companion.engine.game import OnDesk, Open, Step, WholeGame, questions, state_area
from companion.engine.wire import Json
from companion.games.parabellum import data
from companion.games.parabellum.procedures import combat, course, dice, money, movement, reckoning
from companion.games.parabellum.procedures.money import LINE_KEYS
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.secrets import view_of
from companion.games.parabellum.rules.setting_up import open_table, set_up
from companion.games.parabellum.screens import desk_answers
from companion.games.parabellum.screens.desk_answers import (
    ANY_BINDER,
    OWN_BINDER,
    VOICE,
    companies,
    unit_types,
)
from companion.games.parabellum.state import (
    HOUSE_RULES,
    SIDES,
    PlayerId,
    State,
    player_named,
    read_id,
    read_state,
)


def dice_lines(attack: str, defense: str, *, single: bool = False) -> Callable[..., Lines]:
    """Dice, a combat a line: attack dice, a colon, defence dice; a dash for no dice at all."""

    def parse(line: str) -> Json:
        if line in ("-", "–", "—"):
            return None
        before, colon, after = line.partition(":")
        thrown = words(before)
        if not colon or (single and len(thrown) != 1):
            raise ValueError(line)
        return {attack: thrown[0] if single else thrown, defense: words(after)}

    def tell(value: Json) -> str:
        if value is None:
            return "–"
        thrown = [value[attack]] if single else value[attack]
        return f"{' '.join(map(str, thrown))}: {' '.join(map(str, value[defense]))}"

    return partial(Lines, parse=parse, tell=tell)


def entry(text: str) -> Json:
    cells = text.split()
    if len(cells) != len(LINE_KEYS):
        raise ValueError(text)
    row: dict[str, Json] = dict(zip(LINE_KEYS, cells, strict=True))
    return row | {key: words(row[key])[0] for key in ("n", "round", "quantity", "amount")}


def told_entry(line: Json) -> str:
    return " ".join(str(line[key]) for key in LINE_KEYS)


def roll(text: str) -> Json:
    cells = words(text)
    return dict(zip(map(str, cells[::2]), cells[1::2], strict=True))


def told_roll(thrown: Json) -> str:
    return ", ".join(f"{player} {face}" for player, face in thrown.items())


SIGNS = " · ".join(f"{sign} {name}" for name, (sign, *_) in data.STANDARD_TERRAIN.items())


def _die_of(path: str) -> Callable[[Json], int]:

    def sides(question: object) -> int:
        value = look(question, path)
        return value if type(value) is int and value in data.DICE else 6

    return sides


PICKS: Mapping[str, object] = {
    "features": tuple(Pick(each, data.FEATURE_NAMES[each]) for each in data.FEATURES),
    "footprints": tuple(Pick(each, each.capitalize()) for each in data.FOOTPRINTS),
    "positions": tuple(Pick(each, "Centre" if each == "c" else each.upper()) for each in data.POSITIONS),
    "sides of a square": (Pick(None, "Not yet moved"), *(Pick(side, f"By {side.upper()}") for side in SIDES)),
    "terrains": tuple(Pick(name, name.capitalize()) for name in data.STANDARD_TERRAIN),
    "unit_types": unit_types,
}
LINES: Mapping[str, object] = {"a row": str, "a roll": roll, "roll in a line": told_roll}
DICE_ASKED = tuple(f"{side}.{die}_die" for side in ("attacker", "defender") for die in ("attack", "defense"))
NAMES: Mapping[str, object] = {
    **PICKS,
    **LINES,
    "rule enemy_sharing": (house_rules(HOUSE_RULES, ("enemy_sharing",)),),
    **{
        f"state {example}": (state_area(data.FOLDER, example),) for example in ("report-drill", "audit-clean")
    },
    "any binder": (ANY_BINDER,),
    "binder": (OWN_BINDER,),
    "most_credits": 999_999,
    "signs": f"{SIGNS}; 1 to 4 deployment squares.",
}
SHEETS = Sheets(
    file=data.FOLDER / "screens" / "desk" / "desk.json",
    folder=data.FOLDER,
    rules=HOUSE_RULES,
    own={
        "dice of shots": dice_lines("artillery", "defense", single=True),
        "dice of combats": dice_lines("attack", "defense"),
        "flags": partial(Lines, parse=words, tell=" ".join, empty=[]),
        "ledger": partial(Lines, parse=entry, tell=told_entry, empty=[]),
        **{path: partial(Pool, sides=_die_of(path)) for path in DICE_ASKED},
    },
)


class Viewed(TypedDict):
    """A state as one player may know it."""

    view: Json


def _may(state: State) -> tuple[Open, Step]:
    entries = legal(state)
    values = {
        "phase": data.PHASE_NAMES[state.phase],
        "who": player_named(state.active) if state.active else "the whole table",
        "n": len(entries),
    }
    words = "{phase}: {n:# kind|# kinds} of thing can be done, and it is for {who} to act."
    step = Step("P1", words if entries else "{phase}: nothing is left to do.", values)
    return {"actions": entries}, step


def _sees(state: State, given: object) -> tuple[Viewed, Step]:
    viewer = read_id(given, "viewer")
    if viewer not in state.players:
        raise IllegalAction("viewer", f"“{viewer}” does not sit here; {', '.join(state.seated)} do.")
    words = "{who} sees own units, reserve and sheet whole; of the others what stands on the table."
    return {"view": view_of(state, viewer)}, Step("RULING R61", words, {"who": player_named(viewer)})


LONGEST = 20000
"""Actions: the longest journal that is played again."""

WHOLE_GAME = WholeGame(
    set_up=set_up,
    opens=open_table,
    apply=apply,
    read_state=read_state,
    may=_may,
    sees=_sees,
    looks="viewer",
    title="Set the campaign up",
    opening="Seats, companies, the budget, the first scenario.",
    most=LONGEST,
    missing_first=True,
    described=questions(State, most=LONGEST, looker={"viewer": PlayerId}),
)


PLAYERS = Rows(
    key="players",
    label="Players, by seat",
    lead="player",
    fields=(
        Text(key="player", label="Player"),
        Choice(key="company", label="Company", picks=companies, default="ansa", form="list"),
    ),
    default=worked(data.FOLDER, "setup-starter")["players"],
    most=4,
)
WHOLE_GAME_PROCEDURES = WHOLE_GAME.procedures(
    OnDesk(
        folder=data.FOLDER,
        begin={"legal": "legal-setup", "view": "view-a", "replay": "replay-band"},
        fields=(
            PLAYERS,
            Group(label="House rules", form="folded", fields=tuple(map(house_rule, HOUSE_RULES))),
            Group(label="Own binder", form="folded", fields=(OWN_BINDER,)),
        ),
        looker=(Text(key="viewer", label="Who looks", default="a"),),
    )
)


ROLLS = ("rolls",)
ANSWERS: Mapping[str, Answer] = {
    "direct-attack-odds": Answer(
        combat.resolve_direct_attack_odds, desk_answers.direct_attack_odds, asks=combat.Duel
    ),
    "direct-attack": Answer(
        combat.resolve_direct_attack,
        desk_answers.direct_attack,
        chance=ROLLS,
        complete=combat.complete_direct_attack,
        asks=combat.RolledDuel,
    ),
    "artillery-odds": Answer(
        combat.resolve_artillery_odds, desk_answers.artillery_odds, asks=combat.ArtilleryOddsQuestion
    ),
    "artillery-attack": Answer(
        combat.resolve_artillery_attack,
        chance=ROLLS,
        complete=combat.complete_artillery_attack,
        asks=combat.ArtilleryAttackQuestion,
    ),
    "cache-explosion": Answer(
        dice.resolve_cache_explosion,
        chance=ROLLS,
        complete=dice.complete_cache_explosion,
        asks=dice.CacheExplosionQuestion,
    ),
    "recon-report": Answer(combat.resolve_recon_report, asks=combat.ReconQuestion),
    "move-check": Answer(movement.resolve_move_check, asks=movement.MoveQuestion),
    "reachable": Answer(movement.resolve_reachable, asks=movement.ReachQuestion),
    "purchase-quote": Answer(reckoning.resolve_purchase_quote, asks=reckoning.PurchaseQuestion),
    "roster-quote": Answer(
        reckoning.resolve_roster_quote, desk_answers.roster_quote, asks=reckoning.RosterQuestion
    ),
    "flag-suggest": Answer(reckoning.resolve_flag_suggest, asks=reckoning.FlagSuggestQuestion),
    "scrap-payout": Answer(money.resolve_scrap_payout, asks=money.ScrapPayoutQuestion),
    "reorganize": Answer(money.resolve_reorganize, asks=money.ReorganizeQuestion),
    "withdraw": Answer(money.resolve_withdraw, asks=money.WithdrawQuestion),
    "balance-sheet": Answer(money.resolve_balance_sheet, asks=money.BalanceSheetQuestion),
    "turn-order": Answer(course.resolve_turn_order, chance=ROLLS, complete=course.complete_turn_order),
    "scenario-end": Answer(course.resolve_scenario_end, asks=course.Ending),
    "binder-check": Answer(reckoning.resolve_binder_check),
    "campaign-report": Answer(course.resolve_campaign_report),
    "audit": Answer(reckoning.resolve_audit),
}
PROCEDURES = on_desk(
    SHEETS.file, ANSWERS, ready=WHOLE_GAME_PROCEDURES, names=NAMES, sheets=SHEETS, voice=VOICE
)
