"""Who looks, from where, and what may lie open there: one law of secrets for every game and every screen.

A device of one seat shows that seat's secrets. A device that holds several goes round the table: what it
shows to all holds no secret, and each seat's own lies behind its cover, in the hand's room of that seat. What
the rules say to a deed is heard in full only by those whose secrets they looked at.

A step may belong to several seats: each marks its own under a seal, and all are opened in one moment. The
journal knows nothing of marks. The table keeps them beside it, like a hand, until every seat has said that it
is ready; the last word writes the actions that the rules have for it.
"""

import copy
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.engine.errors import GameError, IllegalAction
from companion.engine.wire import Json
from companion.engine.wording import Values, href, listed

__all__ = ["Values"]


BOTH = "both"
"""Whom a screen taps for, as its address says it, that decides openly for all who share it."""

type Marks = Mapping[str, Json]
"""What each seat has marked so far, in the game's own form."""


class Kept(NamedTuple):
    """What is left of the marks after a line; `ready` is that who was ready still is."""

    marks: Marks
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Sealed[S]:
    """How a game's common steps are decided.

    * `owners(state)`: the seats to which the step belongs now; none where it is one seat's, or nobody's.
    * `marked(state, seat, marks, mark)`: a seat's marks with one more, which may take others back;
      `InvalidInput` or `IllegalAction` with paths inside the mark.
    * `opened(state, marks)`: the actions that all marks together come to, in the order of the rules.
    * `kept(before, action, after, marks)`: what is left of the marks after a line; None: nothing.
    * `is_idle(state, seat)`: that there is nothing for that seat to mark or to do.
    * `ends(state, action)`: that it would end the step for all its owners at once, or tell what is sealed.
    """

    owners: Callable[[S], tuple[str, ...]]
    marked: Callable[[S, str, Json, Json], Json]
    opened: Callable[[S, Marks], Iterable[Json]]
    kept: Callable[[S, Json, S, Marks], Kept | None]
    is_idle: Callable[[S, str], bool]
    ends: Callable[[S, Json], bool]


@dataclass(frozen=True, slots=True)
class Hands:
    """How far a common step is, as one screen may know it.

    `said` are the seats that are ready by their word, `idle` those that have nothing to mark. `marks` holds
    what may lie open on this screen alone. `alone` is that nobody else speaks for any of the owners, so that
    this device does what is to be done at once.
    """

    owners: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    marks: Marks = field(default_factory=dict)
    alone: bool = False

    def is_ready(self, seat: str) -> bool:
        """Whether a seat is ready, by its word or because it has nothing to mark."""
        return seat in self.said or seat in self.idle

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.owners if not self.is_ready(seat))


NOTHING = Hands()
"""The step is no common one."""


OWN_ALONE = "What the rules say to this hangs on what only {who} may know: it is done there, by {who} alone."
NOT_ALLOWED = (
    "The rules do not allow this now; why hangs on what only {who} may know. Ask there, or do it there."
)


@dataclass(frozen=True, slots=True)
class Sight:
    """What may lie open on a screen: whose secrets, for whom it has controls, and who sits at it.

    `holds` are the seats of its device, whether or not their secrets may lie open here.
    """

    sees: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    holds: frozenset[str] = frozenset()

    def is_own(self, seat: str) -> bool:
        return seat in self.holds or seat in self.sees

    def alone(self, room: str) -> str | None:
        """The one seat whose secrets may lie open on a screen of that room."""
        return next(iter(self.sees)) if room != "tv" and len(self.sees) == 1 else None


NOBODY = Sight()
"""What everybody may know: the TV, a cover, the line that tells what happened."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Who is ready for what all are shown together.

    `sitting` are the seats at which somebody sits, `said` those that are ready; `hurries` is that this device
    may go on without the others.
    """

    sitting: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()
    hurries: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.sitting if seat not in self.said)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Which game it is that is told of: its table's code and name, the day of its last line, who sat where.

    `on` is that day as people write it; `people` holds the names that were given, by seat.
    """

    code: str = ""
    title: str = ""
    on: str = ""
    people: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene[S]:
    """What one screen shows: where the game stands, how it came there, and who is looking.

    `trail` holds the states after each line that stands, oldest first; its last is `state`. `room` is
    `table`, `hand` or `tv`; `draft` is the half-made choice of that screen, as its query string holds it.
    `asked` is the `ask` of an open question that this device must answer first; where its seat's secrets may
    not lie open, only whose it is. `address` is the table's own page as the network opens it, a slash at its
    end, or empty. `last` is the newest action as everybody may read it. `passages` are the lines that led
    here, the setup's first, each with what was done as this sight may read it: none where nobody looks back.
    `walk` is how many beats of the newest action all screens have been shown; None where that is no deed.
    `ready` is who waits for what all see together next, `hands` how far a step is that belongs to several.
    `answering` are the seats that answer for themselves where a deed tapped here touches them, `asked_of`
    the one whose answer a deed of this device waits for.
    `is_open` is that a game that is over is looked back
    on: what was hidden then may lie open now. `sitting` is whose evening it is, for what is kept of it;
    `version` is how many lines its journal has, where that is told.
    """

    state: S
    sight: Sight
    room: str = "table"
    draft: Mapping[str, str] = field(default_factory=dict)
    trail: Sequence[S] = ()
    asked: Json = None
    address: str = ""
    last: Json = None
    passages: Sequence[Any] = ()
    walk: int | None = None
    ready: Ready = Ready()
    hands: Hands = NOTHING
    answering: frozenset[str] = frozenset()
    asked_of: str = ""
    is_open: bool = False
    sitting: Sitting = Sitting()
    version: int = 0
    _answers: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once[T, *More](self, rule: Callable[[S, *More], T], *more: *More) -> T:
        """What a rule answers to this state, and to `more`: worked out the first time that the picture asks.

        Every piece of a picture reads the same answer, and changes none of it. `dataclasses.replace` makes
        another picture, which asks anew.
        """
        question = (rule, *more)
        if question not in self._answers:
            self._answers[question] = rule(self.state, *more)
        answer: T = self._answers[question]
        return answer

    @property
    def own(self) -> str | None:
        """The one seat whose secrets may lie open on this screen."""
        return self.sight.alone(self.room)

    @property
    def may_act(self) -> bool:
        return self.room != "tv" and bool(self.sight.acts)

    def acts_for(self, who: str | None) -> bool:
        """Whether what a player decides openly may be tapped here, whoever sits here."""
        return self.room != "tv" and who in self.sight.acts

    def may_tap(self, who: str) -> bool:
        """Whether it has a player's controls: it is his or nobody's, or says that it taps for him."""
        sight = self.sight
        is_his = sight.is_own(who) or not (sight.holds or sight.sees) or self.draft.get("for") == who
        return is_his and self.acts_for(who)

    def must_offer(self, who: str) -> bool:
        """Whether it could tap for a player who is somebody else, and should be asked first."""
        return self.acts_for(who) and not self.may_tap(who)

    def is_elsewhere(self, seat: str) -> bool:
        """Whether somebody of that seat sits here, and has what is his own on another page."""
        return self.room != "tv" and seat in self.sight.holds and self.own != seat

    def to_hand(self, seat: str) -> str:
        """The address of a seat's own page, from this one."""
        return ("" if self.room == "hand" else "hand/") + href(seat=seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrecy[S, Owner: str]:
    """What differs from game to game in who may see and who may tap; all else is the same for every game.

    * `owners(state)`: who has anything of his own to see: seats, or the sides that they share.
    * `owner(seat)`: whose secrets the eyes of a seat know; without it, its own.
    * `is_hidden(state)`: that others must not see what is chosen from now. Where nothing is hidden, whoever
      has a seat's controls chooses for it openly.
    * `is_over(state)`: that it has ended: nothing is set right by hand any more.
    """

    owners: Callable[[S], Iterable[Owner]]
    is_over: Callable[[S], bool]
    owner: Callable[[str], str] = str
    is_hidden: Callable[[S], bool] = lambda state: True

    def eyes(self, seats: Iterable[str]) -> frozenset[str]:
        """Whose secrets the eyes of these seats know."""
        return frozenset(map(self.owner, seats))

    def own(self, scene: Scene[S]) -> Owner | None:
        """Whose secrets alone may lie open on this screen."""
        seen = self.eyes(scene.sight.sees if scene.room != "tv" else ())
        return next((each for each in self.owners(scene.state) if {each} == seen), None)

    def may_show(self, scene: Scene[S], seat: str) -> bool:
        """Whether what that seat chooses from may lie open here."""
        return not self.is_hidden(scene.state) or self.own(scene) == self.owner(seat)

    def may_decide(self, scene: Scene[S], seat: str) -> bool:
        """Whether this screen has the controls of that seat, and may know what they are chosen from."""
        return scene.may_tap(seat) and self.may_show(scene, seat)

    def may_adjust(self, scene: Scene[S]) -> bool:
        """Whether something can be set right by hand here."""
        return scene.may_act and not self.is_over(scene.state)

    def adjusts(self, scene: Scene[S]) -> bool:
        """Whether this screen asks to set something right, and may."""
        return scene.draft.get("do") == "adjust" and self.may_adjust(scene)

    def offered[E](
        self,
        entries: Iterable[E],
        sight: Sight,
        seat: Callable[[E], str | None],
        unseen: Callable[[E], E | None],
    ) -> Iterator[E]:
        """The entries of `legal` for what a sight may do; `seat` tells whose each is, None: anybody's.

        `unseen` is an entry as it is read without its owner's secrets; None where nothing of it may be.
        """
        sees = self.eyes(sight.sees)
        for entry in entries:
            who = seat(entry)
            if who is None or who in sight.acts:
                shown = entry if who is None or self.owner(who) in sees else unseen(entry)
                if shown is not None:
                    yield shown


type Veil[S] = Callable[[S, Scene[S], bool], S]
"""`veil(state, scene, past)`: one of a scene's states as its sight may know it now, still a state to draw.

With `past` it is one of those that led here, the last among them: what was done is counted out of them.
"""


PRINTED = ("sight", "room", "address", "is_open", "sitting", "version")
"""What of a scene holds no secret, beside its states."""


class Seen[S](Scene[S]):
    """A scene as it may lie open before its sight: all that is printed of a table is printed from one.

    It is made of a scene and the game's veil, and of nothing else: no printable is handed a state with more
    in it than whoever prints may know.
    """

    __slots__ = ("_bare", "_veil")
    _bare: Scene[S]
    _veil: Veil[S]

    def __init__(self, scene: Scene[S], veil: Veil[S]) -> None:
        values: dict[str, Any] = {each: getattr(scene, each) for each in PRINTED}
        values["state"] = veil(scene.state, scene, False)
        values["trail"] = Veiled(scene.trail, lambda state: veil(state, scene, True))
        values["passages"] = Veiled(scene.passages, lambda line: _read_by(line, scene, veil))
        super().__init__(**values)
        object.__setattr__(self, "_bare", scene)
        object.__setattr__(self, "_veil", veil)

    @property
    def public(self) -> "Seen[S]":
        """The same as everybody may know it, whoever looks."""
        return Seen(replace(self._bare, sight=NOBODY), self._veil)


def _read_by[S](line: Any, scene: Scene[S], veil: Veil[S]) -> Any:
    """A passage whose states are veiled; what was done in it is read by its sight already."""
    before = None if line.before is None else veil(line.before, scene, True)
    return copy.replace(line, before=before, after=veil(line.after, scene, True))


class Veiled[T](Sequence[T]):
    """A row of which each is veiled when it is looked at."""

    def __init__(self, row: Sequence[T], veil: Callable[[T], T]) -> None:
        self.row, self.veil = row, veil

    def __len__(self) -> int:
        return len(self.row)

    def __getitem__(self, at: Any) -> Any:
        states = self.row[at]
        return [self.veil(each) for each in states] if isinstance(at, slice) else self.veil(states)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looker:
    """A device in a room of a table.

    `seats` are the table's, with their names; `holds` those that sit here, `for_others` those that its host
    plays for by his own word. `hand` is the seat whose own room this is. `acts_for_all` is that whoever plays
    may tap for any side here; `together` that all who sit here look at once; `keeps` that a
    host who sits nowhere (the house itself, a program) does all.
    """

    seats: Mapping[str, str]
    holds: tuple[str, ...] = ()
    for_others: tuple[str, ...] = ()
    hand: str = ""
    acts_for_all: bool = False
    keeps: bool = False
    together: bool = False

    def sight(self) -> Sight:
        own = frozenset(self.holds)
        everybody = self.acts_for_all or self.keeps
        acts = frozenset(self.seats) if everybody else own | frozenset(self.for_others)
        if self.hand:
            return Sight(frozenset([self.hand]) & own, acts, own)
        return Sight(own if len(own) == 1 or self.together else frozenset(), acts, own)

    def check_deed(self, seat: str, key: str, looks: Collection[str]) -> None:
        """`IllegalAction` at `key`, before the rules are asked, for a deed that is not this device's to make.

        `looks` are the seats whose secrets the rules would look at.
        """
        if self.keeps or seat in self.for_others:
            return
        if seat and seat not in self.holds and not self.acts_for_all:
            raise IllegalAction(key, self._not_here(seat))
        if not set(looks) <= {*self.holds, *self.for_others}:
            raise IllegalAction(key, OWN_ALONE.format(who=named(looks, self.seats)))

    def check_asks(self, key: str, looks: Collection[str]) -> None:
        """`IllegalAction` at `key` where a deed is weighed, without a trace, that looks at what is hidden.

        What lies open here may be weighed as often as one likes.
        """
        if not self.sight().sees.issuperset(looks):
            raise IllegalAction(key, OWN_ALONE.format(who=named(looks, self.seats)))

    def hears(self, refused: GameError, looks: Collection[str]) -> GameError:
        """A refusal as it may be told here: one sentence for all that hangs on what may not lie open."""
        if self.sight().sees.issuperset(looks):
            return refused
        return IllegalAction("", NOT_ALLOWED.format(who=named(looks, self.seats)))

    def _not_here(self, seat: str) -> str:
        held = listed([self.seats.get(each, each) for each in self.holds]) or "no seat"
        return f"This device holds {held} and may not act for {self.seats.get(seat, seat)}."


def named(seats: Collection[str], names: Mapping[str, str]) -> str:
    """These seats by name."""
    return listed(sorted(names.get(seat, seat) for seat in seats))


def outline(ask: object) -> dict[str, object]:
    """A question to a seat whose secrets may not lie open here: that it is asked, not what it chooses from.

    >>> outline({"type": "lay_down", "player": "anna", "count": 1, "from": [3, 5]})
    {'type': 'lay_down', 'player': 'anna', 'count': 1}
    """
    parts = ask.items() if isinstance(ask, dict) else ()
    return {key: value for key, value in parts if not isinstance(value, list | dict)}


STAYS = ("seat", "for", "on")
"""What of a half-made choice outlives it: whose hand this is, whom this screen taps for, what it looks at."""


def fresh[S](scene: Scene[S], **choice: str | int | None) -> str:
    """The link to a new half-made choice."""
    return href(**{key: scene.draft.get(key) for key in STAYS} | choice)


def keep[S](scene: Scene[S], **changes: str | int | None) -> str:
    """The link to the same half-made choice with some of it changed; `None` takes a part out."""
    return href(**{**scene.draft, **changes})


def whole[S](scene: Scene[S], key: str) -> int | None:
    """A whole number of the half-made choice; what is none is passed over."""
    text = scene.draft.get(key, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None
