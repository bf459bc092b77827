"""The question: what is to be decided now, with the one main deed always in the same place."""

from dataclasses import dataclass
from typing import Literal

from companion.engine.stage.choosing import Choices, Ticks
from companion.engine.stage.odds import Dice
from companion.engine.stage.part import Icon
from companion.engine.stage.pieces import Fold, Piece
from companion.engine.stage.said import Words
from companion.engine.stage.telling import Own
from companion.engine.wire import loads


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
        """Its pips, whether each is left."""
        left, of = self.pips or (0, 0)
        return tuple(n < left for n in range(of))

    @property
    def is_live(self) -> bool:
        """Whether its words follow each die and each card that is tapped."""
        return any(_is_told_at_once(piece) for piece in self.pieces)


def _is_told_at_once(piece: Piece) -> bool:
    """Whether words beside it follow each tap."""
    return isinstance(piece, Dice | Ticks) or (isinstance(piece, Own) and piece.live)


def _does(piece: Piece) -> bool:
    """Whether a piece holds a button that does something at once."""
    if isinstance(piece, Fold):
        return any(_does(each) for each in piece.pieces)
    if isinstance(piece, Own):
        return bool(piece.actions)
    return isinstance(piece, Choices) and any(each.action for each in piece.choices)
