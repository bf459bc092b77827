"""The Start phase: units put in line, the march, start moves (5.1, R17)."""

from collections.abc import Sequence

from companion.engine.looking import fresh
from companion.engine.stage import Choice, Choices, Deed, Lead, Question, said
from companion.engine.wording import tap
from companion.games.proelii.data import ENTRY
from companion.games.proelii.rules.starting import marches_to
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.going import Going, gone, place_name, route
from companion.games.proelii.screens.rows import unit_rows

READY = Deed(words="Ready", action=tap({"type": "done"}))


def deploy(turn: Turn) -> Asked:
    """Behind the screen: tap a unit, tap its place."""
    entries = turn.entries("deploy")
    name = turn.chosen("u", entries)
    places = entries[name]["to"] if name else []
    to = turn.chosen("at", places)
    asked = Question(
        kind="deploy",
        title="Put your army in line",
        under="Tap a unit, then a place of your first row or your reserves.",
        pieces=unit_rows(turn, list(entries), name),
        main=_put(turn, name, to) if to else STANDS,
        lesser=(STANDS,) if to else (),
        back=fresh(turn.scene) if name else "",
        secret=True,
    )
    return asked, deploying(turn, list(entries), name, places, to)


def deploying(turn: Turn, names: Sequence[str], name: str, places: Sequence[str], to: str) -> Taps:
    """What a tap on the field does while an army is laid out."""
    return Taps(
        places={at: turn.link(at=at) for at in places},
        units={each: turn.link(u=each, at=None) for each in names},
        mp=dict.fromkeys(places, 0),
        chosen=frozenset({name, to} - {""}),
        aim=to,
        ghost={to: turn.state.units[name]} if to not in ("", ENTRY) else {},
    )


STANDS = Deed(
    words="My army stands", small="the other side sees it when both are done", action=tap({"type": "done"})
)


def _put(turn: Turn, name: str, to: str) -> Deed:
    words = said("{unit} to {to}", unit=turn.state.units[name].name, to=place_name(to))
    return Deed(words=words, action=tap({"type": "deploy", "unit": name, "to": to}))


def march(turn: Turn) -> Asked:
    """The standard march of all who can."""
    listed: list[str] = next(iter(turn.entries("march").values()), {"units": []})["units"]
    left = set(turn.listed("not"))
    going = [name for name in listed if name not in left][:10]
    state = turn.state
    rows = tuple(
        Choice(
            words=state.units[name].name,
            small=said("{at} to {to}", at=state.units[name].at, to=marches_to(state, state.units[name])),
            href=turn.toggled("not", name),
            chosen=name not in left,
        )
        for name in listed
    )
    words = said("{n:# unit marches|# units march}", n=len(going))
    main = Deed(words=words, action=tap({"type": "march", "units": going})) if going else READY
    ghosts = {to: state.units[each] for each in going if (to := marches_to(state, state.units[each]))}
    asked = Question(
        kind="march",
        title="March to the contact line",
        under="Two squares straight ahead, free.",
        pieces=(Choices(label="Who marches", choices=rows),) if rows else (),
        main=main,
        lesser=(READY,) if going else (),
    )
    units = {name: turn.toggled("not", name) for name in listed}
    return asked, Taps(units=units, ghost=ghosts)


def start_moves(turn: Turn) -> Asked:
    """One move each, for 25 energy that is paid at the end."""
    entries = turn.entries("start_move")
    name = turn.chosen("u", entries)
    units = {each: turn.link(u=each, at=None) for each in entries}
    if not name:
        asked = Question(
            kind="start_moves",
            title="Start moves",
            pieces=(
                Lead("Tap a unit to move it for 25 energy, or go on."),
                *unit_rows(turn, list(entries), ""),
            ),
            main=Deed(words="No more start moves", action=tap({"type": "done"})),
        )
        return asked, Taps(units=units)
    way = route(turn, name, turn.state.units[name].kind.mp)
    action = {"type": "start_move", "unit": name, "path": list(way.path)}
    return gone(turn, Going(name, way, action, units, (READY,)))
