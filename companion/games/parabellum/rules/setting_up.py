"""A campaign is set up and each scenario opens: players, companies, budget, booklet (4, 6.1)."""

from dataclasses import dataclass, field
from random import Random
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Chair, Option, Outcome, Step
from companion.engine.option import Own
from companion.engine.records import replace
from companion.engine.shape import ByHand, Sized
from companion.engine.wire import Json, name
from companion.engine.wording import in_a_row
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS, lexicon
from companion.games.parabellum.procedures.money import post
from companion.games.parabellum.rules.movement import open_on_table
from companion.games.parabellum.state import (
    DEFAULTS,
    Binder,
    Id,
    Objective,
    Options,
    Payment,
    Player,
    Reserve,
    Standing,
    State,
    Supply,
    Tally,
    player_named,
    read_binder,
    spoken,
    starter_binder,
)

type Companies = dict[str, str]


def open_scenario(state: State, scenario: str) -> State:
    """The same with another scenario opened; who had withdrawn is back in."""
    booklet = state.binder.scenarios[scenario]
    players = {
        name: replace(player, status="in") if player.status == "withdrawn" else player
        for name, player in state.players.items()
    }
    units = {
        name: replace(unit, mp_used=0, partner=None, marks=frozenset()) for name, unit in state.units.items()
    }
    pool = state.supply._replace(manpower=state.supply.manpower + booklet.manpower_added)
    opened = state.changed(
        phase="turn_order",
        scenario=scenario,
        round=0,
        order=(),
        active=None,
        done=(),
        choosers=(),
        supply=pool,
        personnel_total=state.personnel_total + booklet.manpower_added,
        wrecks=0,
        players=players,
        units=units,
        caches={},
        features=dict(booklet.features),
        reports={},
    )
    begun = opened.changed(tally={player: Tally() for player in opened.playing})
    return begun.changed(
        objectives={each.id: Standing((), _streaks(begun, each)) for each in begun.booklet.objectives}
    )


def _streaks(state: State, objective: Objective) -> dict[str, int]:
    if objective.kind != "hold":
        return {}
    return {player: 0 for player in state.seated if entitled(state, objective, player)}


def entitled(state: State, objective: Objective, player: str) -> bool:
    """Whether an objective is a player's: its seat is named and it began the scenario."""
    return player in state.tally and state.players[player].seat in objective.seats


def opening_steps(state: State) -> tuple[Step, ...]:
    booklet = state.booklet
    values = {"id": state.scenario.upper(), "name": booklet.name, "map": state.sheet.name}
    steps = [Step("C5", "Scenario {id} opens: {name}, on the map “{map}”.", values)]
    if booklet.manpower_added:
        words = "{n} people more come into the pool, which holds {pool}."
        steps.append(Step("C3", words, {"n": booklet.manpower_added, "pool": state.supply.manpower}))
    return tuple(steps)


class Seated(NamedTuple):
    """Who sits down, and for which company."""

    player: Id
    company: object


@dataclass(frozen=True, slots=True)
class Setup:
    """What a campaign begins with."""

    players: Annotated[tuple[Seated, ...], Sized(FEWEST_PLAYERS, MOST_PLAYERS)]
    binder: Annotated[Binder, ByHand(read_binder)] = field(default_factory=starter_binder)
    options: Options = DEFAULTS


def set_up(setup: object) -> Outcome[State]:
    """The opening state; `InvalidInput` or `IllegalAction` with paths inside the setup."""
    begun = shape.read(Setup, setup, missing_first="everywhere")
    binder, companies = begun.binder, _companies_of(begun)
    count = len(companies)
    for scenario in binder.scenarios.values():
        seats = binder.maps[scenario.map].seats()
        missing = [str(seat) for seat in range(1, count + 1) if seat not in seats]
        if missing:
            words = f"The map of scenario {scenario.id.upper()} has no deployment squares for seat"
            raise IllegalAction("players", f"{words} {', '.join(missing)}; let fewer players sit down.")
    state = _begun(binder, begun.options, companies)
    for player in state.seated:
        state = post(state, Payment(player, "budget", "budget", binder.budget))
    return Outcome(state, (*_steps(state), *opening_steps(state)))


def _companies_of(setup: Setup) -> Companies:
    companies: Companies = {}
    for n, row in enumerate(setup.players):
        player, at = row.player, f"players.{n}"
        company = name(row.company, f"{at}.company", setup.binder.companies)
        if player in companies:
            raise InvalidInput(f"{at}.player", f"“{player}” sits here already; every player has a name.")
        if company in companies.values():
            raise InvalidInput(f"{at}.company", f"“{company}” is taken; every player has a company.")
        companies[player] = company
    return companies


def _begun(binder: Binder, options: Options, companies: Companies) -> State:
    supply = Supply(
        binder.resources["manpower"].supply or 0,
        binder.resources["fuel"].supply,
        binder.resources["ammunition"].supply,
    )
    players = {
        player: Player(seat, company, "in", 6, 0, Reserve())
        for seat, (player, company) in enumerate(companies.items(), start=1)
    }
    state = State(
        binder=binder,
        options=options,
        scenario=binder.start,
        supply=supply,
        personnel_total=supply.manpower,
        players=players,
        system="parabellum",
        phase="turn_order",
        round=0,
        order=(),
        active=None,
        done=(),
        choosers=(),
        winner=None,
        casualties=0,
        wrecks=0,
        next_unit=1,
        units={},
        caches={},
        features={},
        objectives={},
        tally={},
        reports={},
        ledger=(),
        history=(),
    )
    return open_scenario(state, binder.start)


def _steps(state: State) -> tuple[Step, ...]:
    sitting = [
        {
            "seat": state.players[each].seat,
            "who": player_named(each),
            "company": state.binder.companies[state.players[each].company].name,
        }
        for each in state.seated
    ]
    seats, values = in_a_row("{seat} {who} for {company}", sitting)
    return (
        Step("RULING R2", f"Seats in order of the list: {seats}.", values),
        Step("C1", "Everybody starts with {budget} credits, paid once.", {"budget": state.binder.budget}),
    )


def _option(key: str, **more: object) -> Option:
    """A choice of a table that opens, no house rule: `shuffle` takes it out of the options again."""
    words: Json = {**lexicon("rules/setup.json")[key], **more}
    own = Own(*words["own"]) if "own" in words else None
    return Option(**{**words, "key": key, "own": own, "choices": tuple(map(tuple, words["choices"]))})


COMPANIES = starter_binder().companies
PLAYERS = _option(
    "players",
    default=list(COMPANIES)[:FEWEST_PLAYERS],
    choices=[(company.id, company.name) for company in COMPANIES.values()],
    low=FEWEST_PLAYERS,
    high=MOST_PLAYERS,
)
POSITIONS, CARD_BINDER = _option("positions"), _option("card_binder")
USUAL = {"positions": "app", "card_binder": "sealed"}
"""What a setup of the specification leaves out."""
OWN = ("players", *USUAL)


def open_table(setup: object) -> Outcome[State]:
    """The opening state of a table, which may keep the map itself, or its card binder open."""
    if type(setup) is not dict:
        return set_up(setup)
    for option in (POSITIONS, CARD_BINDER):
        if option.key in setup:
            name(setup[option.key], option.key, [str(value) for value, _ in option.choices])
    begun = set_up({key: value for key, value in setup.items() if key not in USUAL})
    state = begun.state.changed(card_binder="open" if setup.get("card_binder") == "open" else None)
    return begun._replace(state=open_on_table(state) if setup.get("positions") == "table" else state)


def shuffle(setup: object, random: Random) -> Json:
    """A setup with its players, where it leaves them to the app. There is nothing to shuffle."""
    if type(setup) is not dict:
        return setup
    options = setup.get("options", {})
    if type(options) is not dict:
        return setup
    count = options.get("players", FEWEST_PLAYERS)
    whole = {**setup, "options": {key: value for key, value in options.items() if key not in OWN}}
    whole |= {key: options[key] for key in USUAL if options.get(key, USUAL[key]) != USUAL[key]}
    if "players" in setup or type(count) not in (int, list):
        return whole
    return {
        "players": [{"player": each, "company": each} for each in _companies_asked(setup, count)],
        **whole,
    }


def _companies_asked(setup: dict[str, object], count: int | list[object]) -> list[str]:
    binder = _binder(setup)
    companies = [] if binder is None else list(binder.companies)
    if isinstance(count, int):
        return companies[:count]
    chosen = [company for company in companies if company in count]
    return chosen if len(chosen) == len(count) else companies[: len(count)]


def _binder(setup: Json) -> Binder | None:
    try:
        return read_binder(setup.get("binder", "starter"))
    except GameError:
        return None


def seats(setup: object) -> tuple[Chair, ...]:
    """The players that a setup names; where it names none, the companies that could sit down."""
    given = setup if type(setup) is dict else {}
    binder = _binder(given) or starter_binder()
    listed = given.get("players")
    if type(listed) is not list:
        return tuple(Chair(each.id, each.name) for each in list(binder.companies.values())[:MOST_PLAYERS])
    return tuple(
        _chair(row["player"], row.get("company"), binder)
        for row in listed
        if type(row) is dict and type(row.get("player")) is str
    )


def _chair(player: str, company: object, binder: Binder) -> Chair:
    """A player under a name of its own, or under the company's where it has that one's id."""
    own = player == company and company in binder.companies
    return Chair(player, binder.companies[player].name if own else spoken(player))
