"""What every game has for nothing, each with its sheet: set up, play again, what may be done, who sees."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, make_dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.desk import worked
from companion.engine.errors import GameError, join, under
from companion.engine.form.field import Area, Field
from companion.engine.game import Outcome, Procedure, Resolution, Step
from companion.engine.told import Told
from companion.engine.wire import Json, Reading

type Demo = tuple[Json, list[Json]]

GROUP = "The whole game"
SEAT = Annotated[str, shape.Known("seats", "{given} has no seat at this table; {names} have.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnDesk:
    """What a game says of the sheets of a whole game.

    * `folder`, `begin`: the worked examples with which `legal`, `view` and `replay` begin.
    * `fields`: what a setup asks, and in `chance` what of it the app can shuffle.
    * `looker`: the field of who looks.
    * `state`, `open`: how a state reads, and what may be done in it.
    """

    folder: Path
    begin: Mapping[str, str]
    fields: tuple[Field, ...]
    chance: tuple[str, ...] = ()
    looker: tuple[Field, ...] = ()
    state: Callable[[Json, Json], Told]
    open: Callable[[Json, Json], Told]


def state_area(folder: Path, example: str) -> Area:
    """A whole state, with that of a worked example to begin with."""
    return Area(
        key="state",
        label="The state of a game",
        help="As setup and replay answer it.",
        rows=18,
        sample=lambda: worked(folder, example)["state"],
    )


def _journal(folder: Path, example: str) -> tuple[Area, ...]:
    return (
        Area(key="setup", label="Set-up", rows=6, sample=lambda: worked(folder, example)["setup"]),
        Area(
            key="actions",
            label="Actions, in order",
            rows=16,
            sample=lambda: worked(folder, example)["actions"],
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes[S]:
    """Who sees what of a state: one seat at a time, or nobody, that is the tablet in the middle.

    * `seats(state)`: who may look. `seen(state, seats)`: what these see. `spoken`: a seat's name.
    * `is_over`: whether the game is; all is open then.
    * `over`, `middle`, `own`: the step once it is, for the tablet in the middle, and for {who} looks.
    """

    seats: Callable[[S], Collection[str]]
    seen: Callable[[S, Collection[str]], Json]
    spoken: Callable[[str], str]
    is_over: Callable[[S], bool]
    over: Step
    middle: Step
    own: Step

    def __call__(self, state: S, viewer: Json) -> tuple[Json, Step]:
        """The result of `view`, and its step."""
        with under("seat"):
            seat: str | None = shape.read(SEAT | None, viewer, names={"seats": self.seats(state)})
        view = self.seen(state, () if seat is None else (seat,))
        return {"seat": seat, "view": view}, self._told(state, seat)

    def _told(self, state: S, seat: str | None) -> Step:
        if self.is_over(state):
            return self.over
        return self.middle if seat is None else self.own._replace(values={"who": self.spoken(seat)})


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGame[S]:
    """The procedures that need a whole game: `setup`, `replay`, `legal` and, where seats see apart, `view`.

    * `read_state`, `state_json`: a state from its JSON, with the path before what is wrong; and back.
    * `may(state)`: the result of `legal`, and its step.
    * `sees(state, viewer)`: the result of `view`, and its step; `viewer` is unread, and its key is `looks`.
      It is `Eyes` where one seat looks at a time.
    * `title`, `opening`: of `setup`, and what it shows, in a few words.
    * `deal`: a setup with what it left to the app, and that alone.
    * `most`: the longest journal that is played again.
    * `described`: by procedure, the record that says all of its question, where there is one.
    * `missing_first`: that a question's missing keys are told before what is wrong in another.
    * `opens`: how a table opens, where its setup may say more; a table's journal is played again by it.
    """

    set_up: Callable[[Json], Outcome[S]]
    apply: Callable[[S, Json], Outcome[S]]
    read_state: Callable[[Json, str], S]
    state_json: Callable[[S], Json]
    may: Callable[[S], tuple[Json, Step]]
    sees: Callable[[S, Json], tuple[Json, Step]] | None = None
    looks: str = "seat"
    title: str = "Set the game up"
    opening: str
    deal: Callable[[Json, Random], tuple[Json, Json | None]] = lambda question, _: (question, None)
    most: int | None = None
    described: Mapping[str, Any] = field(default_factory=dict)
    missing_first: bool = False
    opens: Callable[[Json], Outcome[S]] | None = None

    def procedures(self, desk: OnDesk) -> tuple[Procedure, ...]:
        """The procedures, in the order of the desk."""
        seen = (self._viewed(desk),) if self.sees else ()
        return (self._set_up(desk), self._allowed(desk), *seen, self._replayed(desk))

    def _set_up(self, desk: OnDesk) -> Procedure:
        return Procedure(
            name="setup",
            asks=self.described.get("setup"),
            title=self.title,
            summary=self.opening,
            resolve=self.setup,
            complete=self.deal,
            group=GROUP,
            button="Set up",
            fields=desk.fields,
            chance=desk.chance,
            told=desk.state,
        )

    def _allowed(self, desk: OnDesk) -> Procedure:
        return Procedure(
            name="legal",
            asks=self.described.get("legal"),
            title="What may be done now",
            summary="Every action that a state allows.",
            resolve=self.legal,
            group=GROUP,
            button="What may be done?",
            fields=(state_area(desk.folder, desk.begin["legal"]),),
            told=desk.open,
        )

    def _viewed(self, desk: OnDesk) -> Procedure:
        return Procedure(
            name="view",
            asks=self.described.get("view"),
            title="What a seat sees",
            summary="A state without the secrets of the others.",
            resolve=self.view,
            group=GROUP,
            button="What is seen?",
            fields=(state_area(desk.folder, desk.begin["view"]), *desk.looker),
            told=desk.state,
        )

    def _replayed(self, desk: OnDesk) -> Procedure:
        return Procedure(
            name="replay",
            asks=self.described.get("replay"),
            title="Play a journal again",
            summary="A setup and all its actions, to the state that they lead to.",
            resolve=self.replay,
            group=GROUP,
            button="Replay",
            fields=_journal(desk.folder, desk.begin["replay"]),
            told=desk.state,
        )

    def setup(self, question: Json) -> Resolution:
        """The game set up."""
        begun = self.set_up(question)
        return Resolution({"state": self.state_json(begun.state)}, begun.steps)

    def replay(self, question: Json) -> Resolution:
        """A whole journal played again; nothing is dealt, rolled or shuffled."""
        reading = self._asked(question, "setup", "actions")
        setup = reading.raw("setup")
        with under("setup"):
            state, steps = (self.opens or self.set_up)(setup)
        told = list(steps)
        for n, action in enumerate(reading.items("actions", 0, self.most)):
            try:
                state, steps = self.apply(state, action)
            except GameError as error:
                raise type(error)(join("actions", n, error.path), error.unnamed) from error
            told += steps
        return Resolution({"state": self.state_json(state)}, tuple(told))

    def legal(self, question: Json) -> Resolution:
        """What may be done in a state."""
        state = self.read_state(self._asked(question, "state").raw("state"), "state")
        result, step = self.may(state)
        return Resolution(result, (step,))

    def view(self, question: Json) -> Resolution:
        """A state as one seat sees it."""
        if self.sees is None:
            raise LookupError("Nobody's view differs in this game.")
        reading = self._asked(question, "state", self.looks)
        state = self.read_state(reading.raw("state"), "state")
        result, step = self.sees(state, reading.raw(self.looks))
        return Resolution(result, (step,))

    def _asked(self, question: Json, *keys: str) -> Reading:
        return Reading.complete(question, keys) if self.missing_first else Reading(question, keys)


def questions(
    state: Any, setup: Any = None, most: int | None = None, looker: Mapping[str, Any] | None = None
) -> Mapping[str, Any]:
    """`described` of a game whose state is a record, and maybe its setup; `looker`: the kind of who looks.

    A journal has at most so many actions; each has the shape of its type.
    """
    action = Mapping[str, Any]
    actions = Annotated[tuple[action, ...], shape.Sized(0, most)] if most else tuple[action, ...]
    begun = setup or Mapping[str, Any]
    return {
        "setup": setup,
        "legal": make_dataclass("OfState", [("state", state)]),
        "view": make_dataclass("OfSeat", [("state", state), *(looker or {}).items()]),
        "replay": make_dataclass("OfJournal", [("setup", begun), ("actions", actions)]),
    }


def recorded(folder: Path) -> Demo:
    """A game in mid-play, as it was recorded: its setup and its actions."""
    found: Mapping[str, Json] = json.loads((folder / "starter" / "demo.json").read_text("utf-8"))
    return found["setup"], found["actions"]
