"""What one side's die comes to under a policy: tokens, energy spent, with exact chances (6.15)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from companion.engine.shape import Between, ByHand, read
from companion.engine.wire import Json
from companion.games.proelii.data import FACES, Command, Die, Experience, Face, Kind
from companion.games.proelii.procedures.asked import Cp, Tokens
from companion.games.proelii.procedures.rerolls import extra_free, paid_limit
from companion.games.proelii.state.unit import Energy

type Paid = Annotated[int, Between(0, 3)]
type Objective = Literal["net", "damage", "survive"]


class Converts(NamedTuple):
    """Which final faces are converted."""

    two_swords: bool = False
    two_shields: bool = False


NEVER = Converts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A stated policy: whether to roll, which faces to roll again, what to convert, whether to parry."""

    roll: bool = True
    reroll: tuple[Face, ...] = ()
    paid: Paid = 0
    convert: Converts = NEVER
    parry: bool = False


def _policy(value: Json, path: str) -> Policy | Literal["optimal"]:
    if value == "optimal":
        return "optimal"
    policy: Policy = read(Policy, value)
    return policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """One side of a fight whose odds are asked."""

    type: Kind
    experience: Experience
    energy: Energy
    cp: Cp
    command: Command = "bad"
    policy: Annotated[Policy | Literal["optimal"], ByHand(_policy, says=Policy | Literal["optimal"])] = (
        Policy()
    )
    objective: Objective = "net"
    paid: Paid = 0
    tokens: Tokens | None = None

    @property
    def stated(self) -> Policy:
        """The stated policy; of an optimal side, what it never does."""
        return self.policy if isinstance(self.policy, Policy) else Policy()

    @property
    def is_optimal(self) -> bool:
        """Whether it plays for its objective."""
        return not isinstance(self.policy, Policy)


class Shown(NamedTuple):
    """What a side shows in the end: swords, shields, whether it converted, paid rerolls used."""

    swords: int
    shields: int
    converted: bool = False
    paid: int = 0


type Chances = Mapping[Shown, Fraction]
NOTHING: Chances = {Shown(0, 0): Fraction(1)}


class Throws(NamedTuple):
    """What a side has for its die: the faces, free and paid rerolls, whether it may convert."""

    die: Die
    free: int
    paid: int
    may_convert: bool
    shows: Face | None = None
    """What the die shows already, where it has fallen and may still be rolled again."""


def throws(side: Opponent, die: Die, price: int, paid: int, *, may_convert: bool) -> Throws:
    """A side's rerolls after its price is paid; recruits have none (R27)."""
    if side.experience == "recruit":
        return Throws(die, 0, 0, may_convert)
    free = {"veteran": 1, "elite": 2}.get(side.experience, 0) + extra_free(side.command)
    wished = side.paid if side.is_optimal else side.stated.paid
    bought = min(wished, paid_limit(side.command, paid), (side.energy - price) // 25)
    return Throws(die, free, max(0, bought), may_convert)


def finals(face: Face, *, may_convert: bool) -> Iterator[tuple[int, int, bool]]:
    """What a final face can come to: as it is, or converted."""
    swords, shields = FACES[face]
    yield swords, shields, False
    if may_convert and face == "two_swords":
        yield 0, 1, True
    if may_convert and face == "two_shields":
        yield 1, 0, True


def stated(policy: Policy, has: Throws) -> Chances:
    """The chances of a stated policy."""
    chosen = {}
    for face in _faces(has):
        wants = getattr(policy.convert, face, False)
        chosen[face] = list(finals(face, may_convert=has.may_convert and wants))[-1]
    return _chances(has, chosen, lambda face, left: face in policy.reroll)


def optimal(has: Throws, worth: Callable[[int, int], Fraction]) -> Chances:
    """The chances of the side that plays for its objective; `worth` of swords and shields says which."""
    chosen, value = {}, {}
    for face in _faces(has):
        best = max(
            finals(face, may_convert=has.may_convert), key=lambda each: (worth(*each[:2]), not each[2])
        )
        chosen[face], value[face] = best, worth(*best[:2])
    ahead: list[Fraction] = []
    for _ in range(has.free + has.paid):
        mean = sum((max(value[face], ahead[-1]) if ahead else value[face] for face in has.die), Fraction(0))
        ahead.append(mean / len(has.die))
    return _chances(has, chosen, lambda face, left: value[face] < ahead[left - 1])


def _faces(has: Throws) -> set[Face]:
    """Every face that it can end with."""
    return {*has.die, has.shows} if has.shows else set(has.die)


def _chances(
    has: Throws, chosen: Mapping[Face, tuple[int, int, bool]], again: Callable[[Face, int], bool]
) -> Chances:
    """Every final face with the rerolls that it took, free ones first."""
    found: dict[Shown, Fraction] = {}
    going, most = Fraction(1), has.free + has.paid
    for used in range(most + 1):
        fallen = (has.shows,) if has.shows and not used else has.die
        each, onward = going / len(fallen), Fraction(0)
        for face in fallen:
            if used < most and again(face, most - used):
                onward += each
            else:
                shown = Shown(*chosen[face], max(0, used - has.free))
                found[shown] = found.get(shown, Fraction(0)) + each
        if not onward:
            break
        going = onward
    return found
