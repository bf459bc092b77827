"""What the games say reads as people write it: numbers agree with their words."""

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from companion import shelf
from companion.answer import answer, find
from companion.engine.errors import GameError
from companion.engine.game import Game

ONE_OF_MANY = re.compile(
    r"(?<!round )(?<!this )(?<!scenario )(?<!white )(?<!black )(?<![\w.,/:−-])"
    r"(?:1|one) (?!is|was|has|goes|gives|stops)"
    r"(?:[a-z]*[a-rt-z]s|trenches|people|are)\b",
    re.IGNORECASE,
)
OVER_ONE = re.compile(r"\d/1\b")


def told(game: Game) -> Iterator[str]:
    """Every line of every example's explanation, and every line of the journals among them."""
    for name in ("worked", "practice"):
        for line in (game.folder / "examples" / f"{name}.jsonl").read_text().splitlines():
            case = json.loads(line)
            try:
                found = answer(find(game.slug, case["procedure"]), case["input"], Random(1))
            except GameError:
                continue
            yield from (step.text for step in found.resolution.steps)
            yield from map(game.describe, case["input"].get("actions", ()))


@pytest.mark.parametrize("slug", shelf.slugs())
def test_numbers_agree_with_their_words_in_all_that_is_told(slug: str) -> None:
    wrong = {text for text in told(shelf.game(slug)) if ONE_OF_MANY.search(text) or OVER_ONE.search(text)}
    assert not wrong
