"""A game's shelf: the words of its file beside what makes each thing, and none without the other."""

import json
from pathlib import Path

import pytest

from companion.press.document import Document
from companion.press.options import INK
from companion.press.shelf import Made, on_shelf

WORDS = {
    "deck": {"title": "Deck", "summary": "All of it."},
    "map": {"title": "Map", "summary": "Large.", "table": "may"},
}


def nothing(choices: object, scene: object) -> Document:
    return Document("Nothing", (), "a4")


MADE: dict[str, Made] = {"map": (nothing, (INK,)), "deck": (nothing, ())}


def test_things_stand_in_the_order_of_the_file_with_what_makes_them(tmp_path: Path) -> None:
    file = tmp_path / "shelf.json"
    file.write_text(json.dumps(WORDS))
    found = on_shelf(file, {"map": MADE["map"]}, {"deck": MADE["deck"]})
    assert [(each.name, each.title, each.table) for each in found.values()] == [
        ("deck", "Deck", "no"),
        ("map", "Map", "may"),
    ]
    assert found["map"].options == (INK,)


@pytest.mark.parametrize("name", MADE)
def test_a_thing_without_words_or_without_a_maker_is_found_at_once(tmp_path: Path, name: str) -> None:
    file = tmp_path / "shelf.json"
    file.write_text(json.dumps({key: words for key, words in WORDS.items() if key != name}))
    with pytest.raises(AssertionError, match=name):
        on_shelf(file, MADE)
