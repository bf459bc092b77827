"""The end of a scenario as one question: who is paid what, who is out, who chooses (specification 6.17)."""

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import CHOOSERS, FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.parabellum.procedures.ending import Account, Ending, Settled, Stake, settle
from companion.games.parabellum.procedures.ending_steps import ending_steps
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder import Goods
from companion.games.parabellum.state.naming import read_id, read_scenario_id
from companion.games.parabellum.state.options import DEFAULTS, read_options
from companion.games.parabellum.state.pieces import ENDINGS, Load

NEEDED = ("ended_by", "chooser", "next", "order", "objectives", "players", "salvage", "loose")


def resolve(question: Json) -> Resolution:
    """Procedure `scenario-end`."""
    ending = _read(Reading.complete(question, NEEDED, ("options",)))
    _check(ending)
    settled = settle(ending)
    return Resolution(settled_json(settled), ending_steps(ending, settled))


def settled_json(settled: Settled) -> Json:
    """The result of procedure 6.17."""
    return {
        "completed": {player: list(done) for player, done in settled.completed.items()},
        "lines": [line._asdict() for line in settled.lines],
        "tokens": {player: load._asdict() for player, load in settled.tokens.items()},
        "credits": dict(settled.credits),
        "liquid": dict(settled.liquid),
        "eliminated": list(settled.eliminated),
        "ranking": list(settled.ranking),
        "choosers": list(settled.choosers),
        "turn_dice": dict(settled.turn_dice),
        "campaign_over": settled.over,
        "winner": settled.winner,
    }


def _read(reading: Reading) -> Ending:
    ended_by, chooser = reading.name("ended_by", ENDINGS), reading.name("chooser", CHOOSERS)
    ways = tuple(
        read_scenario_id(each, reading.at("next", n)) for n, each in enumerate(reading.items("next"))
    )
    order = _ids(reading, "order")
    given = reading.items("objectives")
    stakes = tuple(_stake(each, f"objectives.{n}") for n, each in enumerate(given))
    rows = reading.items("players", FEWEST_PLAYERS, MOST_PLAYERS)
    players = tuple(_account(each, f"players.{n}") for n, each in enumerate(rows))
    salvage = amount(reading, "salvage")
    tokens = Reading.complete(reading.raw("loose"), ("fuel", "ammunition"), (), "loose")
    loose = Load(amount(tokens, "fuel"), amount(tokens, "ammunition"))
    options = (
        read_options(reading.value["options"], "options", only=("liquid_assets",))
        if "options" in reading
        else DEFAULTS
    )
    ending = Ending(ended_by, chooser, ways, order, stakes, players, salvage, loose, options.liquid_assets)
    _check_names(ending, reading)
    return ending


def _ids(reading: Reading, key: str) -> tuple[str, ...]:
    return tuple(read_id(each, reading.at(key, n)) for n, each in enumerate(reading.items(key)))


def _stake(value: Json, path: str) -> Stake:
    row = Reading.complete(value, ("id", "players", "exclusive", "bonus", "penalty"), (), path)
    named, players, exclusive = (
        read_id(row.raw("id"), row.at("id")),
        _ids(row, "players"),
        row.boolean("exclusive"),
    )
    bonus = Reading.complete(row.raw("bonus"), Goods.__slots__, (), row.at("bonus"))
    penalty = Reading.complete(row.raw("penalty"), ("credits",), (), row.at("penalty"))
    goods = Goods(*(amount(bonus, key) for key in Goods.__slots__))
    return Stake(named, players, exclusive, goods, amount(penalty, "credits"))


def _account(value: Json, path: str) -> Account:
    row = Reading.complete(value, ("player", "credits", "scrap_value", "in", "completed"), (), path)
    return Account(
        player=read_id(row.raw("player"), row.at("player")),
        credits=amount(row, "credits"),
        scrap_value=amount(row, "scrap_value"),
        playing=row.boolean("in"),
        completed=frozenset(_ids(row, "completed")),
    )


def _check_names(ending: Ending, reading: Reading) -> None:
    """Whom and what the lists name must be there, and once."""
    players = [each.player for each in ending.players]
    _each_once(players, players, "players", ".player")
    objectives = [stake.id for stake in ending.objectives]
    _each_once(objectives, objectives, "objectives", ".id")
    if len(ending.order) != len(players):
        said = f"The turn order names {len(ending.order)}; it must name all {len(players)} players."
        raise InvalidInput("order", said)
    _each_once(ending.order, players, "order")
    for n, stake in enumerate(ending.objectives):
        _each_once(stake.players, players, f"objectives.{n}.players")
    for n, row in enumerate(reading.value["players"]):
        _each_once(row["completed"], objectives, f"players.{n}.completed")


def _each_once(given: Json, known: list[str], path: str, key: str = "") -> None:
    for n, each in enumerate(given):
        if each not in known:
            raise InvalidInput(
                f"{path}.{n}{key}", f"“{each}” is unknown; there is {', '.join(known) or 'none'}."
            )
        if each in given[:n]:
            raise InvalidInput(f"{path}.{n}{key}", f"“{each}” stands here twice; each is named once.")


def _check(ending: Ending) -> None:
    for n, stake in enumerate(ending.objectives):
        done = [each.player for each in ending.players if stake.id in each.completed]
        if stake.exclusive and len(done) > 1:
            said = f"Only one player can complete “{stake.id}”; {' and '.join(done)} did."
            raise IllegalAction(f"objectives.{n}", said)
    playing = sum(each.playing for each in ending.players)
    if ending.ended_by == "withdrawal" and playing != 1:
        said = f"Withdrawals end a scenario when one player is left in it; here {playing} are."
        raise IllegalAction("ended_by", said)
