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
from companion.games.proelii import data
from companion.games.proelii.procedures import combat
from companion.games.proelii.procedures import energy as energy_ledger
from companion.games.proelii.procedures.energy import CHANGE, EVENT_WORDS, REASON_WORDS, Event, morale_of
from companion.games.proelii.rules.setting_up import Battle, SetUpUnit, battle_of, starter
from companion.games.proelii.screens.board import token
from companion.games.proelii.state import DICE, Energy, Few, Id, Unit

ABILITIES: frozenset[str] = frozenset(get_args(data.Ability.__value__))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A unit as the round began, what it did since, and what its die shows."""

    energy: Energy
    cp: Few
    events: Annotated[tuple[Event, ...], Sized(0, 30)] = ()
    faces: Annotated[tuple[data.Face, ...], Sized(0, 8)] = ()
    rerolls: Annotated[tuple[data.Source, ...], Sized(0, 7)] = ()
    cancel: bool = False
    convert: Annotated[tuple[data.Conversion, ...], Sized(0, 2)] = ()
    hold: bool = False


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The whole sheet; `resolved`: the losses of its dice are shown, and kept when the next round begins."""

    battle: object
    units: Mapping[Id, Row]
    prestige: Annotated[tuple[Annotated[int, Between(0, 999)], ...], Sized(2, 2)]
    pairs: tuple[Annotated[tuple[Id, ...], Sized(2, 2)], ...] = ()
    round: Annotated[int, Between(1, 999)] = 1
    level: data.Level = "white"
    combat: data.Combat = "arcade"
    white: str = ""
    black: str = ""
    resolved: bool = False


@dataclass(frozen=True)
class Standing:
    """A sheet with its battle, its accounts and its losses worked out."""

    sheet: Sheet
    battle: Battle
    pieces: Mapping[str, tuple[data.Side, SetUpUnit]] = field(default_factory=dict)

    def row(self, name: str) -> Row:
        """A unit's row; `IllegalAction` where there is none."""
        if name not in self.sheet.units:
            raise IllegalAction("", "There is no such unit on this sheet.")
        return self.sheet.units[name]

    def side(self, name: str) -> data.Side:
        return self.pieces[name][0]

    def is_able(self, name: str, event: str) -> bool:
        """Whether a unit's type has the ability that an event is; other events are everybody's (7.0)."""
        return event not in ABILITIES or event in data.UNITS[self.pieces[name][1].type].abilities

    def account(self, name: str, events: tuple[str, ...]) -> Any:
        side, piece = self.pieces[name]
        unit = {"type": piece.type, "experience": piece.experience, "energy": self.row(name).energy}
        banner = self.banner(side)
        settings = {"level": self.sheet.level, "morale": banner["morale"], "command": banner["command"]}
        return energy_ledger.resolve_energy_ledger({"unit": unit, "events": list(events), **settings}).result

    def banner(self, side: data.Side) -> dict[str, object]:
        prestige = self.sheet.prestige[data.SIDES.index(side)]
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
        row = self.row(name)
        events = (*row.events, *dice(row))
        if self.sheet.resolved and row.cp:
            events = (*events, *self.earned(name))
        answer: int = self.account(name, events)["energy"]
        return answer

    def earned(self, name: str) -> tuple[str, ...]:
        """What the combat may give a unit: the ledger books what the round still allows."""
        unbroken = self.losses[0]["units"][name]["unbroken_shield"]
        return ("unbroken_shield",) * unbroken if self.row(name).faces else ("no_combat",)

    def cp(self, name: str) -> int:
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
            "sides": {side: self.banner(side) for side in data.SIDES},
        }
        resolution = combat.resolve_roll_combat(question)
        steps = tuple(self._named(step) for step in resolution.steps)
        return {
            **resolution.result,
            "units": {each["id"]: each for each in resolution.result["units"]},
        }, steps

    def _named(self, step: Step) -> Step:
        names = {name: piece.name for name, (_, piece) in self.pieces.items()}
        return step._replace(
            values={key: names.get(str(values), values) for key, values in step.values.items()}
        )

    def _fighting(self, name: str) -> dict[str, object]:
        """A unit as the combat asks for it; one that struck or escaped before does not rest."""
        (side, piece), row = self.pieces[name], self.row(name)
        unit = {"id": name, "side": side, "type": piece.type, "experience": piece.experience}
        values = {**unit, "energy": self.account(name, row.events)["energy"], "cp": row.cp}
        if row.faces:
            values["roll"] = {"faces": list(row.faces), "rerolls": list(row.rerolls)}
        elif set(row.events) & {"charge", "attack", "escape"}:
            values["tokens"] = {"swords": 0, "shields": 0}
        return {**values, "cancel": row.cancel, "convert": list(row.convert), "hold": row.hold}


def dice(row: Row) -> tuple[str, ...]:
    """What a unit's die means for its account."""
    if not row.faces:
        return ()
    booked = {"energy": "reroll_energy", "experience": "reroll_free", "command": "reroll_free"}
    rerolls = [booked[each] for each in row.rerolls if each in booked]
    turned = ["convert" if each.endswith(("shield", "to_sword")) else each for each in row.convert]
    return ("roll", *rerolls, *("cancel",) * row.cancel, *turned)


def begun(battle: object, level: object, combat: object) -> object:
    """A new sheet for a battle, all units as it sets them up."""
    listed_battle = battle_of(battle)
    units = {}
    for side in data.SIDES:
        host = listed_battle.host(side)
        start = data.BRILLIANT_START if level == "red" and host.command == "brilliant" else data.START
        for piece in host.units:
            energy = start if piece.energy is None else piece.energy
            units[piece.id] = {"energy": energy, "cp": data.UNITS[piece.type].cp}
    prestige = [listed_battle.host(side).prestige for side in data.SIDES]
    return {"battle": battle, "units": units, "prestige": prestige, "level": level, "combat": combat}


def standing(value: object) -> Standing:
    """A sheet read and fitted to its battle; `GameError` at the first fault."""
    sheet = shape.read(Sheet, value)
    battle = battle_of(sheet.battle)
    pieces = {piece.id: (side, piece) for side in data.SIDES for piece in battle.host(side).units}
    if set(pieces) != set(sheet.units):
        raise IllegalAction("units", "The sheet holds the units of its battle, all of them.")
    return Standing(sheet, battle, pieces)


FRESH = Row(energy=0, cp=0)


def press(value: object, form: Mapping[str, object]) -> object:
    if value is None:
        battle = form.get("scenario") or form.get("battle")
        new = begun(battle, form.get("level", "white"), form.get("combat", "arcade"))
        return shape.write(standing(new).sheet)
    table = standing(value)
    what, *names = str(form.get("tap", "")).split(":")
    if what not in TAPS:
        raise InvalidInput("", "One of the sheet's buttons is wanted.")
    if table.sheet.resolved and what not in ("next", "reopen", "choose"):
        raise IllegalAction("", "The losses stand: take them back, or go on to the next round.")
    try:
        return shape.write(TAPS[what](table, *names))
    except TypeError as error:
        raise InvalidInput("", "One of the sheet's buttons is wanted.") from error


def _put(sheet: Sheet, name: str, row: Row) -> Sheet:
    return replace(sheet, units={**sheet.units, name: row})


def _with(table: Standing, name: str, **changed: Any) -> Sheet:
    """The sheet with a unit changed; refused where its account or the combat forbids it."""
    sheet = _put(table.sheet, name, replace(table.row(name), **changed))
    after = standing(shape.write(sheet))
    reason = after.refusal(name)
    if reason:
        raise IllegalAction("", f"{table.pieces[name][1].name}. {reason}")
    _ = after.losses
    return sheet


def _choose(table: Standing, name: str) -> Sheet:
    table.row(name)
    sheet = table.sheet
    if table.side(name) == "white":
        return replace(sheet, white="" if sheet.white == name else name)
    return replace(sheet, black="" if sheet.black == name else name)


def _event(table: Standing, name: str, event: str) -> Sheet:
    if event not in CHANGE:
        raise InvalidInput("", "There is no such event in an account.")
    if not table.is_able(name, event):
        raise IllegalAction("", f"{table.pieces[name][1].name}. {table.refusal(name, event)}")
    return _with(table, name, events=(*table.row(name).events, event))


def _cp(table: Standing, name: str, change: str) -> Sheet:
    most = data.UNITS[table.pieces[name][1].type].cp if name in table.pieces else 0
    after = table.row(name).cp + (1 if change == "more" else -1)
    if not 0 <= after <= most:
        raise IllegalAction("", f"Its cohesion is 0 to {most}.")
    sheet = _put(table.sheet, name, replace(table.row(name), cp=after))
    return sheet if after else _apart(sheet, name)


def _apart(sheet: Sheet, *names: str) -> Sheet:
    """Without the pairs of units that are gone; who is attached to nobody has no die."""
    pairs = tuple(pair for pair in sheet.pairs if not set(pair) & set(names))
    held = {name for pair in pairs for name in pair}
    units = {name: row if name in held else _bare(row) for name, row in sheet.units.items()}
    return replace(sheet, pairs=pairs, units=units)


def _bare(row: Row) -> Row:
    return replace(row, faces=(), rerolls=(), cancel=False, convert=(), hold=False)


def _paired(table: Standing) -> Sheet:
    both = (table.sheet.white, table.sheet.black)
    if not all(both) or not all(table.row(name).cp for name in both):
        raise IllegalAction("", "Tap a living unit of each side first.")
    if both in table.sheet.pairs:
        raise IllegalAction("", "These two are a pair already.")
    return replace(table.sheet, pairs=(*table.sheet.pairs, both))


def _unpair(table: Standing, white: str, black: str) -> Sheet:
    pairs = tuple(pair for pair in table.sheet.pairs if pair != (white, black))
    return _apart(replace(table.sheet, pairs=pairs))


def _face(table: Standing, name: str, face: str, source: str = "") -> Sheet:
    row = table.row(name)
    if not source:
        return _with(table, name, faces=(face,), rerolls=(), cancel=False, convert=(), hold=False)
    if source not in data.SOURCES or not row.faces:
        raise InvalidInput("", "A reroll needs a roll, and says what pays for it.")
    bare = {"cancel": False, "convert": (), "hold": False}
    return _with(table, name, faces=(*row.faces, face), rerolls=(*row.rerolls, source), **bare)


def _convert(table: Standing, name: str, kind: str) -> Sheet:
    if kind not in data.CONVERSIONS:
        raise InvalidInput("", "There is no such conversion.")
    conversion = table.row(name).convert
    left = tuple(each for each in conversion if each != kind) if kind in conversion else (*conversion, kind)
    return _with(table, name, convert=left)


def _next(table: Standing) -> Sheet:
    """The losses kept, every account closed; pairs of units that still stand stay."""
    if not table.sheet.resolved:
        raise IllegalAction("", "Resolve the combat phase first: who does not fight gains 25 energy there.")
    units = {name: replace(FRESH, energy=table.energy(name), cp=table.cp(name)) for name in table.sheet.units}
    prestige = tuple(table.losses[0]["prestige"][side] for side in data.SIDES)
    fallen = [name for name, row in units.items() if not row.cp]
    sheet = replace(table.sheet, units=units, prestige=prestige, resolved=False, round=table.sheet.round + 1)
    white, black = ("" if each in fallen else each for each in (sheet.white, sheet.black))
    return _apart(replace(sheet, white=white, black=black), *fallen)


TAPS: Mapping[str, Callable[..., Sheet]] = {
    "choose": _choose,
    "event": _event,
    "undo": lambda table, name: _with(table, name, events=table.row(name).events[:-1]),
    "cp": _cp,
    "pair": _paired,
    "unpair": _unpair,
    "face": _face,
    "clear": lambda table, name: _put(table.sheet, name, _bare(table.row(name))),
    "cancel": lambda table, name: _with(table, name, cancel=not table.row(name).cancel),
    "hold": lambda table, name: _with(table, name, hold=not table.row(name).hold),
    "convert": _convert,
    "resolve": lambda table: replace(table.sheet, resolved=bool(table.losses)),
    "reopen": lambda table: replace(table.sheet, resolved=False),
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


def show(value: object) -> Mapping[str, Any]:
    """The page's values; without a sheet, the battles to begin with."""
    if value is None:
        return {"battles": [{"name": name, "title": each["title"]} for name, each in starter().items()]}
    table = standing(value)
    sheet = table.sheet
    losses, steps = table.losses if sheet.resolved else ({}, ())
    both = [table.pieces[name][1].name for name in (sheet.white, sheet.black) if name in table.pieces]
    return {
        "title": table.battle.title,
        "round": sheet.round,
        "resolved": sheet.resolved,
        "sides": [_side(table, side) for side in data.SIDES],
        "both": both
        if len(both) == len(data.SIDES) and (sheet.white, sheet.black) not in sheet.pairs
        else (),
        "pairs": [
            {"tap": f"unpair:{white}:{black}", "units": [_row(table, white), _row(table, black)]}
            for white, black in sheet.pairs
        ],
        "steps": steps,
        "advances": [
            {key: table.pieces[each[key]][1].name for key in ("unit", "into")}
            for each in losses.get("may_advance", ())
        ],
    }


def _side(table: Standing, side: data.Side) -> Mapping[str, object]:
    host = table.battle.host(side)
    chosen = getattr(table.sheet, side)
    rows = [_row(table, piece.id) for piece in host.units]
    is_open = chosen in table.pieces and table.row(chosen).cp and not table.sheet.resolved
    return {
        "side": side,
        "title": f"{data.SIDE_NAMES[side]}: {host.name}",
        "rows": rows,
        "card": _card(table, chosen) if is_open else None,
    }


def _row(table: Standing, name: str) -> Mapping[str, object]:
    side, piece = table.pieces[name]
    energy, cp = table.energy(name), table.cp(name)
    unit = Unit(
        side=side,
        name=piece.name,
        type=piece.type,
        experience=piece.experience,
        at=data.ENTRY,
        energy=energy,
        cp=cp,
    )
    row = table.row(name)
    return {
        "id": name,
        "name": piece.name,
        "kind": f"{data.KIND_NAMES[piece.type]}, {data.EXPERIENCE_NAMES[piece.experience].lower()}",
        "token": token(unit),
        "energy": energy,
        "quarters": [energy > each for each in (0, 25, 50, 75)],
        "cp": cp,
        "lost": row.cp - cp,
        "chosen": getattr(table.sheet, side) == name,
        "face": data.FACE_NAMES[row.faces[-1]] if row.faces else "",
    }


def _card(table: Standing, name: str) -> Mapping[str, Any]:
    """What the chosen unit may do: each event with what it costs, or why not."""
    row = table.row(name)
    events = [
        {
            "tap": f"event:{name}:{event}",
            "words": words,
            "change": f"{CHANGE[event]:+d}" * bool(CHANGE[event]),
        }
        | {"why": table.refusal(name, event)}
        for event, words in _events(table, name).items()
    ]
    paired = any(name in pair for pair in table.sheet.pairs)
    entries = table.account(name, row.events)["entries"]
    changes = [f"{EVENTS[each['event']]} {each['change']:+d}" for each in entries]
    return {
        **_row(table, name),
        "events": events,
        "told": changes,
        "dice": list(_dice(table, name)) if paired else (),
        "choices": list(_choices(table, name)) if row.faces else (),
        "unpaired": not paired,
    }


def _events(table: Standing, name: str) -> Mapping[str, str]:
    """What a unit of this type can do at all (7.0)."""
    possible = {event: words for event, words in EVENTS.items() if table.is_able(name, event)}
    # The same event for who has Hit & Run.
    strikes = "Hit & Run, or strike at who escapes"
    return {**possible, "attack": strikes} if table.is_able(name, "hit_and_run") else possible


def _dice(table: Standing, name: str) -> Iterator[Mapping[str, object]]:
    piece = table.pieces[name][1]
    row = table.row(name)
    faces = list(dict.fromkeys(getattr(DICE, data.UNITS[piece.type].die)))
    sources = [source for source in data.SOURCE_NAMES if source != "forced"] if row.faces else [""]
    for source in sources:
        taps = [
            {"tap": f"face:{name}:{face}:{source}".rstrip(":"), "words": data.FACE_NAMES[face]}
            for face in faces
        ]
        if any(_is_open(table, each["tap"]) for each in taps[:1]):
            words = f"Reroll {data.SOURCE_NAMES[source]}" if source else f"{piece.name} rolls (−25)"
            yield {"words": words, "faces": taps}


def _choices(table: Standing, name: str) -> Iterator[Mapping[str, object]]:
    """Cancelling, converting, holding a shield: what is chosen or open."""
    row = table.row(name)
    listed = [("cancel", "Give the roll up (+25)", row.cancel), ("hold", "Hold the shield back", row.hold)]
    listed += [
        (f"convert:{each}", f"{words[0].upper()}{words[1:]} (+25)", each in row.convert)
        for each, words in data.CONVERSION_NAMES.items()
    ]
    for what, words, on in listed:
        verb, _, kind = what.partition(":")
        tap = ":".join(filter(None, (verb, name, kind)))
        if on or _is_open(table, tap):
            yield {"tap": tap, "words": words, "on": on}


def _is_open(table: Standing, tap: str) -> bool:
    """Whether a tap would be taken, by a dry run of it."""
    what, *names = tap.split(":")
    try:
        TAPS[what](table, *names)
    except GameError:
        return False
    return True


ASIDE = Aside(
    name="without-board",
    title="With your own board",
    summary="Energy and combat only: your tokens stand on the real board.",
    template="proelii/without_board.html",
    press=press,
    show=show,
)
