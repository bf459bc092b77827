"""What can be done on a screen and what bars it: deeds, counters to spend, setting right by hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Control,
    Deed,
    Fields,
    Lead,
    Piece,
    Question,
    Way,
    Words,
    phrase,
)
from companion.engine.wire import Json
from companion.engine.wording import Values, tap
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.data import POSITIONS_OF, TURN_PHASES, lexicon
from companion.games.parabellum.rules import movement
from companion.games.parabellum.rules.combat import check_attacker, check_gun, check_recon
from companion.games.parabellum.rules.legal import found, legal_at_table
from companion.games.parabellum.rules.movement import why_not
from companion.games.parabellum.rules.rear import check_muster
from companion.games.parabellum.screens.board import SPOKEN, Taps
from companion.games.parabellum.screens.cards import fresh, name_of, seat_of
from companion.games.parabellum.state import State

type Entry = dict[str, Json]
type Can = Mapping[str, list[Entry]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """The deed that is being chosen.

    `weighed` is the deed as it would be done, where no die decides it: the map draws what it would do.
    """

    pieces: tuple[Piece, ...] = ()
    main: Deed | Way | None = None
    lesser: tuple[Deed | Way, ...] = ()
    missing: Words = "Choose above"
    taps: Taps = Taps()  # noqa: RUF009  a frozen record of nothing
    to: Literal["act", "here"] = "act"
    weighed: Json | None = None


NAMES = {kind: verb.name for kind, verb in VERBS.items() if verb.name}

CHECKS: Mapping[str, tuple[Callable[..., object], ...]] = {
    "movement": (movement.check_move, movement.check_entrench),
    "deployment": (movement.check_extract, movement.check_deployable),
    "special": (check_gun, check_recon),
    "direct": (check_attacker,),
    "setup": (check_muster,),
    "boardroom": (check_muster,),
}


def entries_of(state: State, player: str) -> list[Entry]:
    """Everything that a player may do now; in another's turn that is little, and the other's is not asked."""
    entries = found(state) if state.phase in TURN_PHASES and player != state.active else legal_at_table(state)
    return [entry for entry in entries if entry.get("player") == player]


def unit_of(entry: Entry) -> str | None:
    unit = entry.get("unit") or entry.get("keep") or entry.get("from")
    return unit if type(unit) is str else None


def of_unit(entries: Iterable[Entry], unit: str) -> dict[str, list[Entry]]:
    """What one unit may do, deed by deed, in the order of the buttons."""
    mine = [entry for entry in entries if unit_of(entry) == unit]
    by_kind = {kind: [entry for entry in mine if entry["type"] == kind] for kind in NAMES}
    return {kind: listed for kind, listed in by_kind.items() if listed}


def able(entries: Iterable[Entry]) -> frozenset[str]:
    """The units that can do something now."""
    doing = (entry for entry in entries if entry["type"] != "stand")
    return frozenset(unit for entry in doing if (unit := unit_of(entry)) is not None)


def offers(scene: Scene[State], unit: str, can: Mapping[str, list[Entry]], doing: str) -> tuple[Piece, ...]:
    """The deeds of a unit, side by side where there are several; the one that is open among them."""
    ways = tuple(
        Choice(words=NAMES[kind], href=fresh(scene, unit=unit, do=kind), chosen=kind == doing) for kind in can
    )
    return (Choices(label="What it may do", choices=ways, shape="chips"),) if len(ways) > 1 else ()


def against(state: State, player: str, unit: str) -> list[str]:
    each = state.units[unit]
    if each.owner != player:
        return []
    checks = CHECKS.get(state.phase, ())
    if each.where == "map" and state.phase in ("setup", "boardroom"):
        return ["Units on the map do nothing in this phase."]
    reasons = [why_not(check, state, player, unit) for check in checks]
    fitting = [words for words in reasons if words and "this takes a unit" not in words]
    return fitting[:2] or ["Nothing to do for this unit in this phase."]


SPENDS: Mapping[str, Sequence[str]] = lexicon("screens/words.json")["spends"]
"""What a tap on each part of a card opens: the first of these that may be done now."""

LATER: Mapping[str, str] = lexicon("screens/words.json")["later"]
COUNTER_CHECKS: Mapping[tuple[str, str], Callable[..., object]] = {
    ("fuel", "movement"): movement.check_move,
    ("layers", "movement"): movement.check_entrench,
    ("ammunition", "direct"): check_attacker,
    ("ammunition", "special"): check_gun,
}


def spending(scene: Scene[State], unit: str, can: Can) -> Values:
    """For each part of the card: the deed that a tap opens; nothing where there is none."""
    parts = ((part, _deed(scene, unit, part, can)) for part in SPENDS)
    return {part: deed for part, deed in parts if deed}


def _deed(scene: Scene[State], unit: str, part: str, can: Can) -> Values:
    for kind in SPENDS[part]:
        for entry in can.get(kind, ()):
            if entry.get("resource", part) == part:
                return {"name": NAMES[kind], "href": fresh(scene, unit=unit, do=kind)}
    return {}


def against_spending(state: State, player: str, unit: str, spent: Values) -> Values:
    """For each part of the card that cannot be tapped: why not now."""
    idle = (part for part in LATER if part not in spent)
    return {part: _why(state, player, unit, part) for part in idle}


def _why(state: State, player: str, unit: str, part: str) -> str:
    if state.units[unit].where != "map":
        return ""
    check = COUNTER_CHECKS.get((part, state.phase))
    if check is None or (
        part == "ammunition" and state.phase == "special" and not state.card(unit).artillery
    ):
        return LATER[part]
    return why_not(check, state, player, unit) or NOTHING[part]


NOTHING: Mapping[str, str] = lexicon("screens/words.json")["nothing"]


FEATURES = ("barricade", "earthwork", "mine")
SQUARE = {"longest": 3, "needed": True}


def adjust_question(scene: Scene[State], me: str) -> Question:
    """What is to be set right; then its figures and the reason."""
    state, unit, what = scene.state, scene.draft.get("unit", ""), scene.draft.get("what", "")
    base: dict[str, object] = {"type": "adjust", "player": me}
    if unit in _units(state, me):
        action, fields = base | {"unit": {"id": unit}}, _unit_fields(state, unit)
        return _form(scene, me, name_of(state, unit, me), action, fields)
    if what in FORMS:
        title, fields_of = FORMS[what]
        return _form(scene, me, title, base, fields_of())
    return _open(scene, me)


def _units(state: State, me: str) -> list[str]:
    return [unit for unit in state.of(me) if state.units[unit].where != "reserve"]


def _open(scene: Scene[State], me: str) -> Question:
    """Nothing chosen yet: a unit, or one of the other things."""
    state = scene.state
    units = tuple(
        Choice(words=name_of(state, each, me), href=fresh(scene, do="adjust", unit=each))
        for each in _units(state, me)
    )
    others = tuple(
        Choice(words=title, href=fresh(scene, do="adjust", what=what)) for what, (title, _) in FORMS.items()
    )
    lead = "Where table and app disagree, the table is right. Whoever else plays is asked first."
    pieces: tuple[Piece, ...] = (
        Lead(lead),
        *((Choices(label="A unit", choices=units, shape="chips", shows_label=True),) if units else ()),
        Choices(label="Something else", choices=others, shows_label=True),
    )
    return Question(
        kind="adjust",
        title="Set something right",
        side=seat_of(state, me),
        pieces=pieces,
        main=Way(words="Nothing, go on", href=fresh(scene)),
        back=fresh(scene),
    )


def _form(
    scene: Scene[State], me: str, title: str, action: Mapping[str, object], fields: tuple[Control, ...]
) -> Question:
    reason = Control(name="a.reason:text", label="Why", longest=200, needed=True)
    return Question(
        kind="adjusting",
        title=phrase("Set right: {what}", what=title),
        side=seat_of(scene.state, me),
        pieces=(Fields((*fields, reason)),),
        main=Deed(words="Set it", small="The log keeps what you set, and why", action=tap(dict(action))),
        back=fresh(scene, do="adjust"),
    )


def _unit_fields(state: State, unit: str) -> tuple[Control, ...]:
    each, card = state.units[unit], state.card(unit)
    figures = (
        ("strength", "People: {now} now", each.strength, card.troop),
        ("fuel", "Fuel counters: {now} now", each.fuel, card.fuel_max),
        ("ammunition", "Ammunition counters: {now} now", each.ammunition, card.ammunition_max),
        ("entrench", "Layers dug: {now} now", each.entrench, card.entrench),
    )
    fields = tuple(
        Control(name=f"a.unit.{key}", label=phrase(words, now=now), kind="number", low=0, high=most)
        for key, words, now, most in figures
        if most
    )
    return fields + (_place_fields(state, unit) if each.where == "map" and state.tracked else ())


def _place_fields(state: State, unit: str) -> tuple[Control, ...]:
    """Where the miniature stands: the square and the place in it are given together."""
    square = state.units[unit].square or ""
    places = tuple((position, SPOKEN[position]) for position in POSITIONS_OF[state.footprint(unit)])
    both = "To put the miniature elsewhere, give both the square and the place in it."
    return (
        Control(name="a.unit.square:text", label=phrase("Square: {now} now", now=square.upper()), longest=3),
        Control(
            name="a.unit.position",
            label="Place in it",
            kind="select",
            options=(("", "as it is"), *places),
            help=both,
        ),
    )


def _goods() -> tuple[Control, ...]:
    words = {
        "credits": "Credits, more or (−) fewer",
        "personnel": "People in reserve",
        "fuel": "Fuel tokens in reserve",
        "ammunition": "Ammunition tokens in reserve",
    }
    return tuple(Control(name=f"a.{key}", label=each, kind="number") for key, each in words.items())


def _feature() -> tuple[Control, ...]:
    kinds = tuple((each, each) for each in FEATURES)
    return (
        Control(name="a.feature.square:text", label="Square", longest=3, needed=True),
        Control(name="a.feature.kind", label="Stands there", kind="select", options=kinds),
    )


def _cache() -> tuple[Control, ...]:
    tokens = {"fuel": "Fuel", "ammunition": "Ammunition"}
    return (
        Control(name="a.cache.square:text", label="Cache on", longest=3, needed=True),
        *(
            Control(name=f"a.cache.{key}", label=words, kind="number", low=0, high=9, value="0")
            for key, words in tokens.items()
        ),
    )


FORMS: Mapping[str, tuple[str, Callable[[], tuple[Control, ...]]]] = {
    "goods": ("Money, people, tokens", _goods),
    "square": ("A square of the map", _feature),
    "cache": ("A cache", _cache),
}
