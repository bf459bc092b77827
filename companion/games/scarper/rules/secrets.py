"""Who may see what: hands, decks, drawn and kept missions are secrets (specification 1 and 3)."""

from dataclasses import replace

from companion.engine.game import Scene, Sight
from companion.engine.wire import Json
from companion.games.scarper.data import SIDES
from companion.games.scarper.rules.legal import NOW, legal
from companion.games.scarper.rules.naming import asks
from companion.games.scarper.state.table import Hand, Orders, State, state_json


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


def _lengths(piles: Json) -> Json:
    if type(piles) is not dict:
        return piles
    return {key: len(pile) if type(pile) is list else None for key, pile in piles.items()}


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state without the hands and missions of others, and without what lies in the decks."""
    hands, missions = state.hands, state.missions
    for side in SIDES:
        if side not in scene.sight.sees:
            hands = hands.put(side, Hand(hands[side].count, None))
            missions = missions.put(side, Orders(None, None, missions[side].count))
    return replace(state, hands=hands, missions=missions, decks=None, mission_decks=None)


def seen_legal(state: State, sight: Sight) -> list[NOW]:
    """The entries of `legal` for what a sight may do, without the cards that it may not see."""
    entries = [entry for entry in legal(state) if entry.get("side") is None or entry["side"] in sight.acts]
    shown: list[NOW] = []
    for entry in entries:
        hidden = _hidden(entry, sight)
        if hidden not in shown:
            shown.append(hidden)
    return shown


def _hidden(entry: NOW, sight: Sight) -> NOW:
    kind = entry["type"]
    if kind == "reveal_missions" and entry["missions"]["allied"] is not None:
        missions = {side: cards if side in sight.sees else None for side, cards in entry["missions"].items()}
        return {**entry, "missions": missions}
    if entry.get("side") is None or entry["side"] in sight.sees:
        return entry
    if kind == "choose_missions":
        return {**entry, "from": None}
    if kind == "play_card":
        return {**entry, "card": None, "mode": None, "event_order": []}
    if kind == "resolve_event":
        return {**entry, "effects": [_unseen(effect) for effect in entry["effects"]]}
    return entry


def _unseen(effect: NOW) -> NOW:
    return {**effect, "options": []} if effect["kind"] == "discard" else effect


def redact_action(state: State, action: Json, sight: Sight) -> Json:
    """An action (or the setup) as a sight may read it in the journal of a table that stands at `state`."""
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind is None:
        hidden = {key: _lengths(action[key]) for key in ("decks", "mission_decks") if key in action}
        return {**action, **hidden}
    if kind == "choose_missions":
        return _redacted_keep(state, action, sight)
    if kind == "resolve_event" and type(action.get("choices")) is list:
        return {**action, "choices": [_redacted_choice(state, choice) for choice in action["choices"]]}
    return action


def _redacted_keep(state: State, action: NOW, sight: Sight) -> NOW:
    side, keep = action.get("side"), action.get("keep")
    if side in sight.sees or type(keep) is not list or side not in SIDES:
        return action
    revealed = {each for record in state.history for each in record.revealed[side]}
    return action if revealed.issuperset(keep) else {**action, "keep": None}


def _redacted_choice(state: State, choice: Json) -> Json:
    """Discarded cards are public once they lie among the cards played (9.5)."""
    if type(choice) is not dict or type(choice.get("cards")) is not list:
        return choice
    return {**choice, "cards": [card if card in state.played else None for card in choice["cards"]]}


def looks(state: State, action: Json) -> tuple[str, ...]:
    """Whose hand or missions the rules look at; with a table's own cards the app knows none."""
    if state.options.cards == "table" or type(action) is not dict or action.get("side") not in SIDES:
        return ()
    kind, side = action.get("type"), action["side"]
    if kind == "resolve_event" and type(action.get("choices")) is list:
        return _discarding(state, action)
    return (side,) if kind in ("choose_missions", "play_card") else ()


def _discarding(state: State, action: NOW) -> tuple[str, ...]:
    """Whose cards an event's choices name."""
    named = [type(each) is dict and "cards" in each for each in action["choices"]]
    if not any(named):
        return ()
    unnamed = [None if there else each for there, each in zip(named, action["choices"], strict=True)]
    question = asks(state, {**action, "choices": unnamed})
    return (action["side"] if question is None else question.seat,)


def is_irrevocable(state: State, action: Json, rolled: bool) -> bool:
    """Whether an action, taken in `state`, showed somebody what an undo cannot hide again.

    That is: dice of the app, and with the app's cards new missions or hands, or cards of a hidden hand.
    """
    if rolled:
        return True
    if state.options.cards == "table" or type(action) is not dict:
        return False
    kind = action.get("type")
    if kind == "resolve_event":
        choices = action.get("choices")
        return type(choices) is list and any(
            type(each) is dict and bool(each.get("cards")) for each in choices
        )
    return kind in ("reveal_missions", "score_year")
