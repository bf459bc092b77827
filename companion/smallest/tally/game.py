"""The card of Tally, the smallest game that needs everything a table has: dice, secrets, questions, shuffles.

Two seats hold three secret cards each. `add` counts, `roll` counts a die, `name_card` makes the other seat
give up a card that only it can name, `say` is the whole table's.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.game import Chair, Game, OwnerFile, Resolution
from companion.engine.option import options_of
from companion.engine.scene import Seen
from companion.engine.shape import read
from companion.press import laying
from companion.press.face import Face
from companion.press.look import Dress, Look
from companion.press.options import on_shelf
from companion.press.page import Size
from companion.press.text import LABEL, TITLE
from companion.smallest.tally import rules, screens
from companion.smallest.tally.state import SIDES, Options, Tally

FOLDER, DRESS = Path(__file__).parent, Dress(title="Tally")


def score_sheet(look: Look, paper: Size, scene: Seen[Tally] | None) -> Iterator[Face]:
    """A sheet on which two count without the app."""
    heads = [laying.words(each, look.style(LABEL, 10)) for each in (*SIDES.values(), "Counted")]
    lines = laying.table((60, 60, 60), [heads, *[[laying.nothing] * 3] * 20], line=laying.ruled(0.2))
    yield laying.page(paper, "score sheet", (16, laying.words("Tally", look.style(TITLE, 22))), lines)


def count_names(value: object) -> Resolution:
    return Resolution({"names": len(read(dict[str, str], value))}, ())


GAME: Game[Tally] = Game(
    folder=FOLDER,
    setup_seats=lambda setup: tuple(Chair(side, name) for side, name in SIDES.items()),
    options=options_of(Options),
    shuffle=rules.shuffle,
    open=rules.open_,
    roll=rules.roll,
    apply=rules.apply,
    legal=lambda state, sight: [{"type": "add", "side": side} for side in SIDES if side in sight.acts],
    asks=rules.asks,
    read_state=lambda value, path: read(Tally, value, path),
    redact_state=rules.redact_state,
    redact_action=rules.redact_action,
    veil=lambda state, scene, past: rules.hidden(state, scene.sight),
    is_irrevocable=lambda state, action, rolled: rolled or action.get("type") == "name_card",
    describe=lambda action: f"{action['type']} {action.get('card') or ''}".strip(),
    headline=lambda state: f"{state.total} counted",
    covers=screens.covers,
    view=screens.view,
    printables=on_shelf(FOLDER / "shelf.json", {"sheet": DRESS.sheet("score sheet", score_sheet)}),
    files=(OwnerFile(key="names", title="Names", help="A file.", check=count_names, sample=dict),),
)
