"""A report: a fold of some lines of the journal, the same on screen and on paper."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from campaigns.chronicle import Chronicle, Passage
from campaigns.reports.purses import Purse, purses
from companion.engine.campaign.annals import Annals, Happening, Loss, lasting
from companion.engine.game import Sight
from companion.engine.luck import Luck, Throw, balance, felled, lost

MOST_TURNS = 5


@dataclass(frozen=True, slots=True)
class Scene:
    """What happened in one moment: a round, a Set-up."""

    moment: str
    happenings: Sequence[Happening]


@dataclass(frozen=True, slots=True)
class Toll:
    """What one side lost and took, with the lines that it comes from."""

    name: str
    losses: Sequence[Loss]
    taken: Sequence[Loss]

    @property
    def fallen(self) -> int:
        """People lost."""
        return sum(each.people for each in self.losses)

    @property
    def gone(self) -> int:
        """Units lost."""
        return sum(each.gone for each in self.losses)

    @property
    def felled(self) -> int:
        """People of others taken."""
        return sum(each.people for each in self.taken)

    @property
    def destroyed(self) -> int:
        """Units of others destroyed."""
        return sum(each.gone for each in self.taken)


@dataclass(frozen=True, slots=True)
class Fortune:
    """How lucky one side was: in what it took, in what it lost, and in both together."""

    name: str
    felled: Luck
    lost: Luck
    balance: Luck


@dataclass(frozen=True, slots=True)
class Report:
    """One evening's, one scenario's or the whole campaign's lines, told."""

    lines: int
    scenes: Sequence[Scene]
    turning: Sequence[Happening]
    weighing: str
    tolls: Sequence[Toll]
    purses: Sequence[Purse]
    fortunes: Sequence[Fortune]
    throws: Sequence[Throw]


@dataclass(frozen=True, slots=True)
class Gist:
    """A report in two sentences: how many lines, people fallen, units destroyed, and the heaviest of it."""

    lines: int
    fallen: int
    gone: int
    heaviest: Happening | None


def annals_of(told: Chronicle) -> Annals[Any] | None:
    """What the campaign's game tells of its lines; None where it tells nothing but the lines themselves."""
    return told.game.campaign.annals if told.game.campaign else None


def report(told: Chronicle, passages: Sequence[Passage], sees: Collection[str]) -> Report:
    """The report on these lines for who may know the secrets of `sees`; the game has annals."""
    annals = annals_of(told)
    assert annals is not None
    story, names = annals.story(passages, sees), names_of(told)
    losses, throws = annals.losses(passages), annals.throws(passages)
    return Report(
        lines=len(passages),
        scenes=[Scene(moment, list(each)) for moment, each in groupby(story, lambda one: one.moment)],
        turning=turning_points(story),
        weighing=annals.weighing,
        tolls=[_toll(seat, name, losses) for seat, name in names.items()],
        purses=purses(told, passages, sees, annals),
        fortunes=fortunes(names, throws),
        throws=throws,
    )


def gist(told: Chronicle, passages: Sequence[Passage], sees: Collection[str]) -> Gist:
    """The same in short."""
    annals = annals_of(told)
    assert annals is not None
    losses = annals.losses(passages)
    heavy = (each for each in annals.story(passages, sees) if each.weight)
    return Gist(
        lines=len(passages),
        fallen=sum(each.people for each in losses),
        gone=sum(each.gone for each in losses),
        heaviest=max(heavy, key=lambda each: each.weight, default=None),
    )


def names_of(told: Chronicle) -> dict[str, str]:
    """The sides by their seats, as people call them."""
    assert told.game.campaign is not None
    return {side.seat: side.name for side in told.game.campaign.sides(told.state, Sight())}


def turning_points(story: Sequence[Happening]) -> list[Happening]:
    """The five heaviest happenings in the order in which they came, each goal once; of equals the earlier."""
    told = lasting(story)
    heavy = sorted((n for n, each in enumerate(told) if each.weight), key=lambda n: -told[n].weight)
    return [told[n] for n in sorted(heavy[:MOST_TURNS])]


def _toll(seat: str, name: str, losses: Sequence[Loss]) -> Toll:
    own = [each for each in losses if each.seat == seat]
    taken = [each for each in losses if each.by == seat != each.seat]
    return Toll(name, own, taken)


def fortunes(names: dict[str, str], throws: Sequence[Throw]) -> list[Fortune]:
    """Everybody's luck; nobody's where nothing was thrown at people."""
    if not throws:
        return []
    return [
        Fortune(name, felled(throws, seat), lost(throws, seat), balance(throws, seat))
        for seat, name in names.items()
    ]
