"""The fields that SCOPE's questions share: sides, sizes, cards, themes, points."""

from functools import partial

from companion.engine import examples
from companion.engine.form import Choice, Group, Number, Pick
from companion.engine.wire import Json
from companion.games.scope.data import (
    CARD_NAMES,
    CARDS,
    FOLDER,
    MOST_COLUMNS,
    MOST_ROWS,
    SIDE_NAMES,
    SIDES,
    TARGETS,
    THEME_NAMES,
)
from companion.games.scope.state.options import WORTH

worked = partial(examples.worked, FOLDER)
SIDE_PICKS = tuple(Pick(side, SIDE_NAMES[side]) for side in SIDES)
THEME_PICKS = (Pick(None, "None"), *(Pick(theme, name) for theme, name in THEME_NAMES.items()))


def side(key: str, label: str, default: str = "german") -> Choice:
    """One of the two sides."""
    return Choice(key=key, label=label, picks=SIDE_PICKS, default=default)


def theme() -> Choice:
    """A thematic scenario, or none."""
    return Choice(key="theme", label="Theme", picks=THEME_PICKS, default=None, quiet=True, form="list")


def size(columns: int = 4, rows: int = 3) -> tuple[Number, Number]:
    """Columns and rows of one front."""
    return (
        Number(key="columns", label="Columns", low=2, high=MOST_COLUMNS, default=columns),
        depth(rows),
    )


def depth(rows: int = 3) -> Number:
    """The rows of one front."""
    return Number(key="rows", label="Rows of a front", low=2, high=MOST_ROWS, default=rows)


def counts(default: Json) -> Group:
    """How many of each card lie on a front at the start."""
    fields = tuple(
        Number(key=f"counts.{card}", label=_label(card), low=0, high=29, default=default[card])
        for card in CARDS
    )
    return Group(label="Cards at the start", fields=fields)


def points(key: str = "points") -> Group:
    """What each card is worth, folded away (R3)."""
    fields = tuple(
        Number(key=f"{key}.{card}", label=_label(card), low=0, high=9, default=WORTH.of(card), quiet=True)
        for card in TARGETS
    )
    return Group(label="Points on the cards", form="folded", fields=fields)


def left(side: str, default: Json) -> Group:
    """One side for the question of victory."""
    most = {card: 3 if card == "sniper" else 2 for card in TARGETS}
    key = f"sides.{side}"
    cards = tuple(
        Number(key=f"{key}.left.{card}", label=_label(card), low=0, high=most[card], default=default[card])
        for card in TARGETS
    )
    score = Number(key=f"{key}.score", label="Points", low=-99, high=99, default=0)
    spare = Number(key=f"{key}.spare_snipers", label="Spare snipers", low=0, high=2, default=0, quiet=True)
    return Group(label=f"{SIDE_NAMES[side]} side", fields=(score, *cards, spare))


def _label(card: str) -> str:
    return CARD_NAMES[card].capitalize()
