"""The feud as a leaf of a chronicle: one page, with nothing on it that the table has not seen."""

import json
from collections.abc import Iterator, Mapping, Sequence

from companion.engine.game import Scene
from companion.engine.scene import Seen
from companion.engine.wording import count, counted, listed, sentence, signed
from companion.games.verraeter.data import FOLDER, HOUSES
from companion.games.verraeter.printables.look import DRESS
from companion.games.verraeter.printables.record import Conflict, conflicts, small_circle
from companion.games.verraeter.state import State, spoken
from companion.press.face import Box, Circle, Face, Paint
from companion.press.look import Look
from companion.press.options import INK, Choices, of_table, on_shelf, papers
from companion.press.prose import (
    Markup,
    Prose,
    Voice,
    drawing,
    front_page,
    join,
    short,
    table,
    tag,
    with_initial,
)

GRAMMAR = json.loads((FOLDER / "front" / "grammar.json").read_text("utf-8"))
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI")
FAR = 5
"""By so much a conflict is won for certain."""
MEDALLION = 84.0
BETRAYAL = 3
"""What a betrayal weighs beside the points of its conflict."""


class Leaf:
    """A chronicle: the table as it stands, its conflicts, and the voice that tells them."""

    def __init__(self, scene: Scene[State], look: Look) -> None:
        self.scene, self.state, self.look = scene, scene.state, look
        self.voice = Voice(GRAMMAR, scene.sitting.code)
        self.fought: Sequence[Conflict] = conflicts(scene.trail)

    def name(self, who: str) -> str:
        return short(self.scene.sitting.people.get(who) or str(spoken(who)))

    def names(self, those: Sequence[str]) -> str:
        return listed(self.name(who) for who in those)

    def opening(self) -> Markup:
        one, other = (self.state.words.houses[house] for house in HOUSES)
        words = self.voice.say("opening", one=one, other=other, players=self.names(self.state.ids))
        return tag("p", with_initial(words), kind="opening")

    def entries(self) -> Iterator[Markup]:
        heaviest = max(self.fought, key=_weight, default=None)
        for number, each in zip(ROMAN, self.fought, strict=False):
            head = tag("h2", tag("b", number), self.heading(each), kind="entry")
            kind = "turning" if each is heaviest else ""
            yield tag("article", head, tag("p", " ".join(self.story(each))), kind=kind)
        if not self.fought:
            yield tag("article", tag("p", self.voice.say("waits")))

    def heading(self, each: Conflict) -> str:
        kind = "betrayed" if _traitor(each) else _outcome(each)
        return self.voice.say(f"head_{kind}", **self.values(each))

    def story(self, each: Conflict) -> Iterator[str]:
        values = self.values(each)
        yield self.voice.say("fought", **values)
        yield self.voice.say(_outcome(each), **values)
        traitor = _traitor(each)
        if traitor is not None:
            left = self.state.words.houses[each.deeds[traitor].before]
            yield self.voice.say("betrayed", who=self.name(traitor), house=left)
        most = max(deed.points for deed in each.deeds.values())
        best = [who for who, deed in each.deeds.items() if deed.points == most]
        if most and len(best) == 1:
            yield self.voice.say("most", who=self.name(best[0]), points=count(most, "point"))

    def values(self, each: Conflict) -> dict[str, object]:
        words = self.state.words
        lands = {house: words.landscapes[land.type] for house, land in each.lands.items()}
        one, other = HOUSES
        if lands[one] == lands[other]:
            lands = {house: f"{land} of the {words.houses[house]}" for house, land in lands.items()}
        won = each.winner or one
        lost = other if won == one else one
        margin = abs(each.totals[one] - each.totals[other])
        return {
            "a": lands[one], "b": lands[other], "one": words.houses[one], "other": words.houses[other],
            "house": words.houses[won], "land": lands[lost], "margin": margin,
        }  # fmt: skip

    def points(self) -> Mapping[str, int]:
        if self.state.result is not None:
            return {row["player"]: row["total"] for row in self.state.result["scores"]}
        return {player.id: player.vp for player in self.state.players}

    def end(self) -> Markup:
        points = self.points()
        most = max(points.values())
        first = [who for who, those in points.items() if those == most]
        if self.state.result is not None:
            first = list(self.state.result["winners"])
        what = "end_on" if self.state.result is None else "end_one" if len(first) == 1 else "end_shared"
        values = {"who": self.names(first), "n": len(first), "points": counted(points[first[0]], "point")}
        return tag("p", self.voice.say(what, **values), kind="end")

    def tally(self) -> Markup:
        state, points = self.state, self.points()
        rows = [
            (
                self.name(who),
                state.words.houses[state.player(who).allegiance],
                *(len(state.buildings(who, side)) for side in ("estate", "office")),
                *(_gains(self.fought, who)),
                points[who],
            )
            for who in sorted(points, key=lambda who: -points[who])
        ]
        head = ("", "serves", "estates", "offices", "best day", "betrayals", "points")
        return join((tag("h2", self.voice.say("reckoning")), table(head, rows)))

    def medallion(self) -> Markup:
        middle, ring = MEDALLION / 2, self.look.strong("gold")
        rings = (Circle(middle, middle, middle - gap, Paint(stroke=ring, width=w)) for gap, w in RINGS)
        inner = Box(0, 0, MEDALLION, MEDALLION).inset(1.5)
        face = Face(MEDALLION, MEDALLION, (*rings, *small_circle(self.state, self.look, inner)), "The circle")
        return tag("figure", drawing(face))

    def body(self) -> Markup:
        sitting = self.scene.sitting
        where = f"round {self.state.round} of {self.state.rounds}"
        foot = filter(None, (sitting.title, f"table {sitting.code}" * bool(sitting.code), sitting.on, where))
        return tag(
            "main",
            tag("h1", self.voice.say("title")),
            tag("p", self.voice.say("scribe"), kind="scribe"),
            tag("div", tag("div", self.opening()), tag("div", self.medallion()), kind="top"),
            tag("section", *self.entries(), kind="columns"),
            self.end(),
            self.tally(),
            tag("p", sentence(" · ".join(foot)), kind="foot"),
        )


RINGS = ((0.5, 0.7), (1.6, 0.2))
"""How far inside the edge each ring of the medallion lies, and how wide it is."""


def _traitor(each: Conflict) -> str | None:
    return next((who for who, deed in each.deeds.items() if deed.before != deed.after), None)


def _outcome(each: Conflict) -> str:
    one, other = (each.totals[house] for house in HOUSES)
    if each.winner is None:
        return "tie"
    return "won_far" if abs(one - other) >= FAR else "won_near"


def _weight(each: Conflict) -> int:
    points = sum(deed.points for deed in each.deeds.values())
    return points + BETRAYAL * (_traitor(each) is not None)


def _gains(fought: Sequence[Conflict], who: str) -> tuple[str, int]:
    best = max((each.deeds[who].points for each in fought), default=0)
    return signed(best), sum(each.deeds[who].before != each.deeds[who].after for each in fought)


def leaf(choices: Choices, scene: Seen[State]) -> Prose:
    body = Leaf(scene.public, DRESS.look(choices)).body()
    return front_page(choices, "Verräter: a chronicle leaf", body, FOLDER / "front" / "page.css")


def sketch(state: State) -> Face:
    look = DRESS.look({"ink": "colour"})
    marks = tuple(small_circle(state, look, Box(0, 0, MEDALLION, MEDALLION).inset(1.5)))
    return Face(MEDALLION, MEDALLION, marks, "The circle")


SHEETS = {"front-page": (of_table(leaf), (papers("a4", "letter"), INK))}
FRONT = on_shelf(FOLDER / "front" / "shelf.json", SHEETS)
