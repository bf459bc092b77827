"""What one effect of an event does, and to whom (5.1, specification 9.5)."""

from collections.abc import Callable, Mapping

from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading, items, say
from companion.engine.shape.changing import but
from companion.engine.wire import Json
from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.procedures.lasting import limit, marker_moved, marker_words
from companion.games.scarper.rules.event_attacks import advance, assault, charge
from companion.games.scarper.rules.event_trenches import build, raze
from companion.games.scarper.rules.openings import Doing, applies, options
from companion.games.scarper.rules.rounds import unseen
from companion.games.scarper.rules.sequence import gain
from companion.games.scarper.state.table import Hand, State

__all__ = ["Doing", "applies", "carry_out", "discards_due", "named_discards", "options"]


def carry_out(doing: Doing) -> Outcome[State]:
    """One effect happens, or is passed over where it does not apply."""
    places = options(doing.state, doing.effect, doing.owner)
    if not applies(doing.state, doing.effect, doing.owner, places):
        return _passed_over(doing)
    if doing.choice is None and doing.effect.needs:
        raise IllegalAction(doing.path, f"This effect needs a choice: {WANTED[doing.effect.needs]}.")
    if doing.choice is not None and not doing.effect.needs:
        raise IllegalAction(doing.path, "This effect leaves nothing to choose; choose nothing for it.")
    return DOES[doing.effect.kind](doing._replace(places=places))


def _passed_over(doing: Doing) -> Outcome[State]:
    if doing.choice is not None:
        raise IllegalAction(doing.path, "This effect does not apply now; choose nothing for it.")
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
    return after.after(gained)


def _track(doing: Doing) -> Outcome[State]:
    state, what, side = doing.state, doing.effect.kind, doing.side
    track = state.track(what)
    moved = marker_moved(track, side, doing.effect.amount, limit(state.options, what))
    after = state.with_track(what, moved)
    was, now = track[side], moved[side]
    values = {"side": SIDE_NAMES[side], "what": what, "amount": doing.effect.amount, "was": was, "now": now}
    words = "{side} {what} {amount:+d}: it " + marker_words(was, now)
    return Outcome(after, (Step("5.1", words, values),))


def _discard(doing: Doing) -> Outcome[State]:
    choice = Reading(doing.choice, ("cards",), doing.path)
    cards = named_discards(doing, items(choice.raw("cards"), choice.at("cards")), choice.at("cards"))
    hand = doing.state.hands[doing.side]
    left = None if hand.cards is None else tuple(each for each in hand.cards if each not in cards)
    after = but(
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


def named_discards(doing: Doing, cards: list[Json], path: str) -> tuple[str, ...]:
    """The cards that are discarded: the right number, all different, all in the hand."""
    for n, each in enumerate(cards):
        if type(each) is not str:
            raise InvalidInput(join(path, n), f"Name a card here; {say(each)} was given.")
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
    "build": build,
    "raze": raze,
    "advance": advance,
    "charge": charge,
    "assault": assault,
    "discard": _discard,
    "table": _table,
}
