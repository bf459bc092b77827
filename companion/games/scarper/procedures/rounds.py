"""What a round asks: who begins, what an event may do, trenches built, frontlines moved (4.2, 5, 6)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json, Reading, say
from companion.engine.wording import count, sentence
from companion.games.scarper.actions import Placement, Placements
from companion.games.scarper.data import (
    ADVANCE_COST,
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    DIRECTION,
    FIRST_YEAR,
    LAST_YEAR,
    MORALE_END,
    OTHER,
    PUSH_TRENCH_COST,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.state import DEFAULTS, InPlay, Options, PerSide
from companion.games.scarper.state.box import (
    FRONT,
    Battlefield,
    Board,
    Card,
    Library,
    Track,
    own_board,
    own_library,
    read_battlefield,
)


class Asked(Reading):
    """A procedure's question. House rules, board and library stand last in it and are needed first."""

    @cached_property
    def options(self) -> Options:
        """The house rules of the question, completed."""
        return shape.read(Options, self.value["options"], "options") if "options" in self else DEFAULTS

    @cached_property
    def board(self) -> Board:
        """The board in force."""
        return own_board(self.value.get("board"), self.at("board"))

    @cached_property
    def library(self) -> Library:
        """The library in force."""
        return own_library(self.value.get("library"), self.at("library"))

    def done(self) -> None:
        """Check what nothing has asked for yet."""
        _ = self.options, self.board, self.library

    def per_side(self, key: str, high: int) -> PerSide[int]:
        """A figure of each side, 0 to `high`."""
        sides = Reading(self.raw(key), SIDES, self.at(key))
        return PerSide(sides.integer("allied", 0, high), sides.integer("german", 0, high))

    def battlefields(self, needed: Collection[str]) -> dict[str, Battlefield]:
        """The fronts in board order; those `needed` must be there, others may."""
        listed = Reading(self.raw("battlefields"), BATTLEFIELDS, self.at("battlefields"))
        there = [each for each in BATTLEFIELDS if each in needed or each in listed]
        fronts = ((each, Reading(listed.raw(each), FRONT, listed.at(each))) for each in there)
        return {each: read_battlefield(one, self.board.tracks[each], asked=True) for each, one in fronts}

    def in_play(self, key: str = "in_play") -> tuple[InPlay, ...]:
        """The cards in play with their owners; none where the key is left out."""
        listed = self.items(key) if key in self else []
        cards: list[InPlay] = []
        for n, each in enumerate(listed):
            entry = Reading(each, ("card", "owner"), self.at(key, n))
            seen = [other.card for other in cards]
            card = known_card(entry.raw("card"), entry.at("card"), self.library, seen)
            cards.append(InPlay(card, entry.name("owner", SIDES)))
        return tuple(cards)


def known_card(value: Json, path: str, library: Library, seen: Iterable[str]) -> str:
    """A card of the library that was not named before."""
    if type(value) is not str or value not in library.cards:
        raise InvalidInput(path, f"{say(value)} is no card of “{library.title}”; name one of its cards.")
    if value in seen:
        raise InvalidInput(path, f"“{value}” is named before; name each card once.")
    return value


def may_attack(board: Board, battlefield: str, front: Battlefield, attacker: Side) -> None:
    """Refuse an attack on a front that is already at the defender's end (R8)."""
    if front.frontline == board.tracks[battlefield].end(attacker):
        where = BATTLEFIELD_NAMES[battlefield]
        raise IllegalAction(
            "battlefield", f"The frontline of {where} is at its end; attack another battlefield."
        )


def supply_left(options: Options, fronts: Iterable[Battlefield], side: Side) -> int | None:
    """How many more trenches a side has in the box; `None` where the supply is endless (R5)."""
    if options.trench_supply is None:
        return None
    return max(0, options.trench_supply - sum(front.trenches_of(side) for front in fronts))


class Move(NamedTuple):
    """One trench dug out of a space, or one space entered."""

    kind: Literal["remove_trench", "advance"]
    space: int
    cost: int


class Movement(NamedTuple):
    """What an attack did to a front, and the part of its value that found nothing to do."""

    moves: tuple[Move, ...]
    unspent: int
    after: Battlefield

    @property
    def trenches_removed(self) -> int:
        """How many trenches were dug out."""
        return sum(move.kind == "remove_trench" for move in self.moves)

    def as_json(self) -> dict[str, Json]:
        """What the answer to an attack says of it."""
        return {
            "moves": [{"kind": move.kind, "space": move.space} for move in self.moves],
            "unspent": self.unspent,
            **shape.write(self.after),
        }

    @property
    def advance(self) -> int:
        """How many spaces were gained."""
        return sum(move.kind == "advance" for move in self.moves)


def movement(track: Track, front: Battlefield, attacker: Side, value: int) -> Movement:
    """Spend a movement value, 1 a trench and 1 a space; only the end of the track stops it (R7, R8)."""
    return _spend(track, front, attacker, value, trench_cost=1)


def push(track: Track, front: Battlefield, attacker: Side, points: int) -> Movement:
    """Spend command points, 2 a trench and 1 a space; `unspent` points cannot be used here (6.2.1, R20)."""
    return _spend(track, front, attacker, points, trench_cost=PUSH_TRENCH_COST)


def spendable(track: Track, front: Battlefield, attacker: Side, most: int) -> list[int]:
    """The amounts of points up to `most` that a steady push can spend here exactly."""
    spent, amounts = 0, []
    for move in push(track, front, attacker, most).moves:
        spent += move.cost
        amounts.append(spent)
    return amounts


def _spend(track: Track, front: Battlefield, attacker: Side, value: int, trench_cost: int) -> Movement:
    ahead, end = DIRECTION[attacker], track.end(attacker)
    frontline, trenches, moves = front.frontline, front.trenches, list[Move]()
    while frontline != end:
        space = frontline + ahead
        blocked = space in trenches
        cost = trench_cost if blocked else ADVANCE_COST
        if cost > value:
            break
        value -= cost
        if blocked:
            trenches = _dug_out(trenches, space)
            moves.append(Move("remove_trench", space, cost))
        else:
            frontline = space
            moves.append(Move("advance", space, cost))
    return Movement(tuple(moves), value, Battlefield(frontline, trenches))


def _dug_out(trenches: Mapping[int, int], space: int) -> dict[int, int]:
    left = {**trenches, space: trenches[space] - 1}
    if not left[space]:
        del left[space]
    return left


def movement_steps(movement: Movement, battlefield: str, rule: str) -> list[Step]:
    """One line for each trench and each space, and for what is lost at the end of the track."""
    where = BATTLEFIELD_NAMES[battlefield]
    steps = [
        Step(rule, TEMPLATES[move.kind], {"where": where, "space": move.space}) for move in movement.moves
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


TEMPLATES = {
    "remove_trench": "A trench on {where}, space {space}, is dug out.",
    "advance": "The frontline of {where} moves to space {space}.",
}


type Fronts = Mapping[str, Battlefield]


def on_own_ground(fronts: Fronts, side: Side, placed: Placement, board: Board, path: str) -> None:
    """Refuse a place that is not on the side's own side of the frontline (R4)."""
    ground = board.tracks[placed.battlefield].ground(side, fronts[placed.battlefield].frontline)
    if placed.space in ground:
        return
    where = f"{SIDE_NAMES[side]} ground on {BATTLEFIELD_NAMES[placed.battlefield]}"
    right = _spaces(ground)
    raise IllegalAction(join(path, "space"), f"{where} is {right}; {placed.space} was given.")


def _spaces(ground: Sequence[int]) -> str:
    """A stretch of a battlefield, as it is said."""
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


def built(fronts: Fronts, placements: Sequence[Placement]) -> dict[str, Battlefield]:
    """The fronts with the trenches on them."""
    after = dict(fronts)
    for battlefield, space, dug in ((each.battlefield, each.space, each.count) for each in placements):
        front = after[battlefield]
        trenches = {**front.trenches, space: front.trenches.get(space, 0) + dug}
        after[battlefield] = Battlefield(front.frontline, dict(sorted(trenches.items())))
    return after


def build_steps(placements: Sequence[Placement], side: Side, rule: str = "6.1.1") -> tuple[Step, ...]:
    """One line for each place."""
    return tuple(
        Step(
            rule,
            "{side}: {count:# trench|# trenches} on {where}, space {space}.",
            {
                "side": SIDE_NAMES[side],
                "count": placed.count,
                "where": BATTLEFIELD_NAMES[placed.battlefield],
                "space": placed.space,
            },
        )
        for placed in placements
    )


def resolve_trenches(question: Json) -> Resolution:
    """Procedure 6.9: economy turned into trenches."""
    asked = Asked(question, ("side", "economy", "battlefields", "placements", "options", "board"))
    side = asked.name("side", SIDES)
    economy = asked.integer("economy", 0, asked.options.economy_max)
    fronts = asked.battlefields(())
    placements: Sequence[Placement] = shape.read(Placements, asked.items("placements", 1), "placements")
    asked.battlefields([placed.battlefield for placed in placements])
    asked.done()
    for n, placed in enumerate(placements):
        on_own_ground(fronts, side, placed, asked.board, join("placements", n))
    total = affordable(placements, economy, supply_left(asked.options, fronts.values(), side), "placements")
    after = {each: shape.write(front) for each, front in built(fronts, placements).items()}
    result = {"economy": economy - total, "battlefields": after}
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
        """The event cannot happen now."""
        return bool(self.missing or self.prevented_by)

    @property
    def is_own(self) -> bool:
        """The player may play it as an event: neutral or own, and not blocked (5.1.1)."""
        return not (self.foe or self.blocked)

    @property
    def triggers(self) -> bool:
        """Played for points it lets the opponent's event happen, before or after them (5.1.2)."""
        return self.foe and not self.blocked


def status(card: Card, player: Side, in_play: Collection[str], library: Library) -> Status:
    """How a card stands for `player`, these cards being in play."""
    missing = [each for each in card.requires if each not in in_play]
    prevented = [each for each in in_play if card.id in library.cards[each].prevents]
    return Status(tuple(sorted(missing)), tuple(sorted(prevented)), card.side == OTHER[player])


def resolver(card: Card, player: Side) -> Side:
    """Who resolves the event: the card's side; for a neutral card the player (R17)."""
    return player if card.side == "neutral" else card.side


def resolve_event_status(question: Json) -> Resolution:
    """Procedure 6.12: what a card's event may do now."""
    asked = Asked(question, ("card", "player", "in_play", "library"))
    card = asked.library.cards[known_card(asked.raw("card"), "card", asked.library, ())]
    player = asked.name("player", SIDES)
    in_play: list[str] = []
    for n, each in enumerate(asked.items("in_play")):
        in_play.append(known_card(each, asked.at("in_play", n), asked.library, (card.id, *in_play)))
    asked.done()
    now = status(card, player, in_play, asked.library)
    result = {
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
    return Resolution(result, status_steps(card, player, now, asked.library))


def status_steps(card: Card, player: Side, now: Status, library: Library) -> tuple[Step, ...]:
    """Why a card's event may, must or cannot happen."""
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
    side = title | {"side": SIDE_NAMES[resolver(card, player)]}
    if now.foe:
        triggered = (
            "Played for points, “{title}” also happens; the {side} side resolves it before or after them."
        )
        return (*steps, Step("5.1.2", triggered, side))
    return (
        *steps,
        Step("5.1.1", "“{title}” may be played for its event or its points by the {side} side.", side),
    )


def _title(library: Library, card: str) -> str:
    return library.cards[card].title


class Initiative(NamedTuple):
    """The side that chooses (`None` in 1914) and why."""

    chooser: Side | None
    reason: str


def initiative(year: int, morale: int, previous_first: Side | None, options: Options) -> Initiative:
    """Who chooses: the side behind on morale; on level morale whoever the house rule names."""
    if year == FIRST_YEAR or previous_first is None:
        return Initiative(None, "german_first_1914")
    if morale:
        return Initiative("german" if morale > 0 else "allied", "behind_on_morale")
    tie = options.initiative_tie
    if tie == "previous_first":
        return Initiative(previous_first, "tie")
    return Initiative(OTHER[previous_first] if tie == "previous_second" else tie, "tie")


def resolve_initiative(question: Json) -> Resolution:
    """Procedure 6.13: who may choose to go first."""
    asked = Asked(question, ("year", "morale", "previous_first", "options"))
    year = asked.integer("year", FIRST_YEAR, LAST_YEAR)
    morale = asked.integer("morale", -MORALE_END, MORALE_END)
    early = year == FIRST_YEAR and asked.raw("previous_first") is None
    first = None if early else asked.name("previous_first", SIDES)
    asked.done()
    found = initiative(year, morale, first, asked.options)
    return Resolution({"chooser": found.chooser, "reason": found.reason}, initiative_steps(found))


def initiative_steps(found: Initiative) -> tuple[Step, ...]:
    """Why that side chooses."""
    if found.chooser is None:
        return (Step("4.2", "In 1914 the German side goes first."),)
    side = {"side": SIDE_NAMES[found.chooser]}
    if found.reason == "tie":
        return (Step("RULING R14", "Morale is level: the {side} side chooses who goes first.", side),)
    return (Step("4.2", "The {side} side is behind on morale and chooses who goes first.", side),)
