"""What each action card in hand is worth: every draft that can still happen, fought out (specification 6.9).

The card put aside and all other picks are uniformly random. Each case is evaluated by the conflict itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made
from fractions import Fraction
from itertools import permutations
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.dice import exact_json
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.phrase import average
from companion.engine.phrase import cases as cases_of
from companion.engine.shape import Sized, Unsaid
from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES, HOUSES, ActionCard
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict import fight
from companion.games.verraeter.procedures.outcome import Field, Fighter, Fought
from companion.games.verraeter.state.cards import Cards, starter_cards
from companion.games.verraeter.state.naming import CardNames, Id
from companion.games.verraeter.state.options import DEFAULTS, Options


@dataclass(frozen=True, slots=True)
class Drafting(Fighter):
    """One player before the conflict, whose action card nobody knows yet."""

    action: Annotated[ActionCard | None, Unsaid] = None


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.9's input: the conflict, who asks, and the cards that he was handed."""

    landscapes: Annotated[tuple[Ground, ...], Sized(2, 2)]
    players: Annotated[tuple[Drafting, ...], asked.Seats]
    viewer: Id
    received: Annotated[CardNames, Sized(1, 5)]
    pick: ActionCard | None = None
    detail: bool = False
    options: Options = DEFAULTS
    cards: Cards = made(default_factory=starter_cards)


class Drafter(NamedTuple):
    """Who asks: the players in drafting order, his place among them, the cards that he was handed."""

    field: Field
    fighters: tuple[Fighter, ...]
    seat: int
    received: tuple[ActionCard, ...]

    @property
    def unseen(self) -> list[ActionCard]:
        """The cards that he was not handed: put aside, or taken before him."""
        return [card for card in ACTION_CARDS if card not in self.received]


class Case(NamedTuple):
    """One draft as it may have been and may go on, and how its conflict ends."""

    picks: tuple[ActionCard, ...]
    removed: ActionCard
    fought: Fought
    outcome: str
    vp: int


def cases(drafter: Drafter, pick: ActionCard) -> Iterator[Case]:
    """Every equally likely draft in which he takes `pick`, in the order of the picks."""
    left = [card for card in sorted(drafter.received) if card != pick]
    later = len(drafter.fighters) - drafter.seat - 1
    for *earlier, removed in permutations(drafter.unseen):
        for after in permutations(left, later):
            yield _case(drafter, (*earlier, pick, *after), removed)


def _case(drafter: Drafter, picks: tuple[ActionCard, ...], removed: ActionCard) -> Case:
    fighters = [replace(each, action=card) for each, card in zip(drafter.fighters, picks, strict=True)]
    fought = fight(drafter.field, fighters)
    me = drafter.fighters[drafter.seat].id
    won = "win" if fought.allegiances[me] == fought.winner else "lose"
    outcome = "tie" if fought.winner is None else won
    return Case(picks, removed, fought, outcome, fought.points[me].total)


def option(drafter: Drafter, pick: ActionCard, *, detail: bool = False) -> dict[str, Json]:
    """What one card is worth."""
    found = sorted(cases(drafter, pick), key=lambda case: (case.picks, case.removed))
    ends = [case.outcome for case in found]
    winners = [case.fought.winner for case in found]
    told: dict[str, Json] = {
        "pick": pick,
        "assignments": len(found),
        **{end: _share(ends.count(end), found) for end in ("win", "tie", "lose")},
        "houses": {house or "tie": _share(winners.count(house), found) for house in (*HOUSES, None)},
        "expected_vp": _share(sum(case.vp for case in found), found),
    }
    return {**told, "cases": [_case_json(drafter, case) for case in found]} if detail else told


def _share(weight: int, found: Sequence[Case]) -> Json:
    return exact_json(Fraction(weight, len(found)))


def _case_json(drafter: Drafter, case: Case) -> Json:
    return {
        "picks": {each.id: card for each, card in zip(drafter.fighters, case.picks, strict=True)},
        "removed": case.removed,
        "winner": case.fought.winner,
        "margin": case.fought.margin,
        "outcome": case.outcome,
        "vp": case.vp,
    }


def what_if(drafter: Drafter, picks: Sequence[ActionCard], *, detail: bool = False) -> dict[str, Json]:
    """The worth of each of `picks`, and the best of them."""
    options = [option(drafter, pick, detail=detail) for pick in sorted(picks)]
    best = max(
        options, key=lambda each: (Fraction(each["expected_vp"]["exact"]), Fraction(each["win"]["exact"]))
    )
    return {"seat": drafter.seat, "unseen": drafter.unseen, "options": options, "best": best["pick"]}


def resolve(question: Json) -> Resolution:
    """Procedure 6.9: the odds behind the draft."""
    said: Question = shape.read(Question, question)
    ids = [each.id for each in said.players]
    asked.check_seated(ids, said.viewer, "viewer")
    asked.site_differs(said.landscapes)
    field = Field(said.landscapes, said.options, said.cards)
    drafter = Drafter(field, said.players, ids.index(said.viewer), said.received)
    _check(drafter, said.pick)
    result = what_if(drafter, (said.pick,) if said.pick else said.received, detail=said.detail)
    return Resolution(result, _steps(drafter, result))


def _check(drafter: Drafter, pick: ActionCard | None) -> None:
    wanted = len(ACTION_CARDS) - 1 - drafter.seat
    if len(drafter.received) != wanted:
        said = (
            f"Drafter number {drafter.seat + 1} is handed {wanted} cards; {len(drafter.received)} were given."
        )
        raise IllegalAction("received", said)
    if pick is not None and pick not in drafter.received:
        said = f"“{pick}” is not among the cards handed on; pick one of {', '.join(drafter.received)}."
        raise IllegalAction("pick", said)


def _steps(drafter: Drafter, result: dict[str, Json]) -> tuple[Step, ...]:
    seen = {"seen": len(drafter.received), "unseen": ", ".join(ACTION_NAMES[card] for card in drafter.unseen)}
    handed = Step("2", "{seen:# card is|# cards are} handed on; put aside or taken before: {unseen}.", seen)
    told = [
        Step(
            "5",
            "{card}: of {cases:# possible draft|# equally likely drafts} his side wins {win}, ties {tie}, "
            "loses {lose}; {points:# point|# points} on average.",
            {
                "card": ACTION_NAMES[each["pick"]],
                "cases": each["assignments"],
                **{end: cases_of(each[end]["exact"], each["assignments"]) for end in ("win", "tie", "lose")},
                "points": average(each["expected_vp"]["exact"]),
            },
        )
        for each in result["options"]
    ]
    best = Step("6", "Most points on average: {best}.", {"best": ACTION_NAMES[result["best"]]})
    return (handed, *told, best)
