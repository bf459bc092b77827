"""A conflict told beat by beat: the cards one by one, the betrayal last, the sums, then points and land.

Every screen of the table stands at the same beat and shows what has been turned over so far, nothing later.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import DIPLOMATS, HOUSES, OTHER, ActionCard, House
from companion.games.verraeter.screens.scales import open_weights
from companion.games.verraeter.state import State


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict that was fought: the table before the cards were turned over, and after it."""

    before: State
    after: State

    @property
    def told(self) -> Json:
        """What came of it, as `procedures.conflict` answers."""
        return self.after.last_conflict

    @property
    def order(self) -> tuple[str, ...]:
        """In which order the cards are turned over: from the start player, the betrayal last."""
        ids = [each.id for each in self.before.in_turn()]
        return tuple(sorted(ids, key=self.betrays))

    def betrays(self, who: str) -> bool:
        """Whether this player changes sides."""
        return bool(self.before.player(who).allegiance != self.told["allegiances"][who])

    @property
    def traitor(self) -> str | None:
        """Who changes sides, if anybody."""
        return next((who for who in self.order if self.betrays(who)), None)

    def card(self, who: str) -> ActionCard | None:
        """What this player turns over."""
        return self.before.player(who).pick or self.after.player(who).pick

    def weights(self, turned: Collection[str] = ()) -> dict[House, tuple[int, int, int]]:
        """Each house's landscape, supply and diplomats, so far as these have turned their cards over."""
        state = self.oaths(turned)
        helped = dict.fromkeys(HOUSES, 0)
        for who in turned:
            card = self.card(who)
            helped[state.player(who).allegiance] += DIPLOMATS.get(card or "", 0)
        return {h: (*open_weights(state, self.before.site or (0, 1))[h], helped[h]) for h in HOUSES}

    def oaths(self, turned: Collection[str]) -> State:
        """The table with the oaths of those who have turned their cards over; nobody has his points yet."""
        houses = self.told["allegiances"]
        players = tuple(
            replace(each, allegiance=houses[each.id]) if each.id in turned else each
            for each in self.before.players
        )
        return replace(self.before, players=players)

    def settled(self) -> State:
        """The table with points given and the landscape turned, before anything else is done."""
        winner, gains = self.told["winner"], self.told["vp"]
        state = self.oaths(self.order)
        players = tuple(replace(each, vp=each.vp + gains[each.id]["total"]) for each in state.players)
        state = replace(state, players=players)
        if winner is None:
            return state
        at = next(n for n in state.site or () if state.circle[n].house == OTHER[winner])
        return state.with_landscape(at, replace(state.circle[at], house=winner))


@dataclass(frozen=True, slots=True)
class Walk:
    """How far the showing of a conflict has come: `beat` cards are turned; one more beat settles all."""

    conflict: Conflict
    beat: int

    @property
    def turned(self) -> tuple[str, ...]:
        """Whose cards lie open, in the order in which they were turned."""
        return self.conflict.order[: self.beat]

    @property
    def next(self) -> str | None:
        """Whose card is turned next."""
        return next(iter(self.conflict.order[self.beat :]), None)

    @property
    def is_settled(self) -> bool:
        """Whether points and landscape have had their beat."""
        return self.beat > len(self.conflict.order)

    @property
    def state(self) -> State:
        """The table as all may see it at this beat."""
        return self.conflict.settled() if self.is_settled else self.conflict.oaths(self.turned)


def beats(before: State, after: State) -> int:
    """In how many beats a conflict is told: a card each, then points and landscape."""
    is_fought = before.phase == "reveal" and after.phase != "reveal"
    return len(before.players) + 1 if is_fought else 0


def so_far(before: State, after: State, beat: int) -> State:
    """The table as everybody may know it once so many of the cards lie open."""
    return Walk(Conflict(before, after), beat).state


def conflicts(trail: Sequence[State]) -> Iterator[Conflict]:
    """Every conflict that was fought, oldest first."""
    for before, after in pairwise(trail):
        if beats(before, after):
            yield Conflict(before, after)


def last_conflict(trail: Sequence[State]) -> Conflict | None:
    """The last one, found from the end."""
    for n in range(len(trail) - 1, 0, -1):
        if beats(trail[n - 1], trail[n]):
            return Conflict(trail[n - 1], trail[n])
    return None


def walk_of(scene: Scene[State]) -> Walk | None:
    """The walk on which all screens are; None where turning the cards over is not what is shown."""
    conflict = last_conflict(scene.trail[-2:]) if len(scene.trail) > 1 else None
    if conflict is None or scene.walk is None or scene.walk > len(conflict.order) + 1:
        return None
    return Walk(conflict, scene.walk)
