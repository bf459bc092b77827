"""A next scenario played ahead: by steady, provident companies, from what one company may know, to its end.

Rivals' purses, cards and cargo it does not know: where the rules must have some, any of the class will do.
"""

from collections.abc import Callable, Mapping
from random import Random

from companion.engine.campaign import Foreseen
from companion.engine.player import own_sight
from companion.engine.playing import View
from companion.engine.wire import Json
from companion.games.parabellum.campaign.forecast import openings
from companion.games.parabellum.campaign.playing import Provident, steps
from companion.games.parabellum.rules.secrets import redact_state
from companion.games.parabellum.state import State, read_binder, read_state

EMPTY = {"fuel": 0, "ammunition": 0}
NOTHING = {"personnel": 0, **EMPTY}


def guess(view: View) -> Callable[[Random], State]:
    """The table with cards of the right class where a rival's lie face down, none behind his screen."""
    seen, binder = view.state, read_binder(view.state["binder"], "")
    by_class: dict[str, list[str]] = {}
    for name, kind in binder.units.items():
        by_class.setdefault(kind.unit_class, []).append(name)
    purse = seen["players"].get(view.seat, {}).get("credits") or 0
    players = {
        name: {
            **each,
            "credits": purse if each["credits"] is None else each["credits"],
            "reserve": each["reserve"] or NOTHING,
        }
        for name, each in seen["players"].items()
    }
    last = max((int(name[1:]) for name in seen["units"] if name[1:].isdecimal()), default=0)
    whole = {
        **seen, "players": players, "next_unit": last + 1,
        "personnel_total": (seen["supply"]["manpower"] or 0) + seen["casualties"],
    }  # fmt: skip

    def guessed(random: Random) -> State:
        units = {
            name: each if "type" in each else _face_down(each, random.choice(by_class[each["class"]]))
            for name, each in seen["units"].items()
        }
        return read_state({**whole, "units": units}, "")

    return guessed


def _face_down(shown: Json, card: str) -> Json:
    """A unit as all see it, under a card that it may be."""
    seen = {key: value for key, value in shown.items() if key != "class"}
    hidden: Json = {
        "type": card, "cost": 0, "square": None, "position": None, "transport": None, "strength": 1,
        "fuel": 0, "ammunition": 0, "cargo": EMPTY, "entrench": 0, "bridge": None, "mp_used": 0,
        "partner": None,
        "marks": [],
    }  # fmt: skip
    return {**hidden, **seen}


def views(state: State, player: str) -> Mapping[str, Json]:
    """What a company sees of each scenario that can be next, as it would open now."""
    _, opened = openings(state, player)
    return {each.scenario: redact_state(each, own_sight(player)) for each in opened}


def play(seen: Json, player: str, seed: int) -> Foreseen:
    """One play to the scenario's end, from what that company sees as it opens; the same for a seed.

    `Endless` where it comes to none.
    """
    random = Random(seed)
    opened = guess(View(player, seen))(random)
    had, after = set(opened.of(player)), opened
    for step in steps(opened, Provident(random, by_hand=0), until=_is_over):
        after = step[2]
    names = {each.id: each.name for each in opened.booklet.objectives}
    completed = after.history[-1].completed.get(player, ())
    return Foreseen(
        purse=after.players[player].credits,
        done=tuple(names[each] for each in completed),
        lost=sum(unit not in after.units for unit in had),
        chooser=next(iter(after.choosers), ""),
        out=after.players[player].status == "eliminated",
    )


def _is_over(state: State) -> bool:
    return state.phase in ("choose_next", "over")
