"""The deeds of a turn as questions: at the enemy's front, on one's own, and at the cards that are up."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.scene import Values
from companion.engine.stage import Choice, Choices, Deed, Piece, Question, Words, phrase
from companion.engine.wording import NUMBERS, tap
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, Card
from companion.games.scope.deeds import DEEDS
from companion.games.scope.deeds.turn import Assault
from companion.games.scope.screens import board
from companion.games.scope.screens.board import Disc, Taps, odds, per_cent
from companion.games.scope.screens.frame import Prompt, Turn
from companion.games.scope.state import Lying, Sighted, State, Stormed, corners

type Aimed = tuple[tuple[Piece, ...], Deed | None, Words, Taps]
"""What a deed asks besides its tile: its pieces, its main button or what is missing, what a tap does."""


def _chance(turn: Turn, at: str) -> Words:
    """How likely a sniper lies there, where the app remembers."""
    share = odds(turn.state, ENEMY[turn.side]).get(at) if at else None
    return phrase("{n} in 100 a sniper", n=per_cent(share.get("sniper", Fraction(0)))) if share else ""


def aimed(turn: Turn, kind: str) -> Aimed:
    """A card is tapped, and where several of one's own can do it, one of these is chosen."""
    deed, entry, chosen = DEEDS[kind], turn.entry(kind) or {}, dict[str, str]()
    pieces: tuple[Piece, ...] = ()
    for name, part in deed.parts.items():
        listed = part.choices(entry, chosen)
        chosen[name] = turn.chosen("with" if part.unit else "at", listed)
        if part.unit:
            chosen[name] = chosen[name] or next(iter(listed), "")
            pieces = units(turn, part.unit, tuple(listed), chosen[name])
    words, small, missing = deed.button
    *own, at = chosen.values()
    main = Deed(
        words=phrase(words, **chosen),
        small=small or (_chance(turn, at) if kind == "search" else ""),
        action=tap(turn.action(kind, **chosen)),
    )
    # Whoever searches sees every card in reach, so that none is marked.
    targets = frozenset[str]() if kind == "search" else frozenset(listed)
    taps = Taps(chosen=frozenset({at} - {""}), targets=targets, marked=frozenset(own))
    return pieces, main if at else None, missing, taps


def recognition(turn: Turn, kind: str) -> Aimed:
    """A scout turns one card up, or two that lie side by side."""
    entry = turn.entry("recognition") or {}
    at = turn.chosen("at", entry.get("singles"))
    ways = [[at], *(pair for pair in entry.get("pairs", ()) if at in pair)] if at else []
    names = {"-".join(way): " and ".join(way) for way in ways}
    picked = turn.chosen("cells", names) or at
    choices = tuple(
        Choice(words=words, href=turn.link(cells=key), chosen=key == picked) for key, words in names.items()
    )
    pieces = (Choices(label="Which are turned up", choices=choices, shape="chips"),) if at else ()
    cells = picked.split("-")
    words = phrase("Look at {cells}", cells=names.get(picked, ""))
    main = Deed(words=words, action=tap(turn.action("recognition", cells=cells))) if at else None
    chosen = Taps(chosen=frozenset(cells))
    return pieces, main, "Tap a house", chosen


def assault(turn: Turn, kind: str) -> Aimed:
    deed, entry = Assault, turn.entry(kind) or {}
    by, into = deed.parts.values()
    own = by.choices(entry, {})
    infantry = turn.chosen("with", own) or next(iter(own), "")
    quadrants = into.choices(entry, {"infantry": infantry})
    at = turn.scene.draft.get("at", "")
    square = turn.chosen("q", quadrants) or next((each for each in quadrants if at in corners(each)), "")
    chosen = {"infantry": infantry, "quadrant": square}
    words, small, missing = deed.button
    main = Deed(words=phrase(words, **chosen), small=small, action=tap(turn.action(kind, **chosen)))
    discs = {each: Disc(turn.link(q=each), chosen=each == square) for each in quadrants}
    pieces = (*units(turn, by.unit, tuple(own), infantry), quadrant_chips(turn, discs))
    lit = frozenset(corners(square)) if square else frozenset[str]()
    taps = Taps(chosen=lit, discs=discs, marked=frozenset({infantry}))
    return pieces, main if square else None, missing, taps


def quadrant_chips(turn: Turn, discs: Mapping[str, Disc]) -> Choices:
    """The quadrants that may be chosen, for those who do not tap the board."""
    choices = tuple(
        Choice(words=square.upper(), href=disc.href, chosen=disc.chosen, end=disc.figure)
        for square, disc in discs.items()
    )
    return Choices(label="Quadrants", choices=choices, shape="pad")


def units(turn: Turn, label: str, units: tuple[str, ...], chosen: str) -> tuple[Piece, ...]:
    if len(units) < 2:
        return ()
    choices = tuple(
        Choice(
            words=phrase("{label} {at}", label=label, at=at),
            href=turn.link(**{"with": at}),
            chosen=at == chosen,
        )
        for at in units
    )
    return (Choices(label=label, choices=choices, shape="chips"),)


def grids(turn: Turn, square: str, before: State, after: State, order: str) -> stage.Own:
    """The three, cells as they are drawn; a card of the second is tapped, then one to change places with."""
    lie, side = board.Lie(turn.state, turn.side), turn.side
    cells, picked = lie.rows(square), turn.chosen("pick", tuple("0123"))
    values = {
        "before": [board.card_values(before, before.grid[at].card, side) for at in cells],
        "after": [
            board.card_values(after, after.grid[at].card, side) | _swap(turn, square, at, order, picked)
            for at in cells
        ],
        "seen": [_house(turn.state, square, at) for at in cells],
        "side": side,
        "enemy": SIDE_NAMES[ENEMY[side]],
    }
    return stage.Own(template="scope/quadrant.html", values=values)


def _swap(turn: Turn, square: str, at: str, order: str, picked: str) -> Values:
    """What a tap on a card does: the first takes it, the second lays it there."""
    place = str(corners(square).index(at))
    if not picked:
        return {"at": at, "href": turn.link(pick=place, order=order), "picked": False}
    link = turn.link(order=swapped(order, picked, place), pick=None)
    return {"at": at, "href": link, "picked": place == picked}


def swapped(order: str, one: str, other: str) -> str:
    """An order with the cards of two places exchanged.

    >>> swapped("0123", "0", "3")
    '3120'
    """
    cards = list(order)
    cards[int(one)], cards[int(other)] = cards[int(other)], cards[int(one)]
    return "".join(cards)


def _house(state: State, square: str, at: str) -> Values:
    side = state.grid[at].side
    share = odds(state, side, {"type": "move", "quadrant": square}).get(at)
    sniper = board.NONE if share is None else share.get("sniper", board.NONE)
    return {"odds": "" if share is None else per_cent(sniper), "lit": board.lit(at, sniper)}


AS_IT_WAS = "0123"
ROUND = "1302"
"""Each card one cell on, round the quadrant."""
ORDERS = tuple("".join(order) for order in permutations(AS_IT_WAS))
STRIDE = 7
"""From one order to another that does not look like it; every order comes in its turn."""
COME_BACK: tuple[Card, ...] = ("infantry", "mortar")


@dataclass(frozen=True, slots=True)
class Arranged:
    """A quadrant as it would lie: what the deed names besides it, and where each of its cards comes from."""

    turn: Turn
    kind: str
    square: str
    order: str
    extra: Mapping[str, str]

    @property
    def cells(self) -> tuple[str, ...]:
        return corners(self.square)

    @property
    def before(self) -> State:
        """As it lies, the cards that come back among them."""
        comes = ((self.extra.get(card), card) for card in COME_BACK)
        return self.turn.state.laid({at: Lying(self.turn.side, card) for at, card in comes if at})

    @property
    def after(self) -> State:
        before = self.before
        return before.laid({at: before.grid[came] for at, came in self.came.items()})

    @property
    def came(self) -> dict[str, str]:
        return {at: self.cells[int(n)] for at, n in zip(self.cells, self.order, strict=True)}

    @property
    def action(self) -> Entry:
        order = [int(n) for n in self.order]
        return self.turn.action(self.kind, quadrant=self.square, order=order, **self.extra)


def moving(turn: Turn, kind: str) -> Prompt:
    """A quadrant is chosen, then its four cards are laid as one likes."""
    entry = turn.entry(kind) or {}
    quadrants = entry.get("quadrants", [])
    squares = [each["quadrant"] if isinstance(each, dict) else each for each in quadrants]
    square = turn.chosen("q", squares)
    discs = {each: _disc(turn, kind, each, each == square) for each in squares}
    if square:
        extra = _extra(turn, kind, entry, square)
        order = turn.chosen("order", ORDERS) or AS_IT_WAS
        return _arranged(Arranged(turn, kind, square, order, extra), entry, discs)
    lead = "Which quadrant? The figure is the best guess at a sniper that moving it would leave." if any(
        disc.figure for disc in discs.values()
    ) else "Which quadrant? Tap a crossing, or choose here."  # fmt: skip
    question = Question(
        kind=kind,
        title=phrase("{name}, in secret", name=kind.capitalize()),
        pieces=(stage.Lead(lead), quadrant_chips(turn, discs)),
        missing="Choose a quadrant",
        lesser=(_cancel(turn),),
        back=_given_up(turn),
    )
    return question, Taps(discs=discs)


def _disc(turn: Turn, kind: str, square: str, chosen: bool) -> Disc:
    figure = board.best_after(turn.state, turn.side, {"type": "move", "quadrant": square})
    words = phrase("Quadrant {square}, best guess {figure}", square=square, figure=figure) if figure else ""
    link = turn.link(do=kind, q=square, order=None, pick=None)
    return Disc(link, figure, chosen, str(words))


def _given_up(turn: Turn) -> str:
    return turn.link(do=None, q=None, order=None, pick=None, at=None)


def _cancel(turn: Turn) -> stage.Way:
    return stage.Way(words="Cancel", href=_given_up(turn))


def _arranged(laid: Arranged, entry: Entry, discs: Mapping[str, Disc]) -> Prompt:
    turn, square, name = laid.turn, laid.square, laid.kind.capitalize()
    came = {at: source for at, source in laid.came.items() if at != source}
    changed = phrase("{n} cards", n=NUMBERS[len(came)]) if came else "as it was"
    words = phrase("{name} {square}: {cards}", name=name, square=square, cards=changed)
    other = ORDERS[(ORDERS.index(laid.order) + STRIDE) % len(ORDERS)]
    ways = (
        Choice(words="As it was", href=turn.link(order=None, pick=None), chosen=laid.order == AS_IT_WAS),
        Choice(words="Shuffle", href=turn.link(order=other, pick=None)),
        Choice(words="Turn round", href=turn.link(order=turned(laid.order), pick=None)),
    )
    question = Question(
        kind=laid.kind,
        title=phrase("{name} {square}, in secret", name=name, square=square),
        pieces=(
            *_extra_choices(turn, laid.kind, entry, laid.extra),
            grids(turn, square, laid.before, laid.after, laid.order),
            Choices(label="All at once", choices=ways, shape="chips"),
            *board.outlook(laid.after, turn.side, square),
            *board.learns(turn.scene, laid.after, square),
        ),
        main=Deed(words=words, action=tap(laid.action)),
        lesser=(_cancel(turn),),
        back=_given_up(turn),
    )
    cards = {at: laid.after.grid[at].card for at in laid.cells}
    taps = Taps(chosen=frozenset(laid.cells), discs=discs, after=cards, came=came, square=square)
    return question, taps


def _extra(turn: Turn, kind: str, entry: Entry, square: str) -> dict[str, str]:
    """What a deployment or reinforcements name besides: the officer, the empty areas that change."""
    if kind == "deploy":
        return {"officer": turn.chosen("with", entry["officers"]) or entry["officers"][0]}
    if kind != "reinforce":
        return {}
    empty = next(each["empty"] for each in entry["quadrants"] if each["quadrant"] == square)
    infantry = turn.chosen("with", empty) or empty[0]
    rest = [at for at in empty if at != infantry]
    comes = entry["mortar"] and rest and turn.scene.draft.get("mortar") != "no"
    return {"infantry": infantry} | ({"mortar": rest[0]} if comes else {})


def _extra_choices(turn: Turn, kind: str, entry: Entry, extra: Mapping[str, str]) -> tuple[Piece, ...]:
    if kind == "deploy":
        return units(turn, "Officer", tuple(entry["officers"]), extra["officer"])
    if kind == "reinforce" and entry["mortar"]:
        stays = turn.scene.draft.get("mortar") == "no"
        both = (
            Choice(words="Infantry and mortar", href=turn.link(mortar=None), chosen=not stays),
            Choice(words="Infantry alone", href=turn.link(mortar="no"), chosen=stays),
        )
        return (Choices(label="What comes back", choices=both, shape="chips"),)
    return ()


def turned(order: str) -> str:
    """The same with each card one cell on.

    >>> turned("0123"), turned(turned(turned(turned("3120"))))
    ('1302', '3120')
    """
    return "".join(order[int(n)] for n in ROUND)


def deciding(turn: Turn) -> Prompt:
    """What the finder does with the cards that are up."""
    pending = turn.state.pending
    if isinstance(pending, Stormed):
        # The infantry takes the place of a card that it turned up, or stays.
        cells = (turn.entry("advance") or {}).get("cells", [])
        at = turn.chosen("at", cells)
        choices = tuple(_place(turn, each, each == at) for each in cells)
        main = Deed(words=phrase("Advance to {at}", at=at), action=tap(turn.action("advance", cell=at)))
        question = Question(
            kind="advance",
            title=phrase("The infantry of {at}", at=pending.infantry),
            pieces=(Choices(label="It advances to", choices=choices, shows_label=True),),
            main=main if at else None,
            lesser=_hold(turn),
            missing="Choose where it goes",
        )
        return question, Taps(targets=frozenset(cells), chosen=frozenset({at} - {""}))
    return _shot(turn, pending) if isinstance(pending, Sighted) else _gun(turn)


def _hold(turn: Turn) -> tuple[Deed, ...]:
    return (Deed(words="Hold", action=tap(turn.action("hold"))),) if turn.entry("hold") else ()


def _shot(turn: Turn, pending: Sighted) -> Prompt:
    """A sniper names the quadrant from which he shoots; how loud each is, where the app remembers."""
    quadrants = (turn.entry("shoot") or {}).get("quadrants", [])
    square = turn.chosen("q", quadrants)
    ways = sorted((_way(turn, each, each == square) for each in quadrants), key=lambda way: way.share or 0)
    lead: Words = "The shot card lies on a quadrant with one of your snipers until your next turn."
    if pending.forced:
        lead = "A decoy: it forces a shot, which betrays you and takes nothing."
    label = phrase("How loud is the shot: the best guess that it leaves the {enemy} side, in 100",
                 enemy=SIDE_NAMES[ENEMY[turn.side]])  # fmt: skip
    loud = any(way.share is not None for way in ways)
    action = tap(turn.action("shoot", quadrant=square))
    question = Question(
        kind="shoot",
        title="Shoot, and from where?",
        pieces=(
            stage.Lead(lead),
            Choices(label=label, choices=tuple(ways), shape="bars" if loud else "pad", shows_label=loud),
            *_betrays(turn, square),
            *_gains(turn),
        ),
        main=Deed(words=phrase("Shoot from {square}", square=square), action=action) if square else None,
        lesser=_hold(turn),
        missing="Choose a quadrant",
    )
    discs = {str(way.words).lower(): Disc(way.href, str(way.end), way.chosen) for way in ways}
    return question, Taps(
        discs=discs, chosen=frozenset(corners(square)) if square else frozenset(), bursts=True
    )


def _way(turn: Turn, square: str, chosen: bool) -> Choice:
    """A quadrant that may be named, with the best guess that it would leave the enemy."""
    share = odds(turn.state, turn.side, {"type": "shot", "quadrant": square})
    guess = board.best_guess(share) if share else None
    return Choice(
        words=square.upper(),
        href=turn.link(q=square),
        chosen=chosen,
        share=None if guess is None else float(guess),
        end="" if guess is None else per_cent(guess),
    )


def _betrays(turn: Turn, square: str) -> tuple[Piece, ...]:
    """What the chosen quadrant tells that was not known."""
    then = odds(turn.state, turn.side, {"type": "shot", "quadrant": square}) if square else {}
    if not then:
        return ()
    now, loud = (per_cent(board.best_guess(each)) for each in (odds(turn.state, turn.side), then))
    snipers = sum(turn.state.grid[at].card == "sniper" for at in corners(square))
    verdict = "betrays nothing new: the best guess was {now} before." if now == loud else (
        "raises the best guess from {now} to {loud}.")  # fmt: skip
    words = "{square} holds {n:# sniper|# snipers} and " + verdict
    return (stage.Note(phrase(words, square=square.upper(), n=snipers, now=now, loud=loud)),)


def _gains(turn: Turn) -> tuple[Piece, ...]:
    state, pending = turn.state, turn.state.pending
    points = state.options.points.of(getattr(pending, "card", ""))
    if not points:
        return ()
    score = state.score[turn.side]
    goal = phrase("of {goal}", goal=state.objective) if state.objective else ""
    return (
        stage.Facts(
            (
                stage.Fact(
                    "Points",
                    phrase("{now} → {then}", now=score, then=score + points),
                    goal,
                    turn.side,
                    "points",
                ),
            )
        ),
    )


def _gun(turn: Turn) -> Prompt:
    """A machine gun shows itself, or not."""
    guns = (turn.entry("shoot") or {}).get("machine_guns", [])
    gun = turn.chosen("with", guns) or next(iter(guns), "")
    main = Deed(words=phrase("Fire from {gun}", gun=gun), small="the machine gun is shown",
                action=tap(turn.action("shoot", machine_gun=gun)))  # fmt: skip
    question = Question(
        kind="fire",
        title="Fire, and show the gun?",
        pieces=(*units(turn, "Machine gun", tuple(guns), gun), *_gains(turn)),
        main=main if gun else None,
        lesser=_hold(turn),
    )
    return question, Taps(marked=frozenset({gun} - {""}))


def _place(turn: Turn, at: str, chosen: bool) -> Choice:
    card = turn.state.grid[at].card
    points = turn.state.options.points.of(card)
    words = phrase("{at}: {card}", at=at, card=CARD_NAMES[card])
    gains = phrase("{n:# point|# points}", n=points) if points else "no points"
    return Choice(words=words, end=gains, href=turn.link(at=at), chosen=chosen)


def afterwards(turn: Turn) -> Prompt:
    """The action is done; an officer may still deploy."""
    way = Choice(
        words="+ Deploy",
        small="an officer is shown, a quadrant moved",
        href=turn.link(do="deploy"),
        extra=True,
    )
    question = Question(
        kind="after",
        title="One more move?",
        pieces=(Choices(label="Deployment", choices=(way,), shape="deeds"),),
        main=Deed(words="End the turn", action=tap(turn.action("end_turn"))),
    )
    return question, Taps()
