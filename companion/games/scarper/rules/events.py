"""What points may buy, how an attack ends, and an event carried out, effect by effect (5, 6)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.wire import items, parts, say
from companion.engine.wording import count, sentence
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    CHARGE_COST,
    DIRECTION,
    OTHER,
    SIDE_NAMES,
    Side,
)
from companion.games.scarper.procedures import attacks, rounds, year
from companion.games.scarper.procedures.attacks import AssaultDie, ChargeDice
from companion.games.scarper.rules.rounds import gain, unseen
from companion.games.scarper.state import After, Hand, InPlay, State, Turn
from companion.games.scarper.state.box import (
    Battlefield,
    BattlefieldId,
    Card,
    Effect,
    Placement,
    Placements,
    side_of,
)


def room(state: State, what: str, side: Side) -> int:
    return year.limit(state.options, what) - state.track(what)[side]


def charge_at(state: State, side: Side, battlefield: str, extra: int = 0) -> attacks.Charge:
    """A charge declared at this table, cards in play and `extra` included."""
    attack, defence = year.charge_modifiers(state, side, battlefield)
    return attacks.Charge(
        attacker=side,
        battlefield=battlefield,
        battlefields=state.battlefields,
        propaganda=state.propaganda,
        modifiers=attacks.Modifiers(attack + extra, defence),
        options=state.options,
        board=state.front,
    )


def charged(state: State, charge: attacks.Charge, attacker: int, defender: int) -> After:
    end = attacks.clash(charge, attacker + charge.attack_bonus - defender - charge.defence_bonus)
    after = replace(state, propaganda=end.propaganda)
    if end.movement.moves:
        after = after.with_battlefield(charge.battlefield, end.movement.after)
    return Outcome(after, attacks.charge_steps(charge, attacker, defender, end))


def assault_at(state: State, side: Side, battlefield: str, points: int) -> attacks.Assault:
    """An assault declared at this table, cards in play included."""
    front = state.battlefields[battlefield]
    return attacks.Assault(
        attacker=side,
        battlefield=battlefield,
        frontline=front.frontline,
        trenches=front.trenches,
        morale=state.morale,
        points=points,
        modifier=year.bonus(state, "assault_bonus", side, battlefield),
        options=state.options,
        board=state.front,
    )


def stormed(state: State, assault: attacks.Assault, d6: int) -> After:
    """An assault carried out with its die; its price in morale may lose the war."""
    end = attacks.storm(assault, (d6 + 1) // 2)
    after = state.with_battlefield(assault.battlefield, end.movement.after)
    lost = gain(after, OTHER[assault.attacker], end.d3)
    return Outcome(lost.state, attacks.assault_steps(assault, d6, end))


def attackable(state: State, side: Side, listed: Sequence[str] = BATTLEFIELDS) -> list[str]:
    """Those of the battlefields where the front is not at the defender's end yet."""
    fronts, tracks = state.battlefields, state.front.tracks
    return [each for each in listed if fronts[each].frontline != tracks[each].end(side)]


def pushable(state: State, turn: Turn) -> dict[str, list[int]]:
    """The amounts of points that a steady push can spend on each battlefield, where there are any."""
    amounts = {
        each: rounds.spendable(state.front.tracks[each], state.battlefields[each], turn.side, turn.left)
        for each in BATTLEFIELDS
    }
    return {each: points for each, points in amounts.items() if points}


def can_spend(state: State, turn: Turn) -> bool:
    """Whether the points that are left can buy anything at all."""
    if room(state, "propaganda", turn.side) or room(state, "economy", turn.side):
        return True
    may_attack = turn.left >= CHARGE_COST or turn.left == turn.points
    return bool(pushable(state, turn)) or (may_attack and bool(attackable(state, turn.side)))


class Doing(NamedTuple):
    """An effect about to happen: on which state, for whom, with what choice (and its path), where."""

    state: State
    effect: Effect
    owner: Side
    choice: object
    path: str
    places: list[str] | None = None

    @property
    def side(self) -> Side:
        return side_of(self.effect.side, self.owner)


def options(state: State, effect: Effect, owner: Side) -> list[str]:
    """Where (or with which cards) an effect may be done; hidden hands are not shown to others."""
    side = side_of(effect.side, owner)
    if effect.kind == "discard":
        cards = state.hands[side].cards
        return sorted(cards) if cards and side == owner else []
    if effect.kind not in PLACES:
        return []
    bound = effect.battlefields
    listed = BATTLEFIELDS if bound is None else tuple(each for each in BATTLEFIELDS if each in bound)
    return PLACES[effect.kind](state, side, listed)


def _razeable(state: State, side: Side, listed: Sequence[str]) -> list[str]:
    fronts, enemy = state.battlefields, OTHER[side]
    return [each for each in listed if fronts[each].trenches_of(enemy)]


PLACES: Mapping[str, Callable[[State, Side, Sequence[str]], list[str]]] = {
    "build": lambda state, side, listed: attackable(state, OTHER[side], listed),
    "raze": _razeable,
    "advance": attackable,
    "charge": attackable,
    "assault": attackable,
}


def applies(state: State, effect: Effect, owner: Side, places: list[str] | None = None) -> bool:
    """Whether an effect happens now: its “if” holds, and there is something for it to do.

    `places` are its `options`, where somebody has looked for them already.
    """
    if effect.condition and not year.holds(effect.condition, owner, state):
        return False
    side = side_of(effect.side, owner)
    if effect.kind == "discard":
        return state.hands[side].count > 0
    if effect.kind == "build" and rounds.supply_left(state.options, state.battlefields.values(), side) == 0:
        return False
    if effect.kind not in PLACES:
        return True
    return bool(options(state, effect, owner) if places is None else places)


def among(battlefield: str, allowed: list[str], path: str) -> None:
    if battlefield not in allowed:
        right = ", ".join(BATTLEFIELD_NAMES[each] for each in allowed)
        raise IllegalAction(
            path, f"{BATTLEFIELD_NAMES[battlefield]} is not open to this event; {right} can be chosen."
        )


def _declared[D](doing: Doing, *dice: type[D]) -> tuple[BattlefieldId, list[D]]:
    """Where the event attacks, a battlefield that is open to it, and the dice of that attack."""
    choice, at = parts(doing.choice, doing.path, *("battlefield", "rolls")[: 1 + len(dice)]), doing.path
    where = shape.read(BattlefieldId, choice["battlefield"], join(at, "battlefield"))
    rolls: list[D] = [shape.read(kind, choice["rolls"], join(at, "rolls")) for kind in dice]
    among(where, doing.places or [], join(at, "battlefield"))
    return where, rolls


def advance(doing: Doing) -> After:
    where = _declared(doing)[0]
    front, track = doing.state.battlefields[where], doing.state.front.tracks[where]
    moved = rounds.movement(track, front, doing.side, doing.effect.amount)
    after = doing.state.with_battlefield(where, moved.after)
    return Outcome(after, tuple(rounds.movement_steps(moved, where, "5.1")))


def charge(doing: Doing) -> After:
    """A free frontal charge with the event's bonus."""
    where, (rolls,) = _declared(doing, ChargeDice)
    declared = charge_at(doing.state, doing.side, where, doing.effect.amount)
    return charged(doing.state, declared, *rolls).after(FREE)


def assault(doing: Doing) -> After:
    """A free concentrated assault with the event's value for points."""
    where, (rolls,) = _declared(doing, AssaultDie)
    declared = assault_at(doing.state, doing.side, where, doing.effect.amount)
    return stormed(doing.state, declared, *rolls).after(FREE)


FREE = Step("5.1.1", "An attack by an event takes no points (RULING R26).")


def _placements(doing: Doing, key: str) -> tuple[Placement, ...]:
    chosen = parts(doing.choice, doing.path, key)[key]
    placements: tuple[Placement, ...] = shape.read(Placements, chosen, join(doing.path, key))
    for n, placed in enumerate(placements):
        where = join(doing.path, key, n)
        among(placed.battlefield, doing.places or [], join(where, "battlefield"))
        if key == "placements":
            rounds.on_own_ground(doing.state.battlefields, doing.side, placed, doing.state.front, where)
    return placements


def build(doing: Doing) -> After:
    """The side's trenches are built."""
    placements = _placements(doing, "placements")
    supply = rounds.supply_left(doing.state.options, doing.state.battlefields.values(), doing.side)
    most = doing.effect.amount if supply is None else min(supply, doing.effect.amount)
    _no_more_than(sum(placed.count for placed in placements), most, join(doing.path, "placements"))
    after = replace(doing.state, battlefields=rounds.built(doing.state.battlefields, placements))
    return Outcome(after, rounds.build_steps(placements, doing.side, "5.1"))


def _no_more_than(total: int, most: int, path: str) -> None:
    if total > most:
        raise IllegalAction(path, f"At most {most} trenches can be chosen here; {total} were given.")


def raze(doing: Doing) -> After:
    """The other side's trenches are removed."""
    removals = _placements(doing, "removals")
    path = join(doing.path, "removals")
    fronts = dict(doing.state.battlefields)
    for n, removed in enumerate(removals):
        there = doing.state.battlefields[removed.battlefield]
        fronts[removed.battlefield] = _razed(
            there, fronts[removed.battlefield], removed, doing, join(path, n)
        )
    _no_more_than(sum(removed.count for removed in removals), doing.effect.amount, path)
    return Outcome(replace(doing.state, battlefields=fronts), tuple(_razing(removed) for removed in removals))


def _razed(there: Battlefield, now: Battlefield, removed: Placement, doing: Doing, path: str) -> Battlefield:
    ahead = (removed.space - there.frontline) * DIRECTION[doing.side] > 0
    if not ahead or removed.space not in there.trenches:
        enemy = SIDE_NAMES[OTHER[doing.side]]
        raise IllegalAction(join(path, "space"), f"No {enemy} trench lies on space {removed.space}.")
    left = now.trenches.get(removed.space, 0) - removed.count
    if left < 0:
        lie = now.trenches.get(removed.space, 0)
        raise IllegalAction(
            join(path, "count"),
            f"{sentence(count(lie, 'trench', 'trenches'))} can be removed there; {removed.count} was asked.",
        )
    trenches = {**now.trenches, removed.space: left}
    return Battlefield(now.frontline, {space: count for space, count in trenches.items() if count})


def _razing(removed: Placement) -> Step:
    where = BATTLEFIELD_NAMES[removed.battlefield]
    values = {"count": removed.count, "where": where, "space": removed.space}
    return Step("5.1", "{where}, space {space}: {count:# trench is|# trenches are} removed.", values)


def carry_out(doing: Doing) -> After:
    """One effect happens, or is passed over where it does not apply."""
    places = options(doing.state, doing.effect, doing.owner)
    if not applies(doing.state, doing.effect, doing.owner, places):
        if doing.choice is not None:
            raise IllegalAction(doing.path, "This effect does not apply now; choose nothing for it.")
        return Outcome(
            doing.state, (Step("5.1.2", "An effect finds its condition not met: nothing happens."),)
        )
    wanted = {
        "placements": "trenches to build, perhaps none",
        "removals": "trenches to remove, perhaps none",
        "battlefield": "a battlefield",
        "cards": "the cards that are discarded",
    }
    if doing.choice is None and doing.effect.needs:
        raise IllegalAction(doing.path, f"This effect needs a choice: {wanted[doing.effect.needs]}.")
    if doing.choice is not None and not doing.effect.needs:
        raise IllegalAction(doing.path, "This effect leaves nothing to choose; choose nothing for it.")
    return DOES[doing.effect.kind](doing._replace(places=places))


def _morale(doing: Doing) -> After:
    after = gain(doing.state, doing.side, doing.effect.amount)
    values = {"side": SIDE_NAMES[doing.side], "amount": doing.effect.amount, "now": after.state.morale}
    gained = Step("5.1", "The {side} side gains {amount} morale; the marker stands at {now:+d}.", values)
    return after.after(gained)


def _track(doing: Doing) -> After:
    state, what, side = doing.state, doing.effect.kind, doing.side
    track = state.track(what)
    moved = year.marker_moved(track, side, doing.effect.amount, year.limit(state.options, what))
    after = state.with_track(what, moved)
    was, now = track[side], moved[side]
    values = {"side": SIDE_NAMES[side], "what": what, "amount": doing.effect.amount, "was": was, "now": now}
    words = "{side} {what} {amount:+d}: it " + year.marker_words(was, now)
    return Outcome(after, (Step("5.1", words, values),))


def _discard(doing: Doing) -> After:
    path, chosen = join(doing.path, "cards"), parts(doing.choice, doing.path, "cards")
    cards = named_discards(doing, items(chosen["cards"], path), path)
    hand = doing.state.hands[doing.side]
    left = None if hand.cards is None else tuple(each for each in hand.cards if each not in cards)
    after = replace(
        doing.state,
        hands=doing.state.hands.put(doing.side, Hand(hand.count - len(cards), left)),
        played=(*doing.state.played, *cards),
    )
    box = doing.state.box.cards
    values = {"side": SIDE_NAMES[doing.side], "titles": ", ".join(f"“{box[each].title}”" for each in cards)}
    return Outcome(after, (Step("5.3", "The {side} side discards {titles}; no event happens.", values),))


def discards_due(doing: Doing) -> int:
    """How many cards a discard takes: as many as asked, or all there are (R32)."""
    return min(doing.effect.amount, doing.state.hands[doing.side].count)


def named_discards(doing: Doing, cards: Sequence[object], path: str) -> tuple[str, ...]:
    """The cards that are discarded: the right number, all different, all in the hand."""
    names = list[str]()
    for n, each in enumerate(cards):
        if type(each) is not str:
            raise InvalidInput(join(path, n), f"Name a card here; {say(each)} was given.")
        names.append(each)
    due = discards_due(doing)
    if len(names) != due or len(set(names)) != due:
        raise IllegalAction(path, f"{due} different cards are discarded here; {len(set(names))} were given.")
    held = doing.state.hands[doing.side].cards
    for n, each in enumerate(names):
        if held is None:
            unseen(doing.state, each, join(path, n))
        elif each not in held:
            raise IllegalAction(
                join(path, n), "This card is not in the hand that discards; name one that is."
            )
    return tuple(names)


def _table(doing: Doing) -> After:
    return Outcome(doing.state, (Step("5.1", "The table carries out: {text}", {"text": doing.effect.text}),))


DOES: Mapping[str, Callable[[Doing], After]] = {
    "morale": _morale,
    "propaganda": _track,
    "economy": _track,
    "build": build,
    "raze": raze,
    "advance": advance,
    "charge": charge,
    "assault": assault,
    "discard": _discard,
    "table": _table,
}


def aftermath(state: State, card: Card, owner: Side) -> After:
    """What an event that was carried out leaves in play, and takes out of it."""
    steps = list[Step]()
    in_play, played = state.in_play, state.played
    for each in card.cancels:
        if any(there.card == each for there in in_play):
            in_play = tuple(there for there in in_play if there.card != each)
            played = (*played, each)
            titles = {"title": card.title, "other": state.box.cards[each].title}
            steps.append(Step("5.2.1", "“{title}” cancels “{other}”, which leaves play.", titles))
    if card.remain:
        played = tuple(each for each in played if each != card.id)
        in_play = (*in_play, InPlay(card.id, owner))
        steps.append(Step("5.2.1", "“{title}” remains in play.", {"title": card.title}))
    if steps:
        state = replace(state, in_play=in_play, played=played)
    return Outcome(state, tuple(steps))
