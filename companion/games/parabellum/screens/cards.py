"""Unit cards, what all see of a miniature, who looks, and what stands around the decision (M2, M3)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from companion.engine.game import Scene
from companion.engine.squares import square
from companion.engine.stage import Bar, Deed, Icon, Question, Turn, Way, Words, phrase
from companion.engine.wire import Json
from companion.engine.wording import Plate, Values, count, href, isolated, listed
from companion.games.parabellum.data import PHASE_NAMES, TITLE, Cost, lexicon
from companion.games.parabellum.rules.movement import PLACES, cover_of
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.rules.telling import at, called, flagged
from companion.games.parabellum.state import State, Terrain, Unit, UnitType, letters, spoken
from companion.games.parabellum.state.pictured import (
    BY_SIZE,
    Picture,
    device,
    on_ground,
    picture_of,
    pictures,
)

__all__ = ["Values"]


PITCH = 12
MOST_IN_ROW = 10


def squares(full: int, most: int, used: int = 0) -> Values:
    """Troop squares: filled ones hold a person."""
    return _gauge(full, most, used, lambda x, y: f"M{x} {y}h10v10h-10z")


def discs(full: int, most: int, used: int = 0) -> Values:
    return _gauge(full, most, used, lambda x, y: f"M{x} {y + 5}a5 5 0 1 1 10 0a5 5 0 1 1-10 0z")


def _gauge(full: int, most: int, used: int, shape: Callable[[int, int], str]) -> Values:
    """What is there, what of it a weighed deed would use, and what is free."""
    rows, then = max(1, -(-most // MOST_IN_ROW)), max(0, full - used)
    return {
        "full": "".join(shape(*_at(n)) for n in range(min(then, most))),
        "used": "".join(shape(*_at(n)) for n in range(then, min(full, most))),
        "then": then,
        "empty": "".join(shape(*_at(n)) for n in range(full, most)),
        "wide": min(most, MOST_IN_ROW) * PITCH + 1,
        "tall": rows * PITCH + 1,
        "rows": rows,
    }


def _at(n: int) -> tuple[int, int]:
    return n % MOST_IN_ROW * PITCH + 1, n // MOST_IN_ROW * PITCH + 1


PATTERNS = ("rocky", "urban", "special", "rubble", "forest", "marsh", "water")


def on_map(state: State) -> list[Terrain]:
    """The kinds of ground on the map that is played, as its booklet has them; without one, all."""
    seen = {terrain for row in state.sheet.grounds for terrain in row} if state.tracked else None
    return [each for each in state.booklet.ground.values() if seen is None or each.id in seen]


def terrain_key(state: State) -> list[Values]:
    """What the patterns mean here, in words, and for which cards it is otherwise."""
    return [
        {
            "pattern": each.id if each.id in PATTERNS else "open" if each.id == "open" else "other",
            "name": spoken(each.id),
            "words": _ground_words(each),
            "others": _others(state, each),
        }
        for each in on_map(state)
    ]


def _ground_words(ground: Terrain) -> str:
    words = [f"{cost_words(ground.cost)} to enter"]
    words += [f"defence {ground.defense:+d}"] if ground.defense else []
    words += [f"attack {ground.attack:+d}"] if ground.attack else []
    words += [f"{' or '.join(map(spoken, ground.access)).lower()} only"] if ground.access is not None else []
    return ", ".join(words).replace("-", "−")


def cost_words(cost: Cost) -> str:
    """Squares of movement, or all of them."""
    return "a whole move" if cost == "all" else str(cost)


def _others(state: State, ground: Terrain) -> list[str]:
    """Who may enter where not everybody may, and whom it costs something else."""
    kinds = state.binder.units.values()
    lines = []
    if ground.access is not None:
        may = _called(state, lambda kind: ground.admits(kind.tags))
        lines.append(f"Open to {listed(may)}" if may else "Open to nobody in the catalogue")
    costs = {kind.terrain_cost.get(ground.id, ground.cost) for kind in kinds} - {ground.cost}
    for cost in sorted(costs, key=str):
        who = _called(state, partial(_pays, ground, cost))
        lines.append(f"{cost_words(cost).capitalize()} for {listed(who)}")
    return lines


def _pays(ground: Terrain, cost: Cost, kind: UnitType) -> bool:
    return kind.terrain_cost.get(ground.id, ground.cost) == cost


def _called(state: State, fits: Callable[[UnitType], bool]) -> list[str]:
    """The cards that fit: by their class where all of it do, else by name."""
    names: list[str] = []
    for name in state.binder.classes:
        group = [kind for kind in state.binder.units.values() if kind.unit_class == name]
        those = [kind for kind in group if fits(kind)]
        whole = len(those) == len(group) > 1
        names += [f"every {spoken(name).lower()}"] if whole else [kind.name for kind in those]
    return names


def way_words(card: UnitType, grounds: Iterable[Terrain]) -> str:
    costs: dict[str, list[str]] = {}
    closed: list[str] = []
    for ground in grounds:
        cost = card.terrain_cost.get(ground.id, ground.cost)
        beyond = card.speed < (1 if cost == "all" else cost)
        there = closed if beyond or not ground.admits(card.tags) else costs.setdefault(cost_words(cost), [])
        there.append(spoken(ground.id).lower())
    ways = [f"{', '.join(names)} {cost}" for cost, names in costs.items()]
    ways += [f"never {', '.join(closed)}"] if closed else []
    return "; ".join(ways)


SHEET = "parabellum/signs.svg"
"""The game's own symbols."""
UNITS = "parabellum/units.svg"
"""What the pictures of units are composed of, on paper and on screen."""
SIGNS = ("infantry", "truck", "walker", "gun", "tank", "engineer", "hauler")
INCHES = {"small": "½″ × ½″", "medium": "1″ × ½″", "large": "1″ × 1″"}
MARK_WORDS: Mapping[str, str] = lexicon("screens/words.json")["marks"]


def beads(state: State, flag: tuple[str, ...]) -> list[Values]:
    """A flag, bead by bead: colour and letter."""
    signs = letters(state.binder.palette)
    return [{"colour": colour, "letter": signs.get(colour, "?")} for colour in flag]


def sign_of(state: State, type_: str) -> str:
    """The sign of a unit's class, which all may know; of an owner's own class, that of its size."""
    kind = state.binder.units[type_].unit_class
    return kind if kind in SIGNS else BY_SIZE[state.binder.footprint(type_)]


def type_sign(state: State, type_: str) -> str:
    """A type's own picture in small, for who may know the type."""
    return picture_of(state.binder.units[type_], state.binder.footprint(type_)).sign


def type_picture(state: State, type_: str, player: str) -> Icon:
    """A type's own picture whole, in the inks of that player's company, for who may know the type."""
    return _whole(state, pictures(state.binder)[type_], player)


def unit_picture(state: State, unit: str) -> Icon:
    """The same on the ground on which that unit stands, for its owner alone."""
    each = state.units[unit]
    under = state.sheet.terrain(each.square) if state.tracked and each.square else ""
    return _whole(state, on_ground(pictures(state.binder)[each.type], under), each.owner)


def _whole(state: State, picture: Picture, player: str) -> Icon:
    company, binder = state.players[player].company, state.binder
    main, second = binder.companies[company].livery
    parts = tuple(picture.parts(device(binder, company)))
    return Icon(picture.sign, UNITS, f"icon icon--whole main-{main} second-{second}", parts)


def flag_words(unit: Unit) -> str:
    return "-".join(unit.flag) or "no flag"


def public_name(state: State, unit: str) -> str:
    """A unit as everybody sees its miniature."""
    each = state.units[unit]
    kind = spoken(state.card(unit).unit_class).lower()
    return f"{spoken(each.owner)} {flagged(state, unit, kind)}"


def name_of(state: State, unit: str, me: str | None) -> str:
    """An own unit by its card's name, another's by its class."""
    if state.units[unit].owner == me:
        return state.title(unit)
    return public_name(state, unit)


def miniature(state: State, unit: str) -> Values:
    each = state.units[unit]
    return {
        "id": unit,
        "letters": state.sign(unit),
        "name": public_name(state, unit),
        "kind": spoken(state.card(unit).unit_class),
        "seat": seat_of(state, each.owner),
        "sign": sign_of(state, each.type),
        "beads": beads(state, each.flag),
        "flag": flag_words(each),
        "at": at(each.square),
        "entrench": each.entrench,
    }


def seat_of(state: State, player: str) -> str:
    """The class that gives a player's things their colour."""
    return f"seat-{state.players[player].seat}"


def unit_card(state: State, unit: str, used: Mapping[str, int] = MappingProxyType({})) -> Values:
    """A unit's whole card, for its owner alone; `used` is what a weighed deed would take of it."""
    each, card = state.units[unit], state.card(unit)
    footprint = state.footprint(unit)
    return miniature(state, unit) | {
        "sign": type_sign(state, each.type),
        "name": state.called(unit),
        "class_words": f"{spoken(card.unit_class)} · {INCHES[footprint]}",
        "people": squares(each.strength, card.troop),
        "strength": each.strength,
        "troop": card.troop,
        "fuel": _counters(discs(each.fuel, card.fuel_max, used.get("fuel", 0)), each.fuel, card.fuel_max),
        "ammunition": _counters(
            squares(each.ammunition, card.ammunition_max, used.get("ammunition", 0)),
            each.ammunition,
            card.ammunition_max,
        ),
        "cargo": cargo_words(state, unit),
        "facts": facts(card),
        "ways": way_words(card, on_map(state)),
        "where": where_words(state, unit),
        "under": f"{card.name} {state.sign(unit)}" if each.name else state.sign(unit),
        "note": isolated(each.note),
        "place": place_in_short(state, unit),
        "marks": [MARK_WORDS[mark] for mark in sorted(each.marks) if mark in MARK_WORDS],
        "reserve": each.where == "reserve",
        "layers": squares(each.entrench, card.entrench) if card.entrench else None,
        "depth": card.entrench,
    }


def report_values(state: State, unit: str) -> Values:
    """What was reported of a unit, as a small card: type, people, and what it has any of (A4)."""
    report = state.reports[unit]
    card = state.binder.units[report.type]
    has = [
        {"name": key, "has": getattr(report, key)} for key in ("fuel", "ammunition", "cargo", "passengers")
    ]
    return miniature(state, unit) | {
        "picture": type_picture(state, report.type, state.units[unit].owner),
        "name": card.name,
        "owner": called(state, state.units[unit].owner),
        "strength": report.strength,
        "troop": card.troop,
        "people": squares(report.strength, card.troop),
        "facts": facts(card),
        "has": has,
    }


def _counters(gauge: Values, now: int, most: int) -> Values | None:
    return gauge | {"now": now, "most": most} if most else None


def facts(card: UnitType) -> list[tuple[str, str]]:
    rows = [("Move", str(card.speed))]
    if card.artillery:
        gun = card.artillery
        rows += [("Arc", f"{gun.min}–{gun.max}"), ("Arty", f"d{gun.die}"), ("Shots", str(gun.shots))]
    elif card.attack_die:
        rows += [("Range", str(card.range)), ("Atk", f"d{card.attack_die}")]
    return [*rows, ("Def", f"d{card.defense_die}")]


def cargo_words(state: State, unit: str) -> str:
    each, card = state.units[unit], state.card(unit)
    parts = []
    if card.cargo:
        tokens = f"{each.cargo.fuel} fuel, {each.cargo.ammunition} ammunition"
        loaded = f"Cargo {each.cargo.total} of {card.cargo}: {tokens}"
        parts.append(loaded if each.cargo.total else f"Cargo empty, room for {count(card.cargo, 'token')}")
    if card.passengers:
        aboard = ", ".join(state.title(rider) for rider in state.passengers(unit)) or "nobody"
        parts.append(f"Aboard: {aboard} (room for {card.passengers})")
    return ". ".join(parts)


def where_words(state: State, unit: str) -> str:
    each = state.units[unit]
    if each.where == "reserve":
        return "A card in reserve, not mustered."
    if each.where == "predeploy":
        return "In the pre-deployment area."
    if each.where == "aboard":
        carrier = each.transport or ""
        return f"Aboard {state.title(carrier)}."
    return f"{place_words(state, unit)}."


def place_in_short(state: State, unit: str) -> str:
    """Where a unit is and how large, in a few words, with what it did this turn."""
    each = state.units[unit]
    where = f"at {at(each.square)}" if each.square else PLACES[each.where]
    did = [MARK_WORDS[mark] for mark in sorted(each.marks) if mark in MARK_WORDS]
    return ", ".join([where, INCHES[state.footprint(unit)], *did])


def place_words(state: State, unit: str) -> str:
    """The square of a unit on the map, where the app knows it, and what shelters it."""
    square = state.units[unit].square
    cover = cover_words(state, unit)
    return f"{at(square)}: {cover}" if square else cover[:1].upper() + cover[1:]


def cover_words(state: State, unit: str) -> str:
    """What speaks for a unit on the map when it is struck: public, like the map itself."""
    cover = cover_of(state, unit)
    parts = [f"{spoken(cover.terrain).lower()} ground"]
    if cover.entrench:
        parts.append(f"dug in {count(cover.entrench, 'layer')}")
    if cover.earthwork:
        parts.append("an earthwork")
    sums = [f"{cover.direct:+d} to defence"] if cover.direct else []
    sums += [f"{cover.attack:+d} to the attacker"] if cover.attack else []
    return ", ".join(parts + sums).replace("-", "−")


STAYS = ("seat", "o", "h")
"""What of a half-made choice outlives it: whose desk this is, the orders that were given, what is hatched."""
CART = "c."
"""With this begins what lies in the cart, which outlives other choices too."""
MOST_LETTERS = 4


def fresh(scene: Scene[State], **choice: str | int | None) -> str:
    """The link to a new half-made choice."""
    return href(**{**stays(scene), **choice})


def stays(scene: Scene[State]) -> dict[str, str]:
    """What of the half-made choice stays whatever is looked at."""
    return {key: text for key, text in scene.draft.items() if key in STAYS or key.startswith(CART)}


def keep(scene: Scene[State], **changes: str | int | None) -> str:
    """The link to the same half-made choice with some of it changed; `None` takes a part out."""
    return href(**{**scene.draft, **changes})


def whole(scene: Scene[State], key: str, most: int = 9999) -> int:
    """A whole number of the half-made choice; what is none counts as 0."""
    text = scene.draft.get(key, "")
    return min(most, int(text)) if text.isascii() and text.isdecimal() and len(text) <= MOST_LETTERS else 0


def keeping(scene: Scene[State], question: Question) -> Question:
    """A question whose deeds leave in the address what stays, where they do not say themselves what does."""
    there = fresh(scene)

    def kept(button: Deed | Way | None) -> Deed | Way | None:
        own = isinstance(button, Deed) and not button.then and button.action
        return replace(button, then=there) if own and isinstance(button, Deed) else button

    lesser = tuple(each for each in map(kept, question.lesser) if each is not None)
    return replace(question, main=kept(question.main), lesser=lesser) if there != "?" else question


def recall(action: Json) -> Mapping[str, str]:
    """The choice behind a purchase or what was done with a unit, an attack with its dice as they were tapped.

    >>> recall({"type": "purchase", "resource": "manpower", "quantity": 60})
    {'buy': 'manpower', 'n': '60'}

    >>> recall({"type": "attack", "unit": "u1", "target": "u3", "rolls": {"attack": [6, 6], "defense": [1]}})
    {'unit': 'u1', 'do': 'attack', 'at': 'u3', 'dice': '1', 'x0A.6': '2', 'x0D.1': '1'}
    """
    if action["type"] == "purchase":
        # What lay in the cart, as far as who reads this may know it.
        items, quantity = action.get("items"), action.get("quantity")
        cart = (
            {f"c.{each['unit']}": str(each["quantity"]) for each in items} if isinstance(items, list) else {}
        )
        number = {"n": str(quantity)} if isinstance(quantity, int) else {}
        return {"buy": str(action["resource"]), **cart, **number}
    if "unit" not in action or type(action["unit"]) is not str:
        return {}
    draft = {"unit": action["unit"], "do": action["type"]}
    if action["type"] != "attack":
        return draft
    rolls = action.get("rolls") or {}
    return draft | {
        "at": action["target"],
        "dice": "1",
        **_tapped("x0A", rolls, "attack"),
        **_tapped("x0D", rolls, "defense"),
    }


def _tapped(name: str, rolls: Json, dice: str) -> dict[str, str]:
    return {f"{name}.{face}": str(count) for face, count in Counter(rolls.get(dice, ())).items()}


SHORT: Mapping[str, Sequence[str]] = lexicon("screens/words.json")["phases"]
STATUS = {"in": "", "withdrawn": "withdrawn", "eliminated": "out of the campaign", "abstained": "abstains"}


def who(state: State, player: str) -> str:
    return called(state, player)


def bar(scene: Scene[State]) -> Bar:
    state = scene.state
    phase = SHORT[state.phase][0] if state.phase in SHORT else PHASE_NAMES[state.phase]
    acting = state.active or next(iter(state.choosers), None)
    return Bar(
        title=TITLE,
        plate=f"R{state.round}" if state.round else state.scenario.upper(),
        phase=phase if state.round else f"{state.booklet.name} · {phase}",
        turn=Turn(who(state, acting), seat_of(state, acting)) if acting else None,
        hand=SECRECY.own(scene) if scene.room == "hand" else None,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def companies(state: State) -> list[str]:
    """Everybody, in turn order once there is one."""
    return [*state.order, *(player for player in state.seated if player not in state.order)]


def changes(before: State, now: State) -> list[Words]:
    """What the last line changed for everybody to see, in a few words each."""
    lines = came(before, now)
    if before.scenario == now.scenario and (now.phase != before.phase or now.active != before.active):
        phase = PHASE_NAMES[now.phase]
        lines.append(phrase("{phase}: {who}", phase=phase, who=who(now, now.active)) if now.active else phase)
    return lines


def came(before: State, now: State) -> list[Words]:
    """What came of a line, whatever phase it led to."""
    if before.scenario != now.scenario:
        return [f"Scenario {now.scenario.upper()} opens"]
    lines: list[Words] = []
    for player in now.tally:
        if player in before.tally:
            more = now.tally[player].destroyed - before.tally[player].destroyed
            line = phrase("{who} destroys {units}", who=who(now, player), units=count(more, "unit"))
            lines += [line] if more > 0 else []
    if now.casualties > before.casualties:
        lines.append(f"{count(now.casualties - before.casualties, 'casualty', 'casualties')}")
    return lines


def plates(state: State) -> Iterator[Plate]:
    """The squares of the map."""
    sheet = state.sheet
    for column in range(sheet.columns):
        yield from (Plate(square(column, row).upper()) for row in range(1, sheet.height + 1))
