"""A table with its own cards: what was done and what was turned up is told, and the app says what follows."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.engine.looking import fresh, keep, may_tap
from companion.engine.scene import Scene
from companion.engine.stage import Choice, Choices, Deed, Field, Fields, Lead, Piece, Question, Words, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.scope.data import CARD_NAMES, CARDS, ENEMY, Side
from companion.games.scope.rules.legal import Entry
from companion.games.scope.rules.refereeing import legal_at_table
from companion.games.scope.rules.remembering import remembered
from companion.games.scope.screens.asked import Asked
from companion.games.scope.screens.city import Taps
from companion.games.scope.screens.frame import own_sign
from companion.games.scope.state import State
from companion.games.scope.state.naming import spoken

TILES: Mapping[str, tuple[str, str]] = {
    "search": ("Search", "sniper"),
    "move": ("Move", "move"),
    "recognition": ("Recon", "scout"),
    "howitzer": ("Howitzer", "mortar"),
    "offensive_fire": ("Fire", "machine_gun"),
    "assault": ("Assault", "infantry"),
    "reinforce": ("Reinforce", "infantry"),
    "deploy": ("+ Deploy", "officer"),
    "shoot": ("Shoot", "shot"),
    "advance": ("Advance", "infantry"),
    "hold": ("Hold", "eye"),
    "pass": ("Pass", "eye"),
    "end_turn": ("End the turn", "eye"),
}
"""What may be told, its words and its sign; to give up is told where things are set right."""
MOVES = "Rearrange the four cards on the table as you like; nobody tells the app how."
LEADS = {"move": MOVES, "deploy": MOVES, "reinforce": MOVES}


def told_question(scene: Scene[State]) -> Asked:
    """What to tell the app, or who plays now."""
    state = scene.state
    entries = {entry["type"]: entry for entry in scene.once(legal_at_table) if entry["type"] in TILES}
    asked = Question(
        kind="told",
        title=said("{who}: what is done?", who=spoken(state.slot)),
        icon=own_sign(state.side),
        side=state.side,
        missing=said("{who} plays", who=spoken(state.slot)),
    )
    if not may_tap(scene, state.slot):
        return asked, Taps()
    kind = scene.draft.get("do", "")
    entry = entries.get(kind) or next(iter(entries.values()))
    links = {at: keep(scene, at=at) for at in state.grid}
    chosen = frozenset({scene.draft.get("at", "")})
    return _with(asked, scene, entries, entry), Taps(cells=links, chosen=chosen)


def _with(asked: Question, scene: Scene[State], entries: Mapping[str, Entry], entry: Entry) -> Question:
    """The question with the deed that is being told."""
    kind = entry["type"]
    words, _ = TILES[kind]
    fields = tuple(FIELDS[kind](scene, entry)) if kind in FIELDS else ()
    pieces: list[Piece] = [_tiles(scene, entries, kind)]
    pieces += [Lead(LEADS[kind])] if kind in LEADS else []
    pieces += [Fields(fields)] if fields else []
    action = {"type": kind, "seat": scene.state.slot}
    deed = Deed(words=words, small="as it was done", action=tap(action))
    return replace(asked, pieces=tuple(pieces), main=deed)


def _tiles(scene: Scene[State], entries: Mapping[str, Entry], kind: str) -> Choices:
    tiles = (
        Choice(
            words=TILES[each][0],
            icon=own_sign(TILES[each][1]),
            href=fresh(scene, do=each, at=scene.draft.get("at")),
            chosen=each == kind,
            key=each,
        )
        for each in entries
    )
    return Choices(label="What is done", choices=tuple(tiles), shape="deeds")


type Told = Iterator[Field]


def _pick(
    name: str, words: Words, among: list[str], scene: Scene[State], *, may_be_none: bool = False
) -> Field:
    """One of these cells or quadrants; what was tapped on the city is chosen."""
    tapped = scene.draft.get("at", "")
    options = tuple((each, each) for each in among)
    return Field(
        name=f"a.{name}",
        words=words,
        kind="select",
        options=(("", "–"), *options),
        value=tapped if tapped in among else "",
        needed=not may_be_none,
    )


def _card(scene: Scene[State], n: int, words: Words, *, may_be_none: bool = False) -> Field:
    """A card that was turned up: one that can still lie face down."""
    left = _left(scene.state, ENEMY[scene.state.side])
    options = tuple((card, CARD_NAMES[card].capitalize()) for card in left)
    return Field(
        name=f"a.turned.{n}",
        words=words,
        kind="select",
        options=(("", "–"), *options),
        needed=not may_be_none,
    )


def _left(state: State, side: Side) -> list[str]:
    """The kinds of cards that a front still has."""
    memory = remembered(state, side)
    return [card for card in CARDS if memory.rest[card] > 0 or card in memory.known.values()]


def _search(scene: Scene[State], entry: Entry) -> Told:
    yield _pick("cell", "The cell", entry["cells"], scene)
    yield _card(scene, 0, "What was turned up")


def _recognition(scene: Scene[State], entry: Entry) -> Told:
    yield _pick("cells.0", "The cell", entry["singles"], scene)
    yield _card(scene, 0, "What lay there")
    yield _pick("cells.1", "The one beside it", entry["singles"], scene, may_be_none=True)
    yield _card(scene, 1, "What lay there", may_be_none=True)


def _howitzer(scene: Scene[State], entry: Entry) -> Told:
    yield _pick("mortar", "The mortar that shows itself", [each["mortar"] for each in entry["shots"]], scene)
    yield _pick("target", "The cell", _all(entry["shots"], "targets"), scene)
    yield _card(scene, 0, "What was turned up")


def _fire(scene: Scene[State], entry: Entry) -> Told:
    yield _pick("target", "The cell", entry["targets"], scene)
    yield _card(scene, 0, "What was turned up")


def _assault(scene: Scene[State], entry: Entry) -> Told:
    yield _pick(
        "infantry", "The infantry that storms", [each["infantry"] for each in entry["assaults"]], scene
    )
    yield _pick("quadrant", "The quadrant", _all(entry["assaults"], "quadrants"), scene)
    for n, which in enumerate(("first", "second", "third", "fourth")):
        words = said("The {which} enemy card there", which=which)
        yield _card(scene, n, words, may_be_none=n > 0)


def _reinforce(scene: Scene[State], entry: Entry) -> Told:
    quadrants = [each["quadrant"] for each in entry["quadrants"]]
    yield _pick("quadrant", "The quadrant", quadrants, scene)
    empty = _all(entry["quadrants"], "empty")
    yield _pick("infantry", "The empty area that becomes infantry", empty, scene)
    if entry["mortar"]:
        yield _pick("mortar", "One that becomes a mortar", empty, scene, may_be_none=True)


def _move(scene: Scene[State], entry: Entry) -> Told:
    if "officers" in entry:
        yield _pick("officer", "The officer who shows himself", entry["officers"], scene)
    yield _pick("quadrant", "The quadrant", entry["quadrants"], scene)


def _shoot(scene: Scene[State], entry: Entry) -> Told:
    if "quadrants" in entry:
        yield _pick("quadrant", "From which quadrant", entry["quadrants"], scene)
    else:
        yield _pick("machine_gun", "The machine gun that shows itself", entry["machine_guns"], scene)


def _advance(scene: Scene[State], entry: Entry) -> Told:
    yield _pick("cell", "Whose place the infantry takes", entry["cells"], scene)


def _all(rows: list[dict[str, Json]], key: str) -> list[str]:
    """What any of these may have, each once."""
    return sorted({each for row in rows for each in row[key]})


FIELDS: Mapping[str, Callable[[Scene[State], Entry], Told]] = {
    "search": _search,
    "move": _move,
    "recognition": _recognition,
    "howitzer": _howitzer,
    "offensive_fire": _fire,
    "assault": _assault,
    "reinforce": _reinforce,
    "deploy": _move,
    "shoot": _shoot,
    "advance": _advance,
}
