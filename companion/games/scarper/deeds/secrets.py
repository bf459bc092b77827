"""Who may see what: hands, decks, missions; what a side may write down of cards that lay open (1, 3)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from companion.engine.deed import Entry
from companion.engine.errors import GameError, InvalidInput, calling
from companion.engine.game import Question, Sight
from companion.engine.records import replace
from companion.engine.scene import Secrecy
from companion.engine.wire import Json, items, name, parts
from companion.engine.wording import changes_of
from companion.games.scarper.data import SIDE_NAMES, SIDES, Side
from companion.games.scarper.deeds import DEEDS, THINGS, deed_of, legal, read_action
from companion.games.scarper.deeds.round import ResolveEvent
from companion.games.scarper.rules.events import Doing, discards_due, named_discards
from companion.games.scarper.state import Hand, Orders, State, Table, state_json
from companion.games.scarper.state.box import Card

type How = Literal["event", "commands", "discarded", "open"]
"""Played for its event, for its points, laid down by an event; or open since before anybody looked."""


class Seen(NamedTuple):
    """A card that everybody has seen; who had it in hand and turned it over, None where nobody looked."""

    card: Card
    how: How = "open"
    by: Side | None = None


class YearCards(NamedTuple):
    """One year's cards: all there are, how many are seen, and those that the viewer has never seen."""

    year: int
    total: int
    seen: int
    left: tuple[Card, ...]


class Notebook(NamedTuple):
    """What a side may know, and nothing else: cards as they were turned over, and years."""

    seen: tuple[Seen, ...]
    years: tuple[YearCards, ...]


def notebook(state: State, trail: Sequence[State], viewer: Side | None) -> Notebook:
    cards = state.box.cards
    turned = dict.fromkeys((*state.played, *(there.card for there in state.in_play)))
    played = {each.card.id: each for each in _turned_over(trail) if each.card.id in turned}
    plain = (Seen(cards[card]) for card in turned if card not in played and card in cards)
    seen = (*plain, *played.values())
    seen_ids, own = {each.card.id for each in seen}, state.hands[viewer].cards or () if viewer else ()
    years = []
    for year in sorted({card.year for card in cards.values()}):
        ids = state.box.of_year(year)
        left = tuple(cards[each] for each in ids if each not in seen_ids and each not in own)
        years.append(YearCards(year, len(ids), len(seen_ids.intersection(ids)), left))
    return Notebook(seen, tuple(years))


def _turned_over(trail: Sequence[State]) -> Iterator[Seen]:
    """Card after card: the one that a round is played with, and those that events make somebody discard."""
    for before, after in pairwise(trail):
        if before.played == after.played:
            continue
        open_before = {*before.played, *(there.card for there in before.in_play)}
        turn, hands = after.turn, (before.hands, after.hands)
        fewer = next((side for side in SIDES if hands[1][side].count < hands[0][side].count), None)
        for card in after.played:
            if card not in open_before and card in after.box.cards:
                played = (
                    turn
                    and turn.card == card
                    and turn.mode
                    and Seen(after.box.cards[card], turn.mode, turn.side)
                )
                yield played or Seen(after.box.cards[card], "discarded", fewer)


ASKED = "name_discards"


def asks(state: State, action: object) -> Question | None:
    """The question to the side whose cards an event discards, if its cards are still to be named."""
    try:
        doing = _open(state, action)
    except GameError:
        return None
    if doing is None:
        return None
    hand = doing.state.hands[doing.side].cards
    cards = None if hand is None else sorted(hand)
    ask = {"type": ASKED, "side": doing.side, "count": discards_due(doing), "from": cards}
    return Question(doing.side, ask)


def _open(state: State, action: object) -> Doing | None:
    if deed_of(action) is not ResolveEvent:
        return None
    event = read_action(action, state)
    return event.open_discard(state) if isinstance(event, ResolveEvent) else None


@calling(THINGS)
def answer(state: State, action: Json, reply: object) -> Json:
    """The action with the cards that the other side named; errors have paths in the reply."""
    doing = _open(state, action)
    if doing is None:
        raise InvalidInput("", "This action waits for no answer.")
    named = parts(reply, "", "type", "side", "cards")
    name(named["type"], "type", (ASKED,))
    if named["side"] != doing.side:
        raise InvalidInput("side", f"It is for the {SIDE_NAMES[doing.side]} side to name its cards.")
    cards = named_discards(doing, items(named["cards"], "cards"), "cards")
    place = int(doing.path.rpartition(".")[2])
    choices = [{"cards": list(cards)} if n == place else each for n, each in enumerate(action["choices"])]
    return {**action, "choices": choices}


SECRECY: Secrecy[State, Side] = Secrecy(
    owners=lambda state: SIDES,
    is_hidden=lambda state: state.options.cards == "app",
    is_over=lambda state: state.phase == "over",
)
"""Cards of the table's own box are nothing that the app could hide."""


def redact_state(state: State, sight: Sight) -> Json:
    """The state as a sight has it: decks as numbers of cards, other sides' hands and missions as null."""
    seen = state_json(state)
    for key in ("decks", "mission_decks"):
        seen[key] = _lengths(seen[key])
    for side in SIDES:
        if side not in sight.sees:
            seen["hands"][side]["cards"] = None
            seen["missions"][side]["drawn"] = None
            seen["missions"][side]["kept"] = None
    return seen


def _lengths(piles: object) -> Json:
    if type(piles) is not dict:
        return piles
    return {key: len(pile) if type(pile) is list else None for key, pile in piles.items()}


def veil(state: State, scene: Table, past: bool) -> State:
    """The state without the hands and missions of others, and without what lies in the decks."""
    hands, missions = state.hands, state.missions
    for side in SIDES:
        if side not in scene.sight.sees:
            hands = hands.put(side, Hand(hands[side].count, None))
            missions = missions.put(side, Orders(None, None, missions[side].count))
    return replace(state, hands=hands, missions=missions, decks=None, mission_decks=None)


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for what a sight may do, without the cards that it may not see."""
    shown: list[Entry] = []
    hidden = lambda entry: DEEDS[entry["type"]].hidden(entry)  # noqa: E731
    for entry in SECRECY.offered(legal(state), sight, lambda entry: entry.get("side"), hidden):
        if entry["type"] == "reveal_missions" and entry["missions"]["allied"] is not None:
            seen = {side: cards if side in sight.sees else None for side, cards in entry["missions"].items()}
            entry = {**entry, "missions": seen}
        if entry not in shown:
            shown.append(entry)
    return shown


def redact_action(state: State, action: object, sight: Sight) -> Json:
    """An action (or the setup) as a sight may read it in the journal of a table that stands at `state`."""
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind is None:
        hidden = {key: _lengths(action[key]) for key in ("decks", "mission_decks") if key in action}
        return {**action, **hidden}
    if kind == "choose_missions":
        side, keep = action.get("side"), action.get("keep")
        if side in sight.sees or type(keep) is not list or side not in SIDES:
            return action
        revealed = {each for record in state.history for each in record.revealed[side]}
        return action if revealed.issuperset(keep) else {**action, "keep": None}
    if kind == "resolve_event" and type(action.get("choices")) is list:
        return {**action, "choices": [_redacted_choice(state, choice) for choice in action["choices"]]}
    return action


def _redacted_choice(state: State, choice: object) -> Json:
    """Discarded cards are public once they lie among the cards played (9.5)."""
    if type(choice) is not dict or type(choice.get("cards")) is not list:
        return choice
    return {**choice, "cards": [card if card in state.played else None for card in choice["cards"]]}


def looks(state: State, action: object) -> tuple[str, ...]:
    """Whose hand or missions the rules look at; with a table's own cards the app knows none."""
    if state.options.cards == "table" or type(action) is not dict or action.get("side") not in SIDES:
        return ()
    deed, side, choices = deed_of(action), action["side"], action.get("choices")
    if deed is not ResolveEvent or type(choices) is not list:
        return (side,) if deed and deed.secret else ()
    unnamed = [None if type(each) is dict and "cards" in each else each for each in choices]
    if unnamed == choices:
        return ()
    question = asks(state, {**action, "choices": unnamed})
    return (side if question is None else question.seat,)


def is_irrevocable(state: State, action: object, rolled: bool) -> bool:
    """Whether an action, taken in `state`, showed somebody what an undo cannot hide again.

    That is: dice of the app, and with the app's cards new missions or hands, or cards of a hidden hand.
    """
    if rolled:
        return True
    if state.options.cards == "table" or type(action) is not dict:
        return False
    deed = deed_of(action)
    if deed is ResolveEvent:
        return any(each.get("cards") for each in changes_of(action, "choices"))
    return deed is not None and deed.turns_up
