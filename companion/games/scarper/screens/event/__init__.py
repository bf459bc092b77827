"""Carrying out an event: its effects in words, and the choices that its owner makes on the board (5)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Icon,
    Lead,
    Note,
    Piece,
    Question,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import listed, tap
from companion.games.scarper.data import SIDE_NAMES, Side
from companion.games.scarper.rules.effects import Doing, applies, carry_out
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.draft import keep
from companion.games.scarper.screens.event.effect_words import effect_words
from companion.games.scarper.screens.event.wants import ASKS, Asked, Asking
from companion.games.scarper.state import Card, Effect, State
from companion.games.scarper.state.effects import side_of


def event_question(scene: Scene[State], side: Side, entry: Json) -> tuple[Question, Taps]:
    """The event as a list of effects; taps on the board answer the one that is open."""
    state = scene.state
    effects = state.box.cards[entry["card"]].effects
    rows = _rows(scene, side, effects)
    at = _open(rows, scene.draft.get("on", ""))
    taps = rows[at].taps if rows else Taps()
    fought = next((row.taps.outlooks for row in rows if row.dice), ())
    taps = replace(taps, outlooks=fought)
    pieces = [
        piece for n, row in enumerate(rows) for piece in (*_opened(scene, n, row, n == at), *row.pieces)
    ]
    question = Question(
        kind="event",
        title=state.box.cards[entry["card"]].title,
        under=said("{side} event", side=SIDE_NAMES[side]),
        icon=Icon(side),
        side=side,
        pieces=(*_printed(state.box.cards[entry["card"]]), *pieces, *_cancelled(state, entry["card"])),
        **_deeds(side, rows),
    )
    return question, taps


def _printed(card: Card) -> tuple[Piece, ...]:
    """The card's own words, where its effects do not say all of it."""
    return (Lead(card.text),) if card.remain or not card.effects else ()


def _deeds(side: Side, rows: Sequence[Asked]) -> dict[str, Any]:
    """The main deed, once nothing is missing; with dice the form itself carries the event."""
    waiting = next((row for row in rows if row.waits), None)
    if waiting:
        return {"main": waiting.way, "missing": waiting.waits}
    action = tap({"type": "resolve_event", "side": side, "choices": [row.choice for row in rows]})
    if not any(row.dice for row in rows):
        return {"main": Deed(words="Carry the event out", action=action)}
    these = Deed(words="Carry it out: tap the dice", name="dice", action="these", live="Carry it out: {each}")
    rolled = Deed(words="Roll for us", name="dice", action="app", icon=Icon("roll"), free=True)
    return {"action": action, "main": these, "lesser": (rolled,)}


def _open(rows: Sequence[Asked], asked_for: str) -> int:
    """The effect that the board's taps answer: the one asked for while it takes more, else the first."""
    wanting = [n for n, row in enumerate(rows) if not row.full]
    chosen = [n for n in wanting if str(n) == asked_for]
    answered = [n for n, row in enumerate(rows) if row.taps != Taps()]
    return next(iter((*chosen, *wanting, *answered)), 0)


def _opened(scene: Scene[State], n: int, row: Asked, is_open: bool) -> tuple[Piece, ...]:
    """Where several effects want spaces of the board, the way from one to the other."""
    if is_open or row.full or not row.taps.spaces:
        return ()
    way = Choice(words="Tap them on the board", href=keep(scene.draft, on=n))
    return (Choices(label="This effect", choices=(way,)),)


def _cancelled(state: State, card: str) -> tuple[Piece, ...]:
    playing = [each.card for each in state.in_play]
    titles = [state.box.cards[each].title for each in state.box.cards[card].cancels if each in playing]
    return (Note(said("{titles} leaves play.", titles=listed(titles))),) if titles else ()


def _rows(scene: Scene[State], side: Side, effects: Sequence[Effect]) -> list[Asked]:
    """A row an effect, each on the state that the choices before it leave, as far as no die decides."""
    rows, state = list[Asked](), scene.state
    for n, effect in enumerate(effects):
        asking = Asking(scene, state, side, side_of(effect.side, side), n, effect)
        row = _row(asking)
        rows.append(row)
        if not (row.dice or row.waits or effect.kind == "discard"):
            state = carry_out(Doing(state, effect, side, row.choice, "")).state
    return rows


def _row(asking: Asking) -> Asked:
    """One effect in words, and under them what it wants."""
    words = effect_words(asking.effect, asking.whose)
    if not applies(asking.state, asking.effect, asking.side):
        return Asked(pieces=(Note(said("{effect} Does not apply now.", effect=words)),))
    found = ASKS[asking.effect.needs](asking) if asking.effect.needs else Asked()
    return replace(found, pieces=(Lead(words), *found.pieces))
