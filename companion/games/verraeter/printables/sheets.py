"""What Verräter's sheets of running text share: the paper, the ink, the style."""

from collections.abc import Mapping
from functools import cache

from companion.engine.wire import Json
from companion.games.verraeter.data import FOLDER
from companion.press.markup import Markup
from companion.press.options import INK, LARGE, papers
from companion.press.prose import Prose

SHEET_OPTIONS = (papers("a4", "letter", "both"), INK, LARGE)
PAGES = {"a4": "A4", "letter": "letter", "both": "210mm 279.4mm"}


@cache
def _style() -> str:
    return (FOLDER / "templates" / "verraeter" / "print" / "sheet.css").read_text("utf-8")


def prose(choices: Mapping[str, Json], title: str, body: Markup) -> Prose:
    """A sheet of text in Verräter's dress, on the chosen paper."""
    return Prose(
        title=f"Verräter: {title}",
        body=body,
        style=_style(),
        page=PAGES[choices["paper"]],
        note=f"Verräter {title}",
        grey=choices["ink"] == "grey",
        saver=choices["ink"] == "saver",
        safe=choices["ink"] == "safe",
        large=choices["large"],
    )
