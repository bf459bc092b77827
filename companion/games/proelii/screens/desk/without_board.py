"""The page for tokens on a real board: accounts, pairs, dice and losses, without a single square."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.aside import Aside
from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.proelii.data import (
    CONVERSION_NAMES,
    ENTRY,
    EXPERIENCE_NAMES,
    FACE_NAMES,
    KIND_NAMES,
    SIDE_NAMES,
    SIDES,
    SOURCE_NAMES,
    UNITS,
    Side,
)
from companion.games.proelii.procedures.energy.energy_ledger import CHANGE
from companion.games.proelii.rules.own_battle import starter
from companion.games.proelii.screens.desk.sheet import Standing, standing
from companion.games.proelii.screens.desk.taps import TAPS, press
from companion.games.proelii.screens.field import token
from companion.games.proelii.state.options import DICE
from companion.games.proelii.state.unit import Unit

EVENTS = {
    "activate": "Move",
    "exchange": "Exchange",
    "escape": "Escape",
    "attack": "Strike at who escapes",
    "charge": "Charge",
    "red_line": "Red line",
}
"""What is tapped outside the dice, in the words on its button."""
STRIKES = "Hit & Run, or strike at who escapes"
"""The same event for who has Hit & Run."""


def show(value: Json) -> Mapping[str, Any]:
    """The page's values; without a sheet, the battles to begin with."""
    if value is None:
        return {"battles": [{"name": name, "title": each["title"]} for name, each in starter().items()]}
    here = standing(value)
    sheet = here.sheet
    losses, steps = here.losses if sheet.resolved else ({}, ())
    both = [here.pieces[name][1].name for name in (sheet.white, sheet.black) if name in here.pieces]
    return {
        "title": here.battle.title,
        "round": sheet.round,
        "resolved": sheet.resolved,
        "sides": [_side(here, side) for side in SIDES],
        "both": both if len(both) == len(SIDES) and (sheet.white, sheet.black) not in sheet.pairs else (),
        "pairs": [_pair(here, *pair) for pair in sheet.pairs],
        "steps": steps,
        "advances": [
            {key: here.pieces[each[key]][1].name for key in ("unit", "into")}
            for each in losses.get("may_advance", ())
        ],
    }


def _side(here: Standing, side: Side) -> Mapping[str, Any]:
    host = here.battle.host(side)
    chosen = getattr(here.sheet, side)
    rows = [_row(here, piece.id) for piece in host.units]
    known = chosen in here.pieces and here.row(chosen).cp and not here.sheet.resolved
    return {
        "side": side,
        "title": f"{SIDE_NAMES[side]}: {host.name}",
        "rows": rows,
        "card": _card(here, chosen) if known else None,
    }


def _row(here: Standing, name: str) -> Mapping[str, Any]:
    side, piece = here.pieces[name]
    energy, cp = here.energy(name), here.cp(name)
    unit = Unit(
        side=side,
        name=piece.name,
        type=piece.type,
        experience=piece.experience,
        at=ENTRY,
        energy=energy,
        cp=cp,
    )
    row = here.row(name)
    return {
        "id": name,
        "name": piece.name,
        "kind": f"{KIND_NAMES[piece.type]}, {EXPERIENCE_NAMES[piece.experience].lower()}",
        "token": token(unit),
        "energy": energy,
        "quarters": [energy > each for each in (0, 25, 50, 75)],
        "cp": cp,
        "lost": row.cp - cp,
        "chosen": getattr(here.sheet, side) == name,
        "face": FACE_NAMES[row.faces[-1]] if row.faces else "",
    }


def _card(here: Standing, name: str) -> Mapping[str, Any]:
    """What the chosen unit may do: each event with what it costs, or why not."""
    row = here.row(name)
    events = [
        {
            "tap": f"event:{name}:{event}",
            "words": words,
            "change": f"{CHANGE[event]:+d}" * bool(CHANGE[event]),
        }
        | {"why": here.refusal(name, event)}
        for event, words in _events(here, name).items()
    ]
    paired = any(name in pair for pair in here.sheet.pairs)
    entries = here.account(name, row.events)["entries"]
    told = [f"{EVENTS[each['event']]} {each['change']:+d}" for each in entries]
    return {
        **_row(here, name),
        "events": events,
        "told": told,
        "dice": list(_dice(here, name)) if paired else (),
        "choices": list(_choices(here, name)) if row.faces else (),
        "unpaired": not paired,
    }


def _events(here: Standing, name: str) -> Mapping[str, str]:
    """What a unit of this type can do at all (7.0)."""
    found = {event: words for event, words in EVENTS.items() if here.is_able(name, event)}
    return {**found, "attack": STRIKES} if here.is_able(name, "hit_and_run") else found


def _dice(here: Standing, name: str) -> Iterator[Mapping[str, Any]]:
    """The faces to tap: of the roll, or of each reroll that is open."""
    piece = here.pieces[name][1]
    row = here.row(name)
    faces = list(dict.fromkeys(getattr(DICE, UNITS[piece.type].die)))
    sources = [source for source in SOURCE_NAMES if source != "forced"] if row.faces else [""]
    for source in sources:
        taps = [
            {"tap": f"face:{name}:{face}:{source}".rstrip(":"), "words": FACE_NAMES[face]} for face in faces
        ]
        if any(_is_open(here, each["tap"]) for each in taps[:1]):
            words = f"Reroll {SOURCE_NAMES[source]}" if source else f"{piece.name} rolls (−25)"
            yield {"words": words, "faces": taps}


def _choices(here: Standing, name: str) -> Iterator[Mapping[str, Any]]:
    """Cancelling, converting, holding a shield: what is chosen or open."""
    row = here.row(name)
    listed = [("cancel", "Give the roll up (+25)", row.cancel), ("hold", "Hold the shield back", row.hold)]
    listed += [
        (f"convert:{each}", f"{words[0].upper()}{words[1:]} (+25)", each in row.convert)
        for each, words in CONVERSION_NAMES.items()
    ]
    for what, words, on in listed:
        verb, _, kind = what.partition(":")
        tap = ":".join(filter(None, (verb, name, kind)))
        if on or _is_open(here, tap):
            yield {"tap": tap, "words": words, "on": on}


def _is_open(here: Standing, tap: str) -> bool:
    """Whether a tap would be taken, by a dry run of it."""
    what, *names = tap.split(":")
    try:
        TAPS[what](here, *names)
    except GameError:
        return False
    return True


def _pair(here: Standing, white: str, black: str) -> Mapping[str, Any]:
    return {
        "tap": f"unpair:{white}:{black}",
        "units": [_row(here, white), _row(here, black)],
    }


ASIDE = Aside(
    name="without-board",
    title="With your own board",
    summary="Energy and combat only: your tokens stand on the real board.",
    template="proelii/without_board.html",
    press=press,
    show=show,
)
