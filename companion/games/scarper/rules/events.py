"""An event resolved: its effects in order, then what it cancels, then whether it stays in play (5.1, 5.2)."""

from collections.abc import Sequence

from companion.engine.errors import InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.engine.wire import Json
from companion.engine.wording import count
from companion.games.scarper.actions import kinds
from companion.games.scarper.data import Side
from companion.games.scarper.rules.effects import Doing, applies, carry_out
from companion.games.scarper.rules.rounds import acting, event_over, turn_at
from companion.games.scarper.state.library import Card
from companion.games.scarper.state.table import InPlay, State, Turn


def resolve_event(state: State, action: kinds.ResolveEvent) -> Outcome[State]:
    """The owner carries the event out; a win in the middle ends it there."""
    turn = turn_at(state, "event")
    card = _card(state, turn, action)
    done = _effects(state, card, action.side, action.choices)
    if done.state.phase == "over":
        return done
    after, steps = _aftermath(done.state, card, action.side)
    return event_over(after, turn).after(*done.steps, *steps)


def _card(state: State, turn: Turn, action: kinds.ResolveEvent) -> Card:
    """The card whose event it is, the owner being the one to act and every effect having its entry."""
    acting(action.side, turn.owner)
    card = state.box.cards[turn.card or ""]
    if len(action.choices) != len(card.effects):
        effects = count(len(card.effects), "effect")
        wanted = f"“{card.title}” has {effects}; each has its choice, or none where it leaves none."
        raise InvalidInput("choices", wanted)
    return card


def _effects(state: State, card: Card, owner: Side, choices: Sequence[Json]) -> Outcome[State]:
    steps = list[Step]()
    for n, effect in enumerate(card.effects):
        state, more = carry_out(Doing(state, effect, owner, choices[n], f"choices.{n}"))
        steps += more
        if state.phase == "over":
            break
    return Outcome(state, tuple(steps))


def _aftermath(state: State, card: Card, owner: Side) -> Outcome[State]:
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
        state = but(state, in_play=in_play, played=played)
    return Outcome(state, tuple(steps))


def open_discard(state: State, action: kinds.ResolveEvent) -> Doing | None:
    """The first discard of another side that applies and whose cards nobody has named yet (R32).

    The effects before it are carried out first: they may decide whether it applies. A fault in them raises.
    """
    turn = turn_at(state, "event")
    effects = _card(state, turn, action).effects
    for n, (effect, choice) in enumerate(zip(effects, action.choices, strict=True)):
        doing = Doing(state, effect, action.side, choice, f"choices.{n}")
        waits = effect.kind == "discard" and choice is None and doing.side != action.side
        if waits and applies(state, effect, action.side):
            return doing
        state = carry_out(doing).state
        if state.phase == "over":
            return None
    return None
