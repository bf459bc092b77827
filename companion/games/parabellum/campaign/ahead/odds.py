"""What a scenario that could be next may bring a company, in exact chances from a few stated assumptions.

No battle is fought for it: an objective is completed as often as objectives were so far in this war.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import isqrt

from companion.engine.game import Step
from companion.engine.wording import listed
from companion.games.parabellum.campaign.ahead.losses import losses
from companion.games.parabellum.campaign.called import called
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Objective

type Chances = Mapping[int, Fraction]
TENTH = Fraction(1, 10)


def chances(state: State, opened: State, player: str, free: int) -> Iterator[Step]:
    """The purse at that scenario's end, its spread, whether anything is left, and who would choose then.

    `free` is what the company has once all of it is deployed and refilled; nothing of others' purses is used.
    """
    done, offered = _so_far(state)
    rate = Fraction(done + 1, offered + 2)
    values = {"rate": _percent(rate), "done": done, "offered": offered}
    known = "{done} of {offered} were so far in this war, one more counted each way"
    basis = known if offered else "none could be in this war yet: as likely as not"
    words = (
        f"Reckoned with: each objective is completed in {{rate}} of 100 cases ({basis}); "
        "one that only one company can have goes to each alike. "
        "Left out: salvage, scrap, what you buy. Units lost cost no credits; they are told apart."
    )
    yield Step("E1", words, values)
    purse = purses(opened, player, free, rate)
    mean = sum(amount * chance for amount, chance in purse.items())
    variance = sum((amount - mean) ** 2 * chance for amount, chance in purse.items())
    spread = {"mean": round(mean), "spread": isqrt(round(variance))}
    spread |= {"low": _below(purse, TENTH), "high": _below(purse, 1 - TENTH)}
    words = "Purse at its end: {mean} credits on average, give or take {spread}; "
    yield Step("E1", words + "in eight of ten cases {low} to {high}.", spread)
    left = sum((chance for amount, chance in purse.items() if amount > 0), Fraction(0))
    yield Step("E4", "Credits are left in {chance} of 100 cases.", {"chance": _percent(left)})
    yield from losses(opened, player)
    yield _next(opened, rate)


def _so_far(state: State) -> tuple[int, int]:
    """How many objectives were completed in the scenarios that are over, of how many that could have been."""
    done = offered = 0
    for chapter in state.history:
        booklet = state.binder.scenarios[chapter.scenario]
        done += sum(map(len, chapter.completed.values()))
        there = [state.players[player].seat for player in chapter.completed]
        may = (sum(seat in each.seats for seat in there) for each in booklet.objectives)
        offered += sum(
            min(n, 1) if each.exclusive else n for n, each in zip(may, booklet.objectives, strict=True)
        )
    return done, offered


def _chance(opened: State, objective: Objective, rate: Fraction) -> Fraction:
    """A company's own chance of an objective to which it is entitled."""
    if not objective.exclusive:
        return rate
    return rate / sum(entitled(opened, objective, each) for each in opened.tally)


def purses(opened: State, player: str, free: int, rate: Fraction) -> Chances:
    """The chance of each purse, exactly: every objective pays its bonus, or costs its penalty."""
    purse: dict[int, Fraction] = {free: Fraction(1)}
    for objective in opened.booklet.objectives:
        if not entitled(opened, objective, player):
            continue
        chance, after = _chance(opened, objective, rate), dict[int, Fraction]()
        for amount, had in purse.items():
            for change, part in ((objective.bonus.credits, chance), (-objective.penalty, 1 - chance)):
                after[amount + change] = after.get(amount + change, Fraction(0)) + had * part
        purse = after
    return purse


def _below(purse: Chances, share: Fraction) -> int:
    """The least purse that so many of all cases do not exceed."""
    reached = Fraction(0)
    for amount in sorted(purse):
        reached += purse[amount]
        if reached >= share:
            break
    return amount


def _next(opened: State, rate: Fraction) -> Step:
    chooser = opened.booklet.chooser
    if not opened.booklet.next:
        return Step("RULING R54", "The campaign would end with it.")
    if chooser in ("richest", "poorest"):
        words = "Who would choose then goes by purses, which are everybody's own."
        return Step("RULING R53", words)
    found = choosing(opened, rate, best=chooser == "victor")
    told = listed(
        f"{called(opened, player)} in {_percent(chance)} of 100 cases"
        for player, chance in sorted(found.items(), key=lambda each: -each[1])
    )
    words = "Who would choose then: {told}. Ties are shared: they go by purses."
    return Step("RULING R52" if chooser == "victor" else "RULING R53", words, {"told": told})


def choosing(opened: State, rate: Fraction, *, best: bool) -> Mapping[str, Fraction]:
    """Each company's chance to have completed most objectives, or least; a tie is shared alike."""
    players = list(opened.tally)
    counts: dict[tuple[int, ...], Fraction] = {(0,) * len(players): Fraction(1)}
    for objective in opened.booklet.objectives:
        ends = list(_ends(opened, objective, players, rate))
        after: dict[tuple[int, ...], Fraction] = {}
        for (had, chance), (more, part) in product(counts.items(), ends):
            now = tuple(map(sum, zip(had, more, strict=True)))
            after[now] = after.get(now, Fraction(0)) + chance * part
        counts = after
    found = dict.fromkeys(players, Fraction(0))
    for had, chance in counts.items():
        top = max(had) if best else min(had)
        first = [player for player, n in zip(players, had, strict=True) if n == top]
        for player in first:
            found[player] += chance / len(first)
    return found


def _ends(
    opened: State, objective: Objective, players: list[str], rate: Fraction
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Who may have completed an objective, with the chance of it."""
    may = [entitled(opened, objective, each) for each in players]
    if objective.exclusive and any(may):
        for n, can in enumerate(may):
            if can:
                yield tuple(int(n == at) for at in range(len(players))), rate / sum(may)
        yield (0,) * len(players), 1 - rate
        return
    for ended in product(*([0, 1] if can else [0] for can in may)):
        part = Fraction(1)
        for n, can in zip(ended, may, strict=True):
            part *= (rate if n else 1 - rate) if can else 1
        yield ended, part


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
