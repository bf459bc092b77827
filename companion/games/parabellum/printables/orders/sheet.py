"""The order sheet: what a company may buy, muster and sell, a box each, to be filled in and photographed."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.silhouettes import drawn
from companion.games.parabellum.printables.source import held
from companion.games.parabellum.procedures.money.flag_suggest import flags
from companion.games.parabellum.procedures.money.prices import next_price
from companion.games.parabellum.rules.rear.buying import cards_shown, left_to_buy
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.naming import spoken
from companion.press.answered.form import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.look import Look
from companion.press.options import INK, LARGE, Made, papers

MOST_CARDS = 4
"""Boxes for cards of a type: so many are bought by one sheet."""
LOTS = (1, 2, 3, 5, 10, 20, 50)
"""What the boxes of people and tokens stand for; those that are ticked are summed up."""
OPTIONS = (papers("a4", "letter", "both"), INK, LARGE)


def order_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The sheets of the seats that print, each as its company stands."""
    assert scene
    state, look, sheets = scene.state, DRESS.look(choices), []
    for player in held(scene):
        company = state.binder.companies[state.players[player].company].name
        told = (
            f"{company}, {spoken(player)} · {state.players[player].credits} credits at line {scene.version}"
        )
        sheet = Sheet(DRESS, look, choices["paper"], "Order sheet", told)
        origin = Origin("parabellum", "order-sheet", scene, player, given_of(choices, OPTIONS))
        sheets.append(sheet.pages(_sections(state, player, look), origin))
    return form(sheets, DRESS.document("order sheet", (), choices))


def _sections(state: State, player: str, look: Look) -> list[Section]:
    cards = [
        _card(state, player, kind, look)
        for kind in state.binder.units
        if cards_shown(state, player, kind) != 0
    ]
    goods = [_goods(state, resource) for resource in RESOURCES]
    units = list(_units(state, player, look))
    return [
        Section("Unit cards", "A tick a card", cards, 2),
        Section("People and tokens", "What is ticked is summed up", goods),
        *([Section("In reserve and before the field", "With the flag shown", units, 2)] if units else ()),
    ]


def _card(state: State, player: str, kind: str, look: Look) -> Item:
    card, left = state.binder.units[kind], cards_shown(state, player, kind)
    most = MOST_CARDS if left is None else min(MOST_CARDS, left)
    small = f"{card.cost} credits · takes {_staff(card)}"
    ticks = tuple((f"card.{kind}.{n}", "") for n in range(1, most + 1))
    return Item(card.name, small, ticks, drawn(card.unit_class, state.binder.footprint(kind), look))


def _staff(card: UnitType) -> str:
    parts = ((card.troop, "people"), (card.fuel_cost, "fuel"), (card.ammunition_cost, "ammunition"))
    return ", ".join(f"{n} {words}" for n, words in parts if n) or "nothing"


def _goods(state: State, resource: Any) -> Item:
    supply = left_to_buy(state, resource)
    price = next_price(state.booklet.bands[resource], supply)
    told = (
        "none left" if price is None else f"next at {price}, {'no limit' if supply is None else supply} left"
    )
    ticks = tuple((f"{resource}.{lot}", str(lot)) for lot in LOTS)
    return Item(RESOURCE_NAMES[resource].capitalize(), told, ticks)


def _units(state: State, player: str, look: Look) -> Iterator[Item]:
    """Each card in reserve to muster with a free flag, or to sell; units behind the screen to sell."""
    waiting = tuple(state.of(player, "reserve"))
    livery = state.binder.companies[state.players[player].company].livery
    flown = {each.flag for each in state.units.values()}
    every = flags(livery, state.binder.palette)
    free = islice((flag for flag in every if flag not in flown), len(waiting))
    for unit, flag in zip(waiting, (*free, *[()] * len(waiting)), strict=False):
        small = f"{unit}, in reserve · {'-'.join(flag)}" if flag else f"{unit}, in reserve"
        muster = ((f"muster.{unit}.{'-'.join(flag)}", "muster"),) if flag else ()
        yield _unit(state, unit, small, (*muster, (f"scrap.{unit}", "sell")), look)
    for unit in state.of(player, "predeploy"):
        yield _unit(state, unit, f"{unit}, ready", ((f"scrap.{unit}", "sell"),), look)


def _unit(state: State, unit: str, small: str, ticks: tuple[tuple[str, str], ...], look: Look) -> Item:
    card = state.card(unit)
    face = drawn(card.unit_class, state.binder.footprint(state.units[unit].type), look)
    return Item(state.title(unit), small, ticks, face)


ORDERS: Mapping[str, Made] = {"order-sheet": (order_sheet, OPTIONS)}
