"""The beginning of a round: trenches first, if wanted, then the card that must be played (4.3 D, 6.1.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, tap
from companion.games.scarper.data import CARD_SIDES, OTHER, SIDE_NAMES, CardSide, Side
from companion.games.scarper.procedures.event_status import Status, resolver
from companion.games.scarper.rules.rounds import card_status
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import event_card
from companion.games.scarper.screens.draft import Places, fresh
from companion.games.scarper.screens.new_card import new_card_link
from companion.games.scarper.screens.places import Placing
from companion.games.scarper.state import State


def start_panel(scene: Scene[State], side: Side, entries: Sequence[Json]) -> tuple[Values, Taps]:
    """What a side decides before its points: the trenches, the card, and how the card is played."""
    dig = next((entry for entry in entries if entry["type"] == "build_trenches"), None)
    placing = _placing(scene, dig) if dig else None
    taps = replace(placing.taps(), quiet=True) if placing else Taps()
    if placing and scene.draft.get("do") == "dig":
        return _dig(scene, side, placing), placing.taps()
    chosen = scene.draft.get("card", "")
    if chosen in set(_may_play(scene.state, side, entries)):
        return _card(scene, side, chosen), taps
    return _hand(scene, side, entries) | {"dig": _dig_offer(scene, side, dig)}, taps


def _placing(scene: Scene[State], dig: Json) -> Placing:
    room = {(name, space): dig["max"] for name, spaces in dig["spaces"].items() for space in spaces}
    places = Places.read(scene.draft.get("places", "")).within(room, dig["max"])
    return Placing(
        scene.state, places, room, dig["max"], lambda after: fresh(scene.draft, do="dig", places=after.text)
    )


def _dig_offer(scene: Scene[State], side: Side, dig: Json | None) -> Values | None:
    if not dig:
        return None
    return {"href": fresh(scene.draft, do="dig"), "economy": scene.state.economy[side], "most": dig["max"]}


def _dig(scene: Scene[State], side: Side, placing: Placing) -> Values:
    now, dug = scene.state.economy[side], placing.places.total
    action = {"type": "build_trenches", "side": side, "placements": placing.places.json()}
    return {
        "template": "scarper/turn/dig.html",
        "title": "Dig trenches",
        "chosen": placing.chosen(),
        "rows": placing.rows(),
        "action": tap(action) if dug else None,
        "button": f"Dig {count(dug, 'trench', 'trenches')}: economy {now} → {now - dug}",
        "left": placing.left,
        "left_words": f"Economy pays for {placing.left} more"
        if placing.left
        else "That is all the economy pays for",
        "back": fresh(scene.draft),
    }


def _may_play(state: State, side: Side, entries: Sequence[Json]) -> Iterable[str]:
    plays = [entry for entry in entries if entry["type"] == "play_card"]
    if plays and plays[0]["card"] is None:
        return table_cards(state)
    return (entry["card"] for entry in plays)


def table_cards(state: State) -> list[str]:
    """The cards that a table with its own box may still play: of this year or earlier, not seen yet (R15)."""
    seen = {*state.played, *(each.card for each in state.in_play)}
    return [card.id for card in state.box.cards.values() if card.year <= state.year and card.id not in seen]


def _hand(scene: Scene[State], side: Side, entries: Sequence[Json]) -> Values:
    plays = [entry for entry in entries if entry["type"] == "play_card"]
    shown = {"template": "scarper/turn/hand.html", "title": "Play a card", "hidden": not plays}
    if plays and plays[0]["card"] is None:
        return shown | _library(scene, side)
    cards = list(dict.fromkeys(entry["card"] for entry in plays))
    return shown | {"groups": _groups(scene, side, cards)}


def _library(scene: Scene[State], side: Side) -> Values:
    state, words = scene.state, scene.draft.get("q", "").strip()
    year = scene.draft.get("year") or str(state.year)
    cards = [state.box.cards[each] for each in table_cards(state)]
    found = [c.id for c in cards if words.lower() in c.title.lower() and (words or str(c.year) == year)]
    years = sorted({card.year for card in cards})
    return {
        "search": words,
        "year": year,
        "years": [
            {"year": each, "href": fresh(scene.draft, year=each), "chosen": str(each) == year and not words}
            for each in years
            if len(years) > 1
        ],
        "searches": True,
        "new_card": new_card_link(scene),
        "groups": _groups(scene, side, found),
    }


def _groups(scene: Scene[State], side: Side, cards: Sequence[str]) -> list[Values]:
    """Own cards first, then neutral, then the opponent's."""
    state = scene.state
    order: dict[CardSide, str] = {
        side: "Your own",
        "neutral": "Neutral",
        OTHER[side]: f"{SIDE_NAMES[OTHER[side]]} cards",
    }
    grouped = {kind: [each for each in cards if state.box.cards[each].side == kind] for kind in CARD_SIDES}
    return [
        {"side": kind, "name": name, "cards": [_in_hand(scene, side, each) for each in grouped[kind]]}
        for kind, name in order.items()
        if grouped[kind]
    ]


def _in_hand(scene: Scene[State], side: Side, card: str) -> Values:
    shown = event_card(scene.state, card)
    return shown | {"href": fresh(scene.draft, card=card), "note": _note(scene.state, side, card)}


def _status(state: State, side: Side, card_id: str) -> Status:
    return card_status(state, state.box.cards[card_id], side)


def _note(state: State, side: Side, card_id: str) -> str:
    """What a player should know of a card before choosing it."""
    seen, cards = _status(state, side, card_id), state.box.cards
    if seen.prevented_by:
        return f"Points only: {listed(cards[each].title for each in seen.prevented_by)} prevents its event."
    if seen.missing:
        return f"Points only: its event needs {listed(cards[each].title for each in seen.missing)} in play."
    if seen.triggers:
        return f"Its points also let the {SIDE_NAMES[resolver(cards[card_id], side)]} event happen."
    return ""


def _card(scene: Scene[State], side: Side, card_id: str) -> Values:
    """One card in the hand: for its event or its points, and when an opponent's event happens."""
    state = scene.state
    card, seen = state.box.cards[card_id], _status(state, side, card_id)
    uses = [_event_use(state, side, card_id)] if seen.is_own else []
    uses += _triggered_uses(state, side, card_id) if seen.triggers else [_points_use(state, side, card_id)]
    shown = event_card(state, card_id) | {"note": _note(state, side, card_id)}
    return {
        "template": "scarper/turn/card.html",
        "title": card.title,
        "card": shown,
        "uses": uses,
        "back": fresh(scene.draft),
    }


def _event_use(state: State, side: Side, card: str) -> Values:
    action = {"type": "play_card", "side": side, "card": card, "mode": "event"}
    return {
        "action": tap(action),
        "button": "Play the event",
        "words": "What the card says happens; it gives no points.",
    }


def _points_use(state: State, side: Side, card: str) -> Values:
    points = count(state.box.cards[card].points, "command point")
    action = {"type": "play_card", "side": side, "card": card, "mode": "commands"}
    return {
        "action": tap(action),
        "button": f"Take {points}",
        "words": "To push, charge, assault, publish or invest.",
    }


def _triggered_uses(state: State, side: Side, card_id: str) -> list[Values]:
    card = state.box.cards[card_id]
    owner, points = SIDE_NAMES[resolver(card, side)], count(card.points, "point")
    play = {"type": "play_card", "side": side, "card": card_id, "mode": "commands"}
    return [
        {
            "action": tap(play | {"event_order": "after"}),
            "button": "Points now, event after",
            "words": f"You spend {points}; then the {owner} player carries the event out.",
        },
        {
            "action": tap(play | {"event_order": "before"}),
            "button": "Event now, points after",
            "words": f"The {owner} player carries the event out; then you spend {points}.",
        },
    ]
