"""The end of a scenario: who is paid what, who is out, who chooses, and why (E1 to E4, 6.17)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import ByHand, InFull, Named, Only, Sized, Unsaid
from companion.engine.wire import Json
from companion.engine.wording import in_a_row
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS, PAYOUT_STEP, Chooser, Kind
from companion.games.parabellum.state.binder import Goods
from companion.games.parabellum.state.binder.binder import Penalty
from companion.games.parabellum.state.notation import Amount, Id, Payment, ScenarioId, player_named
from companion.games.parabellum.state.table import DEFAULTS, EMPTY, EndedBy, Load, Options

type Choosing = Callable[[list[str], list[str], Mapping[str, int]], list[str]]


ACHIEVED_DIE, PLAIN_DIE = 8, 6


class Loose(NamedTuple):
    """What lay about, as a question says it."""

    fuel: Amount
    ammunition: Amount


def read_loose(value: Json, path: str) -> Load:
    """Loose tokens, both numbers said."""
    return Load(*shape.read(Loose, value, path, missing_first="everywhere"))


class Stake(NamedTuple):
    """One objective: who is entitled to it, what it pays and what missing it costs."""

    id: Id
    players: tuple[Id, ...]
    exclusive: bool
    bonus: Annotated[Goods, InFull()]
    penalty: Penalty


class Account(NamedTuple):
    """One player before the sums; `playing` means still in the scenario."""

    player: Id
    credits: Amount
    scrap_value: Amount
    playing: Annotated[bool, Named("in")]
    completed: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """A scenario that is over; `players` by seat, `order` is the turn order, `names` are the objectives'."""

    ended_by: EndedBy
    chooser: Chooser
    next: tuple[ScenarioId, ...]
    order: tuple[Id, ...]
    objectives: tuple[Stake, ...]
    players: Annotated[tuple[Account, ...], Sized(FEWEST_PLAYERS, MOST_PLAYERS)]
    salvage: Amount
    loose: Annotated[Load, ByHand(read_loose, says=Loose)]
    options: Annotated[Options, Only("liquid_assets")] = DEFAULTS
    names: Annotated[Mapping[str, str], Unsaid] = field(default_factory=dict)

    def named(self, objective: str) -> str:
        """An objective as the booklet names it; its id where there is no booklet."""
        return self.names.get(objective, objective)


@dataclass(frozen=True, slots=True)
class Settled:
    """What everybody has after it, and who has a say in what comes next."""

    completed: Mapping[str, tuple[str, ...]]
    lines: tuple[Payment, ...]
    tokens: Mapping[str, Load]
    credits: Mapping[str, int]
    liquid: Mapping[str, int]
    eliminated: tuple[str, ...]
    ranking: tuple[str, ...]
    choosers: tuple[str, ...]
    turn_dice: Mapping[str, int]
    over: bool
    winner: str | None


def settle(ending: Ending) -> Settled:
    """All of it, in the rulebook's order (specification 6.17)."""
    completed = _completed(ending)
    lines = _lines(ending, completed)
    credits = {
        each.player: each.credits + sum(line.amount for line in lines if line.player == each.player)
        for each in ending.players
    }
    liquid = {each.player: credits[each.player] + _scrap(ending, each) for each in ending.players}
    eliminated = tuple(player for player in credits if liquid[player] <= 0)
    survivors = [player for player in ending.order if player not in eliminated]
    ranking = sorted(survivors, key=lambda player: (-len(completed[player]), -liquid[player]))
    over = len(survivors) <= 1 or not ending.next
    return Settled(
        completed=completed,
        lines=lines,
        tokens=_tokens(ending, completed),
        credits=credits,
        liquid=liquid,
        eliminated=eliminated,
        ranking=tuple(ranking),
        choosers=() if over else tuple(CHOOSERS[ending.chooser](ranking, survivors, liquid)),
        turn_dice={player: ACHIEVED_DIE if done else PLAIN_DIE for player, done in completed.items()},
        over=over,
        winner=max(survivors, key=lambda player: liquid[player], default=None) if over else None,
    )


CHOOSERS: Mapping[Chooser, Choosing] = {
    "victor": lambda ranking, survivors, liquid: ranking,
    "loser": lambda ranking, survivors, liquid: ranking[::-1],
    "richest": lambda ranking, survivors, liquid: sorted(survivors, key=lambda p: -liquid[p]),
    "poorest": lambda ranking, survivors, liquid: sorted(survivors, key=lambda p: liquid[p]),
}
"""In order of right; `survivors` come in turn order, which breaks every tie (R53)."""


def last_player(ending: Ending) -> str | None:
    """The only player still in, if there is one."""
    playing = [each.player for each in ending.players if each.playing]
    return playing[0] if len(playing) == 1 else None


def presumed(ending: Ending) -> tuple[str, ...]:
    """What the last player completes because all others withdrew (E2, R47)."""
    last = last_player(ending)
    if ending.ended_by != "withdrawal" or last is None:
        return ()
    taken = {done for each in ending.players for done in each.completed}
    own = next(each.completed for each in ending.players if each.player == last)
    return tuple(
        stake.id
        for stake in ending.objectives
        if last in stake.players and stake.id not in own and not (stake.exclusive and stake.id in taken)
    )


def _completed(ending: Ending) -> dict[str, tuple[str, ...]]:
    last, more = last_player(ending), presumed(ending)
    return {
        each.player: tuple(
            stake.id
            for stake in ending.objectives
            if stake.id in each.completed or (each.player == last and stake.id in more)
        )
        for each in ending.players
    }


def _lines(ending: Ending, completed: Mapping[str, tuple[str, ...]]) -> tuple[Payment, ...]:
    """Salvage of all first; then, player by player, bonuses and penalties (R50)."""
    playing = [each.player for each in ending.players if each.playing]
    # RULING R41: the salvage is shared by those still in, down to a multiple of 5.
    share = ending.salvage // len(playing) // PAYOUT_STEP * PAYOUT_STEP if playing else 0
    lines = [Payment(player, "salvage", "wrecks", share) for player in playing if share]
    for each in ending.players:
        left = each.credits + (share if each.playing else 0)
        lines += _dues(ending, each.player, completed[each.player], left)
    return tuple(lines)


def _dues(ending: Ending, player: str, done: tuple[str, ...], left: int) -> list[Payment]:
    paid = [stake for stake in ending.objectives if stake.id in done and stake.bonus.credits]
    lines = [Payment(player, "bonus", stake.id, stake.bonus.credits) for stake in paid]
    left += sum(line.amount for line in lines)
    for stake in ending.objectives:
        if player in stake.players and stake.id not in done:
            # RULING R50: a penalty never takes more than there is.
            taken = min(stake.penalty, left)
            left -= taken
            lines += [Payment(player, "penalty", stake.id, -taken)] if taken else []
    return lines


def _tokens(ending: Ending, completed: Mapping[str, tuple[str, ...]]) -> dict[str, Load]:
    last = last_player(ending)
    tokens = {}
    for player, done in completed.items():
        load = ending.loose if player == last else EMPTY
        for stake in ending.objectives:
            if stake.id in done:
                load = load.plus(Load(stake.bonus.fuel, stake.bonus.ammunition))
        tokens[player] = load
    return tokens


def _scrap(ending: Ending, account: Account) -> int:
    return account.scrap_value if ending.options.liquid_assets == "credits_and_scrap" else 0


PAID: dict[Kind, tuple[str, str]] = {
    "salvage": ("RULING R41", "{who}: {amount} credits of battlefield salvage."),
    "bonus": ("E1", "{who} is paid {amount} credits for “{item}”."),
    "penalty": ("RULING R50", "{who} pays {amount} credits for missing “{item}”."),
}
CHOICE = {
    "victor": ("E3", "The victor chooses the next scenario: {who}."),
    "loser": ("RULING R53", "The booklet lets the loser choose the next scenario: {who}."),
    "richest": ("RULING R53", "The booklet lets the richest choose the next scenario: {who}."),
    "poorest": ("RULING R53", "The booklet lets the poorest choose the next scenario: {who}."),
}


def ending_steps(ending: Ending, settled: Settled) -> tuple[Step, ...]:
    """Everything that a doubting player would ask about."""
    return (
        *_objectives(ending, settled),
        *_payments(ending, settled),
        *_standing(ending, settled),
        _choice(ending, settled),
    )


def _objectives(ending: Ending, settled: Settled) -> list[Step]:
    told = []
    more, last = presumed(ending), last_player(ending)
    if more:
        values = {"who": player_named(last), "what": _quoted(ending, more)}
        told.append(Step("RULING R47", "{who} is alone on the field and completes {what} as well.", values))
    for player, done in settled.completed.items():
        listed = {"who": player_named(player), "what": _quoted(ending, done) if done else "no objective"}
        told.append(Step("E1", "{who} completed {what}.", listed))
    return told


def _quoted(ending: Ending, ids: tuple[str, ...]) -> str:
    return ", ".join(f"“{ending.named(each)}”" for each in ids)


def _payments(ending: Ending, settled: Settled) -> list[Step]:
    told = []
    playing = sum(each.playing for each in ending.players)
    if ending.salvage and playing:
        values = {"salvage": ending.salvage, "playing": playing}
        words = "{salvage} credits of salvage among {playing} still in, each share down to a multiple of 5."
        told.append(Step("RULING R41", words, values))
    for line in settled.lines:
        rule, words = PAID[line.kind]
        paid = {"who": player_named(line.player), "amount": abs(line.amount), "item": ending.named(line.item)}
        told.append(Step(rule, words, paid))
    for player, load in settled.tokens.items():
        if load.total:
            tokens: dict[str, object] = {"who": player_named(player), **load._asdict()}
            told.append(
                Step(
                    "RULING R48",
                    "{who}: {fuel} fuel and {ammunition:# ammunition token|# ammunition tokens}.",
                    tokens,
                )
            )
    return told


def _standing(ending: Ending, settled: Settled) -> list[Step]:
    counted = "credits" if ending.options.liquid_assets == "credits" else "credits and scrap value"
    had = [{"who": player_named(player), "n": n} for player, n in settled.liquid.items()]
    row, values = in_a_row("{who} {n}", had)
    told = [Step("RULING R51", f"Liquid assets ({{counted}}): {row}.", {"counted": counted, **values})]
    told += [
        Step("E4", "{who} has no liquid assets left and is out.", {"who": player_named(player)})
        for player in settled.eliminated
    ]
    ranks = [
        {
            "who": player_named(player),
            "done": len(settled.completed[player]),
            "liquid": settled.liquid[player],
        }
        for player in settled.ranking
    ]
    row, values = in_a_row("{who} ({done} completed, {liquid} liquid)", ranks)
    words = f"Ranking by objectives, then liquid assets, then turn order: {row or 'nobody'}."
    return [*told, Step("RULING R52", words, values)]


def _choice(ending: Ending, settled: Settled) -> Step:
    if not settled.over:
        rule, words = CHOICE[ending.chooser]
        return Step(rule, words, {"who": player_named(settled.choosers[0])})
    if settled.winner is None:
        return Step("RULING R54", "Nobody has anything left: the campaign ends without a winner.")
    won = {"who": player_named(settled.winner)}
    return Step("RULING R54", "The campaign is over; {who} has won it.", won)


def resolve_scenario_end(question: Json) -> Resolution:
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
