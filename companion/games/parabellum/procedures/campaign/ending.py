"""The sums at the end of a scenario: bonuses, penalties, salvage, who is out, who chooses (E1–E4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.shape import ByHand, InFull, Named, Only, Sized, Unsaid
from companion.engine.wire import Json
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS, PAYOUT_STEP, Chooser
from companion.games.parabellum.state.amounts import Amount
from companion.games.parabellum.state.binder import Goods
from companion.games.parabellum.state.binder.campaign import Penalty
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.naming import Id, ScenarioId
from companion.games.parabellum.state.options import DEFAULTS, Options
from companion.games.parabellum.state.pieces import EMPTY, EndedBy, Load

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


type Choosing = Callable[[list[str], list[str], Mapping[str, int]], list[str]]

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
