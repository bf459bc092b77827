"""The style sheets of every game's sheets of text: no hue is left where ink is grey or saved."""

import re
from pathlib import Path

import pytest

from companion import games

STYLES = sorted(Path(games.__path__[0]).glob("*/templates/*/print/sheet.css"))
HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")


def is_coloured(code: str) -> bool:
    """Whether red, green and blue of a colour differ.

    >>> is_coloured("a5361f"), is_coloured("444")
    (True, False)
    """
    size = len(code) // 3
    return len({code[n : n + size] for n in range(0, len(code), size)}) > 1


@pytest.mark.parametrize("style", STYLES, ids=lambda each: each.parts[-3])
def test_every_hue_has_a_name_that_grey_and_saved_ink_turn_into_a_grey(style: Path) -> None:
    text = style.read_text("utf-8")
    named = re.search(r"^body \{(.*)\}$", text, re.MULTILINE)
    hues = {
        name for name, code in re.findall(r"(--\w+): #(\w+)", named[1] if named else "") if is_coloured(code)
    }
    for ink in ("grey", "saver"):
        told = re.search(rf"^body\.{ink} \{{(.*)\}}$", text, re.MULTILINE)
        assert hues <= set(re.findall(r"(--\w+):", told[1] if told else "")), ink
    loose = [line for line in text.splitlines() if not re.match(r"body(\.safe)? \{", line)]
    assert not [code for line in loose for code in HEX.findall(line) if is_coloured(code)]
