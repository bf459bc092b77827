"""The course: turn order, a scenario's end and who is paid, the report so far (T1, E1 to E4, 6.17, 6.18)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.desk import rolling_for
from companion.engine.dice import roll
from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.shape import ByHand, InFull, Named, Only, Sized, Unsaid
from companion.engine.wire import Json, integer, items, parts, say
from companion.engine.wording import in_a_row
from companion.games.parabellum import data
from companion.games.parabellum.procedures import answers
from companion.games.parabellum.procedures.dice import thrown
from companion.games.parabellum.procedures.money import scrap_value
from companion.games.parabellum.state import (
    DEFAULTS,
    EMPTY,
    Amount,
    Chapter,
    EndedBy,
    Goods,
    Id,
    Line,
    Load,
    Options,
    Payment,
    Penalty,
    ScenarioId,
    State,
    player_named,
    read_id,
    read_state,
    spoken,
)

type Groups = list[list[str]]
type Roll = Mapping[str, int]


def decide(
    dice: Mapping[str, int], rolls: object, path: str = "rolls"
) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """The order of the players who roll these dice, and why; `InvalidInput` where the rolls do not fit."""
    groups: Groups = [list(dice)]
    steps: list[Step] = []
    for n, each in enumerate(items(rolls, path)):
        at = join(path, n)
        if not (rolling := tied(groups)):
            raise InvalidInput(at, "Nobody is tied any more; no further roll is wanted.")
        thrown = _read_roll(each, at, {player: dice[player] for player in rolling})
        groups = _split(groups, thrown)
        steps += _roll_steps(thrown, dice, groups)
    if still := tied(groups):
        raise InvalidInput(
            path, f"{', '.join(map(spoken, still))} are tied; another roll of theirs is wanted."
        )
    order = tuple(player for (player,) in groups)
    names, values = _names(order)
    return order, (*steps, Step("T1", f"The order is {names}.", values))


def tied(groups: Groups) -> list[str]:
    """The players who must still roll."""
    return [player for group in groups if len(group) > 1 for player in group]


def _split(groups: Groups, thrown: Roll) -> Groups:
    after: Groups = []
    for group in groups:
        if len(group) == 1:
            after.append(group)
            continue
        for face in sorted({thrown[player] for player in group}, reverse=True):
            after.append([player for player in group if thrown[player] == face])
    return after


def _read_roll(value: object, path: str, dice: Mapping[str, int]) -> Roll:
    faces = parts(value, path, *dice)
    return {player: integer(faces[player], join(path, player), 1, die) for player, die in dice.items()}


def roll_order(dice: Mapping[str, int], random: Random) -> list[dict[str, int]]:
    """Dice that the app rolls until nobody is tied."""
    groups: Groups = [list(dice)]
    rolls: list[dict[str, int]] = []
    while rolling := tied(groups):
        rolls.append({player: roll(random, dice[player]) for player in rolling})
        groups = _split(groups, rolls[-1])
    return rolls


def _roll_steps(thrown: Roll, dice: Mapping[str, int], groups: Groups) -> list[Step]:
    rolled = [{"who": player_named(each), "face": face, "die": dice[each]} for each, face in thrown.items()]
    faces, values = in_a_row("{who} {face} (d{die})", rolled)
    steps = [Step("T1", f"They roll: {faces}.", values)]
    for group in groups:
        if len(group) > 1:
            names, values = _names(group)
            values["face"] = thrown[group[0]]
            steps.append(Step("T1", f"{names} are tied at {{face}} and roll again among themselves.", values))
    return steps


def _names(players: Sequence[str]) -> tuple[str, dict[str, object]]:
    return in_a_row("{who}", [{"who": player_named(player)} for player in players])


def resolve_turn_order(question: object) -> Resolution[answers.TurnOrdered]:
    """Procedure 6.3: who goes first."""
    case = shape.read(TurnDice, question)
    order, steps = decide(case.dice, thrown(case.rolls))
    return Resolution(answers.TurnOrdered(order=list(order), rounds=len(case.rolls)), steps)


def read_turn_dice(value: object, path: str) -> dict[str, int]:
    given: Mapping[str, object] = shape.read(Mapping[str, object], value, path)
    if not data.FEWEST_PLAYERS <= len(given) <= data.MOST_PLAYERS:
        raise InvalidInput(path, f"Two to four players roll; {len(given)} were given.")
    return {
        read_id(player, join(path, player)): _die(die, join(path, player)) for player, die in given.items()
    }


class TurnDice(NamedTuple):
    """Procedure 6.3's input, perhaps without its rolls: the players' dice, by their ids."""

    dice: Annotated[Mapping[str, int], ByHand(read_turn_dice)]
    rolls: Json = None


def _die(value: object, path: str) -> int:
    if type(value) is int and value in data.TURN_DICE:
        return value
    raise InvalidInput(path, f"The die for the turn order is a d6 or a d8; {say(value)} was given.")


def _roll(question: Json, random: Random) -> Json:
    return roll_order(read_turn_dice(question.get("dice"), "dice"), random)


complete_turn_order = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""


def resolve_campaign_report(question: object) -> Resolution[answers.CampaignReport]:
    """Procedure `campaign-report`."""
    state = read_state(parts(question, "", "state")["state"], "state")
    report = campaign_report(state)
    return Resolution(report, tuple(_steps(report)))


def campaign_report(state: State) -> answers.CampaignReport:
    chapters = [_past(state, chapter) for chapter in state.history]
    if state.phase not in ("choose_next", "over"):
        completed = {
            player: [each.id for each in state.booklet.objectives if player in state.objectives[each.id].done]
            for player in state.having("in", "withdrawn")
        }
        head = {"scenario": state.scenario, "ended_by": None, "rounds": state.round}
        chapters.append({**head, "completed": completed, "chooser": None, "next": None})
    # Each chapter with every player's money; a scenario is played at most once (R57).
    balance = dict.fromkeys(state.players, 0)
    rows = []
    for chapter in chapters:
        books = {}
        for player in state.seated:
            kinds = _by_kind(state.ledger, player, chapter["scenario"])
            opening = balance[player]
            balance[player] += sum(kinds.values())
            books[player] = {"opening": opening, "by_kind": kinds, "closing": balance[player]}
        rows.append({**chapter, "players": books})
    return {
        "path": [chapter["scenario"] for chapter in chapters],
        "scenarios": rows,
        "standings": standings(state),
        "winner": state.winner,
        "casualties": state.casualties,
    }


def _past(state: State, chapter: Chapter) -> dict[str, Json]:
    return {
        "scenario": chapter.scenario,
        "ended_by": chapter.ended_by,
        "rounds": chapter.rounds,
        "completed": {player: list(goals) for player, goals in chapter.completed.items()},
        "chooser": chapter.chooser,
        "next": chapter.next,
    }


def _by_kind(ledger: tuple[Line, ...], player: str, scenario: str) -> dict[str, int]:
    kinds: dict[str, int] = {}
    for line in ledger:
        if line.player == player and line.scenario == scenario:
            kinds[line.kind] = kinds.get(line.kind, 0) + line.amount
    return kinds


def standings(state: State) -> list[answers.StandingRow]:
    """Everybody's means: winner first, then survivors, by liquid assets, net worth and seat."""
    rows = [_course_standing(state, player) for player in state.seated]

    def key(row: answers.StandingRow) -> tuple[bool, bool, int, int]:
        out = row["status"] not in ("in", "withdrawn")
        scrapped = state.options.liquid_assets == "credits_and_scrap"
        liquid = row["net_worth"] if scrapped else row["credits"]
        return row["player"] != state.winner, out, -liquid, -row["net_worth"]

    return sorted(rows, key=key)


def _course_standing(state: State, player: str) -> answers.StandingRow:
    each, units = state.players[player], list(state.of(player))
    worth = scrap_value(state, player)
    return {
        "player": player,
        "status": each.status,
        "credits": each.credits,
        "scrap_value": worth,
        "net_worth": each.credits + worth,
        "units": len(units),
        "personnel": each.reserve.personnel + sum(state.units[unit].strength for unit in units),
    }


def _steps(report: answers.CampaignReport) -> Iterator[Step]:
    for chapter in report["scenarios"]:
        for player, books in chapter["players"].items():
            values = {"id": chapter["scenario"].upper(), "who": spoken(player), **books}
            yield Step("S1", "Scenario {id}, {who}: from {opening} to {closing} credits.", values)
    for n, row in enumerate(report["standings"], start=1):
        values = {"n": n, **row, "who": spoken(row["player"])}
        words = "{n}. {who}: {credits} credits and {scrap_value} of scrap value, {personnel} people."
        yield Step("RULING R51", words, values)


type Choosing = Callable[[list[str], list[str], Mapping[str, int]], list[str]]


ACHIEVED_DIE, PLAIN_DIE = 8, 6


class Loose(NamedTuple):
    """What lay about, as a question says it."""

    fuel: Amount
    ammunition: Amount


def read_loose(value: object, path: str) -> Load:
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
    chooser: data.Chooser
    next: tuple[ScenarioId, ...]
    order: tuple[Id, ...]
    objectives: tuple[Stake, ...]
    players: Annotated[tuple[Account, ...], Sized(data.FEWEST_PLAYERS, data.MOST_PLAYERS)]
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
    last, more = last_player(ending), presumed(ending)
    completed = {
        each.player: tuple(
            stake.id
            for stake in ending.objectives
            if stake.id in each.completed or (each.player == last and stake.id in more)
        )
        for each in ending.players
    }
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
        turn_dice={player: ACHIEVED_DIE if goals else PLAIN_DIE for player, goals in completed.items()},
        over=over,
        winner=max(survivors, key=lambda player: liquid[player], default=None) if over else None,
    )


CHOOSERS: Mapping[data.Chooser, Choosing] = {
    "victor": lambda ranking, survivors, liquid: ranking,
    "loser": lambda ranking, survivors, liquid: ranking[::-1],
    "richest": lambda ranking, survivors, liquid: sorted(survivors, key=lambda p: -liquid[p]),
    "poorest": lambda ranking, survivors, liquid: sorted(survivors, key=lambda p: liquid[p]),
}
"""In order of right; `survivors` come in turn order, which breaks every tie (R53)."""


def last_player(ending: Ending) -> str | None:
    playing = [each.player for each in ending.players if each.playing]
    return playing[0] if len(playing) == 1 else None


def presumed(ending: Ending) -> tuple[str, ...]:
    """What the last player completes because all others withdrew (E2, R47)."""
    last = last_player(ending)
    if ending.ended_by != "withdrawal" or last is None:
        return ()
    taken = {goal for each in ending.players for goal in each.completed}
    own = next(each.completed for each in ending.players if each.player == last)
    return tuple(
        stake.id
        for stake in ending.objectives
        if last in stake.players and stake.id not in own and not (stake.exclusive and stake.id in taken)
    )


def _lines(ending: Ending, completed: Mapping[str, tuple[str, ...]]) -> tuple[Payment, ...]:
    """Salvage of all first; then, player by player, bonuses and penalties (R50)."""
    playing = [each.player for each in ending.players if each.playing]
    # RULING R41: the salvage is shared by those still in, down to a multiple of 5.
    share = ending.salvage // len(playing) // data.PAYOUT_STEP * data.PAYOUT_STEP if playing else 0
    lines = [Payment(player, "salvage", "wrecks", share) for player in playing if share]
    for each in ending.players:
        left = each.credits + (share if each.playing else 0)
        lines += _dues(ending, each.player, completed[each.player], left)
    return tuple(lines)


def _dues(ending: Ending, player: str, goals: tuple[str, ...], left: int) -> list[Payment]:
    paid = [stake for stake in ending.objectives if stake.id in goals and stake.bonus.credits]
    lines = [Payment(player, "bonus", stake.id, stake.bonus.credits) for stake in paid]
    left += sum(line.amount for line in lines)
    for stake in ending.objectives:
        if player in stake.players and stake.id not in goals:
            # RULING R50: a penalty never takes more than there is.
            taken = min(stake.penalty, left)
            left -= taken
            lines += [Payment(player, "penalty", stake.id, -taken)] if taken else []
    return lines


def _tokens(ending: Ending, completed: Mapping[str, tuple[str, ...]]) -> dict[str, Load]:
    last = last_player(ending)
    tokens = {}
    for player, goals in completed.items():
        load = ending.loose if player == last else EMPTY
        for stake in ending.objectives:
            if stake.id in goals:
                load = load.plus(Load(stake.bonus.fuel, stake.bonus.ammunition))
        tokens[player] = load
    return tokens


def _scrap(ending: Ending, account: Account) -> int:
    return account.scrap_value if ending.options.liquid_assets == "credits_and_scrap" else 0


PAID: Mapping[data.Kind, Sequence[str]] = data.lexicon("procedures/words.json")["paid"]
CHOICE: Mapping[str, Sequence[str]] = data.lexicon("procedures/words.json")["choice"]


def ending_steps(ending: Ending, settled: Settled) -> tuple[Step, ...]:
    """Everything that a doubting player would ask about."""
    steps = []
    more, last = presumed(ending), last_player(ending)
    if more:
        values = {"who": player_named(last), "what": _quoted(ending, more)}
        steps.append(Step("RULING R47", "{who} is alone on the field and completes {what} as well.", values))
    for player, goals in settled.completed.items():
        listed = {"who": player_named(player), "what": _quoted(ending, goals) if goals else "no objective"}
        steps.append(Step("E1", "{who} completed {what}.", listed))
    return (*steps, *_payments(ending, settled), *_ending_standing(ending, settled), _choice(ending, settled))


def _quoted(ending: Ending, ids: tuple[str, ...]) -> str:
    return ", ".join(f"“{ending.named(each)}”" for each in ids)


def _payments(ending: Ending, settled: Settled) -> list[Step]:
    steps = []
    playing = sum(each.playing for each in ending.players)
    if ending.salvage and playing:
        values = {"salvage": ending.salvage, "playing": playing}
        words = "{salvage} credits of salvage among {playing} still in, each share down to a multiple of 5."
        steps.append(Step("RULING R41", words, values))
    for line in settled.lines:
        rule, words = PAID[line.kind]
        paid = {"who": player_named(line.player), "amount": abs(line.amount), "item": ending.named(line.item)}
        steps.append(Step(rule, words, paid))
    for player, load in settled.tokens.items():
        if load.total:
            tokens: dict[str, object] = {"who": player_named(player), **load._asdict()}
            steps.append(
                Step(
                    "RULING R48",
                    "{who}: {fuel} fuel and {ammunition:# ammunition token|# ammunition tokens}.",
                    tokens,
                )
            )
    return steps


def _ending_standing(ending: Ending, settled: Settled) -> list[Step]:
    counted = "credits" if ending.options.liquid_assets == "credits" else "credits and scrap value"
    had = [{"who": player_named(player), "n": n} for player, n in settled.liquid.items()]
    row, values = in_a_row("{who} {n}", had)
    steps = [Step("RULING R51", f"Liquid assets ({{counted}}): {row}.", {"counted": counted, **values})]
    steps += [
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
    return [*steps, Step("RULING R52", words, values)]


def _choice(ending: Ending, settled: Settled) -> Step:
    if not settled.over:
        rule, words = CHOICE[ending.chooser]
        return Step(rule, words, {"who": player_named(settled.choosers[0])})
    if settled.winner is None:
        return Step("RULING R54", "Nobody has anything left: the campaign ends without a winner.")
    won = {"who": player_named(settled.winner)}
    return Step("RULING R54", "The campaign is over; {who} has won it.", won)


def resolve_scenario_end(question: object) -> Resolution[answers.ScenarioEnd]:
    """Procedure `scenario-end`."""
    ending = shape.read(Ending, question, missing_first="everywhere")
    players = [each.player for each in ending.players]
    _each_once(players, players, "players", ".player")
    objectives = [stake.id for stake in ending.objectives]
    _each_once(objectives, objectives, "objectives", ".id")
    if len(ending.order) != len(players):
        words = f"The turn order names {len(ending.order)}; it must name all {len(players)} players."
        raise InvalidInput("order", words)
    _each_once(ending.order, players, "order")
    for n, stake in enumerate(ending.objectives):
        _each_once(stake.players, players, f"objectives.{n}.players")
    for n, row in enumerate(ending.players):
        _each_once(row.completed, objectives, f"players.{n}.completed")
    _check(ending)
    settled = settle(ending)
    return Resolution(settled_json(settled), ending_steps(ending, settled))


def settled_json(settled: Settled) -> answers.ScenarioEnd:
    """The result of procedure 6.17."""
    return {
        "completed": {player: list(goals) for player, goals in settled.completed.items()},
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


def _each_once(given: Json, names: list[str], path: str, key: str = "") -> None:
    for n, each in enumerate(given):
        if each not in names:
            raise InvalidInput(
                f"{path}.{n}{key}", f"“{each}” is unknown; there is {', '.join(names) or 'none'}."
            )
        if each in given[:n]:
            raise InvalidInput(f"{path}.{n}{key}", f"“{each}” stands here twice; each is named once.")


def _check(ending: Ending) -> None:
    for n, stake in enumerate(ending.objectives):
        holders = [each.player for each in ending.players if stake.id in each.completed]
        if stake.exclusive and len(holders) > 1:
            words = f"Only one player can complete “{stake.id}”; {' and '.join(holders)} did."
            raise IllegalAction(f"objectives.{n}", words)
    playing = sum(each.playing for each in ending.players)
    if ending.ended_by == "withdrawal" and playing != 1:
        words = f"Withdrawals end a scenario when one player is left in it; here {playing} are."
        raise IllegalAction("ended_by", words)
