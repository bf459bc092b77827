"""A whole screen: its bar, the moment, the walk through it, and what a game's own templates print.

A moment is what the last action did, as a short scene on every screen, then one line. Where a scene's `walk`
is a number, so many beats of it have been shown: one tap moves every screen of the table. A game's stage then
`walks`, its question goes `to` the “walk”, and the buttons of that question are made here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from typing import Any, Literal, NamedTuple

from companion.engine.scene import Scene, Sight
from companion.engine.stage.question import Choices, Deed, Icon, Part, Question, Way
from companion.engine.wording import Values, Words


class Chip(NamedTuple):
    """A number in its side's colour."""

    value: str
    side: str = ""


class Would(NamedTuple):
    """What a number would be, in its side's colour; `key` is what the tapped dice come to then."""

    key: str
    value: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripFact:
    """One fact: its name, its number or a chip a side, what it would be after the deed that is weighed.

    `woulds` are what it would be with each outcome of the dice.

    `signs` are things that it counts, drawn one by one; `pips` how many are left of how many.
    `key` names it on the page. `href` makes it a choice of the question; `rule` is the entry of the game's
    rules that tells more.
    """

    key: str
    name: Words
    value: str = ""
    chips: tuple[Chip, ...] = ()
    would: str = ""
    woulds: tuple[Would, ...] = ()
    small: Words = ""
    side: str = ""
    icon: Icon | None = None
    signs: tuple[Icon, ...] = ()
    pips: tuple[int, int] | None = None
    href: str = ""
    rule: str = ""
    acting: bool = False

    @property
    def points(self) -> tuple[bool, ...]:
        left, of = self.pips or (0, 0)
        return tuple(n < left for n in range(of))

    @property
    def rules(self) -> tuple[str, ...]:
        """Where its rule may stand: under its own key, or its name on the page."""
        return tuple(filter(None, (self.rule, self.key)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """The facts in a row, and above them, where there is height, a picture of the game's own (a track).

    At their end a `switch` of what the board tells; on a phone it is one button that goes on to the next.
    """

    facts: tuple[StripFact, ...] = ()
    lead: Part | None = None
    switch: Choices | None = None

    def saying(self, says: Mapping[str, str]) -> "Strip":
        """The same with each seat's plate saying that about its turn; one that is next is framed."""
        facts = (
            replace(fact, small=says[fact.key], acting=says[fact.key] == "next") if fact.key in says else fact
            for fact in self.facts
        )
        return replace(self, facts=tuple(facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who looks, where the game is one of secrets: a phone then shows his own first, the board a swipe away.

    `sworn` is what binds him, after the words `bound`; `score` how things stand for him.
    """

    name: Words
    under: Words = ""
    icon: Icon | None = None
    side: str = ""
    bound: Words = ""
    sworn: Words = ""
    sign: Icon | None = None
    score: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One card's edge: its band (side or kind, points), its title, and its text where there is room.

    `rule` tells more of it where it is not to be chosen.
    """

    title: Words
    text: Words = ""
    band: Words = ""
    points: str = ""
    side: str = ""
    icon: Icon | None = None
    kind: str = ""
    href: str = ""
    chosen: bool = False
    spent: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What lies behind a seat's own cover: its name, its colour and sign, and what all may know of it.

    A game says this much; when it is shut, and whose ring is on the screen, is one law for all of them
    (`companion.engine.stage.screen`). `is_shared` is that it is one only where several share the device.
    """

    name: Words
    side: str = ""
    icon: Icon | None = None
    facts: tuple[Words, ...] = ()
    is_shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One's own cards, for one's own eyes; `words` says how many and of what to those who listen."""

    words: Words
    edges: tuple[Edge, ...] = ()
    label: Words = "Only you see this"
    side: str = ""
    icon: Icon | None = None


SECONDS, OWN_SECONDS = 20, 60
"""How long what is open may lie untouched: on a device that several share, on a phone of one's own."""
LONGEST = 12
WIDE, HIGH = 326, 232
"""The table from above: so many px of a drawing."""
FAR, DEEP = 109, 86
"""How far from its middle people sit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """What the address of a seat's own room says of its ring, after which line.

    `word` is “late” where it was covered because nobody touched it, “again” where somebody asks to look once
    more, “mine” where he has said who he is; nothing where the tablet has just come.
    """

    word: str = ""
    after: int = -1

    @staticmethod
    def read(text: str) -> "Ring":
        """The ring that an address names; what is none is nothing.

        >>> Ring.read("mine-12"), Ring.read("late").word, Ring.read("<b>")
        (Ring(word='mine', after=12), 'late', Ring(word='', after=-1))
        """
        word, _, after = text.partition("-")
        if word not in ("late", "again", "mine"):
            return Ring()
        return Ring(word=word, after=int(after) if after.isascii() and after.isdecimal() else -1)


class Sitter(NamedTuple):
    """Somebody round the table, seen from above: his sign, where he sits, what he does.

    `way` leads to his own ring, where this device is his and he may act; `part` is “from”, “to”, “acts” or
    nothing.
    """

    seat: str
    name: str
    side: str
    icon: Icon | None
    part: str = ""
    way: str = ""
    x: int = 0
    y: int = 0

    @property
    def left(self) -> int:
        """Where the name stands: beside the seal of who sits near or far, else under or over it."""
        return self.x if self.x != WIDE // 2 else self.x + (38 if self.part == "to" else 28)

    @property
    def top(self) -> int:
        if self.x == WIDE // 2:
            return self.y + 8
        return self.y - 42 if self.part == "to" else self.y + 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """A device between two hands: nobody's ring is on it.

    `before` had it and `is_done`, or may ask to look `again`; it goes `to` whoever acts next, or those who
    sit `elsewhere` are waited for. `asks` is that the one before wants to look once more and has to say who
    he is; `mine` is where he then has. `is_late` is that it was covered because nobody touched it.
    `says` is of each seat, as far as all know it, that he has chosen or when it is for him to.
    """

    sitters: tuple[Sitter, ...]
    again: str = ""
    mine: str = ""
    is_done: bool = False
    is_late: bool = False
    asks: bool = False
    elsewhere: str = ""
    says: Mapping[str, str] = field(default_factory=dict)

    @property
    def before(self) -> Sitter | None:
        return next((each for each in self.sitters if each.part == "from"), None)

    @property
    def to(self) -> Sitter | None:
        return next((each for each in self.sitters if each.part == "to"), None)

    @property
    def arrow(self) -> str:
        """The way of the tablet, as a path of the drawing."""
        if not self.before or not self.to:
            return ""
        (x, y), (left, top) = (self.before.x, self.before.y), (self.to.x, self.to.y)
        middle = WIDE // 2, HIGH // 2
        across, down = (x + left) / 2 - middle[0], (y + top) / 2 - middle[1]
        far = (across**2 + down**2) ** 0.5
        # Between two who sit opposite it goes round the tablet.
        bend = (
            (middle[0] + across * 1.9, middle[1] + down * 1.9) if far > 20 else (middle[0] - 110, middle[1])
        )
        start = _towards((x, y), bend, 26)
        return f"M{start}Q{bend[0]:.0f} {bend[1]:.0f} {_towards((left, top), bend, 46)}"


def _towards(at: tuple[float, float], to: tuple[float, float], far: float) -> str:
    across, down = to[0] - at[0], to[1] - at[1]
    whole = max(1.0, (across**2 + down**2) ** 0.5)
    return f"{at[0] + across * far / whole:.0f} {at[1] + down * far / whole:.0f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering:
    """The cover of one seat on one screen.

    `is_open` is that it is held, or stays open; one that `goes` is open by itself while its seat is to act,
    which `acts` says. On a device that `is_shared` nobody's ring is there while it is `passing`.
    """

    seat: str
    cover: Cover
    is_open: bool = False
    is_shared: bool = False
    goes: bool = False
    acts: bool = False
    passing: Passing | None = None

    @property
    def seconds(self) -> int:
        """After how long untouched it covers again; 0 where it does not."""
        if self.goes:
            return OWN_SECONDS
        return SECONDS if self.is_shared and not self.passing else 0

    def sight(self, sight: Sight) -> Sight:
        return sight if self.is_open else replace(sight, sees=frozenset())

    def draft(self, draft: Mapping[str, str]) -> dict[str, str]:
        """What of a half-made choice may be drawn: under a cover nothing."""
        return {key: text for key, text in draft.items() if key == "seat" or (self.is_open and key != "ring")}


def in_turn(before: Iterable[str], to: str, then: Sequence[str]) -> dict[str, str]:
    """What each seat's plate says while a device goes from hand to hand.

    >>> in_turn(["ann"], "ben", ["cleo", "dan"])
    {'ann': 'has chosen', 'cleo': 'then', 'dan': 'last', 'ben': 'next'}
    """
    says = dict.fromkeys(before, "has chosen") | dict.fromkeys(then[:-1], "then")
    says |= dict.fromkeys(then[-1:], "last" if then[1:] else "then")
    return {seat: words for seat, words in (says | {to: "next"}).items() if seat}


def short(name: str) -> str:
    """A name that has room beside a seal.

    >>> short("Bartholomäus Nepomuk"), short("Ann")
    ('Bartholomäus N.', 'Ann')
    """
    first, _, rest = name.partition(" ")
    return name if len(name) <= LONGEST else f"{first} {rest[0]}." if rest else name


def seated(sitters: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """The same round the table, clockwise, who had the tablet nearest."""
    around = list(sitters)
    first = next((n for n, each in enumerate(around) if each.part == "from"), 0)
    turned = [*around[first:], *around[:first]]
    return tuple(_at(each, pi / 2 + 2 * pi * n / len(turned)) for n, each in enumerate(turned))


def _at(sitter: Sitter, angle: float) -> Sitter:
    return sitter._replace(x=round(WIDE / 2 + FAR * cos(angle)), y=round(HIGH / 2 + DEEP * sin(angle)))


class Turn(NamedTuple):
    """Whose turn it is, in words, and the side in whose colour that is said, if it has one."""

    who: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The line above a table: the game, where in it the table is, who acts (None: nobody, or all).

    `plate` is the shortest word for where it is: a year, a scenario, “3/8”. `hand` is the seat whose own room
    this is, and `board` the drawing on the way from there back to the board. `rule` is the entry of the
    game's rules that tells of this phase.
    """

    title: str
    plate: str
    phase: str
    turn: Turn | None = None
    hand: str | None = None
    board: str = "wire"
    rule: str = ""


class Throw(NamedTuple):
    """Dice of one side as they fell: whose, their faces (of `sides`), the sum, its parts."""

    name: Words
    faces: tuple[int, ...]
    total: str = ""
    parts: Words = ""
    side: str = ""
    sides: int = 6


class Effect(NamedTuple):
    """One thing that changed."""

    words: Words
    side: str = ""
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A scene as everybody may see it: its title, dice against dice, and what came of it, one after another.

    Where a game says none of an action, the house tells its line, its dice and what changed. One that is
    `quiet` is no scene: its line alone tells of it. `picture` is the game's own drawing beside the words.
    Where it has `seconds` of its own, the picture alone is the scene: it takes the whole screen but the bar
    for so long, or until somebody goes on; `effects` are then told to those who listen. `low` is that what it
    tells of lies in the upper half of the board: the scene keeps to the lower.
    """

    title: Words
    side: str = ""
    picture: Part | None = None
    throws: tuple[Throw, ...] = ()
    effects: tuple[Effect, ...] = ()
    quiet: bool = False
    seconds: float = 0
    low: bool = False


NOTHING = Strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What fills one viewport: the board, the strip, the question, the hand.

    Without a `board` (a shop, the books) the question takes its place. `changes` are what the last action
    changed, in a few words each; `warnings` what a friend at the table would point out now. `light` is
    “night” where a secret is decided by lantern light. The house sets the `cover`, no game does: where it is
    shut, board and strip are as all may see them, and question and hand are not on the screen.
    Where the screen is `me`, one person's own, a phone shows that and the question first, and the board a
    swipe away.
    `ends` are ways to end the game before its end, in the table's menu. While it `walks`, the last action
    is shown beat by beat, and nothing else on the screen may tell of it. `between` is that the screen
    lies between two who sit opposite: a scene is told to both.
    """

    ask: Question
    board: Part | None = None
    strip: Strip = NOTHING
    hand: Hand | None = None
    cover: Covering | None = None
    changes: tuple[Words, ...] = ()
    warnings: tuple[Words, ...] = ()
    moment: Moment | None = None
    light: Literal["day", "night"] = "day"
    adjust: str = ""
    ends: tuple[Way, ...] = ()
    walks: bool = False
    me: Me | None = None
    between: bool = False

    @property
    def look(self) -> str:
        """How all of it looks, in the style sheet's words: its light, its side, whether it is covered."""
        covers = "stage--covers" if self.cover and not self.cover.is_open else ""
        own = "stage--own" if self.me and not covers else ""
        return " ".join(filter(None, (f"stage--{self.light}", self.ask.side, covers, own)))


@dataclass(frozen=True, slots=True)
class Screen(Mapping[str, Any]):
    """A game's screen: its bar, its stage, and under names of the game's choice what its own templates print.

    >>> Screen(Bar(title="Go", plate="", phase="Opening"), {"stones": 3})["stones"]
    3
    """

    bar: Bar
    own: Values
    stage: Stage | None = None

    def __getitem__(self, name: str) -> Any:
        return self.own[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)


def covered(screen: Screen, cover: Covering) -> Screen:
    """The screen with that cover; what all are being shown beat by beat has none."""
    stage = screen.stage
    if stage is None or stage.walks:
        return screen
    bare = stage if cover.is_open else replace(stage, hand=None, me=None)
    strip = stage.strip.saying(cover.passing.says) if cover.passing else stage.strip
    return replace(screen, stage=replace(bare, cover=cover, strip=strip))


type Ways = tuple[Deed | None, tuple[Deed, ...]]


def beats_shown(walk: int | None, of: int) -> int:
    """How many of so many beats are shown: all of them where nothing is walked through."""
    return of if walk is None else min(walk, of)


def on_to(beat: int, words: Words, small: Words = "") -> Deed:
    """On to a beat, on every screen at once."""
    return Deed(words=words, small=small, name="beat", action=str(beat))


def ways_on[S](scene: Scene[S], beat: int, of: int, words: Words) -> Ways:
    """The way on from a beat to the next of so many, and to the last: for whoever plays here."""
    if not scene.sight.acts or scene.room == "tv":
        return None, ()
    at_once = (on_to(of, "All at once"),) if beat + 1 < of else ()
    return on_to(beat + 1, words), at_once
