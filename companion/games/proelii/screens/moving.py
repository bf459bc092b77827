"""The Start and Move phases: units put in line or looked at, who breaks away, moves, waits (5.1, 8.2, R18).

Anybody may look at a unit, whoever is to act: it is all on the board. While an army is deployed nobody
does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.engine.scene import Scene, fresh, keep
from companion.engine.squares import column_of
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Fact,
    Facts,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Row,
    Rows,
    Way,
    phrase,
)
from companion.engine.wording import Values, counted, listed, tap
from companion.games.proelii.data import ENTRY, EXPERIENCE_NAMES, KIND_NAMES, OTHER, Ability, Side, place_name
from companion.games.proelii.deeds.secrets import is_secret, seen_legal
from companion.games.proelii.procedures.field import (
    binders,
    is_bound,
    is_outnumbered,
    reached,
    reachers,
    stops,
)
from companion.games.proelii.rules.course import must_escape
from companion.games.proelii.rules.movement import eligible, is_eligible, is_roused, marches_to
from companion.games.proelii.screens.accounts import its_round
from companion.games.proelii.screens.attacking import ATTACKS
from companion.games.proelii.screens.board import Going, Route, account, gone, route, token
from companion.games.proelii.screens.frame import (
    Loupe,
    Prompt,
    Taps,
    Turn,
    dice,
    own_sign,
    steps,
    thrown,
    unit_rows,
    what,
)
from companion.games.proelii.state import State, Unit, is_square

READY = Deed(words="Ready", action=tap({"type": "done"}))


def deploy(turn: Turn) -> Prompt:
    """Behind the screen: tap a unit, tap its place."""
    entries = turn.entries("deploy")
    name = turn.chosen("u", entries)
    places = entries[name]["to"] if name else []
    to = turn.chosen("at", places)
    side = next((turn.state.units[each].side for each in entries), None)
    reckoned = (flanks(turn, side, name, to),) if side else ()
    question = Question(
        kind="deploy",
        title="Put your army in line",
        under="Tap a unit, then a place of your first row or your reserves.",
        pieces=(*reckoned, *unit_rows(turn, list(entries), name)),
        main=_put(turn, name, to) if to else STANDS,
        lesser=(STANDS,) if to else (),
        back=fresh(turn.scene) if name else "",
        secret=True,
    )
    return question, deploying(turn, list(entries), name, places, to)


def deploying(turn: Turn, names: Sequence[str], name: str, places: Sequence[str], to: str) -> Taps:
    return Taps(
        places={at: turn.link(at=at) for at in places},
        units={each: turn.link(u=each, at=None) for each in names},
        mp=dict.fromkeys(places, 0),
        chosen=frozenset({name, to} - {""}),
        aim=to,
        ghost={to: turn.state.units[name]} if to not in ("", ENTRY) else {},
    )


def flanks(turn: Turn, side: Side, name: str, to: str) -> Rows:
    """How many stand on each flank with what cohesion, and would once that unit stands there (8.5)."""
    now = {unit: each.at for unit, each in turn.state.army(side)}
    then = now | ({name: to} if name and to else {})
    if other := next((each for each, at in now.items() if at == to and to != ENTRY and each != name), ""):
        then[other] = now[name]
    both = list(zip(_by_flank(turn, side, now), _by_flank(turn, side, then), strict=True))
    rows = tuple(
        Row((words, *(f"{a[n]} → {b[n]}" if a[n] != b[n] else str(a[n]) for a, b in both)))
        for n, words in enumerate(("Units", "CP"))
    )
    return Rows(label="In line", rows=rows, head=("In line", "Left", "Centre", "Right"))


def _by_flank(turn: Turn, side: Side, places: Mapping[str, str]) -> list[tuple[int, int]]:
    """Units and cohesion left, in the centre and right, as that side stands."""
    columns, army = turn.state.board.columns, turn.state.units
    third = columns // 3
    found = [(0, 0), (0, 0), (0, 0)]
    for name, at in places.items():
        if is_square(at):
            n = column_of(at) if side == "white" else columns - 1 - column_of(at)
            flank = 0 if n < third else 2 if n >= columns - third else 1
            found[flank] = (found[flank][0] + 1, found[flank][1] + army[name].cp)
    return found


STANDS = Deed(
    words="My army stands", small="the other side sees it when both are done", action=tap({"type": "done"})
)


def _put(turn: Turn, name: str, to: str) -> Deed:
    words = phrase("{unit} to {to}", unit=turn.state.units[name].name, to=place_name(to))
    return Deed(words=words, action=tap({"type": "deploy", "unit": name, "to": to}))


def march(turn: Turn) -> Prompt:
    listed: list[str] = next(iter(turn.entries("march").values()), {"units": []})["units"]
    left = set(turn.listed("not"))
    going = [name for name in listed if name not in left][:10]
    state = turn.state
    rows = tuple(
        Choice(
            words=state.units[name].name,
            small=phrase("{at} to {to}", at=state.units[name].at, to=marches_to(state, state.units[name])),
            href=turn.toggled("not", name),
            chosen=name not in left,
        )
        for name in listed
    )
    words = phrase("{n:# unit marches|# units march}", n=len(going))
    main = Deed(words=words, action=tap({"type": "march", "units": going})) if going else READY
    ghosts = {to: state.units[each] for each in going if (to := marches_to(state, state.units[each]))}
    question = Question(
        kind="march",
        title="March to the contact line",
        under="Two squares straight ahead, free.",
        pieces=(Choices(label="Who marches", choices=rows),) if rows else (),
        main=main,
        lesser=(READY,) if going else (),
    )
    units = {name: turn.toggled("not", name) for name in listed}
    return question, Taps(units=units, ghost=ghosts)


def start_moves(turn: Turn) -> Prompt:
    """One move each, for 25 energy that is paid at the end."""
    entries = turn.entries("start_move")
    name = turn.chosen("u", entries)
    units = {each: turn.link(u=each, at=None) for each in entries}
    if not name:
        question = Question(
            kind="start_moves",
            title="Start moves",
            pieces=(
                Lead("Tap a unit to move it for 25 energy, or go on."),
                *unit_rows(turn, list(entries), ""),
            ),
            main=Deed(words="No more start moves", action=tap({"type": "done"})),
        )
        return question, Taps(units=units)
    way = route(turn, name, turn.state.units[name].kind.mp)
    action = {"type": "start_move", "unit": name, "path": list(way.path)}
    return gone(turn, Going(name, way, action, units, (READY,)))


def looked_at(scene: Scene[State]) -> str:
    name = scene.draft.get("look", "")
    unit = scene.state.units.get(name)
    shows = unit is not None and unit.is_living and not is_secret(scene.state) and scene.room != "tv"
    return name if shows else ""


def with_looks(scene: Scene[State], taps: Taps) -> Taps:
    """The same, a tap on any unit that means nothing else opening its account."""
    state = scene.state
    if scene.room == "tv":
        return taps
    taps = replace(taps, loupe=Loupe(scene.draft.get("near", ""), lambda at: keep(scene, near=at)))
    if is_secret(state):
        return taps
    living = (name for name in state.ids if state.units[name].is_living)
    looks = {name: keep(scene, look=name) for name in living if state.units[name].at not in taps.places}
    return replace(taps, units={**looks, **taps.units})


def look(scene: Scene[State], name: str) -> Prompt:
    """A unit's account, with its reach on the board."""
    state, unit = scene.state, scene.state.units[name]
    back, side = keep(scene, look=None), state.people(unit.side)
    kind = unit.kind
    cohesion = phrase("{cp} of {most}", cp=unit.cp, most=kind.cp)
    facts = (
        account(unit.energy),
        Facts((Fact("CP", cohesion), Fact("Way", f"{kind.mp} MP"), Fact("Die", kind.die))),
        *its_round(scene, name),
        Lead(_can(state, name, unit)),
    )
    question = Question(
        kind="unit",
        title=unit.name,
        under=phrase("{side}, {what}, at {at}", side=side, what=what(unit), at=place_name(unit.at)),
        icon=own_sign(unit.type),
        side=unit.side,
        pieces=(steps(state), *facts),
        main=Way(words="Back to the battle", href=back),
        back=back,
        rule="energy",
    )
    free = unit.has_energy and not unit.inactive and not is_bound(state, name)
    far = reached(state, name, unit.kind.mp) if free else {}
    return question, Taps(
        mp={at: way.mp for at, way in far.items()},
        binds=frozenset(at for at in far if is_square(at) and stops(state, unit, at)),
        chosen=frozenset({name, unit.at}),
    )


def _can(state: State, name: str, unit: Unit) -> str:
    """Whether it can be activated now, or what bars it (R18)."""
    if state.step != "movement":
        return "Units are activated in Movement."
    if is_eligible(state, name, unit):
        return (
            "It can be activated now."
            if unit.side == state.to_act
            else "It can be activated in its side's turn."
        )
    if unit.inactive:
        return "It has escaped, and does nothing more this round."
    if bound := [state.units[each].name for each in binders(state, name)]:
        return f"It is bound by {' and '.join(bound)}."
    if name in state.acted:
        return "It has been activated at this energy already."
    if unit.energy < (state.tier or 0):
        return f"It has less than the {state.tier} energy that is due."
    return "It waits until those of its experience are due."


DEEDS = {
    "move": ("Move", "move", "25 energy"),
    "hit_and_run": ("Hit & Run", "bow_cavalry", "50 energy"),
    "charge": ("Charge", "cavalry", "25 energy, free attack"),
    "push_out": ("Push out", "war_elephants", "25 energy"),
    "escape": ("Escape", "skirmishers", "25 energy, twice the way"),
}


def detachment(turn: Turn) -> Prompt:
    entries = turn.entries("escape")
    name = turn.chosen("u", entries)
    units = {each: turn.link(u=each, at=None) for each in entries}
    must = must_escape(turn.state, turn.side)
    ready = None if must else Deed(words="Nobody breaks away", action=tap({"type": "done"}))
    if name:
        return _escape(turn, name, units, (ready,) if ready else ())
    lead = "These face four times their cohesion and must escape." if must else "Bound units may break away."
    question = Question(
        kind="detachment",
        title="Who breaks away?",
        pieces=(Lead(lead), *unit_rows(turn, must or list(entries), "")),
        main=ready,
        missing="Choose who escapes",
    )
    return question, Taps(units=units, targets=_places(turn, must))


def _places(turn: Turn, names: list[str]) -> frozenset[str]:
    return frozenset(turn.state.units[name].at for name in names)


def _escape(turn: Turn, name: str, units: Mapping[str, str], lesser: tuple[Deed | Way, ...] = ()) -> Prompt:
    state, unit = turn.state, turn.state.units[name]
    way = route(turn, name, 2 * unit.kind.mp)
    attackers = turn.entries("escape")[name]["attackers"]
    if attackers and OTHER[unit.side] in turn.scene.answering:
        names = listed(state.units[each].name for each in attackers)
        words = "{side} is asked whether {names} may strike, before anybody goes."
        lead: tuple[Piece, ...] = (Lead(phrase(words, side=state.people(OTHER[unit.side]), names=names)),)
        action = {"type": "escape", "unit": name, "path": list(way.path)}
        return gone(turn, Going(name, way, action, units, lesser, lead))
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
        pieces += dice(turn, each, roll, phrase("{unit} strike", unit=state.units[each].name))
    attacks = [{"unit": each, **(roll.json if roll.faces else {})} for each, roll in rolls.items()]
    ready = all(roll.is_ready or not roll.faces for roll in rolls.values())
    whole = {"type": "escape", "unit": name, "path": list(way.path), "attacks": attacks}
    return gone(turn, Going(name, way, whole if ready else None, units, lesser, pieces))


def movement(turn: Turn) -> Prompt:
    able = eligible(turn.state, turn.side)
    units = {each: turn.link(u=each, at=None, do=None, t=None) for each in able}
    activation = turn.state.open[turn.side]
    if activation is not None:
        return _going_on(turn, activation.unit, activation.mp)
    alone = len(able) == 1 and not {*turn.scene.draft} & {"w", "gr"}
    name = turn.chosen("u", able) or (able[0] if alone else "")
    if not name:
        return whom(turn, able), Taps(units=units)
    possible = [kind for kind in DEEDS if name in turn.entries(kind)]
    do = turn.chosen("do", possible) or next(iter(possible), "")
    # What the unit may do; what its type could do and cannot now says why.
    unit = turn.state.units[name]
    kinds = ["move", *(each for each in DEEDS if each in unit.kind.abilities), "escape"]
    tiles = Choices(
        label="Deeds", shape="deeds", choices=tuple(_tile(turn, kind, possible, do) for kind in kinds)
    )
    wait = Deed(words="Wait", action=tap({"type": "pass", "unit": name}))
    waits = (wait, all_wait(turn)) if "u" not in turn.scene.draft else (wait,)
    if do in ATTACKS:
        return ATTACKS[do](turn, name, units, (tiles,), wait)
    if do == "escape":
        return _escape(turn, name, units, waits)
    way = route(turn, name, turn.state.units[name].kind.mp)
    action = {"type": "move", "unit": name, "path": list(way.path)}
    hold = _hold(turn, name, way)
    return gone(turn, Going(name, way, action, units, (wait, *hold) if hold else waits, (tiles,)))


def _hold(turn: Turn, name: str, way: Route) -> tuple[Deed, ...]:
    """To keep the move open, where no enemy stops it and it is not at its end (R19)."""
    unit = turn.state.units[name]
    if not is_square(way.to) or way.reach[way.to].mp >= way.mp or stops(turn.state, unit, way.to):
        return ()
    action = {"type": "move", "unit": name, "path": list(way.path), "hold": True}
    return (Deed(words="Hold it open", action=tap(action)),)


def _tile(turn: Turn, kind: str, possible: list[str], chosen: str) -> Choice:
    words, sign, small = DEEDS[kind]
    icon = own_sign(sign) if kind != "move" else own_sign(turn.side)
    barred: Mapping[Ability, str] = {
        "charge": "no enemy in line and reach",
        "hit_and_run": "no enemy in reach, or less than 50 energy",
        "push_out": "no enemy in reach",
    }
    if kind not in possible:
        why = {str(key): value for key, value in barred.items()}.get(kind, "it cannot step anywhere")
        return Choice(words=words, icon=icon, barred=why)
    return Choice(
        words=words,
        small=small,
        icon=icon,
        href=turn.link(do=kind, at=None, t=None),
        chosen=kind == chosen,
        key=kind,
    )


def _going_on(turn: Turn, name: str, mp: int) -> Prompt:
    """A move that was held open goes on, or halts."""
    way = route(turn, name, mp)
    action = {"type": "move", "unit": name, "path": list(way.path)}
    halt = Deed(words="Halt here", action=tap({"type": "halt"}))
    return gone(turn, Going(name, way, action, {}, (halt, *_hold(turn, name, way))))


def exchange(turn: Turn) -> Prompt:
    listed = [each["units"] for each in _exchanges(turn)]
    state = turn.state
    picked = turn.scene.draft.get("pair", "")
    rows = tuple(
        Choice(
            words=phrase("{one} and {other}", one=state.units[a].name, other=state.units[b].name),
            small=phrase("{a} and {b}, 25 energy each", a=state.units[a].at, b=state.units[b].at),
            href=turn.link(pair=f"{a}~{b}"),
            chosen=picked == f"{a}~{b}",
        )
        for a, b in listed
    )
    pair = next((each for each in listed if "~".join(each) == picked), None)
    main = Deed(words="Change places", action=tap({"type": "exchange", "units": pair})) if pair else None
    ready = Deed(words="No exchange", action=tap({"type": "done"}))
    question = Question(
        kind="exchange",
        title="Change places?",
        pieces=(Choices(label="Neighbours", choices=rows),),
        main=main or ready,
        lesser=(ready,) if main else (),
        back=fresh(turn.scene) if pair else "",
    )
    return question, Taps(chosen=_places(turn, pair or []))


def _exchanges(turn: Turn) -> list[dict[str, list[str]]]:
    listed = turn.scene.once(seen_legal, turn.scene.sight)
    return [each for each in listed if each["type"] == "exchange"]


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
        phrase("then you are asked for the {n:# other|# others}", n=others)
        if others
        else "nobody else is asked"
    )
    change = (
        Deed(words=phrase("Wait with {n}", n=len(waits)), small=seats, action=bid(new))
        if waits
        else Deed(words="Ask for all of them", action=bid(new))
    )
    names = sorted(able, key=lambda each: state.units[each].name)
    return Question(
        kind="movement",
        title="Whose move?",
        under=phrase("{rank}{tier} energy and more", rank=rank, tier=state.tier),
        pieces=(*_roused(turn, able), *unit_rows(turn, names, ""), *_switches(turn, groups)),
        main=change if new else _on(turn, able),
        lesser=() if new else (all_wait(turn),),
        rule="move",
    )


def _on(turn: Turn, able: Sequence[str]) -> Deed:
    """The army waits until it is reached; who is reached already waits on, or it would be asked for ever."""
    roused = [name for name in able if is_roused(turn.state, name)]
    if not roused:
        return all_wait(turn, "reached")
    words = phrase("{n:It waits|These # wait} all the same", n=len(roused))
    return Deed(words=words, small="to the end of the moves", action=bid(dict.fromkeys(roused, "over")))


def _roused(turn: Turn, able: Sequence[str]) -> Iterator[Piece]:
    """Why a unit is asked after all."""
    units = turn.state.units
    for name in able:
        if is_roused(turn.state, name):
            enemies = listed(units[each].name for each in reachers(turn.state, name))
            yield Note(
                phrase("{enemies} can reach {unit}.", enemies=enemies, unit=units[name].name), warns=True
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
