"""The Combat phase: rolls, cancellations, conversions, losses, advances, both sides together (8.4)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.looking import fresh, may_tap
from companion.engine.stage import Choice, Choices, Deed, Icon, Lead, Piece, Question, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.proelii.data import CONVERSION_NAMES, FACE_NAMES, SIDES, SOURCE_NAMES
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.chances import duel
from companion.games.proelii.screens.dicing import faces_of
from companion.games.proelii.screens.facing import cheapest, comes_to, die_sign, each_face, given_up, turned
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.screens.rows import what
from companion.games.proelii.state import State, Unit


def pairs(state: State) -> dict[str, str]:
    """A letter for every unit that stands against an enemy, the same for all who hang together."""
    groups: list[set[str]] = []
    for name, _ in state.army("white"):
        here = {name, *attached(state, name)}
        if len(here) > 1:
            joined = [group for group in groups if group & here]
            groups = [group for group in groups if not group & here] + [here.union(*joined)]
    ordered = sorted(groups, key=min)
    return {name: chr(ord("A") + n % 26) for n, group in enumerate(ordered) for name in group}


def _close(turn: Turn, words: str) -> Deed:
    return Deed(words=words, action=tap({"type": "close"}))


def _mine(turn: Turn, names: Sequence[str]) -> list[str]:
    """Those that this screen taps for."""
    sides = {side for side in SIDES if may_tap(turn.scene, side)}
    return [name for name in names if turn.state.units[name].side in sides]


def _row(turn: Turn, name: str, small: str, *, chosen: bool = False) -> Choice:
    unit = turn.state.units[name]
    letter = pairs(turn.state).get(name, "")
    return Choice(
        words=unit.name,
        small=small,
        end=letter,
        icon=face_sign(unit),
        side=unit.side,
        href=turn.link(u=name),
        chosen=chosen,
    )


def face_sign(unit: Unit) -> Icon:
    """The sign of what a unit shows, or of its type."""
    return die_sign(unit, unit.roll.face) if unit.roll else own_sign(unit.type)


def _shown(unit: Unit) -> str:
    """What a unit shows."""
    return f"shows {FACE_NAMES[unit.roll.face]}" if unit.roll else f"{what(unit)}, {unit.energy} energy"


def _taps(turn: Turn, names: Sequence[str]) -> Taps:
    state = turn.state
    chosen = turn.chosen("u", list(names))
    units = {name: turn.link(u=name) for name in names}
    letters = pairs(state)
    there = frozenset({state.units[chosen].at, chosen}) if chosen else frozenset()
    return Taps(units=units, pairs=letters, chosen=there)


def roll(turn: Turn) -> Asked:
    """Who rolls, and who rolls again."""
    rolls, again = turn.entries("roll"), turn.entries("reroll")
    names = _mine(turn, [*rolls, *again])
    name = turn.chosen("u", names)
    rows = tuple(_row(turn, each, _shown(turn.state.units[each]), chosen=each == name) for each in names)
    pieces: tuple[Piece, ...] = (Choices(label="Who rolls", choices=rows),) if rows else ()
    asked = Question(
        kind="roll",
        title="Combat rolls",
        under="Both sides, in any order: 25 energy a die.",
        pieces=pieces,
        main=_close(turn, "Close the rolls"),
    )
    if name:
        thrown = thrown_at(turn, name)
        asked = replace(thrown, pieces=(*thrown.pieces, *pieces), lesser=(_close(turn, "Close the rolls"),))
    return asked, _taps(turn, names)


def thrown_at(turn: Turn, name: str) -> Question:
    """The die of one unit: what each face would do, the odds, and both ways to roll it."""
    sources = turn.entries("reroll").get(name, {}).get("sources", [])
    source = turn.chosen("by", sources) or cheapest(sources) if sources else ""
    return Question(
        kind="roll",
        title="Combat rolls",
        under="Both sides, in any order: 25 energy a die.",
        pieces=(
            *_die(turn, name, source, sources),
            each_face(turn.state, name, source),
            *duel(turn.state, name),
        ),
        main=Deed(words="Roll for us", small=_price(source), action=tap(_throw(name, source))),
        back=fresh(turn.scene),
    )


def _throw(name: str, source: str) -> dict[str, Json]:
    return {"type": "reroll", "unit": name, "source": source} if source else {"type": "roll", "unit": name}


def _price(source: str) -> str:
    return SOURCE_NAMES[source] if source else "25 energy"


def _die(turn: Turn, name: str, source: str, sources: Sequence[str]) -> tuple[Piece, ...]:
    """The faces of a unit's die: a tap is what was rolled at the table."""
    tiles = tuple(
        Choice(
            words=FACE_NAMES[face].removeprefix("a ").capitalize(),
            icon=die_sign(turn.state.units[name], face),
            action=tap({**_throw(name, source), "face": face}),
        )
        for face in faces_of(turn, name)
    )
    unit = turn.state.units[name]
    label = said("{unit} rolled at the table", unit=unit.name)
    chips = tuple(
        Choice(words=SOURCE_NAMES[each], href=turn.link(by=each), chosen=each == source) for each in sources
    )
    ways = (Choices(label="Rolled again", choices=chips, shape="chips", shows_label=True),) if chips else ()
    return (*ways, Choices(label=label, choices=tiles, shape="tiles", shows_label=True))


def cancel(turn: Turn) -> Asked:
    """Whole rolls given up for their energy."""
    names = _mine(turn, list(turn.entries("cancel")))
    choices = tuple(
        Choice(
            words=said("{unit} gives it up", unit=turn.state.units[each].name),
            small=comes_to(turn.state, given_up(turn.state, each), each),
            end="+25",
            icon=face_sign(turn.state.units[each]),
            action=tap({"type": "cancel", "unit": each}),
        )
        for each in names
    )
    return _both(turn, "cancel", "Give a roll up?", choices, "Keep the rolls")


def convert(turn: Turn) -> Asked:
    """Tokens turned into others, and energy."""
    entries = turn.entries("convert")
    choices = tuple(
        Choice(
            words=said("{unit}: {how}", unit=turn.state.units[each].name, how=CONVERSION_NAMES[kind]),
            small=comes_to(turn.state, turned(turn.state, each, kind), each),
            end="+25",
            icon=own_sign(turn.state.units[each].type),
            action=tap({"type": "convert", "unit": each, "kind": kind}),
        )
        for each in _mine(turn, list(entries))
        for kind in entries[each]["kinds"]
    )
    return _both(turn, "convert", "Convert?", choices, "Convert nothing more")


def advance(turn: Turn) -> Asked:
    """Who took the last CP may step forward."""
    entries = turn.entries("advance")
    choices = tuple(
        Choice(
            words=said("{unit} to {to}", unit=turn.state.units[each].name, to=to),
            icon=own_sign(turn.state.units[each].type),
            action=tap({"type": "advance", "unit": each, "to": to}),
        )
        for each in _mine(turn, list(entries))
        for to in entries[each]["to"]
    )
    return _both(turn, "advance", "Step forward?", choices, "Stay")


def _both(turn: Turn, kind: str, title: str, choices: tuple[Choice, ...], close: str) -> Asked:
    asked = Question(
        kind=kind,
        title=title,
        pieces=(Choices(label=title, choices=choices),)
        if choices
        else (Lead("Nothing of yours is left to do here."),),
        main=_close(turn, close),
    )
    return asked, Taps(pairs=pairs(turn.state))
