"""Scenes and pages as they are looked at: their pieces and words, and photos of sheets."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.random import Generator

from companion.engine.game import Game
from companion.engine.stage import Choices, Counter, Counters, Deed, Fold, Own, Piece, Question, Row, Rows
from companion.press.page import Tick


def survives_json[S](game: Game[S], state: S, legal: Any) -> None:
    """A state comes back from its JSON as it was, and what is legal in it is listed from there."""
    text = json.dumps(game.state_json(state))
    again = game.read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(game.state_json(again)) == text
    listed = game.procedure("legal").resolve({"state": json.loads(text)}).result
    assert listed["actions"] == json.loads(json.dumps(legal))


def actions_of(question: Question) -> list[dict[str, Any]]:
    """All whole actions of a question: its own, those of its buttons, and those of its choices."""
    buttons = [each for each in (question.main, *question.lesser) if isinstance(each, Deed)]
    own = [question.action, *(each.action for each in buttons if each.name == "action" and not each.shut)]
    done = [json.loads(each) for each in (*own, *_chosen(question.pieces)) if each]
    return [action for each in done for action in (each if isinstance(each, list) else [each])]


def _chosen(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Fold):
            yield from _chosen(piece.pieces)
        elif isinstance(piece, Choices):
            yield from (each.action for each in piece.choices)
        elif isinstance(piece, Own):
            yield from piece.actions


def wares(question: Question) -> list[Counter]:
    """All that may be taken several of."""
    return [each for piece in question.pieces if isinstance(piece, Counters) for each in piece.counters]


def ware(question: Question, name: str) -> Counter:
    """The one of that name."""
    return next(each for each in wares(question) if str(each.words) == name)


def rows(question: Question) -> list[Row]:
    """All lines of a question's reckonings, folded ones left out."""
    return [row for piece in question.pieces if isinstance(piece, Rows) for row in piece.rows]


def texts(value: Any) -> Iterator[str]:
    """Every text of a view, however deep: of its records too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def pieces_of[P](question: Question, kind: type[P]) -> list[P]:
    """All pieces of one sort, those in folds too."""
    return [each for each in _flat(question.pieces) if isinstance(each, kind)]


def _flat(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        if isinstance(piece, Fold):
            yield from _flat(piece.pieces)


FINE = 8.0

"""Pixels a millimetre of the sheet before it is photographed."""

PENS = {
    "biro": ((120, 40, 30), 0.45),
    "black": ((30, 30, 30), 0.7),
    "red": ((40, 40, 190), 0.6),
    "felt": ((25, 25, 25), 1.3),
    "pencil": ((150, 150, 150), 0.55),
    "light": ((178, 178, 178), 0.5),
}

"""Colour (blue, green, red) and width in millimetres; the last is a hard pencil that hardly presses."""

WAYS = ("tick", "cross", "fill", "dash", "dot")


@cache
def raster(pdf: bytes, page: int = 0):
    document = pypdfium2.PdfDocument(pdf)
    return document[page].render(scale=FINE * 25.4 / 72).to_numpy()[..., :3].copy()


def filled(paper, ticks: Iterable[Tick], chosen: Collection[str], random: Generator, pen="biro", way=""):
    """The page with a stroke in each chosen box."""
    drawn = paper.copy()
    for tick in ticks:
        if tick.name in chosen:
            stroke(drawn, tick, random, pen, way or str(random.choice(WAYS[:4])))
    return drawn


def stroke(drawn, tick: Tick, random: Generator, pen: str, way: str) -> None:
    colour, width = PENS[pen]
    box, shake = tick.box, 0.25

    def at(x, y):
        x, y = x + random.normal(0, shake / 5), y + random.normal(0, shake / 5)
        return round((box.x + x * box.width) * FINE), round((box.y + y * box.height) * FINE)

    lines = {
        "tick": [(at(0.15, 0.5), at(0.42, 0.85), at(0.95, 0.05))],
        "cross": [(at(0.1, 0.1), at(0.9, 0.9)), (at(0.9, 0.12), at(0.1, 0.88))],
        "dash": [(at(0.12, 0.75), at(0.88, 0.25))],
        "fill": [tuple(at(0.12 + 0.76 * (n % 2), 0.12 + 0.76 * n / 9) for n in range(10))],
        "dot": [(at(0.5, 0.5), at(0.53, 0.52))],
    }[way]
    over = drawn.copy()
    for line in lines:
        points = np.array(line, np.int32)
        cv2.polylines(over, [points], False, colour, max(2, round(width * FINE)), cv2.LINE_AA)
    cv2.min(drawn, over, dst=drawn)


def photographed(drawn, random: Generator, *, hard: float = 1.0, wide: int = 3000) -> bytes:
    """A JPEG of it: bent a little, aslant, in uneven light, out of focus, with noise; `hard` is how much."""
    picture = _taken(_bent(drawn, random, 4 * hard), random, hard, wide)
    picture = _lit(picture, random, hard)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.5 + 0.9 * hard * random.random())
    picture += random.normal(0, 5 * hard, picture.shape[:2])[..., None]
    picture += random.normal(0, 2 * hard, picture.shape)
    quality = int(random.integers(70, 95))
    done, content = cv2.imencode(
        ".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    assert done
    return content.tobytes()


def _bent(drawn, random: Generator, most: float):
    """The sheet waves: each point is up to `most` tenths of a millimetre away from its place."""
    high, wide = drawn.shape[:2]
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    turn = random.uniform(0, 6.3, 2)
    dx = most * FINE / 10 * np.sin(x / wide * 4 + y / high * 2 + turn[0])
    dy = most * FINE / 10 * np.sin(y / high * 5 + x / wide * 2 + turn[1])
    return cv2.remap(drawn, x + dx.astype(np.float32), y + dy.astype(np.float32), cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REPLICATE)  # fmt: skip


def _taken(drawn, random: Generator, hard: float, wide: int):
    """In perspective, on a table, from some side, upside down or not."""
    high, across = drawn.shape[:2]
    tall = round(wide * 3 / 4) if random.random() < 0.5 else wide
    width, height = (tall, wide) if tall < wide else (wide, round(wide * 3 / 4))
    share = min(width / across, height / high) * random.uniform(0.82, 0.95)
    w, h = across * share, high * share
    middle = np.array([width / 2, height / 2]) + random.uniform(-0.02, 0.02, 2) * wide
    quad = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    quad *= 1 - random.uniform(0, 0.11 * hard, (4, 2))
    lean = np.radians(random.uniform(-7, 7) * hard + (180 if random.random() < 0.25 else 0))
    quad = quad @ np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]]) + middle
    source = np.array([[0, 0], [across, 0], [across, high], [0, high]], np.float32)
    way = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    table = random.uniform(40, 140, 3)
    small = cv2.GaussianBlur(drawn, (0, 0), max(0.3, 0.35 / share))
    taken = cv2.warpPerspective(small, way, (width, height), borderValue=table.tolist())
    return taken.astype(np.float32)


def _lit(picture, random: Generator, hard: float):
    """A lamp at one side, its colour, and the soft shadow of an arm."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    turn = random.uniform(0, 6.3)
    slope = (np.cos(turn) * x / wide + np.sin(turn) * y / high) * 0.4 * hard * random.random()
    light = random.uniform(0.72, 1.0) * (1 - np.abs(slope))
    if random.random() < 0.6 * hard:
        lean, off, soft = random.uniform(0, 6.3), random.uniform(-0.2, 0.5), random.uniform(30, 160)
        side = (np.cos(lean) * (x - wide / 2) + np.sin(lean) * (y - high / 2) - off * wide) / soft
        light *= 1 - random.uniform(0.2, 0.5) / (1 + np.exp(-np.clip(side, -30, 30)))
    tint = np.array([random.uniform(0.8, 1), random.uniform(0.92, 1), 1.0], np.float32)
    return picture * light[..., None] * tint
