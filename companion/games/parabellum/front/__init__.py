"""The campaign as a company's letter to its shareholders: one page, with nothing that is one's own (R61)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.engine.campaign.books import lasting
from companion.engine.game import Scene
from companion.engine.scene import Seen
from companion.engine.wording import grouped, sentence
from companion.games.parabellum.campaign.chronicle import course, read_out
from companion.games.parabellum.campaign.story import called, losses, story
from companion.games.parabellum.data import FOLDER, PHASE_NAMES
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.maps import Plan, map_face
from companion.games.parabellum.state import State
from companion.press.face import Box, Face
from companion.press.look import Look, Pen, small_chart
from companion.press.options import INK, Choices, of_table, on_shelf, papers
from companion.press.prose import Markup, Prose, Voice, drawing, front_page, join, short, table, tag

GRAMMAR = json.loads((FOLDER / "front" / "grammar.json").read_text("utf-8"))
EVENTS, LONGEST = 5, 240
"""How many events are told, and in how many letters each."""
CHART = Box(0, 0, 84, 46)


class Letter:
    """A letter: the campaign as everybody knows it, the company that writes, and its voice."""

    def __init__(self, scene: Scene[State], look: Look) -> None:
        self.scene, self.state, self.look = scene, scene.state, look
        self.voice = Voice(GRAMMAR, scene.sitting.code)
        lines = [each for each in scene.passages if each.before is not None]
        self.story, self.lost = story(lines, ()), losses(lines)
        self.scores = {player: self.score(player) for player in self.state.seated}

    def score(self, player: str) -> tuple[bool, int, int]:
        """What a company has to be proud of before everybody."""
        goals = sum(player in each.done for each in self.state.objectives.values())
        return self.state.winner == player, goals, self.felled(player) - self.fallen(player)

    def fallen(self, player: str) -> int:
        return sum(each.people for each in self.lost if each.seat == player)

    def felled(self, player: str) -> int:
        """People of others that a company's dice took."""
        return sum(each.people for each in self.lost if each.by == player != each.seat)

    def gone(self, player: str) -> int:
        return sum(each.gone for each in self.lost if each.seat == player)

    @property
    def author(self) -> str:
        """Who writes: the company that has most to be proud of."""
        return max(self.state.seated, key=self.scores.__getitem__)

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    def name(self, player: str) -> str:
        return short(called(self.state, player))

    def opening(self) -> str:
        """Where the campaign stands, and what it has cost everybody."""
        people, units = sum(each.people for each in self.lost), sum(each.gone for each in self.lost)
        cost = self.voice.say("field_lost" if people else "field_quiet", people=people, units=units)
        if self.over:
            won = self.voice.say("won", who=self.name(self.state.winner)) if self.state.winner else ""
            cost = f"{won} {cost}".strip()
        values = {"scenario": f"“{self.state.booklet.name}”", "moment": self.moment(), "field": cost}
        return self.voice.say("state_over" if self.over else "state", **values)

    def moment(self) -> str:
        phase = PHASE_NAMES[self.state.phase].lower()
        return f"round {self.state.round}, {phase}" if self.state.round else phase

    def events(self) -> Markup:
        """The heaviest of what happened, each once, in the order in which it came."""
        heavy = (each for each in lasting(self.story) if each.weight)
        heaviest = sorted(heavy, key=lambda each: -each.weight)[:EVENTS]
        if not heaviest:
            return tag("p", self.voice.say("nothing"))
        events = sorted(heaviest, key=lambda each: each.numbers[-1])
        lines = (tag("li", tag("b", f"{each.moment}. "), cut(each.text)) for each in events)
        return tag("ul", *lines, kind="events")

    def figures(self) -> Markup:
        """What everybody can count, company by company; in the end what was read out of the purses."""
        head = ("", "Objectives held", "Units on the map", "Units lost", "People lost", "People felled")
        return table((*head, *(("Assets read out",) if self.over else ())), self.rows())

    def rows(self) -> Iterator[Sequence[object]]:
        trail = self.scene.trail or (self.state,)
        for player in self.state.seated:
            on_map = sum(1 for _ in self.state.of(player, "map"))
            row = (
                self.name(player), self.scores[player][1], on_map, self.gone(player),
                self.fallen(player), self.felled(player),
            )  # fmt: skip
            yield (*row, grouped(read_out(trail, player)[-1])) if self.over else row

    def chart(self) -> Markup:
        shown = course(self.scene.trail or (self.state,))
        named = replace(shown, labels=shown.labels if len(shown.labels) <= 9 else ())
        pens = [Pen(self.look.strong(f"seat{self.state.players[each].seat}")) for each in self.state.seated]
        face = small_chart(named, CHART, pens)
        what, dashes = shown.told.partition(":")[0], ("full", "dashed", "dotted", "dash and dot")
        lines = (f"{self.name(each)} {dash}" for each, dash in zip(self.state.seated, dashes, strict=False))
        return tag("figure", drawing(face), tag("figcaption", f"{what}: {', '.join(lines)}."))

    def words(self) -> Markup:
        scores = sorted(self.scores.values())
        ahead = len(scores) > 1 and scores[-1] > scores[-2]
        what = "chair_over" if self.over else "chair_ahead" if ahead else "chair_level"
        who = short(self.scene.sitting.people.get(self.author, "")) or "The chair"
        quoted, house = tag("blockquote", self.voice.say(what)), f"for {self.name(self.author)}"
        return join((quoted, tag("p", self.voice.say("close"), tag("i", who), tag("b", house), kind="sign")))

    def head(self) -> Iterable[Markup]:
        sitting, name = self.scene.sitting, self.name(self.author)
        yield tag("div", tag("span", tag("i", name[:1].upper())), kind="mark")
        yield tag("div", tag("h1", name), tag("p", self.voice.say("motto"), kind="motto"))
        lines = filter(None, (sitting.title, f"Ref. {sitting.code}" * bool(sitting.code)))
        yield tag("div", *(tag("div", each) for each in lines))

    def body(self) -> Markup:
        voice = self.voice
        return tag(
            "main",
            tag("header", *self.head()),
            tag("div", tag("span", voice.say("address")), tag("span", self.scene.sitting.on), kind="address"),
            tag("h2", voice.say("kind")),
            tag("p", voice.say("dear")),
            tag("p", self.opening()),
            tag("h3", voice.say("moved")),
            self.events(),
            tag("h3", voice.say("figures")),
            self.figures(),
            tag("div", tag("div", self.chart()), tag("div", self.words()), kind="pair"),
            tag("p", voice.say("small"), kind="small"),
            kind=f"seat{self.state.players[self.author].seat}",
        )


def cut(text: str) -> str:
    """An event in few enough letters, whole sentences if it can be."""
    if len(text) <= LONGEST:
        return text
    whole, _, _ = text[:LONGEST].rpartition(". ")
    return f"{whole}." if whole else sentence(text[: LONGEST - 1].rstrip() + "…")


def letter(choices: Choices, scene: Seen[State]) -> Prose:
    body = Letter(scene.public, DRESS.look(choices)).body()
    return front_page(choices, "Parabellum: a quarterly letter", body, FOLDER / "front" / "page.css")


def plan(state: State) -> Face:
    """The map of the scenario as it stands, small."""
    scenario = state.binder.scenarios[state.scenario]
    sheet = state.binder.maps[scenario.map]
    return map_face(Plan(state.binder, sheet, scenario, DRESS.look({"ink": "colour"}), state.features, state))


FRONT = on_shelf(
    FOLDER / "front" / "shelf.json", {"front-page": (of_table(letter), (papers("a4", "letter"), INK))}
)
