"""The battle as a bulletin on a wall of the city: one page, with what both sides have seen."""

import json
from collections.abc import Iterator

from companion.engine.film import Turning
from companion.engine.game import Scene
from companion.engine.scene import Seen
from companion.games.scope.data import FOLDER, SIDE_NAMES, SIDES
from companion.games.scope.printables.battlefield import battlefield, title_of, where_played
from companion.games.scope.printables.look import DRESS
from companion.games.scope.screens.film import course, turnings
from companion.games.scope.state import State, side_of
from companion.press.face import Box, Face, Paint, Rectangle
from companion.press.look import Look, Pen, small_chart
from companion.press.options import INK, Choices, of_table, on_shelf, papers
from companion.press.prose import Markup, Prose, Voice, drawing, front_page, tag, who_played

GRAMMAR = json.loads((FOLDER / "front" / "grammar.json").read_text("utf-8"))
BLOCK, TALLY = Box(0, 0, 150, 118), Box(0, 0, 82, 40)
MOST_HITS = 6
"""How many hits are told."""


class Bulletin:
    """A bulletin: the battle as both sides have seen it, what fell, and the voice that tells it."""

    def __init__(self, scene: Scene[State], look: Look) -> None:
        self.scene, self.state, self.look = scene, scene.state, look
        self.voice = Voice(GRAMMAR, scene.sitting.code)
        self.turnings = list(turnings(scene.passages)) if scene.passages else []
        self.turns = {each.number: (each.before or each.after).turn for each in scene.passages}

    def values(self, each: Turning) -> dict[str, object]:
        words = str(each.words)
        what, points = words.partition(": ")[2] or words, int(each.gain or 0)
        side = SIDE_NAMES.get(each.side, "")
        return {"words": words, "what": what, "side": side, "points": points, "turn": self.turns[each.number]}

    def headline(self) -> str:
        if self.state.winner is not None:
            return self.voice.say("head_won", side=SIDE_NAMES[self.state.winner])
        hits = [each for each in self.turnings if each.gain]
        if not hits:
            return self.voice.say("head_quiet")
        return self.voice.say("head_hit", **self.values(max(hits, key=lambda each: each.weight)))

    def deck(self) -> str:
        (one, a), (other, b) = ((SIDE_NAMES[side], self.state.score[side]) for side in SIDES)
        goal = self.state.objective
        values = {"one": one, "a": a, "other": other, "b": b, "goal": goal}
        return self.voice.say("deck_none" if goal is None else "deck", **values)

    def reports(self) -> Iterator[Markup]:
        heaviest = sorted(self.turnings, key=lambda each: -each.weight)[:MOST_HITS]
        for each in sorted(heaviest, key=lambda each: each.number):
            yield tag("p", self.voice.say("hit" if each.gain else "won", **self.values(each)))
        if not heaviest:
            yield tag("p", self.voice.say("quiet"))

    def block(self) -> Markup:
        face = sketch(self.state, self.look)
        return tag("figure", drawing(face), tag("figcaption", where_played(self.state)), kind="map")

    def tally(self) -> Markup:
        shown = course(self.scene.trail or (self.state,))
        face = small_chart(shown, TALLY, [Pen(self.look.strong(side)) for side in SIDES])
        first, second = (SIDE_NAMES[side] for side in SIDES)
        return tag("figure", drawing(face), tag("figcaption", f"Points: {first} full, {second} dashed."))

    def body(self) -> Markup:
        voice, sitting = self.voice, self.scene.sitting
        names: dict[str, str] = {seat: SIDE_NAMES[side_of(seat)] for seat in self.state.slots}
        played = who_played(sitting, names)
        facts = (sitting.title, f"table {sitting.code}" * bool(sitting.code), sitting.on, played)
        return tag(
            "main",
            tag("h1", voice.say("title")),
            tag("p", f"{title_of(self.state)}. {voice.say('motto')}", kind="motto"),
            tag("h2", self.headline()),
            tag("p", self.deck(), kind="deck"),
            self.block(),
            tag(
                "section",
                tag("div", tag("h3", voice.say("hits_head")), *self.reports()),
                self.tally(),
                tag("aside", tag("h3", voice.say("orders_head")), tag("p", voice.say("orders"))),
                kind="columns",
            ),
            tag("p", " · ".join(filter(None, facts)), kind="foot"),
        )


def bulletin(choices: Choices, scene: Seen[State]) -> Prose:
    body = Bulletin(scene.public, DRESS.look(choices)).body()
    return front_page(choices, "SCOPE: a bulletin", body, FOLDER / "front" / "page.css")


def sketch(state: State, look: Look | None = None) -> Face:
    """Both fronts in small; on a screen, where no look is chosen, as by night."""
    night = () if look else (Rectangle(BLOCK, Paint(fill=(0.16,))),)
    marks = (*night, *battlefield(state, look or DRESS.look({"ink": "colour"}), BLOCK))
    return Face(BLOCK.width, BLOCK.height, marks, "The block")


FRONT = on_shelf(
    FOLDER / "front" / "shelf.json", {"front-page": (of_table(bulletin), (papers("a4", "letter"), INK))}
)
