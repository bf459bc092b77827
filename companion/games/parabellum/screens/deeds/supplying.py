"""Logistics: tokens from hand to hand, caches, counters refilled, passengers, works."""

from collections.abc import Iterable, Mapping

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Field, Fields, Lead, Note, Piece, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, listed, tap
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.board.places import chosen, square_list, square_taps
from companion.games.parabellum.screens.cards import name_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import is_square

LOADS = ("fuel", "ammunition")


def load_form(
    action: Mapping[str, Json], most: Mapping[str, int], words: Words, room: int | None = None
) -> tuple[tuple[Piece, ...], Deed]:
    """How many tokens of each, and the button that does it."""
    fields = tuple(_number(key, most[key]) for key in LOADS if most.get(key))
    note = () if room is None else (Note(said("Room for {room}.", room=count(room, "token"))),)
    deed = Deed(words=words, action=tap({**action, "fuel": 0, "ammunition": 0}))
    return (Fields(fields), *note), deed


def _number(key: str, most: int) -> Field:
    numbers = tuple((str(n), str(n)) for n in range(most + 1))
    return Field(name=f"a.{key}", words=key.title(), kind="select", options=numbers)


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
    told: tuple[Piece, ...] = (lead, Choices(label="Near by", choices=near))
    if entry is None:
        return Detail(pieces=told, taps=Taps(units=links), missing="Choose to whom")
    base = {key: entry[key] for key in ("type", "player", "from", "to")}
    words = said("Hand over to {who}", who=name_of(scene.state, entry["to"], entry["player"]))
    pieces, deed = load_form(base, entry, words, entry["room"])
    return Detail(pieces=(*told, *pieces), main=deed, taps=Taps(units=links))


def _partner(state: State, unit: str, href: str, entry: Entry | None) -> Choice:
    each = state.units[unit]
    on = entry is not None and unit == entry["to"]
    return Choice(words=name_of(state, unit, each.owner), small=at(each.square), href=href, chosen=on)


def cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Tokens out of the cargo onto an adjacent square."""
    (entry,) = entries
    squares = entry["squares"]
    to = chosen(scene, squares)
    taps = square_taps(scene, squares, to, "Lay on")
    told = (Lead("Loose tokens on an adjacent square. They can be fired at."), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=told, taps=taps, missing="Tap a square")
    base = {key: entry[key] for key in ("type", "player", "unit")} | {"square": to}
    pieces, deed = load_form(base, entry, said("Lay on {square}", square=at(to)), squares[to])
    return Detail(pieces=(*pieces, *told), main=deed, taps=taps)


def pick_up(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A cache near by into the cargo squares."""
    squares = {entry["square"]: entry["fuel"] + entry["ammunition"] for entry in entries}
    to = chosen(scene, squares) or (next(iter(squares)) if len(squares) == 1 else None)
    taps = square_taps(scene, squares, to, "Pick up on")
    told = (Lead("Loose tokens near by."), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=told, taps=taps, missing="Tap a cache")
    entry = next(entry for entry in entries if entry["square"] == to)
    base = {key: entry[key] for key in ("type", "player", "unit", "square")}
    pieces, deed = load_form(base, entry, said("Pick up on {square}", square=at(to)), entry["room"])
    return Detail(pieces=(*pieces, *told), main=deed, taps=taps)


def resupply(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Counters back to the card's maximum, for tokens near by: a way for each manner to pay."""
    ways = tuple(way for entry in entries for way in _refills(scene.state, entry))
    lead = Lead("The counters go back to the card's maximum.")
    return Detail(pieces=(lead, Choices(label="Refill", choices=ways)), missing="Choose what is refilled")


def _refills(state: State, entry: Entry) -> list[Choice]:
    """One plan from each source first, those that come to the same left out."""
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
    return Choice(words=said("Refill {what}", what=entry["resource"]), small=paid, action=tap(action))


def _place(state: State, place: str, entry: Entry) -> str:
    if is_square(place):
        return f"the cache on {at(place)}"
    return "its own cargo" if place == entry["unit"] else name_of(state, place, entry["player"])


def board_transport(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Aboard a transport with room."""
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    names = [(each, name_of(scene.state, each, entry["player"])) for each in entry["transports"]]
    ways = tuple(
        Choice(words=said("Board {name}", name=name), action=tap({**base, "transport": each}))
        for each, name in names
    )
    return Detail(pieces=(Choices(label="Transports with room", choices=ways),), missing="Choose a transport")


def engineer(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Which work, and on which square."""
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
    told = (Choices(label="Works", choices=kinds, shape="chips"), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=told, taps=taps, missing="Tap a square")
    action = {key: entry[key] for key in ("type", "player", "unit")} | {"work": work, "square": to}
    deed = Deed(words=said("{verb} {square}", verb=verb, square=at(to)), action=tap(action))
    return Detail(pieces=told, main=deed, taps=taps, weighed=action)
