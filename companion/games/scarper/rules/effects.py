"""What one effect of an event does, to whom, and where it can be done (5.1, specification 9.5)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading, items, say
from companion.engine.wire import Json
from companion.games.scarper.actions.placements import Placement, read_placements
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, DIRECTION, OTHER, SIDE_NAMES, Side
from companion.games.scarper.procedures.asked import supply_left
from companion.games.scarper.procedures.build_trenches import build_steps, built, on_own_ground
from companion.games.scarper.procedures.conditions import holds
from companion.games.scarper.procedures.lasting import limit, marker_moved
from companion.games.scarper.procedures.movement import movement, movement_steps
from companion.games.scarper.rules.commands import assault_at, attackable, charge_at, charged, stormed
from companion.games.scarper.rules.rounds import unseen
from companion.games.scarper.rules.sequence import gain
from companion.games.scarper.state.effects import Effect, side_of
from companion.games.scarper.state.table import Battlefield, Hand, State


class Doing(NamedTuple):
    """An effect about to happen: on which state, for whom, with what choice (and its path), where."""

    state: State
    effect: Effect
    owner: Side
    choice: Json
    path: str
    places: list[str] | None = None

    @property
    def side(self) -> Side:
        """The effect's side."""
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
    return [each for each in PLACES[effect.kind](state, side) if bound is None or each in bound]


def _buildable(state: State, side: Side) -> list[str]:
    fronts, tracks = state.battlefields, state.front.tracks
    return [each for each in BATTLEFIELDS if tracks[each].ground(side, fronts[each].frontline)]


def _razeable(state: State, side: Side) -> list[str]:
    return [each for each in BATTLEFIELDS if state.battlefields[each].trenches_of(OTHER[side])]


PLACES: Mapping[str, Callable[[State, Side], list[str]]] = {
    "build": _buildable,
    "raze": _razeable,
    "advance": attackable,
    "charge": attackable,
    "assault": attackable,
}


def applies(state: State, effect: Effect, owner: Side, places: list[str] | None = None) -> bool:
    """Whether an effect happens now: its “if” holds, and there is something for it to do.

    `places` are its `options`, where somebody has looked for them already.
    """
    if effect.condition and not holds(effect.condition, owner, state):
        return False
    side = side_of(effect.side, owner)
    if effect.kind == "discard":
        return state.hands[side].count > 0
    if effect.kind == "build" and supply_left(state.options, state.battlefields.values(), side) == 0:
        return False
    if effect.kind not in PLACES:
        return True
    return bool(options(state, effect, owner) if places is None else places)


def carry_out(doing: Doing) -> Outcome[State]:
    """One effect happens, or is passed over where it does not apply."""
    places = options(doing.state, doing.effect, doing.owner)
    if not applies(doing.state, doing.effect, doing.owner, places):
        return _passed_over(doing)
    if doing.choice is None and doing.effect.needs:
        raise IllegalAction(doing.path, f"This effect needs a choice: {WANTED[doing.effect.needs]}.")
    if doing.choice is not None and not doing.effect.needs:
        raise IllegalAction(doing.path, "This effect leaves nothing to choose; write null.")
    return DOES[doing.effect.kind](doing._replace(places=places))


def _passed_over(doing: Doing) -> Outcome[State]:
    if doing.choice is not None:
        raise IllegalAction(doing.path, "This effect does not apply now; write null.")
    return Outcome(doing.state, (Step("5.1.2", "An effect finds its condition not met: nothing happens."),))


WANTED = {
    "placements": "trenches to build, perhaps none",
    "removals": "trenches to remove, perhaps none",
    "battlefield": "a battlefield",
    "cards": "the cards that are discarded",
}


def _morale(doing: Doing) -> Outcome[State]:
    after = gain(doing.state, doing.side, doing.effect.amount)
    values = {"side": SIDE_NAMES[doing.side], "amount": doing.effect.amount, "now": after.state.morale}
    gained = Step("5.1", "The {side} side gains {amount} morale; the marker stands at {now:+d}.", values)
    return Outcome(after.state, (gained, *after.steps))


def _track(doing: Doing) -> Outcome[State]:
    state, what, side = doing.state, doing.effect.kind, doing.side
    track = state.propaganda if what == "propaganda" else state.economy
    moved = marker_moved(track, side, doing.effect.amount, limit(state.options, what))
    after = state.but(propaganda=moved) if what == "propaganda" else state.but(economy=moved)
    values = {"side": SIDE_NAMES[side], "what": what, "amount": doing.effect.amount, "now": moved[side]}
    return Outcome(after, (Step("5.1", "{side} {what} {amount:+d}: now {now}.", values),))


def _placements(doing: Doing, key: str) -> tuple[Placement, ...]:
    choice = Reading(doing.choice, (key,), doing.path)
    placements = read_placements(choice.items(key), choice.at(key))
    allowed = doing.places or []
    for n, placed in enumerate(placements):
        _among(placed.battlefield, allowed, choice.at(key, n, "battlefield"))
        if key == "placements":
            where = choice.at(key, n)
            on_own_ground(doing.state.battlefields, doing.side, placed, doing.state.front, where)
    return placements


def _among(battlefield: str, allowed: list[str], path: str) -> None:
    if battlefield not in allowed:
        right = ", ".join(BATTLEFIELD_NAMES[each] for each in allowed)
        raise IllegalAction(
            path, f"{BATTLEFIELD_NAMES[battlefield]} is not open to this event; {right} can be chosen."
        )


def _build(doing: Doing) -> Outcome[State]:
    placements = _placements(doing, "placements")
    supply = supply_left(doing.state.options, doing.state.battlefields.values(), doing.side)
    most = doing.effect.amount if supply is None else min(supply, doing.effect.amount)
    _no_more_than(sum(placed.count for placed in placements), most, join(doing.path, "placements"))
    after = doing.state.but(battlefields=built(doing.state.battlefields, placements))
    return Outcome(after, build_steps(placements, doing.side, "5.1"))


def _no_more_than(total: int, most: int, path: str) -> None:
    if total > most:
        raise IllegalAction(path, f"At most {most} trenches can be chosen here; {total} were given.")


def _raze(doing: Doing) -> Outcome[State]:
    removals = _placements(doing, "removals")
    path = join(doing.path, "removals")
    fronts = dict(doing.state.battlefields)
    for n, removed in enumerate(removals):
        there = doing.state.battlefields[removed.battlefield]
        fronts[removed.battlefield] = _razed(
            there, fronts[removed.battlefield], removed, doing, join(path, n)
        )
    _no_more_than(sum(removed.count for removed in removals), doing.effect.amount, path)
    return Outcome(doing.state.but(battlefields=fronts), tuple(_razing(removed) for removed in removals))


def _razed(there: Battlefield, now: Battlefield, removed: Placement, doing: Doing, path: str) -> Battlefield:
    ahead = (removed.space - there.frontline) * DIRECTION[doing.side] > 0
    if not ahead or removed.space not in there.trenches:
        enemy = SIDE_NAMES[OTHER[doing.side]]
        raise IllegalAction(join(path, "space"), f"No {enemy} trench lies on space {removed.space}.")
    left = now.trenches.get(removed.space, 0) - removed.count
    if left < 0:
        lie = now.trenches.get(removed.space, 0)
        raise IllegalAction(
            join(path, "count"), f"{lie} trenches lie there to be removed; {removed.count} was given."
        )
    trenches = {**now.trenches, removed.space: left}
    return Battlefield(now.frontline, {space: count for space, count in trenches.items() if count})


def _razing(removed: Placement) -> Step:
    where = BATTLEFIELD_NAMES[removed.battlefield]
    values = {"count": removed.count, "where": where, "space": removed.space}
    return Step("5.1", "{count} × trench on {where}, space {space}, is removed.", values)


def _advance(doing: Doing) -> Outcome[State]:
    choice = Reading(doing.choice, ("battlefield",), doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    _open(doing, where, choice)
    front, track = doing.state.battlefields[where], doing.state.front.tracks[where]
    moved = movement(track, front, doing.side, doing.effect.amount)
    return Outcome(
        doing.state.with_battlefield(where, moved.after), tuple(movement_steps(moved, where, "5.1"))
    )


def _open(doing: Doing, battlefield: str, choice: Reading) -> None:
    _among(battlefield, doing.places or [], choice.at("battlefield"))


def _charge(doing: Doing) -> Outcome[State]:
    choice = Reading(doing.choice, ("battlefield", "rolls"), doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    rolls = Reading(choice.raw("rolls"), ("attacker", "defender"), choice.at("rolls"))
    attacker, defender = rolls.integer("attacker", 1, 6), rolls.integer("defender", 1, 6)
    _open(doing, where, choice)
    fought = charged(
        doing.state, charge_at(doing.state, doing.side, where, doing.effect.amount), attacker, defender
    )
    return Outcome(fought.state, (FREE, *fought.steps))


def _assault(doing: Doing) -> Outcome[State]:
    choice = Reading(doing.choice, ("battlefield", "rolls"), doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    d6 = Reading(choice.raw("rolls"), ("d6",), choice.at("rolls")).integer("d6", 1, 6)
    _open(doing, where, choice)
    fought = stormed(doing.state, assault_at(doing.state, doing.side, where, doing.effect.amount), d6)
    return Outcome(fought.state, (FREE, *fought.steps))


FREE = Step("5.1.1", "An attack by an event takes no points (RULING R26).")


def _discard(doing: Doing) -> Outcome[State]:
    choice = Reading(doing.choice, ("cards",), doing.path)
    cards = named_discards(doing, items(choice.raw("cards"), choice.at("cards")), choice.at("cards"))
    hand = doing.state.hands[doing.side]
    left = None if hand.cards is None else tuple(each for each in hand.cards if each not in cards)
    after = doing.state.but(
        hands=doing.state.hands.put(doing.side, Hand(hand.count - len(cards), left)),
        played=(*doing.state.played, *cards),
    )
    box = doing.state.box.cards
    values = {"side": SIDE_NAMES[doing.side], "titles": ", ".join(f"“{box[each].title}”" for each in cards)}
    return Outcome(after, (Step("5.3", "The {side} side discards {titles}; no event happens.", values),))


def discards_due(doing: Doing) -> int:
    """How many cards a discard takes: as many as asked, or all there are (R32)."""
    return min(doing.effect.amount, doing.state.hands[doing.side].count)


def named_discards(doing: Doing, cards: list[Json], path: str) -> tuple[str, ...]:
    """The cards that are discarded: the right number, all different, all in the hand."""
    for n, each in enumerate(cards):
        if type(each) is not str:
            raise InvalidInput(join(path, n), f"This must be the id of a card; {say(each)} was given.")
    due = discards_due(doing)
    if len(cards) != due or len(set(cards)) != due:
        raise IllegalAction(path, f"{due} different cards are discarded here; {len(set(cards))} were given.")
    held = doing.state.hands[doing.side].cards
    for n, each in enumerate(cards):
        if held is None:
            unseen(doing.state, each, join(path, n))
        elif each not in held:
            raise IllegalAction(
                join(path, n), "This card is not in the hand that discards; name one that is."
            )
    return tuple(cards)


def _table(doing: Doing) -> Outcome[State]:
    return Outcome(doing.state, (Step("5.1", "The table carries out: {text}", {"text": doing.effect.text}),))


DOES: Mapping[str, Callable[[Doing], Outcome[State]]] = {
    "morale": _morale,
    "propaganda": _track,
    "economy": _track,
    "build": _build,
    "raze": _raze,
    "advance": _advance,
    "charge": _charge,
    "assault": _assault,
    "discard": _discard,
    "table": _table,
}
