"""A played card on the screens: its event carried out, or its command points spent (5, 6)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

from companion.engine.deed import Entry
from companion.engine.stage import (
    Choice,
    Choices,
    Control,
    Deed,
    Fields,
    Icon,
    Lead,
    Note,
    Piece,
    Question,
    Ticks,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import count, listed, percent, sentence, signed, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, OTHER, SIDE_NAMES, Side
from companion.games.scarper.deeds import apply
from companion.games.scarper.deeds.round import ATTACKS, TRACKS
from companion.games.scarper.deeds.secrets import SECRECY
from companion.games.scarper.procedures.attacks import charge_wins
from companion.games.scarper.procedures.rounds import supply_left
from companion.games.scarper.rules.events import Doing, applies, carry_out, charge_at, options
from companion.games.scarper.screens import attacks, board
from companion.games.scarper.screens.cards import card_tick, table_cards, to_hand
from companion.games.scarper.state import State, Table
from companion.games.scarper.state.box import Effect, side_of


def effect_words(effect: Effect, whose: Side) -> str:
    """One effect in words, `whose` being the side that it speaks of."""
    if effect.kind == "table":
        return effect.text
    what = WORDS[effect.kind].format(
        side=SIDE_NAMES[whose],
        foe=SIDE_NAMES[OTHER[whose]],
        change=f"rises by {effect.amount}" if effect.amount > 0 else f"falls by {-effect.amount}",
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


def _where(effect: Effect) -> str:
    if effect.battlefields is None:
        return ""
    names = [BATTLEFIELD_NAMES[each] for each in BATTLEFIELDS if each in effect.battlefields]
    return f" on {listed(names, 'or')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What an effect still wants: its pieces, what the board's taps answer, the choice as it stands.

    `waits` says what is missing, and without it nothing is carried out; `full` is that no tap can add to it,
    `forgone` what is given up by carrying it out before; `dice` that dice decide it; `way` leads to the
    screen where it is chosen.
    """

    pieces: tuple[Piece, ...] = ()
    taps: board.Taps = field(default_factory=board.Taps)
    choice: Mapping[str, object] | None = None
    waits: Words = ""
    full: bool = True
    forgone: str = ""
    dice: bool = False
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """One effect that wants a choice: the screen, the state then, who resolves, whom it concerns."""

    scene: Table
    state: State
    side: Side
    whose: Side
    n: int
    effect: Effect

    @property
    def key(self) -> str:
        return f"e{self.n}"

    @property
    def options(self) -> list[str]:
        return options(self.state, self.effect, self.side)

    def link(self, choice: str) -> str:
        return board.keep(self.scene.draft, **{self.key: choice, "on": str(self.n)})


def _battlefield(asking: Asking) -> Wish:
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
    row = Wish(
        pieces=(where,),
        taps=board.Taps(links, chosen=frozenset({chosen} - {""})),
        choice={"battlefield": chosen} if chosen else None,
        waits="" if chosen else "Tap a battlefield",
        full=bool(chosen),
    )
    if not chosen or asking.effect.kind not in OFFERS:
        return row
    attack = OFFERS[asking.effect.kind](
        asking.state, asking.whose, chosen, asking.effect.amount, f"a.choices.{asking.n}.rolls"
    )
    taps = replace(row.taps, outlooks=attack.outlooks)
    return replace(row, pieces=(where, *attack.pieces, *attack.dice), taps=taps, dice=True)


OFFERS: Mapping[str, Callable[[State, Side, str, int, str], attacks.Attack]] = {
    "charge": attacks.charge_attack,
    "assault": attacks.assault_attack,
}


def _placements(asking: Asking) -> Wish:
    state, whose, most = asking.state, asking.whose, asking.effect.amount
    fronts = [(name, state.front.tracks[name], state.battlefields[name].frontline) for name in asking.options]
    room = {(name, space): most for name, track, line in fronts for space in track.ground(whose, line)}
    supply = supply_left(state.options, state.battlefields.values(), whose)
    return _places(asking, room, most if supply is None else min(most, supply), "dug")


def _removals(asking: Asking) -> Wish:
    state, foe = asking.state, OTHER[asking.whose]
    room = {
        (name, space): n
        for name in asking.options
        for space, n in state.battlefields[name].trenches.items()
        if space in state.front.tracks[name].ground(foe, state.battlefields[name].frontline)
    }
    return _places(asking, room, asking.effect.amount, "removed")


def _places(asking: Asking, room: Mapping[tuple[str, int], int], most: int, verb: str) -> Wish:
    places = board.Places.read(asking.scene.draft.get(asking.key, "")).within(room, most)
    placing = board.Placing(asking.state, places, room, most, lambda after: asking.link(after.text))
    left = min(placing.left, sum(room.values()) - places.total)
    trenches = sentence(count(places.total, "trench", "trenches"))
    words = phrase("{trenches} {done}, up to {most}.", trenches=trenches, done=verb, most=most)
    side, missed = asking.whose, count(left, "trench", "trenches")
    if left > 0:
        words = phrase(TAPPED[verb], side=SIDE_NAMES[side], foe=SIDE_NAMES[OTHER[side]], so_far=words)
    return Wish(
        pieces=(Note(words), *placing.pieces(f"places-{asking.n}")),
        taps=placing.taps(),
        choice={asking.effect.needs or "": places.json()},
        full=left <= 0,
        forgone=f"{missed} not {verb}" if left > 0 else "",
    )


TAPPED = {
    "dug": "Tap {side} spaces on the board. {so_far}",
    "removed": "Tap the {foe} trenches on the board. {so_far}",
}


def _cards(asking: Asking) -> Wish:
    state, number = asking.state, min(asking.effect.amount, asking.state.hands[asking.whose].count)
    if asking.whose != asking.side:
        words = phrase("{who} will be asked which.", who=board.first_of_all(asking.whose))
        return Wish(pieces=(Note(words),))
    if not SECRECY.may_show(asking.scene, asking.side):
        words = phrase("{who} discards on the own screen", who=board.first_of_all(asking.side))
        return Wish(waits=words, way=to_hand(asking.scene, asking.side))
    name = f"a.choices.{asking.n}.cards[]"
    return Wish(pieces=(discarding(state, asking.options, number, name),), choice={})


def discarding(state: State, cards: Sequence[str], number: int, name: str) -> Piece:
    """So many cards to discard: ticked out of a hand, or with physical cards named out of the library."""
    label = phrase("Choose {cards} to discard", cards=count(number, "card"))
    if cards:
        return Ticks(
            label=label, name=name, ticks=tuple(card_tick(state, each) for each in cards), shape="rows"
        )
    box = state.box.cards
    named = tuple(
        (each, phrase("{title} ({year})", title=box[each].title, year=box[each].year))
        for each in table_cards(state)
    )
    choices: tuple[tuple[str, Words], ...] = (("", "Choose a card"), *named)
    words = [phrase("Card {n}", n=n + 1) for n in range(number)]
    return Fields(tuple(Control(name=name, label=each, kind="select", options=choices) for each in words))


ASKS: Mapping[str, Callable[[Asking], Wish]] = {
    "battlefield": _battlefield,
    "placements": _placements,
    "removals": _removals,
    "cards": _cards,
}


def event_question(scene: Table, side: Side, entry: Entry) -> tuple[Question, board.Taps]:
    """The event as a list of effects; taps on the board answer the one that is open."""
    state = scene.state
    card = state.box.cards[entry["card"] or ""]
    rows = _rows(scene, side, card.effects)
    # The effect that the board's taps answer: the one asked for while it takes more, else the first.
    asked_for = scene.draft.get("on", "")
    wanting = [n for n, row in enumerate(rows) if not row.full]
    chosen = [n for n in wanting if str(n) == asked_for]
    answered = [n for n, row in enumerate(rows) if row.taps != board.Taps()]
    at = next(iter((*chosen, *wanting, *answered)), 0)
    taps = rows[at].taps if rows else board.Taps()
    fought = next((row.taps.outlooks for row in rows if row.dice), ())
    taps = replace(taps, outlooks=fought)
    pieces = [
        piece for n, row in enumerate(rows) for piece in (*_opened(scene, n, row, n == at), *row.pieces)
    ]
    playing = [each.card for each in state.in_play]
    titles = [state.box.cards[each].title for each in card.cancels if each in playing]
    question = Question(
        kind="event",
        title=card.title,
        under=phrase("{side} event", side=SIDE_NAMES[side]),
        icon=Icon(side),
        side=side,
        pieces=(
            *((Lead(card.text),) if card.remain or not card.effects else ()),
            *pieces,
            *((Note(phrase("{titles} leaves play.", titles=listed(titles))),) if titles else ()),
        ),
        **_deeds(side, rows),
    )
    return question, taps


class Main(TypedDict, total=False):
    """The foot of an event's question."""

    main: Deed | Way | None
    missing: Words
    action: str
    lesser: tuple[Deed, ...]


def _deeds(side: Side, rows: Sequence[Wish]) -> Main:
    """The main deed, once nothing is missing; with dice the form itself carries the event."""
    waiting = next((row for row in rows if row.waits), None)
    if waiting:
        return {"main": waiting.way, "missing": waiting.waits}
    action = tap({"type": "resolve_event", "side": side, "choices": [row.choice for row in rows]})
    if not any(row.dice for row in rows):
        forgone = [row.forgone for row in rows if row.forgone]
        return {"main": Deed(words="Carry the event out", small=listed(forgone), action=action)}
    these = Deed(words="Carry it out: tap the dice", name="dice", action="these", live="Carry it out: {each}")
    return {"action": action, "main": these, "lesser": (ROLLED,)}


ROLLED = Deed(words="Roll for us", name="dice", action="app", icon=Icon("roll"), free=True)


def _opened(scene: Table, n: int, row: Wish, is_open: bool) -> tuple[Piece, ...]:
    """Where several effects want spaces of the board, the way from one to the other."""
    if is_open or row.full or not row.taps.spaces:
        return ()
    way = Choice(words="Tap them on the board", href=board.keep(scene.draft, on=n))
    return (Choices(label="This effect", choices=(way,)),)


def _rows(scene: Table, side: Side, effects: Sequence[Effect]) -> list[Wish]:
    """A row an effect, each on the state that the choices before it leave, as far as no die decides."""
    rows, state = list[Wish](), scene.state
    for n, effect in enumerate(effects):
        asking = Asking(scene, state, side, side_of(effect.side, side), n, effect)
        row = _row(asking)
        rows.append(row)
        if not (row.dice or row.waits or effect.kind == "discard"):
            state = carry_out(Doing(state, effect, side, row.choice, "")).state
    return rows


def _row(asking: Asking) -> Wish:
    words = effect_words(asking.effect, asking.whose)
    if not applies(asking.state, asking.effect, asking.side):
        return Wish(pieces=(Note(phrase("{effect} Does not apply now.", effect=words)),))
    row = ASKS[asking.effect.needs](asking) if asking.effect.needs else Wish()
    return replace(row, pieces=(Lead(words), *row.pieces))


def points_question(scene: Table, side: Side, entries: Sequence[Entry]) -> tuple[Question, board.Taps]:
    """What the points may still buy, and the one purchase that is being weighed."""
    at, do = scene.draft.get("at", ""), scene.draft.get("do", "")
    links = {each: _at(scene, each) for each in BATTLEFIELDS}
    open_ = {entry["type"]: entry for entry in entries}
    tracks = {what: open_[deed.kind] for what, deed in TRACKS.items() if deed.kind in open_}
    goes = {what: board.fresh(scene.draft, do=what) for what in tracks}
    each_ = (entry.get("battlefields", [entry.get("battlefield", "")]) for entry in entries)
    barred = frozenset(links) - frozenset(at for listed in each_ for at in listed)
    taps = board.Taps(links, chosen=frozenset({at} & set(links)), tracks=goes, barred=barred)
    charges = open_.get(ATTACKS["charge"].kind, {}).get("battlefields", ())
    if do in tracks:
        question, outlooks = _track(scene, side, do, tracks[do])
    elif at in links:
        question, outlooks = _attack(scene, side, entries, at)
    else:
        question, outlooks = _spending_open(scene, side, "end_commands" in open_, taps), ()
        taps = replace(taps, chances={each: _chance(scene.state, side, each) for each in charges})
    return question, replace(taps, outlooks=outlooks)


def _chance(state: State, side: Side, at: str) -> tuple[str, str]:
    """How likely a charge there is won, and both sums that it hangs on."""
    charge = charge_at(state, side, at)
    sums = f"{signed(charge.attack_bonus, '+0')} vs {signed(charge.defence_bonus, '+0')}"
    return percent(charge_wins(charge)["f"]), sums


def _paid(scene: Table, side: Side, question: Question) -> Question:
    """A question of this round: whose card pays for it, and how many points are left."""
    state = scene.state
    turn = state.turn
    if turn is None or turn.card is None:
        raise ValueError("No points are being spent in this state.")
    under = phrase("{card}, {note}", card=state.box.cards[turn.card].title, note=_event_note(state))
    return replace(question, under=under, side=side, pips=(turn.left, turn.points))


def _event_note(state: State) -> Words:
    turn = state.turn
    if turn and turn.owner and turn.event == "last":
        return phrase("then {who} carries its event out", who=board.player(turn.owner))
    if turn and turn.event == "blocked":
        return "whose event cannot happen now"
    return "for its points"


def _spending_open(scene: Table, side: Side, ends: bool, taps: board.Taps) -> Question:
    turn = scene.state.turn
    left = count(turn.left, "point") if turn else ""
    end = tap({"type": "end_commands", "side": side})
    fronts = tuple(
        Choice(words=BATTLEFIELD_NAMES[each], href=href, barred=_bars(scene, side, each, taps))
        for each, href in taps.battlefields.items()
    )
    opens = len(taps.barred) < len(fronts)
    tracks = tuple(_track_choice(scene, side, what, href) for what, href in taps.tracks.items())
    pieces: tuple[Piece, ...] = (
        Lead(phrase("Tap a battlefield to attack it." if opens else "No front can be attacked now.")),
        Choices(label="Battlefields to attack", choices=fronts, shape="chips"),
        *((Choices(label="Tracks", choices=tracks),) if tracks else ()),
    )
    question = Question(
        kind="points",
        title=phrase("Spend {left}", left=left),
        opens="peek" if opens else "half",
        pieces=pieces,
        missing="Tap a battlefield" if opens else "Choose above",
        lesser=(Deed(words="End the round", small=phrase("{left} lost", left=left), action=end),)
        if ends
        else (),
    )
    return _paid(scene, side, question)


def _track_choice(scene: Table, side: Side, what: str, href: str) -> Choice:
    small = phrase("One point a space, now {now}", now=scene.state.track(what)[side])
    return Choice(words=TRACKS[what].tile[0], small=small, icon=Icon(what), href=href)


def _bars(scene: Table, side: Side, at: str, taps: board.Taps) -> str:
    if at not in taps.barred:
        return ""
    return _against(scene, side, "push", at)


def _against(scene: Table, side: Side, attack: str, at: str) -> str:
    """What the rules say against an attack; empty where they allow it."""
    deed = ATTACKS[attack]
    return board.why_not(scene.state, {"type": deed.kind, "side": side, "battlefield": at, **deed.least})


def _track(scene: Table, side: Side, what: str, entry: Entry) -> tuple[Question, tuple[board.Outlook, ...]]:
    title = TRACKS[what].tile[0]
    now, most = scene.state.track(what)[side], entry["max"]
    points = _points(scene, range(1, most + 1))
    action = {"type": entry["type"], "side": side, "points": points}
    choices = tuple(
        Choice(
            words=str(now + n),
            small=count(n, "point"),
            href=board.keep(scene.draft, points=n),
            chosen=n == points,
            key=f"points-{n}",
        )
        for n in range(1, most + 1)
    )
    question = Question(
        kind=what,
        title=title,
        icon=Icon(what),
        pieces=(
            Lead(phrase("Raise it to which number? It stands on {now}.", now=now)),
            Choices(label=title, choices=choices, shape="tiles"),
        ),
        main=Deed(
            words=phrase("{title} to {then}", title=board.NAMES[what], then=now + points),
            small=count(points, "point"),
            action=tap(action),
        ),
        back=board.fresh(scene.draft),
    )
    return _paid(scene, side, question), _sure(scene.state, action)


def _points(scene: Table, amounts: Sequence[int]) -> int:
    given = scene.draft.get("points", "")
    chosen = int(given) if given.isdecimal() and len(given) < 3 else 0
    return chosen if chosen in amounts else amounts[-1]


def _sure(state: State, action: object) -> tuple[board.Outlook, ...]:
    return (board.Outlook("", apply(state, action).state),)


def _at(scene: Table, battlefield: str) -> str:
    do = scene.draft.get("do", "")
    return board.fresh(scene.draft, do=do if do in ATTACKS else None, at=battlefield)


def _attack(
    scene: Table, side: Side, entries: Sequence[Entry], at: str
) -> tuple[Question, tuple[board.Outlook, ...]]:
    """The attacks that this battlefield allows; the one asked for with all that there is to know."""
    possible, do = attacks.offers(scene.state, side, entries, at), scene.draft.get("do", "")
    chosen = possible.get(do)
    if chosen and chosen.amounts:
        return _push(scene, side, chosen, at)
    if chosen:
        live, _, waits = ATTACKS[do].button
        these = Deed(words=waits, name="dice", action="these", live=live)
        heading, action = _heading(scene, side, do, at), tap(chosen.action)
        question = replace(heading, pieces=chosen.pieces, action=action, main=these, lesser=(ROLLED,))
        return question, chosen.outlooks
    choices = tuple(
        _offer(scene, each, possible[each], at) if each in possible else _barred(scene, side, each, at)
        for each in ATTACKS
    )
    title = phrase("Attack {where}", where=BATTLEFIELD_NAMES[at])
    question = Question(
        kind="attacks",
        title=title,
        pieces=(Choices(label=title, choices=choices),),
        missing="Choose an attack" if possible else "No attack here now",
        back=board.fresh(scene.draft),
    )
    return _paid(scene, side, question), ()


def _barred(scene: Table, side: Side, attack: str, at: str) -> Choice:
    title, sign, _ = ATTACKS[attack].tile
    return Choice(words=title, icon=Icon(sign), barred=_against(scene, side, attack, at))


def _offer(scene: Table, attack: str, offer: attacks.Offer, at: str) -> Choice:
    title, sign, _ = ATTACKS[attack].tile
    small = phrase("{cost}. {danger}", cost=offer.cost, danger=offer.danger) if offer.danger else offer.cost
    href = board.keep(scene.draft, at=at, do=attack)
    return Choice(key=attack, words=title, small=small, end=offer.end, icon=Icon(sign), href=href)


def _heading(scene: Table, side: Side, attack: str, at: str) -> Question:
    title, sign, _ = ATTACKS[attack].tile
    words = phrase("{what} on {where}", what=title, where=BATTLEFIELD_NAMES[at])
    back = board.keep(scene.draft, do=None, points=None)
    return _paid(scene, side, Question(kind=attack, title=words, icon=Icon(sign), back=back))


def _push(
    scene: Table, side: Side, offer: attacks.Offer, at: str
) -> tuple[Question, tuple[board.Outlook, ...]]:
    points = _points(scene, [each.points for each in offer.amounts])
    chosen = next(each for each in offer.amounts if each.points == points)
    choices = tuple(
        Choice(
            words=each.words,
            end=each.small,
            href=board.keep(scene.draft, points=each.points),
            chosen=each is chosen,
            key=f"points-{each.points}",
        )
        for each in offer.amounts
    )
    pieces = (Note(phrase("{cost}.", cost=offer.cost)), Choices(label="How far", choices=choices))
    action, words = {**offer.action, "points": points}, phrase(ATTACKS["push"].button[0], points=chosen.small)
    main = Deed(words=words, small=chosen.words, action=tap(action))
    question = replace(_heading(scene, side, "push", at), pieces=pieces, main=main)
    return question, _sure(scene.state, action)
