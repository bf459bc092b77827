"""Parabellum as the house plays along: a steady company, by its own purse and what stands open.

It buys what it lacks and keeps back what penalties could cost, goes for what is to be held, and stays there.
Rivals' purses, cards and cargo it does not know: where the rules must have some, any of the class will do.
"""

from collections.abc import Callable
from random import Random

from companion.engine.playing import Move, Player, View
from companion.engine.wire import Json
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.campaign.playing import Steady
from companion.games.parabellum.rules.legal import Entry, legal
from companion.games.parabellum.state import State, read_binder, read_state

FEW = 5
"""So many deeds are thought of, the one that comes to mind first before the others."""
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


class Company(Steady):
    """The same for one seat: what only people can see, it leaves to them."""

    def __init__(self, random: Random, seat: str) -> None:
        super().__init__(random, by_hand=0)
        self.seat = seat

    def open(self, state: State) -> list[Entry]:
        mine = [each for each in legal(state) if each.get("player", "") == self.seat]
        entries = [each for each in mine if each["type"] != "objective"] or mine
        return self.wanted(state, entries) if self.seat else entries


def moves(state: State, seat: str, random: Random) -> list[Move]:
    """A few deeds of some sense, the likeliest first."""
    company, chosen = Company(random, seat), list[Move]()
    entries = company.open(state)
    while entries and len(chosen) < FEW:
        (entry,) = random.choices(entries, [VERBS[each["type"]].weight for each in entries])
        chosen.append(Move(company.fill(state, entry), 4.0 ** -len(chosen)))
        entries.remove(entry)
    return chosen


def reply(state: State, seat: str, ask: Json, random: Random) -> Json:
    """Who is attacked fires back."""
    return {"type": ask["type"], "player": seat, "counter": True}


def value(state: State, seat: str) -> float:
    """The share of all credits that a company has."""
    credits = {name: max(each.credits, 0) for name, each in state.players.items()}
    return credits[seat] / (sum(credits.values()) or 1)


def barred(setup: Json) -> str:
    """The house moves on a map that the app keeps, with cards that it deals."""
    options = setup.get("options") if isinstance(setup, dict) else None
    own = isinstance(options, dict) and "table" in (options.get("positions"), setup.get("positions"))
    return "The house plays where the app keeps the map: what stands on yours it does not see." if own else ""


PLAYER: Player[State] = Player(
    guess=guess, moves=moves, value=value, reply=reply, barred=barred, strengths=("plays_along",)
)
