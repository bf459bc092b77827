"""The page for tokens on a real board: accounts, pairs, dice and losses, without a single square (6.6)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, get_args

from companion.engine import shape
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Aside
from companion.engine.shape import Between, Sized
from companion.engine.step import Step
from companion.engine.wire import Json
from companion.games.proelii.data import (
    BRILLIANT_START,
    CONVERSION_NAMES,
    CONVERSIONS,
    ENTRY,
    EXPERIENCE_NAMES,
    FACE_NAMES,
    KIND_NAMES,
    SIDE_NAMES,
    SIDES,
    SOURCE_NAMES,
    SOURCES,
    START,
    UNITS,
    Ability,
    Combat,
    Conversion,
    Face,
    Level,
    Side,
    Source,
)
from companion.games.proelii.procedures import combat
from companion.games.proelii.procedures import energy as energy_ledger
from companion.games.proelii.procedures.energy import CHANGE, EVENT_WORDS, REASON_WORDS, Event, morale_of
from companion.games.proelii.rules.setting_up import Battle, SetUpUnit, battle_of, starter
from companion.games.proelii.screens.board import token
from companion.games.proelii.state import DICE, Energy, Few, Id, Unit

ABILITIES: frozenset[str] = frozenset(get_args(Ability.__value__))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A unit as the round began, what it did since, and what its die shows."""

    energy: Energy
    cp: Few
    events: Annotated[tuple[Event, ...], Sized(0, 30)] = ()
    faces: Annotated[tuple[Face, ...], Sized(0, 8)] = ()
    rerolls: Annotated[tuple[Source, ...], Sized(0, 7)] = ()
    cancel: bool = False
    convert: Annotated[tuple[Conversion, ...], Sized(0, 2)] = ()
    hold: bool = False


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The whole sheet; `resolved`: the losses of its dice are shown, and kept when the next round begins."""

    battle: Any
    units: Mapping[Id, Row]
    prestige: Annotated[tuple[Annotated[int, Between(0, 999)], ...], Sized(2, 2)]
    pairs: tuple[Annotated[tuple[Id, ...], Sized(2, 2)], ...] = ()
    round: Annotated[int, Between(1, 999)] = 1
    level: Level = "white"
    combat: Combat = "arcade"
    white: str = ""
    black: str = ""
    resolved: bool = False


@dataclass(frozen=True)
class Standing:
    """A sheet with its battle, its accounts and its losses worked out."""

    sheet: Sheet
    battle: Battle
    pieces: Mapping[str, tuple[Side, SetUpUnit]] = field(default_factory=dict)

    def row(self, name: str) -> Row:
        """A unit's row; `IllegalAction` where there is none."""
        if name not in self.sheet.units:
            raise IllegalAction("", "There is no such unit on this sheet.")
        return self.sheet.units[name]

    def side(self, name: str) -> Side:
        """Whose it is."""
        return self.pieces[name][0]

    def is_able(self, name: str, event: str) -> bool:
        """Whether a unit's type has the ability that an event is; other events are everybody's (7.0)."""
        return event not in ABILITIES or event in UNITS[self.pieces[name][1].type].abilities

    def account(self, name: str, events: tuple[str, ...]) -> Any:
        """The ledger of a unit with these events."""
        side, piece = self.pieces[name]
        unit = {"type": piece.type, "experience": piece.experience, "energy": self.row(name).energy}
        banner = self.banner(side)
        said = {"level": self.sheet.level, "morale": banner["morale"], "command": banner["command"]}
        return energy_ledger.resolve_energy_ledger({"unit": unit, "events": list(events), **said}).result

    def banner(self, side: Side) -> dict[str, Any]:
        """A side's morale, command and prestige."""
        prestige = self.sheet.prestige[SIDES.index(side)]
        return {
            "morale": morale_of(prestige),
            "command": self.battle.host(side).command,
            "prestige": prestige,
        }

    def refusal(self, name: str, *more: str) -> str:
        """Why a unit may not do this now, in the ledger's words; empty where it may."""
        row = self.row(name)
        if lacks := next((each for each in more if not self.is_able(name, each)), None):
            return f"{EVENT_WORDS[lacks]}: this type of unit has no such ability."
        entries = self.account(name, (*row.events, *dice(row), *more))["entries"]
        refused = next((each for each in entries if not each["accepted"]), None)
        return f"{EVENT_WORDS[refused['event']]}: {REASON_WORDS[refused['reason']]}." if refused else ""

    def energy(self, name: str) -> int:
        """A unit's energy now."""
        row = self.row(name)
        events = (*row.events, *dice(row))
        if self.sheet.resolved and row.cp:
            events = (*events, *self.earned(name))
        found: int = self.account(name, events)["energy"]
        return found

    def earned(self, name: str) -> tuple[str, ...]:
        """What the combat may give a unit: the ledger books what the round still allows."""
        unbroken = self.losses[0]["units"][name]["unbroken_shield"]
        return ("unbroken_shield",) * unbroken if self.row(name).faces else ("no_combat",)

    def cp(self, name: str) -> int:
        """A unit's cohesion now."""
        row = self.row(name)
        if not (self.sheet.resolved and row.cp):
            return row.cp
        left: int = self.losses[0]["units"][name]["cp"]
        return left

    @cached_property
    def losses(self) -> tuple[Any, tuple[Step, ...]]:
        """The combat of all dice, its units by name; `GameError` where the dice cannot be so."""
        living = [name for name, row in self.sheet.units.items() if row.cp]
        question = {
            "units": [self._fighting(name) for name in living],
            "pairs": [list(pair) for pair in self.sheet.pairs],
            "combat": self.sheet.combat,
            "level": self.sheet.level,
            "sides": {side: self.banner(side) for side in SIDES},
        }
        found = combat.resolve_roll_combat(question)
        steps = tuple(self._named(step) for step in found.steps)
        return {**found.result, "units": {each["id"]: each for each in found.result["units"]}}, steps

    def _named(self, step: Step) -> Step:
        """A step with the units' names in place of their ids."""
        names = {name: piece.name for name, (_, piece) in self.pieces.items()}
        return step._replace(values={key: names.get(str(said), said) for key, said in step.values.items()})

    def _fighting(self, name: str) -> dict[str, Json]:
        """A unit as the combat asks for it; one that struck or escaped before does not rest."""
        (side, piece), row = self.pieces[name], self.row(name)
        unit = {"id": name, "side": side, "type": piece.type, "experience": piece.experience}
        said = {**unit, "energy": self.account(name, row.events)["energy"], "cp": row.cp}
        if row.faces:
            said["roll"] = {"faces": list(row.faces), "rerolls": list(row.rerolls)}
        elif set(row.events) & {"charge", "attack", "escape"}:
            said["tokens"] = {"swords": 0, "shields": 0}
        return {**said, "cancel": row.cancel, "convert": list(row.convert), "hold": row.hold}


def dice(row: Row) -> tuple[str, ...]:
    """What a unit's die means for its account."""
    if not row.faces:
        return ()
    booked = {"energy": "reroll_energy", "experience": "reroll_free", "command": "reroll_free"}
    rerolls = [booked[each] for each in row.rerolls if each in booked]
    turned = ["convert" if each.endswith(("shield", "to_sword")) else each for each in row.convert]
    return ("roll", *rerolls, *("cancel",) * row.cancel, *turned)


def begun(battle: Json, level: Json, combat: Json) -> Json:
    """A new sheet for a battle, all units as it sets them up."""
    said = battle_of(battle)
    units = {}
    for side in SIDES:
        host = said.host(side)
        start = BRILLIANT_START if level == "red" and host.command == "brilliant" else START
        for piece in host.units:
            energy = start if piece.energy is None else piece.energy
            units[piece.id] = {"energy": energy, "cp": UNITS[piece.type].cp}
    prestige = [said.host(side).prestige for side in SIDES]
    return {"battle": battle, "units": units, "prestige": prestige, "level": level, "combat": combat}


def standing(value: Json) -> Standing:
    """A sheet read and fitted to its battle; `GameError` at the first fault."""
    sheet: Sheet = shape.read(Sheet, value)
    battle = battle_of(sheet.battle)
    pieces = {piece.id: (side, piece) for side in SIDES for piece in battle.host(side).units}
    if set(pieces) != set(sheet.units):
        raise IllegalAction("units", "The sheet holds the units of its battle, all of them.")
    return Standing(sheet, battle, pieces)


FRESH = Row(energy=0, cp=0)


def press(value: Json, said: Mapping[str, Json]) -> Json:
    """The sheet after a tap; without a sheet, a new one."""
    if value is None:
        battle = said.get("scenario") or said.get("battle")
        new = begun(battle, said.get("level", "white"), said.get("combat", "arcade"))
        return shape.write(standing(new).sheet)
    here = standing(value)
    what, *names = str(said.get("tap", "")).split(":")
    if what not in TAPS:
        raise InvalidInput("", "One of the sheet's buttons is wanted.")
    if here.sheet.resolved and what not in ("next", "reopen", "choose"):
        raise IllegalAction("", "The losses stand: take them back, or go on to the next round.")
    try:
        return shape.write(TAPS[what](here, *names))
    except TypeError as error:
        raise InvalidInput("", "One of the sheet's buttons is wanted.") from error


def _with(here: Standing, name: str, **changed: Any) -> Sheet:
    """The sheet with a unit changed; refused where its account or the combat forbids it."""
    row = replace(here.row(name), **changed)
    sheet = replace(here.sheet, units={**here.sheet.units, name: row})
    after = standing(shape.write(sheet))
    reason = after.refusal(name)
    if reason:
        raise IllegalAction("", f"{here.pieces[name][1].name}. {reason}")
    _ = after.losses
    return sheet


def _choose(here: Standing, name: str) -> Sheet:
    here.row(name)
    sheet = here.sheet
    if here.side(name) == "white":
        return replace(sheet, white="" if sheet.white == name else name)
    return replace(sheet, black="" if sheet.black == name else name)


def _event(here: Standing, name: str, event: str) -> Sheet:
    if event not in CHANGE:
        raise InvalidInput("", "There is no such event in an account.")
    if not here.is_able(name, event):
        raise IllegalAction("", f"{here.pieces[name][1].name}. {here.refusal(name, event)}")
    return _with(here, name, events=(*here.row(name).events, event))


def _undo(here: Standing, name: str) -> Sheet:
    return _with(here, name, events=here.row(name).events[:-1])


def _cp(here: Standing, name: str, change: str) -> Sheet:
    most = UNITS[here.pieces[name][1].type].cp if name in here.pieces else 0
    after = here.row(name).cp + (1 if change == "more" else -1)
    if not 0 <= after <= most:
        raise IllegalAction("", f"Its cohesion is 0 to {most}.")
    sheet = replace(here.sheet, units={**here.sheet.units, name: replace(here.row(name), cp=after)})
    return sheet if after else _apart(sheet, name)


def _apart(sheet: Sheet, *names: str) -> Sheet:
    """Without the pairs of units that are gone; who is attached to nobody has no die."""
    pairs = tuple(pair for pair in sheet.pairs if not set(pair) & set(names))
    held = {name for pair in pairs for name in pair}
    units = {name: row if name in held else _bare(row) for name, row in sheet.units.items()}
    return replace(sheet, pairs=pairs, units=units)


def _bare(row: Row) -> Row:
    return replace(row, faces=(), rerolls=(), cancel=False, convert=(), hold=False)


def _paired(here: Standing) -> Sheet:
    both = (here.sheet.white, here.sheet.black)
    if not all(both) or not all(here.row(name).cp for name in both):
        raise IllegalAction("", "Tap a living unit of each side first.")
    if both in here.sheet.pairs:
        raise IllegalAction("", "These two are a pair already.")
    return replace(here.sheet, pairs=(*here.sheet.pairs, both))


def _unpair(here: Standing, white: str, black: str) -> Sheet:
    pairs = tuple(pair for pair in here.sheet.pairs if pair != (white, black))
    return _apart(replace(here.sheet, pairs=pairs))


def _face(here: Standing, name: str, face: str, source: str = "") -> Sheet:
    row = here.row(name)
    if not source:
        return _with(here, name, faces=(face,), rerolls=(), cancel=False, convert=(), hold=False)
    if source not in SOURCES or not row.faces:
        raise InvalidInput("", "A reroll needs a roll, and says what pays for it.")
    bare = {"cancel": False, "convert": (), "hold": False}
    return _with(here, name, faces=(*row.faces, face), rerolls=(*row.rerolls, source), **bare)


def _clear(here: Standing, name: str) -> Sheet:
    return replace(here.sheet, units={**here.sheet.units, name: _bare(here.row(name))})


def _cancel(here: Standing, name: str) -> Sheet:
    return _with(here, name, cancel=not here.row(name).cancel)


def _hold(here: Standing, name: str) -> Sheet:
    return _with(here, name, hold=not here.row(name).hold)


def _convert(here: Standing, name: str, kind: str) -> Sheet:
    if kind not in CONVERSIONS:
        raise InvalidInput("", "There is no such conversion.")
    done = here.row(name).convert
    left = tuple(each for each in done if each != kind) if kind in done else (*done, kind)
    return _with(here, name, convert=left)


def _resolve(here: Standing) -> Sheet:
    _ = here.losses
    return replace(here.sheet, resolved=True)


def _reopen(here: Standing) -> Sheet:
    return replace(here.sheet, resolved=False)


def _next(here: Standing) -> Sheet:
    """The losses kept, every account closed; pairs of units that still stand stay."""
    if not here.sheet.resolved:
        raise IllegalAction("", "Resolve the combat phase first: who does not fight gains 25 energy there.")
    units = {name: replace(FRESH, energy=here.energy(name), cp=here.cp(name)) for name in here.sheet.units}
    prestige = tuple(here.losses[0]["prestige"][side] for side in SIDES)
    fallen = [name for name, row in units.items() if not row.cp]
    sheet = replace(here.sheet, units=units, prestige=prestige, resolved=False, round=here.sheet.round + 1)
    white, black = ("" if each in fallen else each for each in (sheet.white, sheet.black))
    return _apart(replace(sheet, white=white, black=black), *fallen)


TAPS: Mapping[str, Callable[..., Sheet]] = {
    "choose": _choose,
    "event": _event,
    "undo": _undo,
    "cp": _cp,
    "pair": _paired,
    "unpair": _unpair,
    "face": _face,
    "clear": _clear,
    "cancel": _cancel,
    "hold": _hold,
    "convert": _convert,
    "resolve": _resolve,
    "reopen": _reopen,
    "next": _next,
}


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
        "pairs": [_pair_values(here, *pair) for pair in sheet.pairs],
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


def _pair_values(here: Standing, white: str, black: str) -> Mapping[str, Any]:
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
