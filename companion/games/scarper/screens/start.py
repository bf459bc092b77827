"""The beginning of a round: trenches first, if wanted, then the card that must be played (4.3 D, 6.1.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Lead, Own, Piece, Question, Way, said
from companion.engine.wire import Json
from companion.engine.wording import count, href, listed, tap
from companion.games.scarper.data import CARD_SIDES, OTHER, SIDE_NAMES, CardSide, Side
from companion.games.scarper.procedures.event_status import resolver
from companion.games.scarper.rules.rounds import card_status
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import card_choice, card_pieces, card_under
from companion.games.scarper.screens.digging import dig_offer, dig_question, dug, placing
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.screens.new_card import new_card_link
from companion.games.scarper.screens.people import one, player
from companion.games.scarper.screens.refusals import why_not
from companion.games.scarper.state import State


def start_question(scene: Scene[State], side: Side, entries: Sequence[Json]) -> tuple[Question, Taps]:
    """What a side decides before its points: the trenches, the card, and how the card is played."""
    dig = next((entry for entry in entries if entry["type"] == "build_trenches"), None)
    digging = placing(scene, dig) if dig else None
    if digging and scene.draft.get("do") == "dig":
        return dig_question(scene, side, digging), replace(digging.taps(), outlooks=dug(scene, side, digging))
    cards = list(dict.fromkeys(_may_play(scene.state, entries)))
    taps = replace(digging.taps(), quiet=True) if digging else Taps()
    taps = replace(taps, cards={each: fresh(scene.draft, card=each) for each in cards})
    chosen = scene.draft.get("card", "")
    if chosen in cards:
        return _card(scene, side, chosen), taps
    offer = dig_offer(scene, side, dig)
    if not any(entry["type"] == "play_card" for entry in entries):
        return _elsewhere(scene, side, offer), taps
    return _hand(scene, side, cards, offer), taps


def _may_play(state: State, entries: Sequence[Json]) -> Iterable[str]:
    plays = [entry for entry in entries if entry["type"] == "play_card"]
    if plays and plays[0]["card"] is None:
        return table_cards(state)
    return (entry["card"] for entry in plays)


def table_cards(state: State) -> list[str]:
    """The cards that a table with its own box may still play: of this year or earlier, not seen yet (R15)."""
    seen = {*state.played, *(each.card for each in state.in_play)}
    return [card.id for card in state.box.cards.values() if card.year <= state.year and card.id not in seen]


def to_hand(scene: Scene[State], side: Side) -> Way:
    """The way to a side's own screen, where its secrets may lie open."""
    there = ("" if scene.room == "hand" else "hand/") + href(seat=side)
    return Way(words=said("Open {who}'s hand", who=player(side)), href=there, leaves=True)


def _elsewhere(scene: Scene[State], side: Side, dig: Choice) -> Question:
    """The cards lie behind that side's own cover."""
    words = said("This is secret: {who} chooses a card on the own screen.", who=player(side))
    return Question(
        kind="hand",
        title=said("{who}: play a card", who=one(side)),
        side=side,
        pieces=(Lead(words), Choices(label="Before it", choices=(dig,))),
        main=to_hand(scene, side),
    )


def _hand(scene: Scene[State], side: Side, cards: Sequence[str], dig: Choice) -> Question:
    from_box = scene.state.options.cards == "table"
    searching, shown = _library(scene, cards) if from_box else ((), cards)
    return Question(
        kind="hand",
        title=said("{who}: play a card", who=one(side)),
        side=side,
        pieces=(
            Choices(label="Before the card", choices=(dig,)),
            *searching,
            *_groups(scene, side, shown),
            *_missing(scene),
        ),
        missing="Tap the card you play",
    )


def _library(scene: Scene[State], cards: Sequence[str]) -> tuple[tuple[Piece, ...], Sequence[str]]:
    """A way to find a physical card in the whole library, and those found."""
    state, words = scene.state, scene.draft.get("q", "").strip()
    year = scene.draft.get("year") or str(state.year)
    box = state.box.cards
    found = [
        each
        for each in cards
        if words.lower() in box[each].title.lower() and (words or str(box[each].year) == year)
    ]
    search = Own(template="scarper/search.html", values={"words": words})
    years = sorted({box[each].year for each in cards})
    tabs = tuple(
        Choice(words=str(each), href=fresh(scene.draft, year=each), chosen=str(each) == year and not words)
        for each in years
    )
    if len(years) < 2:
        return (search,), found
    return (search, Choices(label="Year of the card", choices=tabs, shape="chips")), found


def _missing(scene: Scene[State]) -> tuple[Piece, ...]:
    href_ = new_card_link(scene)
    if not href_:
        return ()
    return (Choices(label="Not found", choices=(Choice(words="A card that is not here", href=href_),)),)


def _groups(scene: Scene[State], side: Side, cards: Sequence[str]) -> tuple[Choices, ...]:
    """Own cards first, then neutral, then the opponent's."""
    box = scene.state.box.cards
    order: dict[CardSide, str] = {
        side: "Your own",
        "neutral": "Neutral",
        OTHER[side]: f"{SIDE_NAMES[OTHER[side]]} cards",
    }
    grouped = {kind: [each for each in cards if box[each].side == kind] for kind in CARD_SIDES}
    return tuple(
        Choices(
            label=name,
            shows_label=True,
            choices=tuple(
                card_choice(scene.state, each, fresh(scene.draft, card=each), _note(scene.state, side, each))
                for each in grouped[kind]
            ),
        )
        for kind, name in order.items()
        if grouped[kind]
    )


def _note(state: State, side: Side, card_id: str) -> str:
    """What a player should know of a card before choosing it."""
    cards = state.box.cards
    seen = card_status(state, cards[card_id], side)
    if seen.prevented_by:
        return f"Points only: {listed(cards[each].title for each in seen.prevented_by)} prevents its event."
    if seen.missing:
        return f"Points only: its event needs {listed(cards[each].title for each in seen.missing)} in play."
    if seen.triggers:
        return f"Its points also let the {SIDE_NAMES[resolver(cards[card_id], side)]} event happen."
    return ""


def _card(scene: Scene[State], side: Side, card_id: str) -> Question:
    """One card in the hand: for its event or its points, and when an opponent's event happens."""
    state = scene.state
    seen = card_status(state, state.box.cards[card_id], side)
    play = {"type": "play_card", "side": side, "card": card_id}
    uses = _triggered(state, side, play) if seen.triggers else _uses(state, play, seen.is_own)
    barred = why_not(state, play | {"mode": "event"})
    why = (
        (Choices(label="Barred", choices=(Choice(words="Play the event", barred=barred),)),) if barred else ()
    )
    return Question(
        kind="card",
        title=state.box.cards[card_id].title,
        under=card_under(state, card_id),
        side=side,
        pieces=(*card_pieces(state, card_id), *_told(state, side, card_id), *why),
        main=uses[0],
        lesser=uses[1:],
        back=fresh(scene.draft),
    )


def _told(state: State, side: Side, card_id: str) -> tuple[Piece, ...]:
    card = state.box.cards[card_id]
    seen = card_status(state, card, side)
    if not seen.triggers:
        return ()
    words = said(
        "The {owner} event happens with your points: say whether before or after you spend them.",
        owner=SIDE_NAMES[resolver(card, side)],
    )
    return (Lead(words),)


def _uses(state: State, play: Json, is_own: bool) -> tuple[Deed, ...]:
    points = count(state.box.cards[play["card"]].points, "point")
    taken = Deed(
        words=said("Take {points}", points=points),
        small="for attacks and tracks",
        action=tap(play | {"mode": "commands"}),
    )
    if not is_own:
        return (taken,)
    return (Deed(words="Play the event", small="no points", action=tap(play | {"mode": "event"})), taken)


def _triggered(state: State, side: Side, play: Json) -> tuple[Deed, ...]:
    card = state.box.cards[play["card"]]
    owner, points = SIDE_NAMES[resolver(card, side)], count(card.points, "point")
    after, before = (tap(play | {"mode": "commands", "event_order": order}) for order in ("after", "before"))
    return (
        Deed(
            words=said("{points} first", points=points),
            small=said("then {owner} event", owner=owner),
            action=after,
        ),
        Deed(
            words=said("{owner} event first", owner=owner),
            small=said("then {points}", points=points),
            action=before,
        ),
    )
