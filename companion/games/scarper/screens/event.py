"""Carrying out an event: its effects in words, and the choices that its owner makes on the board (5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Icon,
    Lead,
    Note,
    Piece,
    Question,
    Ticks,
    Way,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import count, listed, sentence, signed, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, OTHER, SIDE_NAMES, Side
from companion.games.scarper.procedures.rounds import supply_left
from companion.games.scarper.rules.cards import Doing, applies, carry_out, options
from companion.games.scarper.screens.attacks import Attack, assault_attack, charge_attack
from companion.games.scarper.screens.board import Places, Placing, Taps, first_of_all, keep
from companion.games.scarper.screens.cards import card_tick, may_show, table_cards, to_hand
from companion.games.scarper.state import State
from companion.games.scarper.state.box import Card, Effect, side_of


def effect_words(effect: Effect, whose: Side) -> str:
    """One effect in words, `whose` being the side that it speaks of."""
    if effect.kind == "table":
        return effect.text
    what = WORDS[effect.kind].format(
        side=SIDE_NAMES[whose],
        foe=SIDE_NAMES[OTHER[whose]],
        change=_change(effect),
        trenches=count(effect.amount, "trench", "trenches"),
        spaces=count(effect.amount, "movement", "movement"),
        bonus=f" with {signed(effect.amount)}" if effect.amount else "",
        points=effect.amount,
        cards=count(effect.amount, "card"),
    )
    return sentence(what + _where(effect)) + "."


WORDS = {
    "morale": "{side} gains {points} morale",
    "propaganda": "{side} propaganda {change}",
    "economy": "{side} economy {change}",
    "build": "{side} digs up to {trenches}",
    "raze": "{side} removes up to {trenches} of the {foe} side",
    "advance": "{side} advances with {spaces}",
    "charge": "{side} makes a free frontal charge{bonus}",
    "assault": "{side} makes a free concentrated assault of value {points}",
    "discard": "{side} discards {cards}",
}


def _change(effect: Effect) -> str:
    return f"rises by {effect.amount}" if effect.amount > 0 else f"falls by {-effect.amount}"


def _where(effect: Effect) -> str:
    if effect.battlefields is None:
        return ""
    names = [BATTLEFIELD_NAMES[each] for each in BATTLEFIELDS if each in effect.battlefields]
    return f" on {listed(names, 'or')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an effect still wants: its pieces, what the board's taps answer, the choice as it stands.

    `waits` says what is missing, and without it nothing is carried out; `full` is that no tap can add to it;
    `dice` that dice decide it; `way` leads to the screen where it is chosen.
    """

    pieces: tuple[Piece, ...] = ()
    taps: Taps = field(default_factory=Taps)
    choice: Json = None
    waits: Words = ""
    full: bool = True
    dice: bool = False
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """One effect that wants a choice: the screen, the state then, who resolves, whom it concerns."""

    scene: Scene[State]
    state: State
    side: Side
    whose: Side
    n: int
    effect: Effect

    @property
    def key(self) -> str:
        """Where the address holds the choice."""
        return f"e{self.n}"

    @property
    def options(self) -> list[str]:
        """Where, or with which cards, it may be done."""
        return options(self.state, self.effect, self.side)

    def link(self, choice: str) -> str:
        """The address with this choice made."""
        return keep(self.scene.draft, **{self.key: choice, "on": str(self.n)})


def _battlefield(asking: Asking) -> Asked:
    options = asking.options
    chosen = asking.scene.draft.get(asking.key, "") or (options[0] if len(options) == 1 else "")
    chosen = chosen if chosen in options else ""
    links = {each: asking.link(each) for each in options}
    fronts = tuple(
        Choice(
            words=BATTLEFIELD_NAMES[each], href=links[each], chosen=each == chosen, key=f"{asking.key}-{each}"
        )
        for each in options
    )
    where: Piece = Choices(label="Where", choices=fronts, shape="chips")
    found = Asked(
        pieces=(where,),
        taps=Taps(links, chosen=frozenset({chosen} - {""})),
        choice={"battlefield": chosen} if chosen else None,
        waits="" if chosen else "Tap a battlefield",
        full=bool(chosen),
    )
    if not chosen or asking.effect.kind not in OFFERS:
        return found
    attack = OFFERS[asking.effect.kind](
        asking.state, asking.whose, chosen, asking.effect.amount, f"a.choices.{asking.n}.rolls"
    )
    taps = replace(found.taps, outlooks=attack.outlooks)
    return replace(found, pieces=(where, *attack.pieces, *attack.dice), taps=taps, dice=True)


OFFERS: Mapping[str, Callable[[State, Side, str, int, str], Attack]] = {
    "charge": charge_attack,
    "assault": assault_attack,
}


def _placements(asking: Asking) -> Asked:
    state, whose, most = asking.state, asking.whose, asking.effect.amount
    fronts = [(name, state.front.tracks[name], state.battlefields[name].frontline) for name in asking.options]
    room = {(name, space): most for name, track, line in fronts for space in track.ground(whose, line)}
    supply = supply_left(state.options, state.battlefields.values(), whose)
    return _places(asking, room, most if supply is None else min(most, supply), "dug")


def _removals(asking: Asking) -> Asked:
    """The enemy trenches that lie on the battlefields of the effect."""
    state, foe = asking.state, OTHER[asking.whose]
    room = {
        (name, space): n
        for name in asking.options
        for space, n in state.battlefields[name].trenches.items()
        if space in state.front.tracks[name].ground(foe, state.battlefields[name].frontline)
    }
    return _places(asking, room, asking.effect.amount, "removed")


def _places(asking: Asking, room: Mapping[tuple[str, int], int], most: int, done: str) -> Asked:
    places = Places.read(asking.scene.draft.get(asking.key, "")).within(room, most)
    placing = Placing(asking.state, places, room, most, lambda after: asking.link(after.text))
    said_ = said(
        "{trenches} {done}, up to {most}",
        trenches=sentence(count(places.total, "trench", "trenches")),
        done=done,
        most=most,
    )
    return Asked(
        pieces=(Note(said_), *placing.pieces(f"places-{asking.n}")),
        taps=placing.taps(),
        choice={asking.effect.needs: places.json()},
        full=placing.left == 0 or places.total >= sum(room.values()),
    )


def _cards(asking: Asking) -> Asked:
    state, number = asking.state, min(asking.effect.amount, asking.state.hands[asking.whose].count)
    if asking.whose != asking.side:
        words = said("{who} will be asked which.", who=first_of_all(asking.whose))
        return Asked(pieces=(Note(words),))
    if state.options.cards == "app" and not may_show(asking.scene, asking.side):
        words = said("{who} discards on the own screen", who=first_of_all(asking.side))
        return Asked(waits=words, way=to_hand(asking.scene, asking.side))
    name = f"a.choices.{asking.n}.cards[]"
    return Asked(pieces=(discarding(state, asking.options, number, name),), choice={})


def discarding(state: State, cards: Sequence[str], number: int, name: str) -> Piece:
    """So many cards to discard: ticked out of a hand, or with physical cards named out of the library."""
    label = said("Choose {cards} to discard", cards=count(number, "card"))
    if cards:
        return Ticks(
            label=label,
            name=name,
            ticks=tuple(card_tick(state, each) for each in cards),
            shape="rows",
        )
    box = state.box.cards
    named = tuple(
        (each, said("{title} ({year})", title=box[each].title, year=box[each].year))
        for each in table_cards(state)
    )
    choices: tuple[tuple[str, Words], ...] = (("", "Choose a card"), *named)
    words = [said("Card {n}", n=n + 1) for n in range(number)]
    return Fields(tuple(Field(name=name, words=each, kind="select", options=choices) for each in words))


ASKS: Mapping[str, Callable[[Asking], Asked]] = {
    "battlefield": _battlefield,
    "placements": _placements,
    "removals": _removals,
    "cards": _cards,
}


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
