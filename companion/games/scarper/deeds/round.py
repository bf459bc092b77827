"""The deeds of Scarper: what each asks, when it is possible, what it does, and its words (4 to 6, 8)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from companion.engine import deed
from companion.engine.deed import Entry, record
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.shape import Between, Given, Sized
from companion.engine.wire import Json
from companion.engine.wording import count, sentence
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, CHARGE_COST, SIDE_NAMES, Side
from companion.games.scarper.procedures.attacks import AssaultDie, ChargeDice
from companion.games.scarper.procedures.rounds import (
    Status,
    affordable,
    build_steps,
    built,
    may_attack,
    movement_steps,
    on_own_ground,
    push,
    resolver,
    spendable,
    status_steps,
    supply_left,
)
from companion.games.scarper.rules import events, rounds
from companion.games.scarper.rules.events import Doing, attackable, can_spend, pushable, room
from companion.games.scarper.rules.rounds import acting, card_status, spend
from companion.games.scarper.state import After, Hand, State, Turn, TurnEvent
from companion.games.scarper.state.box import BattlefieldId, Card, Placements

type Points = Annotated[int, Between(1, 99)]
type Offers = Iterator[Entry]


class Deed(deed.Deed[State]):
    """What is done at the table; `step` is when in a round, where it belongs to one.

    `secret` is what its entry says to those who may not see its cards, `turns_up` that others' are shown;
    `least` the least of an attack that may be tried, to hear what the rules say against it.
    """

    step: ClassVar[str] = ""
    least: ClassVar[Entry] = {}
    secret: ClassVar[Entry] = {}
    turns_up: ClassVar[bool] = False

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        """All that may be chosen with it now, a row for each entry of `legal`."""
        yield {}

    @classmethod
    def hidden(cls, entry: Entry) -> Entry:
        """Its entry for those who may not see the cards in it."""
        return {**entry, **cls.secret}


@record
class Own(Deed):
    """What a side does."""

    side: Side

    def turn(self, state: State) -> Turn:
        """The round in progress, which must be at this step and be this side's."""
        turn = rounds.turn_at(state, self.step)
        acting(self.side, turn.owner if self.step == "event" else turn.side)
        return turn

    def paying(self, state: State, points: int) -> Turn:
        """The same, where the card's points must reach so far."""
        turn = self.turn(state)
        if points > turn.left:
            words = f"{sentence(count(turn.left, 'point'))} left; {points} were asked for."
            raise IllegalAction("points", words)
        return turn


@record
class BuildTrenches(Own):
    """Turn economy into trenches on one's own ground at the start of a round (6.1.1)."""

    log = "{side}: builds {dug}"
    step = "start"
    placements: Annotated[Placements, Sized(1)]

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        supply = supply_left(state.options, state.battlefields.values(), side)
        economy, tracks = state.economy[side], state.front.tracks
        most = economy if supply is None else min(economy, supply)
        grounds = {
            each: list(tracks[each].ground(side, state.battlefields[each].frontline)) for each in BATTLEFIELDS
        }
        spaces = {each: ground for each, ground in grounds.items() if ground}
        if most > 0 and spaces:
            yield {"max": most, "spaces": spaces}

    def do(self, state: State) -> After:
        self.turn(state)
        for n, placed in enumerate(self.placements):
            on_own_ground(state.battlefields, self.side, placed, state.front, f"placements.{n}")
        supply = supply_left(state.options, state.battlefields.values(), self.side)
        economy = state.economy[self.side]
        total = affordable(self.placements, economy, supply, "placements")
        left = economy - total
        fronts = built(state.battlefields, self.placements)
        after = replace(state, battlefields=fronts, economy=state.economy.put(self.side, left))
        words = "{total:# trench costs|# trenches cost} {total} economy; {left} is left."
        paid = Step("6.1.1", words, {"total": total, "left": left})
        return Outcome(after, (*build_steps(self.placements, self.side), paid))


@record
class PlayCard(Own):
    """Play a card for its event or for its command points (5)."""

    log = "{side}: plays {card} {use}{order}"
    step = "start"
    secret: ClassVar[Entry] = {"card": None, "mode": None, "event_order": []}
    card: str
    mode: Literal["event", "commands"]
    event_order: Annotated[Literal["before", "after"] | None, Given] = None

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        hand = state.hands[side].cards
        if hand is None:
            yield cls.secret
        for each in sorted(hand or ()):
            now = card_status(state, state.box.cards[each], side)
            if now.is_own:
                yield {"card": each, "mode": "event", "event_order": []}
            order = ["after", "before"] if now.triggers else []
            yield {"card": each, "mode": "commands", "event_order": order}

    def do(self, state: State) -> After:
        """A card leaves the hand."""
        self.turn(state)
        hand, name = state.hands[self.side], SIDE_NAMES[self.side]
        if hand.cards is None:
            rounds.unseen(state, self.card, "card")
        elif self.card not in hand.cards:
            raise IllegalAction("card", f"The {name} side does not hold this card; play one of its hand.")
        card = state.box.cards[self.card]
        now = card_status(state, card, self.side)
        self._check(card, now)
        left = None if hand.cards is None else tuple(each for each in hand.cards if each != card.id)
        after = replace(
            state,
            hands=state.hands.put(self.side, Hand(hand.count - 1, left)),
            played=(*state.played, card.id),
            turn=self._begun(card, now),
        )
        rule, use = ("5.1.1", "event") if self.mode == "event" else ("6", "{points:point|# points}")
        values = {"side": name, "title": card.title, "points": card.points}
        played = Step(rule, "The {side} side plays “{title}” for its " + use + ".", values)
        return Outcome(after, (played, *status_steps(card, self.side, now, state.box)))

    def _check(self, card: Card, now: Status) -> None:
        if self.mode == "event" and not now.is_own:
            why = "is blocked" if now.blocked else "belongs to the opponent"
            raise IllegalAction("mode", f"The event of “{card.title}” {why}; play it for its points.")
        needed = self.mode == "commands" and now.triggers
        if needed and self.event_order is None:
            words = "Say whether the opponent's event comes before or after the points."
            raise InvalidInput("event_order", words)
        if not needed and self.event_order is not None:
            words = "No opponent's event is triggered here; leave the order out."
            raise IllegalAction("event_order", words)

    def _begun(self, card: Card, now: Status) -> Turn:
        side, points = self.side, card.points
        if self.mode == "event":
            return Turn(side, "event", card.id, "event", "first", resolver(card, side))
        if not now.triggers:
            event: TurnEvent = "blocked" if now.foe else "none"
            return Turn(side, "commands", card.id, "commands", event, None, points, points)
        owner = resolver(card, side)
        if self.event_order == "before":
            return Turn(side, "event", card.id, "commands", "first", owner, points, points)
        return Turn(side, "commands", card.id, "commands", "last", owner, points, points)


@record
class ResolveEvent(Own):
    """Carry out the card's event, a choice (or `None`) for each of its effects (5.1)."""

    log = "{side}: resolves {event}{places}"
    step = "event"
    choices: tuple[Mapping[str, Json] | None, ...]

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        card = state.turn.card if state.turn else None
        effects = [
            {
                "kind": effect.kind,
                "needs": effect.needs,
                "applies": events.applies(state, effect, side),
                "options": events.options(state, effect, side),
            }
            for effect in state.box.cards[card or ""].effects
        ]
        yield {"card": card, "effects": effects}

    @classmethod
    def hidden(cls, entry: Entry) -> Entry:
        blank = [{**each, "options": []} if each["kind"] == "discard" else each for each in entry["effects"]]
        return {**entry, "effects": blank}

    def do(self, state: State) -> After:
        """The owner carries the event out; a win in the middle ends it there."""
        turn, card, steps = self.turn(state), self._event(state), list[Step]()
        for n, effect in enumerate(card.effects):
            doing = Doing(state, effect, self.side, self.choices[n], f"choices.{n}")
            state, more = events.carry_out(doing)
            steps += more
            if state.phase == "over":
                return Outcome(state, tuple(steps))
        after, lasts = events.aftermath(state, card, self.side)
        return rounds.event_over(after, turn).after(*steps, *lasts)

    def _event(self, state: State) -> Card:
        """The card whose event it is, every effect having its entry."""
        card = state.box.cards[(state.turn and state.turn.card) or ""]
        if len(self.choices) != len(card.effects):
            effects = count(len(card.effects), "effect")
            wanted = f"“{card.title}” has {effects}; each has its choice, or none where it leaves none."
            raise InvalidInput("choices", wanted)
        return card

    def open_discard(self, state: State) -> Doing | None:
        """The first discard of another side that applies and whose cards nobody has named yet (R32).

        The effects before it are carried out first: they may decide whether it applies. A fault in them
        raises.
        """
        self.turn(state)
        for n, (effect, choice) in enumerate(zip(self._event(state).effects, self.choices, strict=True)):
            doing = Doing(state, effect, self.side, choice, f"choices.{n}")
            waits = effect.kind == "discard" and choice is None and doing.side != self.side
            if waits and events.applies(state, effect, self.side):
                return doing
            state = events.carry_out(doing).state
            if state.phase == "over":
                return None
        return None


@record
class Raise(Own):
    """A marker rises, a space a point."""

    step = "commands"
    points: Points
    rule: ClassVar[str]
    what: ClassVar[str]

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        most = min(state.turn.left if state.turn else 0, room(state, cls.what, side))
        if most > 0:
            yield {"max": most}

    def do(self, state: State) -> After:
        turn, side, what = self.paying(state, self.points), self.side, self.what
        most = room(state, what, side)
        if self.points > most:
            words = f"The {what} marker can rise by {most} at most; {self.points} was given."
            raise IllegalAction("points", words)
        track = state.track(what).put(side, state.track(what)[side] + self.points)
        values = {"points": self.points, "side": SIDE_NAMES[side], "what": what, "now": track[side]}
        step = Step(self.rule, "{points:# point raises|# points raise} the {side} {what} to {now}.", values)
        return spend(state.with_track(what, track), turn, self.points).after(step)


@record
class PublishPropaganda(Raise):
    """Spend points on propaganda (6.1.2)."""

    log = "{side}: puts {points} into propaganda"
    tile = ("Publish propaganda", "propaganda", "")
    rule, what = "6.1.2", "propaganda"


@record
class InvestEconomy(Raise):
    """Spend points on the economy (6.1.3)."""

    log = "{side}: puts {points} into the economy"
    tile = ("Invest in the economy", "economy", "")
    rule, what = "6.1.3", "economy"


@record
class SteadyPush(Own):
    """Spend points on moving one frontline (6.2.1)."""

    log = "{side}: steady push on {where}, {spent}"
    tile = ("Steady push", "push", "")
    button = ("Push for {points}", "", "")
    least: ClassVar[Entry] = {"points": 1}
    step = "commands"
    battlefield: BattlefieldId
    points: Points

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        if state.turn:
            for each, points in pushable(state, state.turn).items():
                yield {"battlefield": each, "points": points}

    def do(self, state: State) -> After:
        turn, where = self.paying(state, self.points), self.battlefield
        front, track = state.battlefields[where], state.front.tracks[where]
        pushed = push(track, front, self.side, self.points)
        if pushed.unspent:
            right = ", ".join(map(str, spendable(track, front, self.side, turn.left))) or "none"
            name = BATTLEFIELD_NAMES[where]
            words = f"{self.points} points cannot be spent on {name} exactly; possible: {right}."
            raise IllegalAction("points", words)
        moved = state.with_battlefield(where, pushed.after)
        return spend(moved, turn, self.points).after(*movement_steps(pushed, where, "6.2.1"))


@record
class FrontalCharge(Own):
    """Spend 2 points on a charge, with both dice (6.2.2)."""

    log = "{side}: frontal charge on {where}"
    tile = ("Frontal charge", "attack", "")
    button = ("Charge: {first} against {second}", "", "Charge: tap both dice")
    least: ClassVar[Entry] = {"rolls": {"attacker": 1, "defender": 1}}
    step = "commands"
    battlefield: BattlefieldId
    rolls: ChargeDice

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        where = attackable(state, side)
        if where and state.turn and state.turn.left >= CHARGE_COST:
            yield {"battlefields": where}

    def do(self, state: State) -> After:
        turn = self.turn(state)
        if turn.left < CHARGE_COST:
            words = f"A frontal charge costs {CHARGE_COST} points and {turn.left} is left."
            raise IllegalAction("type", words)
        charge = events.charge_at(state, self.side, self.battlefield)
        may_attack(state.front, self.battlefield, charge.front, self.side)
        fought = events.charged(state, charge, *self.rolls)
        return spend(fought.state, turn, CHARGE_COST).after(*fought.steps)


@record
class ConcentratedAssault(Own):
    """Spend a whole card on an assault, with its die (6.2.3)."""

    log = "{side}: concentrated assault on {where}"
    tile = ("Concentrated assault", "assault", "")
    button = ("Assault with a {first}", "", "Assault: tap the die")
    least: ClassVar[Entry] = {"rolls": {"d6": 1}}
    step = "commands"
    battlefield: BattlefieldId
    rolls: AssaultDie

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        where = attackable(state, side)
        if where and state.turn and state.turn.left == state.turn.points:
            yield {"battlefields": where}

    def do(self, state: State) -> After:
        turn = self.turn(state)
        if turn.left < turn.points:
            spent = count(turn.points - turn.left, "point")
            raise IllegalAction("type", f"An assault takes all the card's points; {spent} already spent.")
        assault = events.assault_at(state, self.side, self.battlefield, turn.points)
        may_attack(state.front, self.battlefield, assault.front, self.side)
        fought = events.stormed(state, assault, self.rolls.d6)
        if fought.state.phase == "over":
            return fought
        return spend(fought.state, turn, turn.left).after(*fought.steps)


@record
class EndCommands(Own):
    """Let the points that are left go: nobody passes, but what is left over may be lost (5, R19)."""

    log = "{side}: lets the rest of the points go"
    step = "commands"

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        if state.turn and _may_end(state, state.turn):
            yield {}

    def do(self, state: State) -> After:
        turn = self.turn(state)
        if not _may_end(state, turn):
            nothing = turn.left == turn.points
            why = "nothing is spent yet" if nothing else "no points may be left over at this table"
            words = f"Nobody may pass: {why} and {turn.left} points can still buy something."
            raise IllegalAction("type", words)
        words = "{left:# point is not spent and is|# points are not spent and are} lost."
        return spend(state, turn, turn.left).after(Step("RULING R19", words, {"left": turn.left}))


def _may_end(state: State, turn: Turn) -> bool:
    spent_some = turn.left < turn.points and state.options.unspent_points == "lose"
    return spent_some or not can_spend(state, turn)


ROUND: tuple[type[Deed], ...] = (
    BuildTrenches, PlayCard, ResolveEvent, PublishPropaganda, InvestEconomy, SteadyPush, FrontalCharge,
    ConcentratedAssault, EndCommands,
)  # fmt: skip
"""In the order in which `legal` lists them."""
TRACKS: Mapping[str, type[Raise]] = {each.what: each for each in (PublishPropaganda, InvestEconomy)}
ATTACKS: Mapping[str, type[Own]] = {
    "push": SteadyPush, "charge": FrontalCharge, "assault": ConcentratedAssault
}  # fmt: skip
"""By the word with which a screen asks for one."""
