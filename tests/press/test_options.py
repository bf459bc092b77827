"""A game's own choices, in the words of a file."""

import json
from pathlib import Path

from companion.engine.game import Option
from companion.press.options import options_in, owner_file, pick, yes_or_no

WORDS = {
    "shape": {"title": "Shape", "help": "How.", "choices": [["square", "Square"], ["round", "Round"]]},
    "size": {"title": "Size", "help": "How large.", "choices": [["a", "A"], ["b", "B"]], "default": "b"},
    "live": {"title": "Live", "help": "Or empty.", "default": True},
    "board": {"title": "Board", "help": "Your own."},
}


def test_choices_in_a_file_are_values_a_yes_or_no_or_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "options.json"
    file.write_text(json.dumps(WORDS))
    wanted: list[Option] = [
        pick("shape", "Shape", "How.", (("square", "Square"), ("round", "Round"))),
        pick("size", "Size", "How large.", (("a", "A"), ("b", "B")), "b"),
        yes_or_no("live", "Live", "Or empty.", default=True),
        owner_file("board", "Board", "Your own."),
    ]
    assert list(options_in(file).values()) == wanted
