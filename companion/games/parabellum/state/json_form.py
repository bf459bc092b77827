"""A state as JSON, exactly as the specification's section 3 has it."""

from collections.abc import Mapping

from companion.engine.wire import Json
from companion.games.parabellum.state.lines import line_json
from companion.games.parabellum.state.options import options_json
from companion.games.parabellum.state.pieces import Chapter, Load, Player, Report, Standing, Tally, Unit
from companion.games.parabellum.state.table import State

SYSTEM = "parabellum"


def state_json(state: State) -> Json:
    """The whole state, secrets and all."""
    return {
        "system": SYSTEM,
        "binder": state.binder.given,
        "options": options_json(state.options),
        **public_json(state),
        "supply": state.supply._asdict(),
        "personnel_total": state.personnel_total,
        "next_unit": state.next_unit,
        "players": {name: player_json(player) for name, player in state.players.items()},
        "units": {name: whole_unit_json(state, unit) for name, unit in state.units.items()},
        "reports": {unit: report_json(report) for unit, report in state.reports.items()},
        "ledger": [line_json(line) for line in state.ledger],
        **chosen_json(state),
    }


def chosen_json(state: State) -> dict[str, Json]:
    """What a table chose that is no house rule, said only where it is not the usual."""
    positions = {} if state.tracked else {"positions": "table"}
    return {**positions, "card_binder": "open"} if state.binder_open else positions


def whole_unit_json(state: State, unit: Unit) -> dict[str, Json]:
    """One unit with what it stands on, where the table says that."""
    return unit_json(unit) if state.tracked else {**unit_json(unit), **ground_json(unit)}


def ground_json(unit: Unit) -> dict[str, Json]:
    """What a unit stands on by the word of the table."""
    return {"ground": unit.ground, "earthwork": unit.earthwork}


def public_json(state: State) -> dict[str, Json]:
    """What everybody at the table may know, the supply excepted."""
    return {
        "phase": state.phase,
        "scenario": state.scenario,
        "round": state.round,
        "order": list(state.order),
        "active": state.active,
        "done": list(state.done),
        "choosers": list(state.choosers),
        "winner": state.winner,
        "casualties": state.casualties,
        "wrecks": state.wrecks,
        "caches": loads_json(state.caches),
        "features": dict(state.features),
        "objectives": {name: standing_json(each) for name, each in state.objectives.items()},
        "tally": {player: tally_json(tally) for player, tally in state.tally.items()},
        "history": [chapter_json(chapter) for chapter in state.history],
    }


def loads_json(loads: Mapping[str, Load]) -> dict[str, Json]:
    """Tokens by square or player."""
    return {key: load._asdict() for key, load in loads.items()}


def player_json(player: Player) -> dict[str, Json]:
    """One player, money and reserve too."""
    return {
        "seat": player.seat,
        "company": player.company,
        "status": player.status,
        "die": player.die,
        "credits": player.credits,
        "reserve": player.reserve._asdict(),
    }


def unit_json(unit: Unit) -> dict[str, Json]:
    """One unit as its owner sees it."""
    return {
        "owner": unit.owner,
        "type": unit.type,
        "cost": unit.cost,
        "where": unit.where,
        "square": unit.square,
        "position": unit.position,
        "transport": unit.transport,
        "flag": list(unit.flag),
        "strength": unit.strength,
        "fuel": unit.fuel,
        "ammunition": unit.ammunition,
        "cargo": unit.cargo._asdict(),
        "entrench": unit.entrench,
        "bridge": unit.bridge,
        "mp_used": unit.mp_used,
        "partner": unit.partner,
        "marks": sorted(unit.marks),
    }


def report_json(report: Report) -> dict[str, Json]:
    """What reconnaissance found."""
    return report._asdict()


def standing_json(standing: Standing) -> dict[str, Json]:
    """How an objective stands."""
    return {"done": list(standing.done), "streak": dict(standing.streak)}


def tally_json(tally: Tally) -> dict[str, Json]:
    """What a player did in this scenario."""
    return {**tally._asdict(), "spotted": list(tally.spotted)}


def chapter_json(chapter: Chapter) -> dict[str, Json]:
    """A finished scenario."""
    return {
        "scenario": chapter.scenario,
        "ended_by": chapter.ended_by,
        "rounds": chapter.rounds,
        "completed": {player: list(done) for player, done in chapter.completed.items()},
        "ranking": list(chapter.ranking),
        "eliminated": list(chapter.eliminated),
        "chooser": chapter.chooser,
        "next": chapter.next,
    }
