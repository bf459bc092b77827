"""SCOPE as the house plays it: what all have seen is remembered, the rest may lie anywhere."""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from math import exp
from random import Random

from companion.engine.deed import Entry
from companion.engine.playing import Filling, Move, Player, View, filled
from companion.engine.wire import Json
from companion.games.scope.data import ENEMY, HIDDEN, Card, Side
from companion.games.scope.deeds import legal
from companion.games.scope.procedures.search_odds import remembered
from companion.games.scope.rules.setting_up import salt
from companion.games.scope.state import Lying, State, corners, read_state, side_of

TRIES = 24
"""So often the cards are laid anew where they do not fit a shot that was heard."""
ORDERS = tuple(permutations(range(4)))
"""How the four cards of a quadrant may lie after they were mixed."""
WORTH: Mapping[str, float] = {"sniper": 3.0, "officer": 2.0, "decoy": 0.0, "empty": 0.0}
"""What a card that all have seen is worth to who may shoot it; any other unit 1."""
HEARD = 8.0
"""How much rather one looks where a card was heard, by its worth, than where nothing was."""


def memory(state: State, seat: str) -> Json:
    """What everybody saw happen in both fronts: who plays with attention remembers it."""
    return {side: list(events) for side, events in state.events.items()}


def guess(view: View) -> Callable[[Random], State]:
    """The enemy's cards wherever they can lie after all that was seen."""
    seen, own = view.state, side_of(view.seat)
    foe = ENEMY[own]
    grid = {at: {**each, "card": _open(each["card"])} for at, each in seen["grid"].items()}
    state = read_state({**seen, "grid": grid, "events": view.memory}, "")
    memory = remembered(state, foe)
    shut = [at for at, each in seen["grid"].items() if each["side"] == foe and each["card"] == HIDDEN]
    placed = {at: Lying(foe, memory.placed[at]) for at in shut if at in memory.placed}
    places = [at for at in shut if at not in placed]
    cards: list[Card] = sorted(memory.rest.elements())
    up = [each["card"] for each in seen["grid"].values() if each["side"] == foe and each["card"] != HIDDEN]
    for card in up if len(cards) > len(places) else ():
        if card in cards:
            cards.remove(card)
    spare: list[Card] = ["empty"] * len(places)
    cards = [*cards, *spare][: len(places)]
    heard = _heard(state, foe)

    def guessed(random: Random) -> State:
        for _ in range(TRIES):
            laid = {
                at: Lying(foe, card)
                for at, card in zip(places, random.sample(cards, len(cards)), strict=True)
            }
            after = state.laid(placed | laid)
            if all(any(after.grid[at].card == card for at in cells) for card, cells in heard):
                break
        return after

    return guessed


def _open(card: str) -> str:
    return "empty" if card == HIDDEN else card


def _heard(state: State, side: Side) -> list[tuple[str, tuple[str, ...]]]:
    """Among which cells a sniper or a gun must lie: of what was heard since these were moved last."""
    heard: list[tuple[str, tuple[str, ...]]] = []
    for event in state.events[side]:
        match event:
            case {"type": "move" | "reinforce", "quadrant": quadrant}:
                mixed = set(corners(quadrant))
                heard = [(card, cells) for card, cells in heard if not mixed.intersection(cells)]
            case {"type": "replace" | "leave", "cell": cell}:
                heard = [(card, cells) for card, cells in heard if cell not in cells]
            case {"type": "shot", "quadrant": quadrant}:
                heard.append(("sniper", corners(quadrant)))
            case {"type": "some", "card": card, "cells": cells}:
                heard.append((card, tuple(cells)))
    return heard


def moves(state: State, seat: str, random: Random) -> list[Move]:
    """What the seat may do; of a quadrant's orders two, and no giving up."""
    side = side_of(seat) if seat else state.side
    if state.laying_out:
        return [_laid_out(state, seat, random) for _ in range(3)] if side in state.laying_out else []
    if seat and seat != state.slot:
        return []
    entries = [entry for entry in legal(state) if entry["type"] != "resign"]
    return filled(state, entries, FILLED, random)


def _laid_out(state: State, seat: str, random: Random) -> Move:
    """A front laid at random, the snipers not side by side where chance has it so."""
    cards = [card for card, number in sorted(state.counts.items()) for _ in range(number)]
    random.shuffle(cards)
    rows = [cards[n * state.columns : (n + 1) * state.columns] for n in range(state.rows)]
    return Move({"type": "lay_out", "seat": seat, "front": rows, "salt": salt(random)})


def _deed(entry: Entry, **more: Json) -> dict[str, Json]:
    return {"type": entry["type"], "seat": entry["seat"], **more}


def _orders(random: Random) -> Iterator[list[int]]:
    for _ in range(2):
        yield list(random.choice(ORDERS))


def _cards(state: State) -> Mapping[str, Card]:
    """What all know of the enemy's front, for the seat that is to act."""
    return remembered(state, ENEMY[state.side]).placed


def _move(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """A quadrant in which something is known, or whose shot was heard, is mixed first."""
    own = remembered(state, state.side).placed
    shot = state.shots[state.side]
    for quadrant in entry["quadrants"]:
        seen = sum(_worth(own[at]) for at in corners(quadrant) if at in own)
        seen += 2.0 * (shot is not None and bool({*corners(shot.quadrant)} & {*corners(quadrant)}))
        for order in _orders(random):
            yield Move(_deed(entry, quadrant=quadrant, order=order), 0.02 + 0.4 * seen)


def _worth(card: str) -> float:
    return WORTH.get(card, 1.0)


def _search(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    """What is known is looked for where it lies, and what was heard where it can still lie."""
    placed, heard = _cards(state), dict[str, float]()
    for card, cells in _heard(state, ENEMY[state.side]):
        dark = [cell for cell in cells if cell not in placed]
        if all(placed.get(cell) != card for cell in cells):
            heard |= {cell: max(heard.get(cell, 0.0), HEARD * _worth(card) / len(dark)) for cell in dark}
    for cell in entry["cells"]:
        weight = 4 * _worth(placed[cell]) if cell in placed else 1.0 + heard.get(cell, 0.0)
        yield Move(_deed(entry, cell=cell), weight + 0.01)


def _shoot(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    key = "quadrant" if "quadrants" in entry else "machine_gun"
    for where in entry[f"{key}s"]:
        yield Move(_deed(entry, **{key: where}), 6.0)


def _cell(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for cell in entry["cells"]:
        yield Move(_deed(entry, cell=cell))


def _recognition(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for cells in [*([each] for each in entry["singles"]), *entry["pairs"]]:
        fresh = sum(each not in _cards(state) for each in cells)
        yield Move(_deed(entry, cells=list(cells)), 0.1 + 0.5 * fresh)


def _howitzer(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    placed = _cards(state)
    for shot in entry["shots"]:
        for target in shot["targets"]:
            weight = _worth(placed[target]) if target in placed else 0.4
            yield Move(_deed(entry, mortar=shot["mortar"], target=target), weight)


def _offensive_fire(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    placed = _cards(state)
    for target in entry["targets"]:
        yield Move(_deed(entry, target=target), 2 * _worth(placed[target]) if target in placed else 1.0)


def _assault(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for storm in entry["assaults"]:
        for quadrant in storm["quadrants"]:
            yield Move(_deed(entry, infantry=storm["infantry"], quadrant=quadrant), 0.3)


def _reinforce(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for each in entry["quadrants"]:
        infantry, *rest = random.sample(each["empty"], len(each["empty"]))
        more: dict[str, Json] = {"mortar": rest[0]} if entry["mortar"] and rest else {}
        order = random.sample(range(4), 4)
        yield Move(_deed(entry, quadrant=each["quadrant"], infantry=infantry, order=order, **more), 0.3)


def _deploy(state: State, entry: Entry, random: Random) -> Iterator[Move]:
    for officer in entry["officers"]:
        for quadrant in entry["quadrants"]:
            for order in _orders(random):
                yield Move(_deed(entry, officer=officer, quadrant=quadrant, order=order), 0.03)


FILLED: Mapping[str, Filling[State, Entry]] = {
    "move": _move,
    "search": _search,
    "advance": _cell,
    "shoot": _shoot,
    "recognition": _recognition,
    "howitzer": _howitzer,
    "offensive_fire": _offensive_fire,
    "assault": _assault,
    "reinforce": _reinforce,
    "deploy": _deploy,
}


def value(state: State, seat: str) -> float:
    """Points, snipers left, and what each side knows of the other's targets."""
    own = side_of(seat)
    if state.phase == "finished":
        return 0.5 if state.winner is None else float(state.winner == own)
    lead = _strength(state, own) - _strength(state, ENEMY[own])
    return 1 / (1 + exp(-4 * lead))


def _strength(state: State, side: Side) -> float:
    """How near a side is to its victory, about 1 at it."""
    foe = ENEMY[side]
    snipers = max(state.counts.get("sniper", 0), 1)
    hunted = sum(card == "sniper" for card in state.lost[foe]) / snipers
    goal = state.objective or 8
    near = max(state.score[side] / goal, hunted * 0.9)
    seen = remembered(state, foe).placed
    return near + 0.25 * sum(_worth(card) for card in seen.values()) / goal


def barred(setup: Json) -> str:
    """The house lays out and sees cards in the app alone."""
    options = setup.get("options") if isinstance(setup, dict) else None
    table = isinstance(options, dict) and options.get("laying") == "table"
    own = isinstance(setup, dict) and (
        table or setup.get("laying") == "table" or setup.get("cards") == "table"
    )
    return "The house plays with the app’s cards: those on the table it does not see." if own else ""


PLAYER: Player[State] = Player(
    guess=guess,
    moves=moves,
    value=value,
    memory=memory,
    barred=barred,
    depth=26,
    work=1400,
    keen=(0.5, 1, 3),
    width=8,
)
