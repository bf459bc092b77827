"""The end of a scenario as one question: who is paid what, who is out, who chooses (specification 6.17)."""

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.wire import Json
from companion.games.parabellum.procedures.campaign.ending import Ending, Settled, settle
from companion.games.parabellum.procedures.campaign.ending_steps import ending_steps


def resolve(question: Json) -> Resolution:
    """Procedure `scenario-end`."""
    ending: Ending = shape.read(Ending, question, missing_first="everywhere")
    _check_names(ending)
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


def _check_names(ending: Ending) -> None:
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
    for n, row in enumerate(ending.players):
        _each_once(row.completed, objectives, f"players.{n}.completed")


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
