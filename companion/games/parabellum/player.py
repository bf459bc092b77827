"""Parabellum as the house plays along: a steady company, by its own purse and what stands open.

It buys what it lacks and keeps back what penalties could cost, goes for what is to be held, and stays there.
"""

from random import Random

from companion.engine.playing import Move, Player
from companion.engine.wire import Json
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.campaign.forecast import guess
from companion.games.parabellum.campaign.playing import Steady
from companion.games.parabellum.rules.legal import Entry, legal
from companion.games.parabellum.state import State

FEW = 5
"""So many deeds are thought of, the one that comes to mind first before the others."""


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
