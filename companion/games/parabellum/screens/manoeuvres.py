"""Movement, deployment and logistics on the screen, and the same where a real map lies."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Control,
    Deed,
    Fields,
    Lead,
    Note,
    Piece,
    Row,
    Rows,
    Tick,
    Ticks,
    Words,
    phrase,
)
from companion.engine.wording import Values, count, listed, tap
from companion.games.parabellum.data import WORK_NAMES, lexicon
from companion.games.parabellum.procedures.movement import Goal, check_path
from companion.games.parabellum.rules.movement import free, goals, ground_of, mover_of
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.board import (
    SPOKEN,
    Taps,
    barred_squares,
    chosen,
    position_of,
    positions,
    square_list,
    square_taps,
)
from companion.games.parabellum.screens.cards import cover_words, fresh, keep, miniature, name_of, who
from companion.games.parabellum.screens.deeds import NAMES, Detail, Entry
from companion.games.parabellum.screens.orders import pending, why_not_there
from companion.games.parabellum.state import State, is_square, spoken

MOVE_LEADS: Mapping[str, str] = lexicon("screens/words.json")["leads"]


def move(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Where the unit can be after one path; then by which path, and where in the square."""
    (entry,), state = entries, scene.state
    unit, squares = entry["unit"], entry["squares"]
    each, card = state.units[unit], state.card(unit)
    to, last = chosen(scene, squares), _fuel(state, unit)
    taps = _with_barred(scene, unit, square_taps(scene, squares, to, "Move to"))
    if to is None:
        left = phrase("{n} of {speed} squares of movement left. Tap where it goes.",
                    n=card.speed - each.mp_used, speed=card.speed)  # fmt: skip
        pieces = (Lead(left), *last, *square_list(scene, taps))
        return Detail(pieces=pieces, taps=taps, missing="Tap a square")
    goal = next(goal for goal in goals(state, each.owner, unit) if goal.square == to)
    detail = _going(scene, unit, goal, last)
    path = (each.square or "", *goal.path)
    return replace(detail, pieces=(*detail.pieces, *square_list(scene, taps)), taps=replace(taps, path=path))


def _going(scene: Scene[State], unit: str, goal: Goal, last: tuple[Note, ...]) -> Detail:
    state, each = scene.state, scene.state.units[unit]
    action = {
        "type": "move", "player": each.owner, "unit": unit, "path": list(goal.path),
        "position": position_of(scene, goal.positions),
    }  # fmt: skip
    deed = Deed(
        words=phrase("Move to {square}", square=at(goal.square)),
        small=phrase("{cost} of movement{fuel}", cost=goal.cost, fuel="" if each.mp_used else ", 1 fuel"),
        action=tap(action),
    )
    pieces = (_way(state, unit, goal), *last, *positions(scene, goal.positions, goal.square))
    return Detail(pieces=pieces, main=deed, weighed=action)


def _with_barred(scene: Scene[State], unit: str, taps: Taps) -> Taps:
    """The squares out of reach can be tapped too; the one that was is told why."""
    wanted, state = scene.draft.get("to", ""), scene.state
    if not state.tracked:
        return taps
    barred = barred_squares(scene, taps.squares)
    why = why_not_there(state, state.units[unit].owner, unit, wanted) if wanted in barred else ""
    return replace(taps, barred=barred, why=(wanted, why) if why else None)


def _way(state: State, unit: str, goal: Goal) -> Rows:
    each, card = state.units[unit], state.card(unit)
    walk = check_path(ground_of(state, unit), mover_of(state, unit), goal.path, goal.positions[0])
    steps = [Row((at(one.square), spoken(one.terrain).lower(), str(one.cost))) for one in walk.treads]
    together = Row(("Together", phrase("of {n}", n=card.speed - each.mp_used), str(goal.cost)), sum=True)
    return Rows(label=phrase("The way to {square}", square=at(goal.square)), rows=(*steps, together))


def _fuel(state: State, unit: str) -> tuple[Note, ...]:
    each = state.units[unit]
    words = "This is its last fuel counter: after this turn it stands until it is resupplied."
    return (Note(words, warns=True),) if each.fuel == 1 and not each.mp_used else ()


def reposition(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,) = entries
    base = {"type": "reposition", "player": entry["player"], "unit": entry["unit"]}
    if "positions" not in entry:
        return at_once(scene, entries)
    place = position_of(scene, entry["positions"])
    action = {**base, "position": place}
    square = scene.state.units[entry["unit"]].square
    return Detail(
        pieces=(Lead(MOVE_LEADS["reposition"]), *positions(scene, entry["positions"], square)),
        main=Deed(words="Reposition", small=SPOKEN[place], action=tap(action)),
        weighed=action,
    )


def at_once(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A deed that needs no more choice."""
    entry = entries[0]
    action = {key: entry[key] for key in ("type", "player", "unit")}
    kind = entry["type"]
    cost = scene.state.booklet.extraction_cost
    small = phrase("{n:# credit|# credits}", n=cost) if kind == "extract" and cost else ""
    return Detail(
        pieces=(Lead(MOVE_LEADS[kind]),),
        main=Deed(words=NAMES[kind], small=small, action=tap(action)),
        weighed=action,
    )


def deploy(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,), state = entries, scene.state
    cost = count(state.booklet.deployment_cost, "credit")
    lead = phrase("Deployment costs {cost}; the unit rests until your next turn.", cost=cost)
    detail = _landing(scene, entry, "Deploy on", lead, cost)
    waiting = [unit for unit in state.of(entry["player"], "predeploy") if unit != entry["unit"]]
    if detail.weighed is None or not waiting:
        return detail
    # The next square that is tapped is the next unit's.
    more = pending(scene, detail.weighed)
    links = {each: fresh(scene, o=more, unit=waiting[0], do="deploy", to=each) for each in entry["squares"]}
    return replace(detail, taps=replace(detail.taps, squares=links, stays=False))


def alight(scene: Scene[State], entries: list[Entry]) -> Detail:
    if "squares" not in entries[0]:
        return at_once(scene, entries)
    lead = "Onto a square near the transport; it takes no movement."
    return _landing(scene, entries[0], "Get off on", lead)


def _landing(scene: Scene[State], entry: Entry, verb: str, lead: Words, small: Words = "") -> Detail:
    squares, unit = entry["squares"], entry["unit"]
    to = chosen(scene, squares)
    taps = square_taps(scene, dict.fromkeys(squares, ""), to, verb)
    taps = _with_barred(scene, unit, taps) if entry["type"] == "deploy" else taps
    pieces: tuple[Piece, ...] = (Lead(lead), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=pieces, taps=taps, missing="Tap a square")
    places = free(scene.state, unit, to)
    action: dict[str, object] = {
        "type": entry["type"], "player": entry["player"], "unit": unit, "square": to,
        "position": position_of(scene, places),
    }  # fmt: skip
    deed = Deed(words=phrase("{verb} {square}", verb=verb, square=at(to)), small=small, action=tap(action))
    return Detail(pieces=(*positions(scene, places, to), *pieces), main=deed, taps=taps, weighed=action)


LOADS = ("fuel", "ammunition")


def load_form(
    action: Mapping[str, object], most: Mapping[str, int], words: Words, room: int | None = None
) -> tuple[tuple[Piece, ...], Deed]:
    """How many tokens of each, and the button that does it."""
    fields = tuple(_number(key, most[key]) for key in LOADS if most.get(key))
    note = () if room is None else (Note(phrase("Room for {room}.", room=count(room, "token"))),)
    deed = Deed(words=words, action=tap({**action, "fuel": 0, "ammunition": 0}))
    return (Fields(fields), *note), deed


def _number(key: str, most: int) -> Control:
    numbers = tuple((str(n), str(n)) for n in range(most + 1))
    return Control(name=f"a.{key}", label=key.title(), kind="select", options=numbers)


def cargo(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Between the reserve and a unit's cargo squares."""
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    words = "Load" if entry["type"] == "stow" else "Unload"
    pieces, deed = load_form(base, entry, words, entry.get("room"))
    return Detail(pieces=pieces, main=deed)


def transfer(scene: Scene[State], entries: list[Entry]) -> Detail:
    """To another unit near by; then how much."""
    wanted, only = scene.draft.get("at", ""), entries[0] if len(entries) == 1 else None
    entry = next((entry for entry in entries if entry["to"] == wanted), only)
    links = {each["to"]: keep(scene, at=each["to"]) for each in entries}
    near = tuple(_partner(scene.state, each, links[each], entry) for each in links)
    lead = Lead("Each unit hands over to, or takes from, one other a turn.")
    shown: tuple[Piece, ...] = (lead, Choices(label="Near by", choices=near))
    if entry is None:
        return Detail(pieces=shown, taps=Taps(units=links), missing="Choose to whom")
    base = {key: entry[key] for key in ("type", "player", "from", "to")}
    words = phrase("Hand over to {who}", who=name_of(scene.state, entry["to"], entry["player"]))
    pieces, deed = load_form(base, entry, words, entry["room"])
    return Detail(pieces=(*shown, *pieces), main=deed, taps=Taps(units=links))


def _partner(state: State, unit: str, href: str, entry: Entry | None) -> Choice:
    each = state.units[unit]
    on = entry is not None and unit == entry["to"]
    return Choice(words=name_of(state, unit, each.owner), small=at(each.square), href=href, chosen=on)


def cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,) = entries
    squares = entry["squares"]
    to = chosen(scene, squares)
    taps = square_taps(scene, squares, to, "Lay on")
    shown = (Lead("Loose tokens on an adjacent square. They can be fired at."), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=shown, taps=taps, missing="Tap a square")
    base = {key: entry[key] for key in ("type", "player", "unit")} | {"square": to}
    pieces, deed = load_form(base, entry, phrase("Lay on {square}", square=at(to)), squares[to])
    return Detail(pieces=(*pieces, *shown), main=deed, taps=taps)


def pick_up(scene: Scene[State], entries: list[Entry]) -> Detail:
    squares = {entry["square"]: entry["fuel"] + entry["ammunition"] for entry in entries}
    to = chosen(scene, squares) or (next(iter(squares)) if len(squares) == 1 else None)
    taps = square_taps(scene, squares, to, "Pick up on")
    shown = (Lead("Loose tokens near by."), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=shown, taps=taps, missing="Tap a cache")
    entry = next(entry for entry in entries if entry["square"] == to)
    base = {key: entry[key] for key in ("type", "player", "unit", "square")}
    pieces, deed = load_form(base, entry, phrase("Pick up on {square}", square=at(to)), entry["room"])
    return Detail(pieces=(*pieces, *shown), main=deed, taps=taps)


def resupply(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Counters back to the card's maximum, for tokens near by: a way for each manner to pay."""
    ways = tuple(way for entry in entries for way in _refills(scene.state, entry))
    lead = Lead("The counters go back to the card's maximum.")
    return Detail(pieces=(lead, Choices(label="Refill", choices=ways)), missing="Choose what is refilled")


def _refills(state: State, entry: Entry) -> list[Choice]:
    plans = {_plan(entry["sources"], first, entry["need"]) for first in entry["sources"]}
    return [_refill(state, entry, plan) for plan in sorted(plans, key=len)]


def _plan(sources: Mapping[str, int], first: str, need: int) -> tuple[tuple[str, int], ...]:
    plan: list[tuple[str, int]] = []
    for place in (first, *(each for each in sources if each != first)):
        taken = min(sources[place], need)
        need -= taken
        plan += [(place, taken)] if taken else []
    return tuple(sorted(plan))


def _refill(state: State, entry: Entry, plan: Iterable[tuple[str, int]]) -> Choice:
    paid = listed(f"{tokens} from {_place(state, place, entry)}" for place, tokens in plan)
    sources = [{"cache" if is_square(place) else "unit": place, "tokens": tokens} for place, tokens in plan]
    action = {key: entry[key] for key in ("type", "player", "unit", "resource")} | {"from": sources}
    return Choice(words=phrase("Refill {what}", what=entry["resource"]), small=paid, action=tap(action))


def _place(state: State, place: str, entry: Entry) -> str:
    if is_square(place):
        return f"the cache on {at(place)}"
    return "its own cargo" if place == entry["unit"] else name_of(state, place, entry["player"])


def board_transport(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    names = [(each, name_of(scene.state, each, entry["player"])) for each in entry["transports"]]
    ways = tuple(
        Choice(words=phrase("Board {name}", name=name), action=tap({**base, "transport": each}))
        for each, name in names
    )
    return Detail(pieces=(Choices(label="Transports with room", choices=ways),), missing="Choose a transport")


def engineer(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,) = entries
    works = entry["works"]
    work = scene.draft.get("work", "") if scene.draft.get("work") in works else next(iter(works))
    squares = works[work]
    to = chosen(scene, squares) or (squares[0] if len(squares) == 1 else None)
    kinds = tuple(
        Choice(words=WORK_NAMES[each], href=keep(scene, work=each, to=None), chosen=each == work)
        for each in works
    )
    verb = f"{WORK_NAMES[work]} on"
    taps = square_taps(scene, dict.fromkeys(squares, ""), to, verb)
    pieces = (Choices(label="Works", choices=kinds, shape="chips"), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=pieces, taps=taps, missing="Tap a square")
    action = {key: entry[key] for key in ("type", "player", "unit")} | {"work": work, "square": to}
    deed = Deed(words=phrase("{verb} {square}", verb=verb, square=at(to)), action=tap(action))
    return Detail(pieces=pieces, main=deed, taps=taps, weighed=action)


LEADS: Mapping[str, str] = lexicon("screens/words.json")["leads on the table"]
WORDS: Mapping[str, str] = lexicon("screens/words.json")["deeds on the table"]


def ground_form(state: State, action: Mapping[str, object], words: Words) -> tuple[tuple[Piece, ...], Deed]:
    """The grounds of this scenario to choose from, and whether an earthwork stands there."""
    each = state.units[str(action["unit"])]
    grounds = tuple((key, spoken(key)) for key in state.booklet.ground)
    ground = Control(
        name="a.terrain", label="Ground", kind="select", value=each.ground or "", options=grounds
    )
    earthwork = Tick(value="true", words="Earthwork", on=each.earthwork)
    pieces = (
        Fields((ground,)),
        Ticks(label="Stands there", name="a.earthwork", ticks=(earthwork,), shape="rows"),
    )
    return pieces, Deed(words=words, action=tap({**action, "earthwork": False}))


def go(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Moving, deploying, getting off, or only saying where a unit stands."""
    (entry,), state = entries, scene.state
    kind, unit = entry["type"], entry["unit"]
    action = {key: entry[key] for key in ("type", "player", "unit")}
    pieces, deed = ground_form(state, action, WORDS[kind])
    notes: tuple[Piece, ...] = ()
    if kind == "deploy":
        cost = count(state.booklet.deployment_cost, "credit")
        notes = (Note(phrase("Deployment costs {cost}; the unit rests until your next turn.", cost=cost)),)
    if kind == "move":
        speed = state.card(unit).speed
        notes = (Note(phrase("It may go {n} squares of movement in all this turn.", n=speed)),)
    return Detail(pieces=(Lead(LEADS[kind]), *notes, *pieces), main=deed)


def work(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    works = tuple(
        Choice(words=WORK_NAMES[each], action=tap({**base, "work": each})) for each in entry["works"]
    )
    lead = Lead("Do it on your map; it is the unit's one work this turn.")
    return Detail(pieces=(lead, Choices(label="Works", choices=works)), missing="Choose the work")


def cache_on_table(scene: Scene[State], entries: list[Entry]) -> Detail:
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    pieces, deed = load_form(base, entry, "Lay them there")
    square = Fields((Control(name="a.square:text", label="Square", longest=3, needed=True),))
    lead = Lead("Lay the tokens on an adjacent square of your map, and name it.")
    return Detail(pieces=(lead, square, *pieces), main=deed)


def field(scene: Scene[State]) -> list[Values]:
    """The miniatures on the real map, company by company."""
    state = scene.state
    return [
        {"name": who(state, player), "units": [_mini(scene, unit) for unit in state.of(player, "map")]}
        for player in state.seated
    ]


def _mini(scene: Scene[State], unit: str) -> Values:
    chosen = scene.draft.get("unit") == unit or scene.draft.get("at") == unit
    shown = miniature(scene.state, unit) | {"words": cover_words(scene.state, unit), "on": chosen}
    return shown | {"href": "" if scene.room == "tv" else fresh(scene, unit=unit)}
