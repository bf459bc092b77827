"""Dice as they were rolled at the table: every face in turn, and where each reroll came from."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.stage import Choice, Choices, Piece, Words, said
from companion.engine.wire import Json
from companion.games.proelii.data import FACE_NAMES, SOURCE_NAMES, SOURCES
from companion.games.proelii.procedures.rerolls import is_open, reroll
from companion.games.proelii.screens.asked import Turn
from companion.games.proelii.screens.facing import die_sign
from companion.games.proelii.state import State
from companion.games.proelii.state.unit import Rerolls

APP = "app"
"""That the app rolls."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll in the making under one key of the choice: `blank~experience~sword`, or `app`."""

    key: str
    faces: tuple[str, ...]
    sources: tuple[str, ...]
    by_app: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether the last die shows its face."""
        return self.by_app or len(self.faces) == len(self.sources) + 1

    @property
    def json(self) -> Json:
        """The same as an action holds it; the app's is left open."""
        return {} if self.by_app else {"faces": list(self.faces), "rerolls": list(self.sources)}


def thrown(turn: Turn, key: str, name: str) -> Thrown:
    """What has been tapped of a unit's roll; what its die cannot show is passed over."""
    parts = turn.listed(key)
    if parts == (APP,):
        return Thrown(key, (), (), by_app=True)
    faces, sources = parts[::2], parts[1::2]
    known = set(getattr(turn.state.options.dice, turn.state.units[name].kind.die))
    if not set(faces) <= known or not set(sources) <= set(SOURCES):
        return Thrown(key, (), ())
    return Thrown(key, faces, sources)


def faces_of(turn: Turn, name: str) -> list[str]:
    """The faces of a unit's die, each once, as they stand on it."""
    die: Sequence[str] = getattr(turn.state.options.dice, turn.state.units[name].kind.die)
    return list(dict.fromkeys(die))


def dice(turn: Turn, name: str, roll: Thrown, label: Words, *, may_app: bool = True) -> tuple[Piece, ...]:
    """A unit's die to tap, and then the rerolls that it may have."""
    before = [*roll.faces, *roll.sources]
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
    again = _again(turn, name, roll) if shown else ()
    return (Choices(label=label, choices=choices, shape="tiles", shows_label=True), *again)


def _again(turn: Turn, name: str, roll: Thrown) -> tuple[Piece, ...]:
    sources = open_after(turn.state, name, roll.sources)
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


def open_after(state: State, name: str, used: Sequence[str]) -> list[str]:
    """The sources from which one more reroll is possible after these."""
    rerolls = Rerolls()
    for source in used:
        known = next((each for each in SOURCES if each == source), None)
        if known is None:
            return []
        state, rerolls = reroll(state, name, rerolls, known)
    return [each for each in SOURCES if is_open(state, state.units[name], rerolls, each)]
