"""Who waits: a side's units with one tap, or by kind or flank, each group as long as it is told (R18)."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.scene import keep
from companion.engine.squares import column_of
from companion.engine.stage import Choice, Choices, Deed, Note, Own, Piece, Question, said
from companion.engine.wording import Values, counted, listed, tap
from companion.games.proelii.data import EXPERIENCE_NAMES, KIND_NAMES
from companion.games.proelii.procedures.field import is_bound, reachers
from companion.games.proelii.rules.movement import is_roused
from companion.games.proelii.screens.board import token
from companion.games.proelii.screens.frame import Turn, unit_rows
from companion.games.proelii.state import Unit, is_square

UNTIL = {"asked": "ask", "reached": "until reached", "over": "wait"}
WORDS = {"reached": "wait until reached", "over": "wait", "asked": "are asked again"}


def movers(turn: Turn) -> list[str]:
    """The units of the side to act that may still be activated in this Movement."""
    army = turn.state.army(turn.side)
    able = (name for name, unit in army if unit.has_energy and not unit.inactive)
    return [name for name in able if not is_bound(turn.state, name)]


def bid(names: Mapping[str, str]) -> str:
    """The deed that tells these units how long they wait."""
    units = [{"unit": name, "until": until} for name, until in names.items()]
    return tap({"type": "wait", "units": units})


def all_wait(turn: Turn, until: str = "over") -> Deed:
    """One tap for a whole army; who is in nobody's reach is not asked again before the moves are over."""
    small = {"over": "to the end of the moves", "reached": "you are asked when an enemy can come next to one"}
    words = {"over": "All of mine wait", "reached": "All wait until reached"}
    return Deed(words=words[until], small=small[until], action=bid(dict.fromkeys(movers(turn), until)))


def whom(turn: Turn, able: Sequence[str]) -> Question:
    """Whose move it is; the army by kind or by flank, each group asked, waiting, or waiting until reached."""
    state = turn.state
    groups = dict(_groups(turn))
    lines = {name: _until(turn, key, name) for key, names in groups.items() for name in names}
    new = {name: until for name, until in lines.items() if until != state.waiting.get(name, "asked")}
    waits = [name for name, until in lines.items() if until != "asked"]
    rank = "" if state.rank in (None, "all") else EXPERIENCE_NAMES[state.rank or ""] + ", "
    others = len(lines) - len(waits)
    seats = (
        said("then you are asked for the {n:# other|# others}", n=others)
        if others
        else "nobody else is asked"
    )
    change = (
        Deed(words=said("Wait with {n}", n=len(waits)), small=seats, action=bid(new))
        if waits
        else Deed(words="Ask for all of them", action=bid(new))
    )
    names = sorted(able, key=lambda each: state.units[each].name)
    return Question(
        kind="movement",
        title="Whose move?",
        under=said("{rank}{tier} energy and more", rank=rank, tier=state.tier),
        pieces=(*_roused(turn, able), *unit_rows(turn, names, ""), *_switches(turn, groups)),
        main=change if new else all_wait(turn, "reached"),
        lesser=() if new else (all_wait(turn),),
        rule="move",
    )


def _roused(turn: Turn, able: Sequence[str]) -> Iterator[Piece]:
    """Why a unit is asked after all."""
    units = turn.state.units
    for name in able:
        if is_roused(turn.state, name):
            enemies = listed(units[each].name for each in reachers(turn.state, name))
            yield Note(
                said("{enemies} can reach {unit}.", enemies=enemies, unit=units[name].name), warns=True
            )


def _groups(turn: Turn) -> Iterator[tuple[str, list[str]]]:
    """The units that may still move, by kind or by the part of the field where they stand."""
    columns = turn.state.board.columns
    by_flank = turn.scene.draft.get("gr") == "flank"
    groups: dict[str, list[str]] = {}
    for name in movers(turn):
        unit = turn.state.units[name]
        groups.setdefault(_part(unit, columns) if by_flank else unit.type, []).append(name)
    order = FLANKS if by_flank else KIND_NAMES
    yield from ((key, groups[key]) for key in order if key in groups)


FLANKS = {"left": "Left flank", "centre": "Centre", "right": "Right flank", "reserve": "Not on the field"}


def _part(unit: Unit, columns: int) -> str:
    """On which of its own flanks a unit stands; black sees the field the other way round."""
    if not is_square(unit.at):
        return "reserve"
    flank, n = columns // 3, column_of(unit.at)
    n = n if unit.side == "white" else columns - 1 - n
    return "left" if n < flank else "right" if n >= columns - flank else "centre"


def _until(turn: Turn, key: str, name: str) -> str:
    """How long a unit is to wait: as its group's switch lies, else as it was told."""
    switched = dict(each.split(".", 1) for each in turn.listed("w") if "." in each).get(key, "")
    return switched if switched in UNTIL else turn.state.waiting.get(name, "asked")


def _switches(turn: Turn, groups: Mapping[str, Sequence[str]]) -> Iterator[Piece]:
    if not groups:
        return
    names = {**KIND_NAMES, **FLANKS}
    rows: list[Values] = []
    for key, units in groups.items():
        now = {_until(turn, key, name) for name in units}
        rest = [each for each in turn.listed("w") if not each.startswith(f"{key}.")]
        switch = [
            {"words": words, "href": turn.link(w="~".join([*rest, f"{key}.{until}"])), "on": now == {until}}
            for until, words in UNTIL.items()
        ]
        sample = token(turn.state.units[units[0]])
        rows.append({"name": names[key], "n": counted(len(units), "unit"), "token": sample, "switch": switch})
    yield Own(template="proelii/waits.html", values={"rows": rows})
    flank = turn.scene.draft.get("gr") == "flank"
    other = Choice(
        words="By kind" if flank else "By flank", href=keep(turn.scene, gr=None if flank else "flank", w=None)
    )
    yield Choices(label="Groups", choices=(other,), shape="chips")
