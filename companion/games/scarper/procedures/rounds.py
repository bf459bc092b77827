"""What a round asks: who begins, what an event may do, trenches built, frontlines pushed (4.2, 5, 6)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.errors import THING, IllegalAction, InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, ByHand, Every, Known, Last, Learns, Sized, Span, Then
from companion.engine.wire import name, say
from companion.engine.wording import count, sentence
from companion.games.scarper import data
from companion.games.scarper.state import DEFAULTS, InPlay, Options, box
from companion.games.scarper.state.box import Placement, Placements


def read_question[Q](kind: type[Q], question: object) -> Q:
    """A question as its record; board, library and house rules are the usual ones until it says others."""
    usual = {"options": DEFAULTS, "board": box.starter_board(), "library": box.starter_library()}
    names = {"sides": data.SIDES, "battlefields": data.BATTLEFIELDS, "asked": True, "seen": list[str]()}
    read: Q = shape.read(kind, question, names=usual | names)
    return read


OnTrack = Annotated[
    str, Known("battlefields"), Learns(lambda name, names: {"track": names["board"].tracks[name]})
]
OneSide = Annotated[data.Side, Known("sides")]
OneFront = Annotated[str, Known("battlefields"), Learns(lambda name, _: {"battlefield": name})]
HouseRules = Annotated[Options, Learns(lambda options, _: {"options": options}), Last(1)]
OwnBoard = Annotated[box.Board, ByHand(box.own_board), Learns(lambda board, _: {"board": board}), Last(2)]
OwnLibrary = Annotated[
    box.Library, ByHand(box.own_library), Learns(lambda box_, _: {"library": box_}), Last(3)
]
"""They stand last in a question, and are read where they are needed first."""
Economy = Annotated[int, Span(lambda names: (0, names["options"].economy_max))]
Propaganda = Annotated[int, Span(lambda names: (0, names["options"].propaganda_max))]
OneToSix = Annotated[int, Between(1, 6)]
Morale = Annotated[int, Between(-data.MORALE_END, data.MORALE_END)]
Year = Annotated[int, Between(data.FIRST_YEAR, data.LAST_YEAR)]


def on_tracks(needed: Callable[[Mapping[str, Any]], Collection[str]]) -> object:
    """The fronts of a question in board order; those `needed` must be there, others may."""

    def read(given: Mapping[str, object], names: Mapping[str, Any]) -> dict[str, box.Battlefield]:
        must, tracks, fronts = needed(names), names["board"].tracks, dict[str, box.Battlefield]()
        for each in data.BATTLEFIELDS:
            if each in given:
                on = {"track": tracks[each], "asked": True}
                fronts[each] = shape.read(box.Battlefield, given[each], each, names=on)
            elif each in must:
                raise InvalidInput(each, f"Still to say: {THING}.")
        return fronts

    return Then(read)


SOME = Every(data.BATTLEFIELDS, some=True)
Fronts = Mapping[str, Any]
"""Fronts by battlefield, read each on its own track."""


def card_named(value: object, names: Mapping[str, Any]) -> str:
    library: box.Library = names["library"]
    if type(value) is not str or value not in library.cards:
        raise InvalidInput("", f"{say(value)} is no card of “{library.title}”; name one of its cards.")
    if value in names["seen"]:
        raise InvalidInput("", f"“{value}” is named before; name each card once.")
    names["seen"].append(value)
    return value


OneCard = Annotated[Any, Then(card_named)]


class _Owned(NamedTuple):
    card: OneCard
    owner: OneSide


type CardsInPlay = tuple[Annotated[_Owned, Then(lambda each, _: InPlay(*each))], ...]


def may_attack(board: box.Board, battlefield: str, front: box.Battlefield, attacker: data.Side) -> None:
    """Refuse an attack on a front that is already at the defender's end (R8)."""
    if front.frontline == board.tracks[battlefield].end(attacker):
        where = data.BATTLEFIELD_NAMES[battlefield]
        raise IllegalAction(
            "battlefield", f"The frontline of {where} is at its end; attack another battlefield."
        )


def supply_left(options: Options, fronts: Iterable[box.Battlefield], side: data.Side) -> int | None:
    """How many more trenches a side has in the box; `None` where the supply is endless (R5)."""
    if options.trench_supply is None:
        return None
    return max(0, options.trench_supply - sum(front.trenches_of(side) for front in fronts))


class Move(NamedTuple):
    """One trench dug out of a space, or one space entered."""

    kind: Literal["remove_trench", "advance"]
    space: int
    cost: int


class Gains(TypedDict):
    """What an attack won: trenches dug out, spaces taken, and where the line then lies."""

    trenches_removed: int
    advance: int
    frontline: int


class FrontRow(TypedDict):
    """A front as it stands."""

    frontline: int
    trenches: dict[str, int]


class MoveRow(TypedDict):
    """A trench dug out of a space, or a space entered."""

    kind: Literal["remove_trench", "advance"]
    space: int


class MovedFront(FrontRow):
    """A front after an attack, and what the attack did to it."""

    moves: list[MoveRow]
    unspent: int


def front_row(front: box.Battlefield) -> FrontRow:
    row: FrontRow = shape.write(front)
    return row


class Movement(NamedTuple):
    """What an attack did to a front, and the part of its value that found nothing to do."""

    moves: tuple[Move, ...]
    unspent: int
    after: box.Battlefield

    @property
    def trenches_removed(self) -> int:
        return sum(move.kind == "remove_trench" for move in self.moves)

    def as_json(self) -> MovedFront:
        return {
            "moves": [{"kind": move.kind, "space": move.space} for move in self.moves],
            "unspent": self.unspent,
            **front_row(self.after),
        }

    @property
    def advance(self) -> int:
        return sum(move.kind == "advance" for move in self.moves)

    @property
    def gains(self) -> Gains:
        dug, line = self.trenches_removed, self.after.frontline
        return {"trenches_removed": dug, "advance": self.advance, "frontline": line}


def movement(track: box.Track, front: box.Battlefield, attacker: data.Side, value: int) -> Movement:
    """Spend a movement value, 1 a trench and 1 a space; only the end of the track stops it (R7, R8)."""
    return _spend(track, front, attacker, value, trench_cost=1)


def push(track: box.Track, front: box.Battlefield, attacker: data.Side, points: int) -> Movement:
    """Spend command points, 2 a trench and 1 a space; `unspent` points cannot be used here (6.2.1, R20)."""
    return _spend(track, front, attacker, points, trench_cost=data.PUSH_TRENCH_COST)


def spendable(track: box.Track, front: box.Battlefield, attacker: data.Side, most: int) -> list[int]:
    """The amounts of points up to `most` that a steady push can spend here exactly."""
    spent, amounts = 0, []
    for move in push(track, front, attacker, most).moves:
        spent += move.cost
        amounts.append(spent)
    return amounts


def _spend(
    track: box.Track, front: box.Battlefield, attacker: data.Side, value: int, trench_cost: int
) -> Movement:
    ahead, end = data.DIRECTION[attacker], track.end(attacker)
    frontline, trenches, moves = front.frontline, front.trenches, list[Move]()
    while frontline != end:
        space = frontline + ahead
        blocked = space in trenches
        cost = trench_cost if blocked else data.ADVANCE_COST
        if cost > value:
            break
        value -= cost
        if blocked:
            left = {**trenches, space: trenches[space] - 1}
            if not left[space]:
                del left[space]
            trenches = left
            moves.append(Move("remove_trench", space, cost))
        else:
            frontline = space
            moves.append(Move("advance", space, cost))
    return Movement(tuple(moves), value, box.Battlefield(frontline, trenches))


def movement_steps(movement: Movement, battlefield: str, rule: str) -> list[Step]:
    """One line for each trench and each space, and for what is lost at the end of the track."""
    where = data.BATTLEFIELD_NAMES[battlefield]
    templates = {
        "remove_trench": "A trench on {where}, space {space}, is dug out.",
        "advance": "The frontline of {where} moves to space {space}.",
    }
    steps = [
        Step(rule, templates[move.kind], {"where": where, "space": move.space}) for move in movement.moves
    ]
    if movement.unspent and rule != "6.2.1":
        steps.append(
            Step(
                "RULING R8",
                "The end of the track is reached: {lost:# step|# steps} of movement lost.",
                {"lost": movement.unspent},
            )
        )
    return steps


def on_own_ground(fronts: Fronts, side: data.Side, placed: Placement, board: box.Board, path: str) -> None:
    """Refuse a place that is not on the side's own side of the frontline (R4)."""
    ground = board.tracks[placed.battlefield].ground(side, fronts[placed.battlefield].frontline)
    if placed.space in ground:
        return
    where = f"{data.SIDE_NAMES[side]} ground on {data.BATTLEFIELD_NAMES[placed.battlefield]}"
    right = _spaces(ground)
    raise IllegalAction(join(path, "space"), f"{where} is {right}; {placed.space} was given.")


def _spaces(ground: Sequence[int]) -> str:
    if len(ground) < 2:
        return f"space {ground[0]} alone" if ground else "no space at all"
    return f"spaces {ground[0]} to {ground[-1]}"


def affordable(placements: Sequence[Placement], economy: int, supply: int | None, path: str) -> int:
    """The number of trenches, refused where economy or supply do not reach that far."""
    total = sum(placed.count for placed in placements)
    if total > economy:
        raise IllegalAction(
            path, f"{sentence(count(total, 'trench', 'trenches'))} cost {total} economy; there is {economy}."
        )
    if supply is not None and total > supply:
        raise IllegalAction(
            path,
            f"{sentence(count(supply, 'trench', 'trenches'))} left in the supply; {total} were asked for.",
        )
    return total


def built(fronts: Fronts, placements: Sequence[Placement]) -> dict[str, box.Battlefield]:
    after = dict(fronts)
    for battlefield, space, dug in ((each.battlefield, each.space, each.count) for each in placements):
        front = after[battlefield]
        trenches = {**front.trenches, space: front.trenches.get(space, 0) + dug}
        after[battlefield] = box.Battlefield(front.frontline, dict(sorted(trenches.items())))
    return after


def build_steps(placements: Sequence[Placement], side: data.Side, rule: str = "6.1.1") -> tuple[Step, ...]:
    return tuple(
        Step(
            rule,
            "{side}: {count:# trench|# trenches} on {where}, space {space}.",
            {
                "side": data.SIDE_NAMES[side],
                "count": placed.count,
                "where": data.BATTLEFIELD_NAMES[placed.battlefield],
                "space": placed.space,
            },
        )
        for placed in placements
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrenchesQuestion:
    """Procedure 6.9's input."""

    side: OneSide
    options: HouseRules = DEFAULTS
    economy: Economy
    board: OwnBoard = field(default_factory=box.starter_board)
    battlefields: Annotated[Fronts, SOME, on_tracks(lambda names: ())]
    placements: Annotated[Placements, Sized(1)]


class Dug(TypedDict):
    """The result of 6.9."""

    economy: int
    battlefields: dict[str, FrontRow]


def resolve_trenches(question: object) -> Resolution[Dug]:
    """Procedure 6.9: economy turned into trenches."""
    query = read_question(TrenchesQuestion, question)
    side, economy, fronts, placements = query.side, query.economy, query.battlefields, query.placements
    built_on = {placed.battlefield for placed in placements}
    for each in data.BATTLEFIELDS:
        if each in built_on and each not in fronts:
            raise InvalidInput(join("battlefields", each), f"Still to say: {THING}.")
    for n, placed in enumerate(placements):
        on_own_ground(fronts, side, placed, query.board, join("placements", n))
    total = affordable(placements, economy, supply_left(query.options, fronts.values(), side), "placements")
    after = {each: shape.write(front) for each, front in built(fronts, placements).items()}
    result: Dug = {"economy": economy - total, "battlefields": after}
    cost = {"total": total, "left": economy - total}
    paid = Step("6.1.1", "{total:# trench costs|# trenches cost} {total} economy; {left} is left.", cost)
    return Resolution(result, (*build_steps(placements, side), paid))


class Status(NamedTuple):
    """How a card stands to the cards in play: what it lacks, what forbids it (R18), and for whom it is."""

    missing: tuple[str, ...]
    prevented_by: tuple[str, ...]
    foe: bool

    @property
    def blocked(self) -> bool:
        return bool(self.missing or self.prevented_by)

    @property
    def is_own(self) -> bool:
        """The player may play it as an event: neutral or own, and not blocked (5.1.1)."""
        return not (self.foe or self.blocked)

    @property
    def triggers(self) -> bool:
        """Played for points it lets the opponent's event happen, before or after them (5.1.2)."""
        return self.foe and not self.blocked


def status(card: box.Card, player: data.Side, in_play: Collection[str], library: box.Library) -> Status:
    missing = [each for each in card.requires if each not in in_play]
    prevented = [each for each in in_play if card.id in library.cards[each].prevents]
    return Status(tuple(sorted(missing)), tuple(sorted(prevented)), card.side == data.OTHER[player])


def resolver(card: box.Card, player: data.Side) -> data.Side:
    """Who resolves the event: the card's side; for a neutral card the player (R17)."""
    return player if card.side == "neutral" else card.side


@dataclass(frozen=True, slots=True, kw_only=True)
class EventQuestion:
    """Procedure 6.12's input."""

    library: OwnLibrary = field(default_factory=box.starter_library)
    card: OneCard
    player: OneSide
    in_play: tuple[OneCard, ...]


class EventStatus(TypedDict):
    """The result of 6.12."""

    side: str
    points: int
    blocked: bool
    missing: list[str]
    prevented_by: list[str]
    modes: list[str]
    event_order: bool
    owner: data.Side | None
    remain: bool
    cancels: list[str]


def resolve_event_status(question: object) -> Resolution[EventStatus]:
    """Procedure 6.12: what a card's event may do now."""
    query = read_question(EventQuestion, question)
    card, player, in_play = query.library.cards[query.card], query.player, query.in_play
    now = status(card, player, in_play, query.library)
    result: EventStatus = {
        "side": card.side,
        "points": card.points,
        "blocked": now.blocked,
        "missing": list(now.missing),
        "prevented_by": list(now.prevented_by),
        "modes": ["commands", "event"] if now.is_own else ["commands"],
        "event_order": now.triggers,
        "owner": None if now.blocked else resolver(card, player),
        "remain": card.remain,
        "cancels": [each for each in card.cancels if each in in_play and not now.blocked],
    }
    return Resolution(result, status_steps(card, player, now, query.library))


def status_steps(card: box.Card, player: data.Side, now: Status, library: box.Library) -> tuple[Step, ...]:
    title = {"title": card.title}
    steps = [
        Step(
            "5.2.2",
            "“{title}” needs “{other}” in play, which it is not.",
            title | {"other": _title(library, each)},
        )
        for each in now.missing
    ]
    steps += [
        Step("5.2.1", "“{other}” is in play and forbids “{title}”.", title | {"other": _title(library, each)})
        for each in now.prevented_by
    ]
    if now.blocked:
        return (
            *steps,
            Step("RULING R18", "“{title}” can only be played for its points; no event happens.", title),
        )
    side = title | {"side": data.SIDE_NAMES[resolver(card, player)]}
    if now.foe:
        triggered = (
            "Played for points, “{title}” also happens; the {side} side resolves it before or after them."
        )
        return (*steps, Step("5.1.2", triggered, side))
    return (
        *steps,
        Step("5.1.1", "“{title}” may be played for its event or its points by the {side} side.", side),
    )


def _title(library: box.Library, card: str) -> str:
    return library.cards[card].title


class Initiative(NamedTuple):
    """The side that chooses (`None` in 1914) and why."""

    chooser: data.Side | None
    reason: str


def initiative(year: int, morale: int, previous_first: data.Side | None, options: Options) -> Initiative:
    """Who chooses: the side behind on morale; on level morale whoever the house rule names."""
    if year == data.FIRST_YEAR or previous_first is None:
        return Initiative(None, "german_first_1914")
    if morale:
        return Initiative("german" if morale > 0 else "allied", "behind_on_morale")
    tie = options.initiative_tie
    if tie == "previous_first":
        return Initiative(previous_first, "tie")
    return Initiative(data.OTHER[previous_first] if tie == "previous_second" else tie, "tie")


def _went_first(value: object, year: int) -> data.Side | None:
    return None if year == data.FIRST_YEAR and value is None else name(value, "", data.SIDES)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeQuestion:
    """Procedure 6.13's input; in 1914 nobody went first before."""

    year: Annotated[Year, Learns(lambda year, _: {"year": year})]
    morale: Morale
    previous_first: Annotated[data.Side | None, ByHand(_went_first, knowing="year")]
    options: HouseRules = DEFAULTS


class Chooses(TypedDict):
    """The result of 6.13."""

    chooser: data.Side | None
    reason: str


def resolve_initiative(question: object) -> Resolution[Chooses]:
    """Procedure 6.13: who may choose to go first."""
    query = read_question(InitiativeQuestion, question)
    year, morale, first = query.year, query.morale, query.previous_first
    right = initiative(year, morale, first, query.options)
    return Resolution({"chooser": right.chooser, "reason": right.reason}, initiative_steps(right))


def initiative_steps(right: Initiative) -> tuple[Step, ...]:
    if right.chooser is None:
        return (Step("4.2", "In 1914 the German side goes first."),)
    side = {"side": data.SIDE_NAMES[right.chooser]}
    if right.reason == "tie":
        return (Step("RULING R14", "Morale is level: the {side} side chooses who goes first.", side),)
    return (Step("4.2", "The {side} side is behind on morale and chooses who goes first.", side),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One push that is asked for: where, the front as it stands, and the points for it."""

    battlefield: OnTrack
    frontline: box.FrontLine
    trenches: box.Trenches = field(default_factory=dict)
    points: OneToSix

    @property
    def front(self) -> box.Battlefield:
        return box.Battlefield(self.frontline, self.trenches)


@dataclass(frozen=True, slots=True, kw_only=True)
class PushQuestion:
    """Procedure 6.4's input."""

    attacker: OneSide
    points: OneToSix
    board: OwnBoard = field(default_factory=box.starter_board)
    pushes: Annotated[tuple[Wanted, ...], Sized(1)]


class PricedMove(MoveRow):
    cost: int


class PushRow(FrontRow):
    battlefield: str
    moves: list[PricedMove]


class Pushed(TypedDict):
    """The result of 6.4."""

    pushes: list[PushRow]
    left: int


def resolve_push(question: object) -> Resolution[Pushed]:
    """Procedure 6.4: pushes on any battlefields with the points of one card."""
    query = read_question(PushQuestion, question)
    attacker, points, pushes = query.attacker, query.points, query.pushes
    _each_once(pushes)
    spent = sum(wanted.points for wanted in pushes)
    if spent > points:
        raise IllegalAction("pushes", f"The pushes need {spent} points and {points} are there.")
    moved = [_pushed(wanted, attacker, query.board, n) for n, wanted in enumerate(pushes)]
    steps = [step for wanted, end in zip(pushes, moved, strict=True) for step in _push_steps(wanted, end)]
    left = Step("6.2.1", "{left:# point is|# points are} left.", {"left": points - spent})
    results: list[PushRow] = [
        {
            "battlefield": wanted.battlefield,
            **front_row(end.after),
            "moves": [{"kind": move.kind, "space": move.space, "cost": move.cost} for move in end.moves],
        }
        for wanted, end in zip(pushes, moved, strict=True)
    ]
    return Resolution({"pushes": results, "left": points - spent}, (*steps, left))


def _each_once(pushes: Sequence[Wanted]) -> None:
    for n, wanted in enumerate(pushes):
        if any(before.battlefield == wanted.battlefield for before in pushes[:n]):
            name = data.BATTLEFIELD_NAMES[wanted.battlefield]
            raise InvalidInput(f"pushes.{n}.battlefield", f"{name} is named twice; put its points together.")


def _pushed(wanted: Wanted, attacker: data.Side, board: box.Board, n: int) -> Movement:
    track = board.tracks[wanted.battlefield]
    end = push(track, wanted.front, attacker, wanted.points)
    if end.unspent:
        right = ", ".join(map(str, spendable(track, wanted.front, attacker, 6))) or "none"
        refusal = f"{wanted.points} points cannot be spent here exactly (RULING R20); possible: {right}."
        raise IllegalAction(f"pushes.{n}.points", refusal)
    return end


def _push_steps(wanted: Wanted, end: Movement) -> list[Step]:
    spent = {"points": wanted.points, "where": data.BATTLEFIELD_NAMES[wanted.battlefield]}
    return [
        Step("6.2.1", "{points:# point pushes|# points push} on {where}.", spent),
        *movement_steps(end, wanted.battlefield, "6.2.1"),
    ]
