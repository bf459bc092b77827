"""Dice as they were rolled at the table: every face in turn, and where each reroll came from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine.stage import Choice, Choices, Piece, Words, said
from companion.engine.wire import Json
from companion.games.proelii.data import FACE_NAMES, FACES, QUARTER, SOURCE_NAMES, SOURCES, Die, Face
from companion.games.proelii.procedures.rerolls import is_open, reroll
from companion.games.proelii.screens.asked import Turn
from companion.games.proelii.screens.chances import FREE
from companion.games.proelii.screens.facing import cheapest, die_sign
from companion.games.proelii.state import State
from companion.games.proelii.state.unit import Rerolls, fighting

APP = "app"
"""That the app rolls."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll in the making under one key of the choice: `blank~experience~sword`, or `app`."""

    key: str
    faces: tuple[str, ...]
    sources: tuple[str, ...]
    by_app: bool = False
    wished: tuple[str, ...] = ()
    """Of a roll by the app: the faces that it rolls again, and what it may use besides free rerolls."""
    price: int = QUARTER

    @property
    def is_ready(self) -> bool:
        """Whether the last die shows its face."""
        return self.by_app or len(self.faces) == len(self.sources) + 1

    @property
    def json(self) -> Json:
        """The same as an action holds it; the app's is left open, but for what it rolls again."""
        if self.by_app:
            again = [each for each in self.wished if each in FACES]
            return {"again": again, "by": list(self.sources)} if again and self.sources else {}
        return {"faces": list(self.faces), "rerolls": list(self.sources)}


def thrown(turn: Turn, key: str, name: str, price: int = QUARTER) -> Thrown:
    """What has been tapped of a unit's roll of that price; what its die cannot show is passed over."""
    parts = turn.listed(key)
    known = faces_of(turn, name)
    if parts[:1] == (APP,):
        wished = parts[1:] or _useless(key, known)
        return _by_app(turn, name, Thrown(key, (), (), by_app=True, wished=wished, price=price))
    faces, sources = parts[::2], parts[1::2]
    if not set(faces) <= set(known) or not set(sources) <= set(SOURCES):
        return Thrown(key, (), (), price=price)
    return Thrown(key, faces, sources, price=price)


def _by_app(turn: Turn, name: str, roll: Thrown) -> Thrown:
    """A roll that the app makes with every free reroll, and with others where they are wished."""
    used: list[str] = []
    while sources := [
        s for s in open_after(turn.state, name, used, roll.price) if s in (*FREE, *roll.wished)
    ]:
        used.append(cheapest(sources))
    return replace(roll, sources=tuple(used))


def _useless(key: str, faces: Sequence[Face]) -> tuple[str, ...]:
    """The faces that do nothing for a roll: no shield in a defence, no sword in an attack."""
    token = 1 if key == "d" else 0
    return tuple(face for face in faces if not FACES[face][token])


def faces_of(turn: Turn, name: str) -> list[Face]:
    """The faces of a unit's die, each once, as they stand on it."""
    die: Die = getattr(turn.state.options.dice, turn.state.units[name].kind.die)
    return list(dict.fromkeys(die))


def dice(turn: Turn, name: str, roll: Thrown, label: Words, *, may_app: bool = True) -> tuple[Piece, ...]:
    """A unit's die to tap, and then the rerolls that it may have."""
    before = [] if roll.by_app else [*roll.faces, *roll.sources]
    chain = "~".join(x for pair in zip(roll.faces, roll.sources, strict=False) for x in pair)
    shown = roll.faces[-1] if roll.is_ready and roll.faces else ""
    pad = tuple(
        Choice(
            words=FACE_NAMES[face].removeprefix("a ").capitalize(),
            icon=die_sign(turn.state.units[name], face),
            href=turn.link(**{roll.key: f"{chain}~{face}" if chain else face}),
            chosen=face == shown,
        )
        for face in faces_of(turn, name)
    )
    app = Choice(words="Roll for us", href=turn.link(**{roll.key: APP}), chosen=roll.by_app)
    choices = (*pad, app) if may_app and not before[1:] else pad
    again = _wishes(turn, name, roll) if roll.by_app else _again(turn, name, roll) if shown else ()
    return (Choices(label=label, choices=choices, shape="tiles", shows_label=True), *again)


def _again(turn: Turn, name: str, roll: Thrown) -> tuple[Piece, ...]:
    sources = open_after(turn.state, name, roll.sources, roll.price)
    if not sources:
        return ()
    so_far = "~".join(turn.listed(roll.key))
    chips = tuple(
        Choice(
            words=said("Rolled again {by}", by=SOURCE_NAMES[each]),
            href=turn.link(**{roll.key: f"{so_far}~{each}"}),
        )
        for each in sources
    )
    return (Choices(label="Rerolls", choices=chips, shape="chips"),)


def _wishes(turn: Turn, name: str, roll: Thrown) -> tuple[Piece, ...]:
    """What the app rolls again: the faces, and whether it may pay for that."""
    first = open_after(turn.state, name, (), roll.price)
    if not first:
        return ()
    unit = turn.state.units[name]
    dear = [each for each in first if each not in FREE]
    wishes: list[tuple[str, str]] = [
        (each, FACE_NAMES[each].removeprefix("a ").capitalize()) for each in faces_of(turn, name)
    ]
    wishes += [(each, f"also {SOURCE_NAMES[each]}") for each in dear]
    chips = tuple(
        Choice(
            words=words,
            icon=die_sign(unit, each) if each in FACES else None,
            href=turn.link(**{roll.key: _toggled(roll, each)}),
            chosen=each in roll.wished,
        )
        for each, words in wishes
    )
    return (Choices(label="The app rolls these again", choices=chips, shape="chips", shows_label=True),)


def _toggled(roll: Thrown, wish: str) -> str:
    wished: list[str] = [each for each in (*FACES, *SOURCES) if (each in roll.wished) != (each == wish)]
    return "~".join((APP, *(wished or ["nothing"])))


def open_after(state: State, name: str, used: Sequence[str], price: int) -> list[str]:
    """The sources from which one more reroll is possible after these, the roll's price being paid."""
    state, rerolls = state.with_unit(name, fighting(state.units[name], -price)), Rerolls()
    for source in used:
        known = next((each for each in SOURCES if each == source), None)
        if known is None:
            return []
        state, rerolls = reroll(state, name, rerolls, known)
    return [each for each in SOURCES if is_open(state, state.units[name], rerolls, each)]
