"""Logistics: tokens from hand to hand, caches, counters refilled, passengers, works."""

from collections.abc import Iterable, Mapping

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, tap
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import name_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.places import chosen, square_list, square_taps
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import is_square

type Detail = tuple[Values, Taps]

LOADS = ("fuel", "ammunition")


def load_form(
    action: Mapping[str, Json], most: Mapping[str, int], words: str, room: int | None = None
) -> Values:
    """How many tokens of each: a form whose button does it."""
    fields = [
        {"name": f"a.{key}", "label": key.title(), "numbers": range(most.get(key, 0) + 1)}
        for key in LOADS
        if most.get(key)
    ]
    note = "" if room is None else f"Room for {count(room, 'token')}."
    return {
        "fields": fields,
        "action": tap({**action, "fuel": 0, "ammunition": 0}),
        "text": words,
        "note": note,
    }


def cargo(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Between the reserve and a unit's cargo squares."""
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    words = "Load" if entry["type"] == "stow" else "Unload"
    return {"form": load_form(base, entry, words, entry.get("room"))}, Taps()


def transfer(scene: Scene[State], entries: list[Entry]) -> Detail:
    """To another unit near by; then how much."""
    partners = [entry["to"] for entry in entries]
    wanted = scene.draft.get("at", "")
    entry = next(
        (entry for entry in entries if entry["to"] == wanted), entries[0] if len(entries) == 1 else None
    )
    names = [
        _named(scene, each, at_=each) | {"on": entry is not None and each == entry["to"]} for each in partners
    ]
    detail: Values = {"lead": "Each unit hands over to, or takes from, one other a turn.", "choices": names}
    if entry:
        base = {key: entry[key] for key in ("type", "player", "from", "to")}
        detail["form"] = load_form(
            base, entry, f"Hand over to {name_of(scene.state, entry['to'], entry['player'])}", entry["room"]
        )
    return detail, Taps(units={each: keep(scene, at=each) for each in partners})


def _named(scene: Scene[State], unit: str, at_: str) -> Values:
    each = scene.state.units[unit]
    return {
        "name": name_of(scene.state, unit, each.owner),
        "words": at(each.square),
        "href": keep(scene, at=at_),
    }


def cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Tokens out of the cargo onto an adjacent square."""
    (entry,) = entries
    squares = entry["squares"]
    to = chosen(scene, squares)
    detail: Values = {
        "lead": "Loose tokens on an adjacent square. They can be fired at.",
        "list": square_list(scene, squares, to, "Lay on"),
    }
    if to:
        base = {key: entry[key] for key in ("type", "player", "unit")} | {"square": to}
        detail["form"] = load_form(base, entry, f"Lay on {at(to)}", squares[to])
    return detail, square_taps(scene, squares, to, "Lay on")


def pick_up(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A cache near by into the cargo squares."""
    squares = {entry["square"]: entry["fuel"] + entry["ammunition"] for entry in entries}
    to = chosen(scene, squares) or (next(iter(squares)) if len(squares) == 1 else None)
    detail: Values = {"lead": "Loose tokens near by.", "list": square_list(scene, squares, to, "Pick up on")}
    if to:
        entry = next(entry for entry in entries if entry["square"] == to)
        base = {key: entry[key] for key in ("type", "player", "unit", "square")}
        detail["form"] = load_form(base, entry, f"Pick up on {at(to)}", entry["room"])
    return detail, square_taps(scene, squares, to, "Pick up on")


def resupply(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Counters back to the card's maximum, for tokens near by: a button for each way to pay."""
    buttons = [button for entry in entries for button in _refills(scene.state, entry)]
    return {"lead": "The counters go back to the card's maximum.", "buttons": buttons}, Taps()


def _refills(state: State, entry: Entry) -> list[Values]:
    """One plan from each source first, those that come to the same left out."""
    plans = {_plan(entry["sources"], first, entry["need"]) for first in entry["sources"]}
    return [_refill(state, entry, plan, n) for n, plan in enumerate(sorted(plans, key=len))]


def _plan(sources: Mapping[str, int], first: str, need: int) -> tuple[tuple[str, int], ...]:
    plan: list[tuple[str, int]] = []
    for place in (first, *(each for each in sources if each != first)):
        taken = min(sources[place], need)
        need -= taken
        plan += [(place, taken)] if taken else []
    return tuple(sorted(plan))


def _refill(state: State, entry: Entry, plan: Iterable[tuple[str, int]], n: int) -> Values:
    said = listed(f"{tokens} from {_place(state, place, entry)}" for place, tokens in plan)
    sources = [{"cache" if is_square(place) else "unit": place, "tokens": tokens} for place, tokens in plan]
    action = {key: entry[key] for key in ("type", "player", "unit", "resource")} | {"from": sources}
    return {"text": f"Refill {entry['resource']}: {said}", "action": tap(action), "main": not n}


def _place(state: State, place: str, entry: Entry) -> str:
    if is_square(place):
        return f"the cache on {at(place)}"
    return "its own cargo" if place == entry["unit"] else name_of(state, place, entry["player"])


def board_transport(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Aboard a transport with room."""
    (entry,) = entries
    base = {key: entry[key] for key in ("type", "player", "unit")}
    names = [(each, name_of(scene.state, each, entry["player"])) for each in entry["transports"]]
    return {
        "buttons": [
            {"text": f"Board {name}", "action": tap({**base, "transport": each})} for each, name in names
        ]
    }, Taps()


def engineer(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Which work, and on which square."""
    (entry,) = entries
    works = entry["works"]
    work = scene.draft.get("work", "") if scene.draft.get("work") in works else next(iter(works))
    squares = works[work]
    to = chosen(scene, squares) or (squares[0] if len(squares) == 1 else None)
    choices = [
        {"name": WORK_NAMES[each], "href": keep(scene, work=each, to=None), "on": each == work}
        for each in works
    ]
    verb = f"{WORK_NAMES[work]} on"
    detail: Values = {
        "choices": choices,
        "list": square_list(scene, squares, to, verb),
        "lead": "Tap the square.",
    }
    if to:
        action = {key: entry[key] for key in ("type", "player", "unit")} | {"work": work, "square": to}
        detail["buttons"] = [{"text": f"{verb} {at(to)}", "action": tap(action), "main": True}]
    return detail, square_taps(scene, dict.fromkeys(squares, ""), to, verb)
