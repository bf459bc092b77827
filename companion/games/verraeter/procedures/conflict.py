"""A conflict: where it may be, how it ends, and what each action card would be worth (6.5, 6.6, 6.9).

The traitor changes sides before anything is added up, so that his supply counts for his new house (R13).

The card put aside and all other picks are uniformly random. Each case is evaluated by the conflict itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from fractions import Fraction
from itertools import permutations
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from companion.engine import shape
from companion.engine.dice import Exact, exact_json
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.records import replace
from companion.engine.shape import Sized, Unsaid
from companion.engine.wording import average
from companion.engine.wording import cases as cases_of
from companion.games.verraeter import data, state
from companion.games.verraeter.data import ACTION_NAMES, BONUS, CIRCLE, HOUSES, ActionCard, House

Seats = Sized(state.FEWEST_PLAYERS, state.MOST_PLAYERS)


class Ground(NamedTuple):
    """A landscape and the house that it shows."""

    type: data.LandscapeType
    house: House


def check_seated(ids: Sequence[str], named: str | None = None, key: str = "") -> None:
    """Once the whole table of a question is read: every id is unique, and who is named sits here."""
    for n, each in enumerate(ids):
        if each in ids[:n]:
            raise InvalidInput(f"players.{n}.id", state.TAKEN.format(given=each))
    if named is not None and named not in ids:
        raise InvalidInput(key, f"“{named}” is none of these players; {', '.join(ids)} are.")


def check_cards_differ(cards: Sequence[ActionCard | None]) -> None:
    for n in range(len(cards)):
        refuse_repeated(cards, n)


def refuse_repeated(cards: Sequence[ActionCard | None], n: int) -> None:
    """Refuse the action card at place `n` where somebody before holds it."""
    if cards[n] is not None and cards[n] in cards[:n]:
        raise IllegalAction(
            f"players.{n}.action", f"There is one {cards[n]}; somebody before holds it already."
        )


def site_differs(grounds: Sequence[Ground]) -> None:
    """Refuse two landscapes of one house (phase 1)."""
    if grounds[0].house == grounds[1].house:
        words = f"Both landscapes are the {grounds[0].house}'s; a conflict needs one of each house."
        raise IllegalAction("landscapes.1.house", words)


PLAIN = state.Words()


@dataclass(frozen=True, slots=True)
class Fighter:
    """One player in a conflict: his house before the traitor, the supply before him, his action card."""

    id: state.Id
    allegiance: House
    supply: Annotated[state.SupplyCards, Sized(0, data.MOST_SUPPLY_PLAYED)]
    action: ActionCard | None = None

    @property
    def serves(self) -> House:
        """The house for which all of his counts in the end: the traitor's is the other one (R13)."""
        return data.OTHER[self.allegiance] if self.action == "traitor" else self.allegiance


class Field(NamedTuple):
    """Where a conflict is fought, by whose rules and cards, and what they are called."""

    grounds: tuple[Ground, ...]
    options: state.Options
    cards: state.Cards
    words: state.Words = PLAIN


class Total(NamedTuple):
    """What speaks for one house: its landscape, its players' supply, its diplomats."""

    base: int
    supply: int
    diplomats: int

    @property
    def total(self) -> int:
        return sum(self)

    def as_json(self) -> dict[str, int]:
        return {**self._asdict(), "total": self.total}


class Points(NamedTuple):
    """One player's victory points of one conflict."""

    conflict: int
    bonus: int

    @property
    def total(self) -> int:
        return sum(self)

    def as_json(self) -> dict[str, int]:
        return {**self._asdict(), "total": self.total}


class FoughtResult(TypedDict):
    """Procedure 6.5's result; `flipped` is the place of the landscape that turns among the two."""

    allegiances: dict[str, House]
    totals: dict[House, dict[str, int]]
    winner: House | None
    margin: int
    flipped: int | None
    prize: int
    vp: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Fought:
    """One conflict evaluated. `flipped` is 0 or 1, the landscape that turns; `prize` is each winner's."""

    allegiances: Mapping[str, House]
    totals: Mapping[House, Total]
    winner: House | None
    margin: int
    flipped: int | None
    prize: int
    points: Mapping[str, Points]

    def as_json(self) -> FoughtResult:
        """The result of procedure 6.5."""
        return {
            "allegiances": dict(self.allegiances),
            "totals": {house: self.totals[house].as_json() for house in HOUSES},
            "winner": self.winner,
            "margin": self.margin,
            "flipped": self.flipped,
            "prize": self.prize,
            "vp": {who: points.as_json() for who, points in self.points.items()},
        }


def conflict_steps(field: Field, fighters: Sequence[Fighter], fought: Fought) -> tuple[Step, ...]:
    return (
        *_oaths(field, fighters, fought),
        *_totals(field, fought),
        *_verdict(field, fought),
        *_bonuses(field, fighters, fought),
    )


def _oaths(field: Field, fighters: Sequence[Fighter], fought: Fought) -> Iterator[Step]:
    for each in fighters:
        if each.action == "traitor":
            values = {"who": state.spoken(each.id), "house": field.words.houses[fought.allegiances[each.id]]}
            yield Step("4", "{who} is the traitor and now serves the {house}.", values)
            return
    yield Step("4", "Nobody holds the traitor; all keep their oaths.")


def _totals(field: Field, fought: Fought) -> Iterator[Step]:
    by_house = {ground.house: ground.type for ground in field.grounds}
    for house in HOUSES:
        total = fought.totals[house]
        values: dict[str, object] = {**total.as_json(), "house": field.words.houses[house]}
        values |= {"landscape": field.words.landscapes[by_house[house]].lower()}
        words = "{house}: {landscape} {base}, supply {supply}, diplomats {diplomats}: {total} together."
        yield Step("5", words, values)


def _verdict(field: Field, fought: Fought) -> Iterator[Step]:
    if fought.winner is None or fought.flipped is None:
        yield Step("5", "Both totals are equal: nobody wins and no landscape turns.")
        return
    names = {
        "winner": field.words.houses[fought.winner],
        "loser": field.words.houses[data.OTHER[fought.winner]],
    }
    landscape = field.words.landscapes[field.grounds[fought.flipped].type].lower()
    yield Step("5", "The {winner} wins by {margin}.", {**names, "margin": fought.margin})
    yield _prize(field, fought.winner, landscape, fought)
    yield Step(
        "6", "The {loser}'s {landscape} turns and is now the {winner}'s.", {**names, "landscape": landscape}
    )


def _prize(field: Field, winner: House, landscape: str, fought: Fought) -> Step:
    winners = [state.spoken(who) for who, house in fought.allegiances.items() if house == winner]
    values = {"house": field.words.houses[winner], "landscape": landscape, "prize": fought.prize}
    values |= {"who": ", ".join(winners), "count": len(winners)}
    if not winners:
        return Step("R8", "Nobody serves the {house}: the {landscape} gives no points.", values)
    rule = "6" if field.options.vp_mode == "table" else "R7"
    if len(winners) == 1:
        return Step(rule, "{who} alone won the {landscape}: {prize:# point|# points}.", values)
    return Step(rule, "{who} share the {landscape} between {count}: {prize:# point|# points} each.", values)


def _bonuses(field: Field, fighters: Sequence[Fighter], fought: Fought) -> Iterator[Step]:
    for each in fighters:
        if each.action is not None and each.action in BONUS:
            values = {
                "who": state.spoken(each.id),
                "card": ACTION_NAMES[each.action].lower(),
                "bonus": BONUS[each.action],
            }
            if fought.points[each.id].bonus:
                yield Step("6", "{who} scores {bonus} more as {card}.", values)
            elif field.options.bonus == "winning_side":
                yield Step("R9", "{who}'s house did not win: the {card} scores nothing.", values)


@dataclass(frozen=True, slots=True)
class ConflictQuestion:
    """Procedure 6.5's input: two landscapes, and the players before them."""

    landscapes: Annotated[tuple[Ground, ...], Sized(2, 2)]
    players: Annotated[tuple[Fighter, ...], Seats]
    options: state.Options = state.DEFAULTS
    cards: state.Cards = made(default_factory=state.starter_cards)


def fight(field: Field, fighters: Sequence[Fighter]) -> Fought:
    houses = {each.id: each.serves for each in fighters}
    totals = {ground.house: _total(field, ground, fighters, houses) for ground in field.grounds}
    eagle, rose = totals["eagle"].total, totals["rose"].total
    winner: House | None = None if eagle == rose else "eagle" if eagle > rose else "rose"
    lost = None if winner is None else next(n for n, g in enumerate(field.grounds) if g.house != winner)
    winners = [each for each in houses if houses[each] == winner]
    prize = 0 if lost is None else prize_each(field, field.grounds[lost], len(winners))
    points = {
        each.id: Points(
            prize if houses[each.id] == winner else 0, bonus(field.options, each, houses[each.id], winner)
        )
        for each in fighters
    }
    return Fought(houses, totals, winner, abs(eagle - rose), lost, prize, points)


def _total(field: Field, ground: Ground, fighters: Sequence[Fighter], houses: Mapping[str, House]) -> Total:
    own = [each for each in fighters if houses[each.id] == ground.house]
    return Total(
        field.cards.landscapes[ground.type].conflict,
        sum(sum(each.supply) for each in own),
        sum(data.DIPLOMATS.get(each.action or "", 0) for each in own),
    )


def prize_each(field: Field, lost: Ground, winners: int) -> int:
    """Points of each of so many winners for the landscape that the other house lost (6, R7, R8)."""
    points = field.cards.landscapes[lost.type].vp
    if not winners:
        return 0
    if field.options.vp_mode == "table":
        return points[winners - 1]
    up = {"down": 0, "up": 2 * (winners - 1), "half_up": winners}[field.options.divide_rounding]
    return (2 * points[0] + up) // (2 * winners)


def bonus(options: state.Options, fighter: Fighter, house: House, winner: House | None) -> int:
    """What his card brings by itself, at the end with `house`, where `winner` has won (6, R9)."""
    if options.bonus == "winning_side" and house != winner:
        return 0
    return BONUS.get(fighter.action or "", 0)


def resolve_conflict(given: object) -> Resolution[FoughtResult]:
    """Procedure 6.5: evaluate one conflict."""
    question = shape.read(ConflictQuestion, given)
    check_seated([each.id for each in question.players])
    site_differs(question.landscapes)
    check_cards_differ([each.action for each in question.players])
    field = Field(question.landscapes, question.options, question.cards)
    fought = fight(field, question.players)
    return Resolution(fought.as_json(), conflict_steps(field, question.players, fought))


@dataclass(frozen=True, slots=True)
class SitesQuestion:
    """Procedure 6.6's input: the circle, clockwise."""

    circle: Annotated[tuple[Ground, ...], Sized(CIRCLE, CIRCLE)]
    cards: state.Cards = made(default_factory=state.starter_cards)


class Stake(TypedDict):
    """What a house brings to a site, and what it would win there, by how many share it."""

    landscape: int
    type: data.LandscapeType
    base: int
    prize: list[int]


class SiteRow(TypedDict):
    """Two neighbours of different houses; `lead` is how far the Eagle is ahead before anybody plays."""

    site: list[int]
    eagle: Stake
    rose: Stake
    lead: int


class SitesResult(TypedDict):
    """Procedure 6.6's result: the sites, and how many landscapes each house holds."""

    sites: list[SiteRow]
    held: dict[House, int]


def resolve_sites(given: object) -> Resolution[SitesResult]:
    """Procedure 6.6: every pair of neighbours of different houses."""
    question = shape.read(SitesQuestion, given)
    circle, sites = question.circle, stakes(question.circle, question.cards)
    held = {house: sum(ground.house == house for ground in circle) for house in HOUSES}
    values: dict[str, object] = {"count": len(sites), "eagle": held["eagle"], "rose": held["rose"]}
    steps = (
        Step("5", "The Eagle holds {eagle:# landscape|# landscapes}, the Rose {rose}.", values),
        Step("1", "A conflict may be fought at {count:# place|# places}.", values)
        if sites
        else Step("end", "One house holds all twelve landscapes: the game is about to end."),
    )
    return Resolution(SitesResult(sites=sites, held=held), steps)


def stakes(circle: tuple[Ground, ...], cards: state.Cards) -> list[SiteRow]:
    """Every site with what each house brings and would win: the points of the enemy landscape."""
    pairs = [(i, (i + 1) % CIRCLE) for i in range(CIRCLE)]
    return [_site(circle, cards, i, j) for i, j in pairs if circle[i].house != circle[j].house]


def _site(circle: tuple[Ground, ...], cards: state.Cards, i: int, j: int) -> SiteRow:
    own = {circle[n].house: n for n in (i, j)}
    foe = {circle[n].house: m for n, m in ((i, j), (j, i))}
    each: dict[House, Stake] = {
        house: {
            "landscape": own[house],
            "type": circle[own[house]].type,
            "base": cards.landscapes[circle[own[house]].type].conflict,
            "prize": list(cards.landscapes[circle[foe[house]].type].vp),
        }
        for house in HOUSES
    }
    eagle, rose = each["eagle"], each["rose"]
    return {"site": [i, j], "eagle": eagle, "rose": rose, "lead": eagle["base"] - rose["base"]}


@dataclass(frozen=True, slots=True)
class Drafting(Fighter):
    """One player before the conflict, whose action card nobody knows yet."""

    action: Annotated[ActionCard | None, Unsaid] = None


@dataclass(frozen=True, slots=True)
class WhatIfQuestion:
    """Procedure 6.9's input: the conflict, who asks, and the cards that he was handed."""

    landscapes: Annotated[tuple[Ground, ...], Sized(2, 2)]
    players: Annotated[tuple[Drafting, ...], Seats]
    viewer: state.Id
    received: Annotated[tuple[ActionCard, ...], Sized(1, 5), state.ONE_OF_EACH]
    pick: ActionCard | None = None
    detail: bool = False
    options: state.Options = state.DEFAULTS
    cards: state.Cards = made(default_factory=state.starter_cards)


class Drafter(NamedTuple):
    """Who asks: the players in drafting order, his place among them, the cards that he was handed."""

    field: Field
    fighters: tuple[Fighter, ...]
    seat: int
    received: tuple[ActionCard, ...]

    @property
    def unseen(self) -> list[ActionCard]:
        """The cards that he was not handed: put aside, or taken before him."""
        return [card for card in data.ACTION_CARDS if card not in self.received]


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


class CaseRow(TypedDict):
    """One draft, and how its conflict ends for who asks."""

    picks: dict[str, ActionCard]
    removed: ActionCard
    winner: House | None
    margin: int
    outcome: str
    vp: int


class OptionRow(TypedDict):
    """What one card is worth: how often his side wins, ties and loses, which house wins, his points."""

    pick: ActionCard
    assignments: int
    win: Exact
    tie: Exact
    lose: Exact
    houses: dict[str, Exact]
    expected_vp: Exact
    cases: NotRequired[list[CaseRow]]


class WhatIf(TypedDict):
    """Procedure 6.9's result."""

    seat: int
    unseen: list[ActionCard]
    options: list[OptionRow]
    best: ActionCard


def option(drafter: Drafter, pick: ActionCard, *, detail: bool = False) -> OptionRow:
    drafts = sorted(cases(drafter, pick), key=lambda case: (case.picks, case.removed))
    ends = [case.outcome for case in drafts]
    winners = [case.fought.winner for case in drafts]
    row: OptionRow = {
        "pick": pick,
        "assignments": len(drafts),
        "win": _share(ends.count("win"), drafts),
        "tie": _share(ends.count("tie"), drafts),
        "lose": _share(ends.count("lose"), drafts),
        "houses": {house or "tie": _share(winners.count(house), drafts) for house in (*HOUSES, None)},
        "expected_vp": _share(sum(case.vp for case in drafts), drafts),
    }
    if detail:
        row["cases"] = [_case_row(drafter, case) for case in drafts]
    return row


def _share(weight: int, drafts: Sequence[Case]) -> Exact:
    return exact_json(Fraction(weight, len(drafts)))


def _case_row(drafter: Drafter, case: Case) -> CaseRow:
    return {
        "picks": {each.id: card for each, card in zip(drafter.fighters, case.picks, strict=True)},
        "removed": case.removed,
        "winner": case.fought.winner,
        "margin": case.fought.margin,
        "outcome": case.outcome,
        "vp": case.vp,
    }


def what_if(drafter: Drafter, picks: Sequence[ActionCard], *, detail: bool = False) -> WhatIf:
    """The worth of each of `picks`, and the best of them."""
    options = [option(drafter, pick, detail=detail) for pick in sorted(picks)]
    best = max(
        options, key=lambda each: (Fraction(each["expected_vp"]["exact"]), Fraction(each["win"]["exact"]))
    )
    return {"seat": drafter.seat, "unseen": drafter.unseen, "options": options, "best": best["pick"]}


def resolve_what_if(given: object) -> Resolution[WhatIf]:
    """Procedure 6.9: the odds behind the draft."""
    question = shape.read(WhatIfQuestion, given)
    ids = [each.id for each in question.players]
    check_seated(ids, question.viewer, "viewer")
    site_differs(question.landscapes)
    field = Field(question.landscapes, question.options, question.cards)
    drafter = Drafter(field, question.players, ids.index(question.viewer), question.received)
    _check(drafter, question.pick)
    result = what_if(
        drafter, (question.pick,) if question.pick else question.received, detail=question.detail
    )
    seen = {"seen": len(drafter.received), "unseen": ", ".join(ACTION_NAMES[card] for card in drafter.unseen)}
    handed = Step("2", "{seen:# card is|# cards are} handed on; put aside or taken before: {unseen}.", seen)
    each_card = [
        Step(
            "5",
            "{card}: of {cases:# possible draft|# equally likely drafts} his side wins {win}, ties {tie}, "
            "loses {lose}; {points:# point|# points} on average.",
            {
                "card": ACTION_NAMES[each["pick"]],
                "cases": each["assignments"],
                "win": cases_of(each["win"]["exact"], each["assignments"]),
                "tie": cases_of(each["tie"]["exact"], each["assignments"]),
                "lose": cases_of(each["lose"]["exact"], each["assignments"]),
                "points": average(each["expected_vp"]["exact"]),
            },
        )
        for each in result["options"]
    ]
    best = Step("6", "Most points on average: {best}.", {"best": ACTION_NAMES[result["best"]]})
    return Resolution(result, (handed, *each_card, best))


def _check(drafter: Drafter, pick: ActionCard | None) -> None:
    wanted = len(data.ACTION_CARDS) - 1 - drafter.seat
    if len(drafter.received) != wanted:
        words = (
            f"Drafter number {drafter.seat + 1} is handed {wanted} cards; {len(drafter.received)} were given."
        )
        raise IllegalAction("received", words)
    if pick is not None and pick not in drafter.received:
        words = f"“{pick}” is not among the cards handed on; pick one of {', '.join(drafter.received)}."
        raise IllegalAction("pick", words)
