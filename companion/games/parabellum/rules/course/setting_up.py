"""The campaign set up: players, companies, seats, the budget, the first scenario (specification 6.1)."""

from collections.abc import Mapping

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.phrase import in_a_row
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.parabellum.rules.course.opening import open_scenario, opening_steps
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.state.binder import Binder, read_binder
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.naming import player_named, read_id
from companion.games.parabellum.state.options import Options
from companion.games.parabellum.state.pieces import Player, Reserve, Supply
from companion.games.parabellum.state.table import State

type Companies = dict[str, str]

NOTHING_YET: Mapping[str, Json] = {
    "system": "parabellum",
    "phase": "turn_order",
    "round": 0,
    "order": (),
    "active": None,
    "done": (),
    "choosers": (),
    "winner": None,
    "casualties": 0,
    "wrecks": 0,
    "next_unit": 1,
    "units": {},
    "caches": {},
    "features": {},
    "objectives": {},
    "tally": {},
    "reports": {},
    "ledger": (),
    "history": (),
}
"""What a campaign begins without."""


def set_up(setup: Json) -> Outcome[State]:
    """The opening state; `InvalidInput` or `IllegalAction` with paths inside the setup."""
    reading = Reading.complete(setup, ("players",), ("binder", "options"))
    listed = _players(reading)
    binder = read_binder(reading.value.get("binder", "starter"), "binder")
    options = shape.read(Options, reading.value.get("options", {}), "options")
    companies = _companies(listed, binder)
    _check_seats(binder, len(companies))
    state = _begun(binder, options, companies)
    for player in state.seated:
        state = post(state, Payment(player, "budget", "budget", binder.budget))
    return Outcome(state, (*_steps(state), *opening_steps(state)))


def _players(reading: Reading) -> list[Reading]:
    listed = reading.items("players", FEWEST_PLAYERS, MOST_PLAYERS)
    return [
        Reading.complete(each, ("player", "company"), (), reading.at("players", n))
        for n, each in enumerate(listed)
    ]


def _companies(rows: list[Reading], binder: Binder) -> Companies:
    companies: Companies = {}
    for row in rows:
        player = read_id(row.raw("player"), row.at("player"))
        company = row.name("company", binder.companies)
        if player in companies:
            raise InvalidInput(row.at("player"), f"“{player}” sits here already; every player has a name.")
        if company in companies.values():
            raise InvalidInput(row.at("company"), f"“{company}” is taken; every player has a company.")
        companies[player] = company
    return companies


def _check_seats(binder: Binder, count: int) -> None:
    for scenario in binder.scenarios.values():
        seats = binder.maps[scenario.map].seats()
        missing = [str(seat) for seat in range(1, count + 1) if seat not in seats]
        if missing:
            said = f"The map of scenario {scenario.id.upper()} has no deployment squares for seat"
            raise IllegalAction("players", f"{said} {', '.join(missing)}; let fewer players sit down.")


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
        **NOTHING_YET,
    )
    return open_scenario(state, binder.start)


def _steps(state: State) -> tuple[Step, ...]:
    sitting = [
        {"seat": state.players[each].seat, "who": player_named(each), "company": _company(state, each)}
        for each in state.seated
    ]
    seats, values = in_a_row("{seat} {who} for {company}", sitting)
    return (
        Step("RULING R2", f"Seats in order of the list: {seats}.", values),
        Step("C1", "Everybody starts with {budget} credits, paid once.", {"budget": state.binder.budget}),
    )


def _company(state: State, player: str) -> str:
    return state.binder.companies[state.players[player].company].name
