"""The fields that Verräter's questions share: lists on a line, landscapes, players, house rules, cards."""

from functools import partial

from companion.engine import examples
from companion.engine.form import Area, Choice, Group, Pick, Rows, Text
from companion.engine.form.field import Field
from companion.engine.form.house_rule import house_rules as rules_and_files
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    ACTION_CARDS,
    ACTION_NAMES,
    CIRCLE,
    FOLDER,
    HOUSE_NAMES,
    HOUSES,
    LANDSCAPE_NAMES,
    LANDSCAPES,
)
from companion.games.verraeter.state import starter_circles
from companion.games.verraeter.state.options import HOUSE_RULES

HOUSE_PICKS = tuple(Pick(house, HOUSE_NAMES[house]) for house in HOUSES)
LANDSCAPE_PICKS = tuple(Pick(kind, LANDSCAPE_NAMES[kind]) for kind in LANDSCAPES)
CARD_PICKS = tuple(Pick(card, ACTION_NAMES[card]) for card in ACTION_CARDS)


def house(key: str, label: str, default: str = "eagle", *, quiet: bool = False) -> Choice:
    """One of the two houses."""
    return Choice(key=key, label=label, picks=HOUSE_PICKS, default=default, quiet=quiet)


def action(key: str = "action", label: str = "Action card", none: str = "None of these") -> Choice:
    """One of the six action cards, or none."""
    picks = (Pick(None, none), *CARD_PICKS)
    return Choice(key=key, label=label, picks=picks, default=None, quiet=True, form="list")


def landscapes(count: int, key: str, label: str, default: Json) -> Rows:
    """So many landscapes with the house that each shows."""
    fields: tuple[Field, ...] = (
        Choice(key="type", label="Landscape", picks=LANDSCAPE_PICKS, form="list"),
        Choice(key="house", label="House", picks=HOUSE_PICKS, default="eagle"),
    )
    return Rows(key=key, label=label, fields=fields, lead="type", default=default, most=count)


def circle() -> Rows:
    """The twelve landscapes, clockwise; a starter circle to begin with."""
    return landscapes(CIRCLE, "circle", "The circle, clockwise", starter_circles()[0].circle)


def site() -> Rows:
    """The two landscapes of a conflict."""
    default = [{"type": "town", "house": "rose"}, {"type": "village", "house": "eagle"}]
    return landscapes(2, "landscapes", "The two landscapes", default)


def players(fields: tuple[Field, ...], default: Json, help: str = "") -> Rows:
    """Three or four players, a row each."""
    named: tuple[Field, ...] = (Text(key="id", label="Player"), *fields)
    return Rows(key="players", label="Players", help=help, fields=named, lead="id", default=default, most=4)


def house_rules(*keys: str, cards: bool = True) -> Group:
    """The house rules that matter to a question, and the group's own card values, folded away."""
    return rules_and_files(HOUSE_RULES, keys, (own_cards(),) if cards else (), "own cards")


def own_cards() -> Area:
    """The group's own card values."""
    help = "Your landscapes' numbers and how many supply cards there are; left empty, the starter table."
    return Area(key="cards", label="Card values", help=help)


worked = partial(examples.worked, FOLDER)
