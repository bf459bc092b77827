"""The Move phase: who breaks away, who moves, who changes places (8.2)."""

from collections.abc import Mapping

from companion.engine.looking import fresh
from companion.engine.stage import Choice, Choices, Deed, Lead, Piece, Question, Way, said
from companion.engine.wording import listed, tap
from companion.games.proelii.data import EXPERIENCE_NAMES, OTHER, SIDE_NAMES, Ability
from companion.games.proelii.procedures.field.binding import is_outnumbered
from companion.games.proelii.rules.activating import eligible
from companion.games.proelii.rules.course import must_escape
from companion.games.proelii.rules.secrets import seen_legal
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.attacking import ATTACKS
from companion.games.proelii.screens.dicing import dice, thrown
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.screens.going import Going, gone, route
from companion.games.proelii.screens.rows import unit_rows

DEEDS = {
    "move": ("Move", "move", "25 energy"),
    "hit_and_run": ("Hit & Run", "bow_cavalry", "50 energy"),
    "charge": ("Charge", "cavalry", "25 energy, free attack"),
    "push_out": ("Push out", "war_elephants", "25 energy"),
    "escape": ("Escape", "skirmishers", "25 energy, twice the way"),
}
BARRED: Mapping[Ability, str] = {
    "charge": "no enemy in line and reach",
    "hit_and_run": "no enemy in reach, or less than 50 energy",
    "push_out": "no enemy in reach",
}


def detachment(turn: Turn) -> Asked:
    """Bound units may break away; those that face four times their cohesion must."""
    entries = turn.entries("escape")
    name = turn.chosen("u", entries)
    units = {each: turn.link(u=each, at=None) for each in entries}
    must = must_escape(turn.state, turn.side)
    ready = None if must else Deed(words="Nobody breaks away", action=tap({"type": "done"}))
    if name:
        return _escape(turn, name, units, (ready,) if ready else ())
    lead = "These face four times their cohesion and must escape." if must else "Bound units may break away."
    asked = Question(
        kind="detachment",
        title="Who breaks away?",
        pieces=(Lead(lead), *unit_rows(turn, must or list(entries), "")),
        main=ready,
        missing="Choose who escapes",
    )
    return asked, Taps(units=units, targets=_places(turn, must))


def _places(turn: Turn, names: list[str]) -> frozenset[str]:
    return frozenset(turn.state.units[name].at for name in names)


def _escape(turn: Turn, name: str, units: Mapping[str, str], lesser: tuple[Deed | Way, ...] = ()) -> Asked:
    """An escape: the way, and which of the enemies that bind it strike."""
    state, unit = turn.state, turn.state.units[name]
    way = route(turn, name, 2 * unit.kind.mp)
    attackers = turn.entries("escape")[name]["attackers"]
    if attackers and OTHER[unit.side] in turn.scene.answering:
        names = listed(state.units[each].name for each in attackers)
        words = "{side} is asked whether {names} may strike, before anybody goes."
        told: tuple[Piece, ...] = (Lead(said(words, side=SIDE_NAMES[OTHER[unit.side]], names=names)),)
        action = {"type": "escape", "unit": name, "path": list(way.path)}
        return gone(turn, Going(name, way, action, units, lesser, told))
    most = 1 if state.options.escape_attacks == "one" else len(attackers)
    struck = [each for each in turn.listed("by") if each in attackers][:most]
    rows = tuple(
        Choice(
            words=state.units[each].name,
            small="strikes at it for 25 energy, without defence",
            icon=own_sign(state.units[each].type),
            side=state.units[each].side,
            href=turn.toggled("by", each),
            chosen=each in struck,
        )
        for each in attackers
    )
    pieces: tuple[Piece, ...] = (
        (Choices(label="The enemy strikes", choices=rows, shows_label=True),) if rows else ()
    )
    if is_outnumbered(state, name):
        pieces = (Lead("It faces four times its cohesion."), *pieces)
    rolls = {each: thrown(turn, f"a-{each}", each) for each in struck}
    for each, roll in rolls.items():
        pieces += dice(turn, each, roll, said("{unit} strikes", unit=state.units[each].name))
    attacks = [{"unit": each, **(roll.json if roll.faces else {})} for each, roll in rolls.items()]
    ready = all(roll.is_ready or not roll.faces for roll in rolls.values())
    whole = {"type": "escape", "unit": name, "path": list(way.path), "attacks": attacks}
    return gone(turn, Going(name, way, whole if ready else None, units, lesser, pieces))


def movement(turn: Turn) -> Asked:
    """One unit of this tier: move, attack, escape or wait."""
    able = eligible(turn.state, turn.side)
    units = {each: turn.link(u=each, at=None, do=None, t=None) for each in able}
    activation = turn.state.open[turn.side]
    if activation is not None:
        return _going_on(turn, activation.unit, activation.mp)
    name = turn.chosen("u", able) or (able[0] if len(able) == 1 else "")
    if not name:
        return _whom(turn, able), Taps(units=units)
    possible = [kind for kind in DEEDS if name in turn.entries(kind)]
    do = turn.chosen("do", possible) or next(iter(possible), "")
    tiles = _tiles(turn, name, possible, do)
    wait = Deed(words="Wait", action=tap({"type": "pass", "unit": name}))
    if do in ATTACKS:
        return ATTACKS[do](turn, name, units, (tiles,), wait)
    if do == "escape":
        return _escape(turn, name, units, (wait,))
    way = route(turn, name, turn.state.units[name].kind.mp)
    action = {"type": "move", "unit": name, "path": list(way.path)}
    hold = Deed(words="Hold it open", action=tap({**action, "hold": True}))
    may_hold = way.to and way.reach[way.to].mp < way.mp and len(way.to) == 2
    return gone(turn, Going(name, way, action, units, (wait, hold) if may_hold else (wait,), (tiles,)))


def _whom(turn: Turn, able: list[str]) -> Question:
    state = turn.state
    rank = "" if state.rank in (None, "all") else EXPERIENCE_NAMES[state.rank or ""] + ", "
    names = sorted(able, key=lambda each: state.units[each].name)
    first = names[0] if names else ""
    return Question(
        kind="movement",
        title="Whose move?",
        under=said("{rank}{tier} energy and more", rank=rank, tier=state.tier),
        pieces=unit_rows(turn, names, ""),
        lesser=(
            Deed(
                words=said("{unit} waits", unit=state.units[first].name),
                action=tap({"type": "pass", "unit": first}),
            ),
        )
        if first
        else (),
        missing="Tap a unit",
        rule="move",
    )


def _tiles(turn: Turn, name: str, possible: list[str], chosen: str) -> Choices:
    """What the unit may do; what its type could do and cannot now says why."""
    unit = turn.state.units[name]
    known = ["move", *(each for each in DEEDS if each in unit.kind.abilities), "escape"]
    return Choices(
        label="Deeds", shape="deeds", choices=tuple(_tile(turn, kind, possible, chosen) for kind in known)
    )


def _tile(turn: Turn, kind: str, possible: list[str], chosen: str) -> Choice:
    words, sign, small = DEEDS[kind]
    icon = own_sign(sign) if kind != "move" else own_sign(turn.side)
    if kind not in possible:
        why = {str(key): value for key, value in BARRED.items()}.get(kind, "it cannot step anywhere")
        return Choice(words=words, icon=icon, barred=why)
    return Choice(
        words=words,
        small=small,
        icon=icon,
        href=turn.link(do=kind, at=None, t=None),
        chosen=kind == chosen,
        key=kind,
    )


def _going_on(turn: Turn, name: str, mp: int) -> Asked:
    """A move that was held open goes on, or halts."""
    way = route(turn, name, mp)
    action = {"type": "move", "unit": name, "path": list(way.path)}
    hold = Deed(words="Hold it open", action=tap({**action, "hold": True}))
    may_hold = way.to and way.reach[way.to].mp < mp and len(way.to) == 2
    halt = Deed(words="Halt here", action=tap({"type": "halt"}))
    return gone(turn, Going(name, way, action, {}, (halt, hold) if may_hold else (halt,)))


def exchange(turn: Turn) -> Asked:
    """Neighbours change places."""
    listed = [each["units"] for each in _exchanges(turn)]
    state = turn.state
    picked = turn.scene.draft.get("pair", "")
    rows = tuple(
        Choice(
            words=said("{one} and {other}", one=state.units[a].name, other=state.units[b].name),
            small=said("{a} and {b}, 25 energy each", a=state.units[a].at, b=state.units[b].at),
            href=turn.link(pair=f"{a}~{b}"),
            chosen=picked == f"{a}~{b}",
        )
        for a, b in listed
    )
    pair = next((each for each in listed if "~".join(each) == picked), None)
    main = Deed(words="Change places", action=tap({"type": "exchange", "units": pair})) if pair else None
    ready = Deed(words="No exchange", action=tap({"type": "done"}))
    asked = Question(
        kind="exchange",
        title="Change places?",
        pieces=(Choices(label="Neighbours", choices=rows),),
        main=main or ready,
        lesser=(ready,) if main else (),
        back=fresh(turn.scene) if pair else "",
    )
    return asked, Taps(chosen=_places(turn, pair or []))


def _exchanges(turn: Turn) -> list[dict[str, list[str]]]:
    listed = turn.scene.once(seen_legal, turn.scene.sight)
    return [each for each in listed if each["type"] == "exchange"]
