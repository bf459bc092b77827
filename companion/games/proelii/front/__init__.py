"""The battle as an inscription in stone: one page, in capitals."""

import json
from collections.abc import Iterator

from companion.engine.film import Turning
from companion.engine.game import Scene
from companion.engine.scene import Seen
from companion.games.proelii.data import FOLDER, ROWS, SIDE_NAMES, SIDES
from companion.games.proelii.deeds import WON_BY
from companion.games.proelii.printables import DRESS, title_of
from companion.games.proelii.printables.battlefield import armies, ground
from companion.games.proelii.rules.course import measured
from companion.games.proelii.screens import turnings
from companion.games.proelii.state import State
from companion.press.face import Box, Circle, Face, Paint, Path
from companion.press.look import Look
from companion.press.options import INK, Choices, on_shelf, papers
from companion.press.prose import Markup, Prose, Voice, drawing, front_page, tag, who_played

GRAMMAR = json.loads((FOLDER / "front" / "grammar.json").read_text("utf-8"))
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SIDE_OF_SQUARE, TOLD = 16.0, 5
GABLE = Face(
    186,
    24,
    (
        Path((((0.5, 23.5), (93, 0.5), (185.5, 23.5)),), Paint(stroke=(0.5,), width=0.9), closed=True),
        Path((((14, 21.5), (93, 2.6), (172, 21.5)),), Paint(stroke=(0.6,), width=0.3), closed=True),
        Circle(93, 13.6, 5.4, Paint(stroke=(0.5,), width=0.7)),
        Circle(93, 13.6, 3.6, Paint(stroke=(0.6,), width=0.3)),
    ),
    name="pediment",
)


class Stele:
    """A stone: the battle as it stands, what turned it, and the voice that tells it."""

    def __init__(self, scene: Scene[State], look: Look) -> None:
        self.scene, self.state, self.look = scene, scene.state, look
        self.voice = Voice(GRAMMAR, scene.sitting.code)
        self.rounds = {each.number: (each.before or each.after).round for each in scene.passages}

    def verdict(self) -> str:
        """Whose the day was."""
        ending = self.state.result
        if ending is None:
            return self.voice.say("on")
        if ending.winner == "draw":
            return self.voice.say("draw")
        return self.voice.say("won", side=SIDE_NAMES[ending.winner], how=WON_BY[ending.reason])

    def lines(self) -> Iterator[Markup]:
        """What turned it, in the order in which it came."""
        turns = [each for each in turnings(self.scene.passages) if each.weight] if self.rounds else []
        heaviest = sorted(turns, key=lambda each: -each.weight)[:TOLD]
        for each in sorted(heaviest, key=lambda each: each.number):
            yield tag("p", self.told(each))
        if not heaviest:
            yield tag("p", self.voice.say("quiet"))

    def told(self, each: Turning) -> str:
        """One of them."""
        number = self.rounds[each.number]
        nth = ORDINALS[number - 1] if 0 < number <= len(ORDINALS) else f"{number}th"
        values = {"round": nth, "words": str(each.words), "side": SIDE_NAMES[each.side], "points": each.gain}
        return self.voice.say("round" if str(each.words) else "round_cost", **values)

    def left(self) -> str:
        """What stands."""
        (one, a), (other, b) = ((SIDE_NAMES[side], f"{measured(self.state)[side].cp} CP") for side in SIDES)
        return self.voice.say("left", one=one, a=a, other=other, b=b)

    def relief(self) -> Markup:
        """The field with both armies."""
        return tag("figure", drawing(sketch(self.state, self.look)))

    def body(self) -> Markup:
        """The page."""
        sitting = self.scene.sitting
        parts = (sitting.title, f"table {sitting.code}" * bool(sitting.code), sitting.on)
        foot = " · ".join(filter(None, (*parts, who_played(sitting, SIDE_NAMES))))
        return tag(
            "main",
            tag("div", drawing(GABLE), kind="gable"),
            tag(
                "div",
                tag("p", self.voice.say("opening"), kind="small"),
                tag("h1", title_of({}, self.scene)),
                self.relief(),
                *self.lines(),
                tag("p", self.verdict(), kind="won"),
                tag("p", self.left()),
                tag("p", self.voice.say("closing"), kind="small"),
                kind="stone",
            ),
            tag("div", foot, kind="base"),
        )


def stele(choices: Choices, scene: Seen[State] | None) -> Prose:
    """The stele of a table, as everybody may read it."""
    assert scene is not None
    body = Stele(scene.public, DRESS.look(choices)).body()
    return front_page(choices, "Proelii: a stele", body, FOLDER / "front" / "page.css")


def sketch(state: State, look: Look | None = None) -> Face:
    """The field with both armies, small."""
    look = look or DRESS.look({"ink": "colour"})
    field = Box(0, 0, SIDE_OF_SQUARE * state.board.columns, SIDE_OF_SQUARE * ROWS)
    return Face(
        field.width, field.height, (*ground(state, field, look), *armies(state, field, look)), "The field"
    )


FRONT = on_shelf(FOLDER / "front" / "shelf.json", {"front-page": (stele, (papers("a4", "letter"), INK))})
