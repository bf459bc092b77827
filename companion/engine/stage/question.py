"""The question: what is to be decided now, all that it tells and lets choose, its main deed in one place."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from companion.engine.form import Control
from companion.engine.wire import loads
from companion.engine.wording import Values, Words

ICONS = "icons/icons.svg"


type Laid = tuple[str, float, float, float, str]
"""A drawing of a sheet, where its origin lies on a field of a hundred, its size, its class of style."""


class Icon(NamedTuple):
    """A sign: its name in a sheet of symbols, the house's or the game's own; `look` is its class of style.

    A picture is composed of several drawings of its sheet: `parts`, those behind first.
    """

    name: str
    sheet: str = ICONS
    look: str = "icon"
    parts: tuple[Laid, ...] = ()


class Part(NamedTuple):
    """A picture of the game's own: its template, the values that it prints, what it is for those who listen.

    It is painted once for the same values, so they hold data alone. `signs` is the sheet of symbols that
    it draws with.
    """

    template: str
    values: Values
    label: str = ""
    signs: str = ICONS

    def __hash__(self) -> int:
        return hash(self.template)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something to choose: its address, or why not (`barred`); `end` stands at its right (a chance).

    One with an `action` does it at once; `key` names it on the page; `extra` is that it comes beside the
    others, not in the place of one; `share` (0 to 1) is drawn as a bar between its word and its end.
    """

    words: Words
    href: str = ""
    small: Words = ""
    end: Words = ""
    icon: Icon | None = None
    side: str = ""
    chosen: bool = False
    barred: Words = ""
    action: str = ""
    leaves: bool = False
    extra: bool = False
    share: float | None = None
    key: str = ""

    @property
    def length(self) -> float | None:
        return None if self.share is None else round(100 * self.share, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Things to choose one of: rows with reasons, tiles with signs, chips in a line, a pad of numbers.

    As deeds they are what a turn may hold, a sign and a word each; a barred one says why on its face. As bars
    they are weighed against each other.
    """

    template: ClassVar = "stage/pieces/choices.html"
    label: Words
    choices: tuple[Choice, ...]
    shape: Literal["rows", "tiles", "chips", "pad", "deeds", "bars"] = "rows"
    shows_label: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A card to tick: the form's value, what it shows."""

    value: str
    words: Words
    small: Words = ""
    side: str = ""
    on: bool = False
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticks:
    """Cards of which several are ticked, under one field of the form; `wanted` is how many must be.

    In *pairs* each side's stands beside the other's.
    """

    template: ClassVar = "stage/pieces/ticks.html"
    label: Words
    name: str
    ticks: tuple[Tick, ...]
    wanted: int | None = None
    shape: Literal["cards", "rows", "pairs"] = "cards"
    single: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A number with less and more beside it: addresses, each empty where it goes no further.

    `takes` is what each of it uses up, a number by its sign; `left` how many are to be had.
    """

    words: Words
    number: str
    fewer: str = ""
    more: str = ""
    small: Words = ""
    why: Words = ""
    side: str = ""
    icon: Icon | None = None
    end: Words = ""
    takes: tuple[tuple[str, Icon, Words], ...] = ()
    left: Words = ""


@dataclass(frozen=True, slots=True)
class Counters:
    """A list of things to take several of."""

    template: ClassVar = "stage/pieces/counters.html"
    counters: tuple[Counter, ...]
    label: Words = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields to fill in, which the question's deed carries."""

    template: ClassVar = "stage/pieces/fields.html"
    fields: tuple[Control, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsBar:
    """One outcome of the dice: its share of the highest (0 to 1), its chance, what it does.

    `key` is what the tapped dice come to when it happens, or all that they may come to (“1 2”).
    """

    label: str
    share: float
    chance: str
    words: Words
    side: str = ""
    key: str = ""
    struck: bool = False
    grave: bool = False

    @property
    def height(self) -> int:
        """How high it stands of 100, never so low that it is not seen."""
        return max(3, round(100 * self.share))

    @property
    def top(self) -> int:
        return 100 - self.height


class Chance(NamedTuple):
    """A chance of one end, for the line under the bars."""

    words: Words
    chance: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Odds as bars; under them the chances in a line."""

    template: ClassVar = "stage/pieces/bars.html"
    label: Words
    bars: tuple[OddsBar, ...]
    chances: tuple[Chance, ...] = ()
    small: Words = ""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What the tapped dice will do, in words: that of the bars which they give; until then `quiet`."""

    template: ClassVar = "stage/pieces/outcomes.html"
    bars: tuple[OddsBar, ...]
    quiet: Words


class Die(NamedTuple):
    """One die to tap: the form's field, whose it is, how many faces it has.

    `plus` begins a sum of its own, to which so much is added; the second sum is taken from the first.
    """

    name: str
    legend: Words
    side: str = ""
    icon: Icon | None = None
    faces: int = 6
    plus: int = 0

    @property
    def all(self) -> range:
        return range(1, self.faces + 1)


@dataclass(frozen=True, slots=True)
class Dice:
    """Real dice, a row of faces each; the main deed waits until every one is tapped."""

    template: ClassVar = "stage/pieces/dice.html"
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """A sentence that says what to do."""

    template: ClassVar = "stage/pieces/lead.html"
    words: Words


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that one should know; `warns` where it would cost something not to."""

    template: ClassVar = "stage/pieces/note.html"
    words: Words
    warns: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """What would be: the outcome of the deed as it is weighed, told in gold, its verdict first."""

    template: ClassVar = "stage/pieces/say.html"
    words: Words
    verdict: Words = ""
    quiet: bool = False


class Fact(NamedTuple):
    """A number with its name and, where it has one, its reason; `rule` tells what such a number is."""

    name: Words
    value: Words
    why: Words = ""
    side: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers with their names, side by side."""

    template: ClassVar = "stage/pieces/facts.html"
    facts: tuple[Fact, ...]


class End(NamedTuple):
    """One side of a comparison: its large number, who, the reasons under it, and the rule of such numbers."""

    number: str
    name: Words
    reasons: tuple[Words, ...] = ()
    side: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    """Two sides compared: bonuses of a charge, sums of a conflict, dice of an attack."""

    template: ClassVar = "stage/pieces/versus.html"
    left: End
    right: End


class Row(NamedTuple):
    """One line of a reckoning; `sum` where it is the total, `here` where the reckoning has come to.

    `icon` stands before its name.
    """

    cells: tuple[Words, ...]
    side: str = ""
    sum: bool = False
    here: bool = False
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A reckoning as a table."""

    template: ClassVar = "stage/pieces/rows.html"
    label: Words
    rows: tuple[Row, ...]
    head: tuple[Words, ...] = ()


class Turned(NamedTuple):
    """One player of a row: who, how far (`done`, `now` or nothing), what can be said of it."""

    name: str
    state: Literal["done", "now", ""] = ""
    words: Words = ""
    side: str = ""
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """Who has done it, who is at it, who waits."""

    template: ClassVar = "stage/pieces/queue.html"
    people: tuple[Turned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A piece that is the game's own drawing: its template prints `piece.values`.

    `live` is that words beside it follow each tap on its cards; `actions` are those of its own buttons.
    """

    template: str
    values: Values = field(default_factory=dict)
    live: bool = False
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Pieces folded away under a word; `id` keeps it open over refreshes."""

    template: ClassVar = "stage/pieces/fold.html"
    id: str
    title: Words
    pieces: "tuple[Piece, ...]"
    open: bool = False


type Piece = (
    Lead | Note | Say | Facts | Versus | Rows | Queue | Own  # what is told
    | Bars | Dice | Outcomes
    | Choices | Ticks | Counters | Fields
    | Fold
)  # fmt: skip
"""A piece of a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A button that does something: its words, its cost in a second line, the action as a tap carries it.

    `shut` names what is missing before it can be done; such a button stands there, and does nothing. `name`
    is the form's field of the button, `free` that it waits for none of the question's dice.
    `live` is a template that a script fills in as dice and cards are tapped (“Charge: {first} against
    {second}”). Where a number of cards is wanted, `more` and `fewer` name those that miss. `then` is the
    half-made choice that stays on the screen once it is done, as an address says it. `to` is where it goes,
    if not where the question's form does.
    """

    words: Words
    small: Words = ""
    action: str = ""
    name: str = "action"
    shut: Words = ""
    icon: Icon | None = None
    free: bool = False
    danger: bool = False
    live: str = ""
    more: str = ""
    fewer: str = ""
    then: str = ""
    to: Literal["", "act", "mark"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A button that leads somewhere: another choice of the question, another room (`leaves`)."""

    words: Words
    href: str
    small: Words = ""
    icon: Icon | None = None
    leaves: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of whoever looks, or for whom is waited.

    `pieces` stand between the heading and the foot. `main` says what will happen; at most two `lesser`
    buttons stand beside it. `action` is carried by the form itself where the buttons only say how (“these
    dice”, “roll for us”). `back` takes the choice back. `opens` is the height at which the sheet opens on a
    narrow screen: *peek* where the board is to be tapped, *full* where nothing else counts. `to` is “say”
    where a request is answered, whose number is `request` (0: the one that waits for this seat), “here” where
    the form only makes a half-made choice (dice that the address keeps), “walk” where all screens go on to
    the next beat of the last action (its buttons are named `beat`), “ready” where `action` is done once all
    say so (its buttons are named `ready`: “yes”, or “now” for the host's word to wait no longer), “mark”
    where a seat marks under its seal (its buttons say seat, marks, ready), “again” where the game is over and
    its people play once more. Without a main deed the foot says what is `missing`;
    a device that goes round is led on to the seat that the table `waits` for, behind its cover. `pips` are
    how many points are left of how many. `kind` names the sort of question: its height and focus are kept per
    kind. `rule` is the entry of the game's rules that tells more, where its deed's own does not.
    """

    kind: str
    title: Words
    under: Words = ""
    icon: Icon | None = None
    side: str = ""
    pieces: tuple[Piece, ...] = ()
    main: Deed | Way | None = None
    lesser: tuple[Deed | Way, ...] = ()
    action: str = ""
    back: str = ""
    opens: Literal["peek", "half", "full"] = "half"
    secret: bool = False
    to: Literal["act", "say", "here", "walk", "ready", "mark", "again"] = "act"
    request: int = 0
    missing: Words = "Choose above"
    waits: str = ""
    pips: tuple[int, int] | None = None
    rule: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Where its rule may stand: under its own key, its kind, or the kind of deed that it is about."""
        buttons = (each.action for each in (self.main, *self.lesser) if isinstance(each, Deed))
        actions = [loads(each) for each in (self.action, *buttons) if each.startswith("{")]
        return tuple(filter(None, (self.rule, self.kind, *(each.get("type", "") for each in actions))))

    @property
    def is_form(self) -> bool:
        """Whether something is done here, so that the question is one form."""
        buttons = any(isinstance(each, Deed) for each in (self.main, *self.lesser))
        return bool(self.action) or buttons or any(_does(piece) for piece in self.pieces)

    @property
    def points(self) -> tuple[bool, ...]:
        left, of = self.pips or (0, 0)
        return tuple(n < left for n in range(of))

    @property
    def is_live(self) -> bool:
        """Whether its words follow each die and each card that is tapped."""
        return any(_is_told_at_once(piece) for piece in self.pieces)


def _is_told_at_once(piece: Piece) -> bool:
    return isinstance(piece, Dice | Ticks) or (isinstance(piece, Own) and piece.live)


def _does(piece: Piece) -> bool:
    """Whether a piece holds a button that does something at once."""
    if isinstance(piece, Fold):
        return any(_does(each) for each in piece.pieces)
    if isinstance(piece, Own):
        return bool(piece.actions)
    return isinstance(piece, Choices) and any(each.action for each in piece.choices)
