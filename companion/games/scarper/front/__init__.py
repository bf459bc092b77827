"""The war as a newspaper of its time: one page, told from what both sides may know."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine.campaign.books import Passage
from companion.engine.scene import Seen
from companion.engine.wording import signed
from companion.games.scarper import data
from companion.games.scarper.printables import DRESS
from companion.games.scarper.printables.board import Front, Plan, front
from companion.games.scarper.screens.year import course
from companion.games.scarper.state import State, Table
from companion.press.face import Box, Face
from companion.press.look import INK as BLACK
from companion.press.look import Look, Pen, small_chart
from companion.press.options import INK, Choices, on_shelf, papers
from companion.press.prose import (
    Markup,
    Prose,
    Voice,
    drawing,
    front_page,
    join,
    table,
    tag,
    who_played,
    with_initial,
)

ATTACKS = ("frontal_charge", "concentrated_assault", "steady_push")
KINDS = {"score_year": "scored", "reveal_missions": "missions", "resolve_event": "event"}
HEARTS = 3
"""A point of morale weighs as much as so many spaces of ground."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One thing that happened: what sort of thing, and its values for a sentence."""

    number: int
    kind: str
    weight: int
    values: Mapping[str, object]

    @property
    def year(self) -> int:
        return int(str(self.values["year"]))


@dataclass(frozen=True, slots=True)
class Toll:
    """What one side has thrown in, won and lost."""

    attacks: int = 0
    won: int = 0
    lost: int = 0
    trenches: int = 0


def _of(passage: Passage) -> Iterator[Dispatch]:
    before, after = passage.before, passage.after
    net, year = after.morale - before.morale, after.year
    if net:
        side: data.Side = "allied" if net > 0 else "german"
        kind = KINDS.get(str(passage.action.get("type")), "other")
        card = before.box.cards.get(before.turn.card) if before.turn else None
        kind = "other" if kind == "event" and card is None else kind
        values = {"side": data.SIDE_NAMES[side], "gain": abs(net), "year": before.year}
        values |= {"card": card.title} if card else {}
        yield Dispatch(passage.number, kind, HEARTS * abs(net), values)
    for where, spaces in _ground(before, after).items():
        side = "allied" if spaces > 0 else "german"
        values = {
            "side": data.SIDE_NAMES[side],
            "where": data.BATTLEFIELD_NAMES[where],
            "n": abs(spaces),
            "year": year,
        }
        yield Dispatch(passage.number, "ground", abs(spaces), values)


def _ground(before: State, after: State) -> dict[str, int]:
    """The fields on which the line moved, and how far towards the German end."""
    moved = {
        where: after.battlefields[where].frontline - field.frontline
        for where, field in before.battlefields.items()
    }
    return {where: spaces for where, spaces in moved.items() if spaces}


def tolls(passages: Sequence[Passage]) -> dict[data.Side, Toll]:
    losses: dict[data.Side, Toll] = {side: Toll() for side in data.SIDES}
    for passage in passages:
        if passage.before is not None:
            losses = {side: _paid(toll, side, passage) for side, toll in losses.items()}
    return losses


def _paid(toll: Toll, side: data.Side, passage: Passage) -> Toll:
    before, after = passage.before, passage.after
    forward = [data.DIRECTION[side] * spaces for spaces in _ground(before, after).values()]
    attacks = passage.action.get("type") in ATTACKS and passage.action.get("side") == side
    fewer = before.trenches_of(side) - after.trenches_of(side)
    hit = fewer > 0 and passage.action.get("side") == data.OTHER[side]
    return replace(
        toll,
        attacks=toll.attacks + attacks,
        won=toll.won + sum(each for each in forward if each > 0),
        lost=toll.lost - sum(each for each in forward if each < 0),
        trenches=toll.trenches + (fewer if hit else 0),
    )


GRAMMAR = json.loads((data.FOLDER / "front" / "grammar.json").read_text("utf-8"))
MAP = Plan(width=186, height=92, name=11, value=8.5, small=7.5)
BAROMETER = Box(0, 0, 60, 30)
TOLD, STALE = 5, 9
"""How many dispatches are told at length, and what a year takes off their weight for a headline."""
SEASONS = ("spring", "summer", "autumn", "winter")


class Paper:
    """An edition: the war so far, what turned it, and the voice that tells it."""

    def __init__(self, scene: Table, look: Look) -> None:
        self.scene, self.state, self.look = scene, scene.state, look
        self.voice = Voice(GRAMMAR, scene.sitting.code)
        self.found = [
            each for passage in scene.passages if passage.before is not None for each in _of(passage)
        ]

    @property
    def leader(self) -> str:
        return data.SIDE_NAMES["allied" if self.state.morale > 0 else "german"] if self.state.morale else ""

    def headline(self) -> str:
        """How the war ended, or the heaviest of what happened."""
        if self.state.winner == "draw":
            return self.voice.say("head_draw")
        if self.state.winner:
            return self.voice.say(f"head_{self.state.win_by}", side=data.SIDE_NAMES[self.state.winner])
        heaviest = max(self.found, key=self.newsworthy, default=None)
        if heaviest is None:
            return self.voice.say("head_quiet")
        return self.voice.say(f"head_{heaviest.kind}", **heaviest.values)

    def newsworthy(self, each: Dispatch) -> int:
        return each.weight - STALE * (self.state.year - each.year)

    def deck(self) -> str:
        over = "_over" if self.state.winner else ""
        what = f"deck{over or '_lead'}" if self.leader else f"deck{over}_level"
        return self.voice.say(what, side=self.leader, lead=abs(self.state.morale), year=self.state.year)

    def items(self) -> Iterator[Markup]:
        heaviest = sorted(self.found, key=lambda each: -each.weight)[:TOLD]
        for n, each in enumerate(sorted(heaviest, key=lambda each: each.number)):
            sentence = self.voice.say(f"item_{each.kind}", **each.values)
            head = self.voice.say(f"item_{each.kind}_head", **each.values)
            yield article(head, sentence if n else with_initial(sentence))
        if not heaviest:
            yield article(self.voice.say("item_quiet_head"), with_initial(self.voice.say("item_quiet")))

    def along_the_line(self) -> Markup:
        fields = {where: field.frontline for where, field in self.state.battlefields.items()}
        most = sorted((where for where in fields if fields[where]), key=lambda where: -abs(fields[where]))
        lines = [
            self.voice.say(
                "line_moved",
                where=data.BATTLEFIELD_NAMES[where],
                n=abs(fields[where]),
                side=data.SIDE_NAMES["allied" if fields[where] > 0 else "german"],
            )
            for where in most[:TOLD]
        ]
        return article(
            self.voice.say("line_head"), ". ".join(lines) + "." if lines else self.voice.say("line_level")
        )

    def at_home(self) -> Markup:
        propaganda, economy = self.state.propaganda, self.state.economy
        values = {
            "pa": propaganda.allied,
            "pg": propaganda.german,
            "ea": economy.allied,
            "eg": economy.german,
        }
        return article(self.voice.say("home_head"), self.voice.say("home", **values))

    def view(self) -> Markup:
        what = "leader_over" if self.state.winner else "leader_on"
        return article(self.voice.say("leader_head"), tag("i", self.voice.say(what)))

    def cost(self) -> Markup:
        losses = tolls(self.scene.passages)
        rows: Sequence[tuple[str, str]] = (
            ("Attacks", "attacks"), ("Spaces won", "won"), ("Spaces lost", "lost"),
            ("Trenches lost", "trenches"),
        )  # fmt: skip
        cells = (
            (words, *(getattr(losses.get(side, Toll()), key) for side in data.SIDES)) for words, key in rows
        )
        head = ("", *(data.SIDE_NAMES[side] for side in data.SIDES))
        return tag("aside", tag("h3", self.voice.say("cost_head")), table(head, cells))

    def years(self) -> Markup:
        if not self.state.history:
            return Markup()
        rows = [(each.year, signed_for(each.morale)) for each in self.state.history]
        return tag("aside", tag("h3", "Morale at the year's end"), table(("", ""), rows))

    def barometer(self) -> Markup:
        trail = self.scene.trail or (self.state,)
        face = small_chart(course(trail), BAROMETER, (Pen(BLACK),))
        note = "Morale: German above, Allied below."
        return tag("figure", drawing(face), tag("figcaption", note))

    def map(self) -> Markup:
        face = sketch(self.state, self.look)
        return tag("figure", drawing(face), tag("figcaption", self.map_words()), kind="map")

    def map_words(self) -> str:
        return f"The front in the {self.season()}. A dark bar is the line; figures beside spades, trenches."

    def season(self) -> str:
        state = self.state
        share = sum(state.rounds_done) / (2 * data.ROUNDS[state.year])
        first = 2 if state.year == 1914 else 0
        return f"{SEASONS[min(3, first + int(share * (4 - first)))]} of {state.year}"

    def body(self) -> Markup:
        voice, sitting = self.voice, self.scene.sitting
        columns = (
            *self.items(), self.cost(), self.along_the_line(), self.barometer(), self.at_home(),
            self.years(), self.view(), tag("p", voice.say("advert"), kind="advert"),
        )  # fmt: skip
        date = (voice.say("edition"), f"In the {self.season()}", sitting.on and f"Played {sitting.on}")
        played = who_played(sitting, data.SIDE_NAMES)
        foot = " · ".join(filter(None, (sitting.title, f"table {sitting.code}" * bool(sitting.code), played)))
        return join(
            (
                tag("header", *self.masthead()),
                tag("p", *(tag("span", each) for each in date if each), kind="date"),
                tag("h2", self.headline()),
                tag("p", self.deck(), kind="deck"),
                self.map(),
                tag("section", *columns, kind="columns"),
                tag("p", foot, kind="foot"),
            )
        )

    def masthead(self) -> Iterable[Markup]:
        yield tag("div", tag("b", "Weather"), tag("br"), self.voice.say("weather"), kind="ear")
        yield tag("div", tag("h1", self.voice.say("masthead")), self.voice.say("motto"), kind="name")
        yield tag("div", tag("b", "War number"), tag("br"), f"{self.scene.sitting.code or 'one'}", kind="ear")


def article(head: str, body: object) -> Markup:
    return tag("article", tag("h3", head), tag("p", body))


def signed_for(morale: int) -> str:
    side = "Allied" if morale > 0 else "German"
    return f"{side} {signed(abs(morale))}" if morale else "level"


def newspaper(choices: Choices, scene: Seen[State] | None) -> Prose:
    """The front page of a table's war."""
    assert scene is not None
    paper = Paper(scene.public, DRESS.look(choices))
    return front_page(choices, "Scarper: front page", paper.body(), data.FOLDER / "front" / "page.css")


def sketch(state: State, look: Look | None = None) -> Face:
    return front(Front(state.front, MAP, look or DRESS.look({"ink": "colour"}), state.battlefields))


FRONT = on_shelf(
    data.FOLDER / "front" / "shelf.json", {"front-page": (newspaper, (papers("a4", "letter"), INK))}
)
