"""What a game is to the house: a card with its name, and the pure functions that play it; how it ended.

And what every game has for nothing, each with its sheet: set up, play again, what may be done, who sees.

States are the game's own frozen dataclasses, which the house only carries; all else that passes is JSON.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, make_dataclass
from functools import cached_property, partial, wraps
from inspect import isroutine
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple, TypedDict, get_args, get_type_hints

from companion.engine import shape
from companion.engine.campaign import Campaign, War
from companion.engine.card import BoxWords, Card, card
from companion.engine.desk import Complete, Procedure, Resolution, Resolve, nothing_left, worked
from companion.engine.errors import GameError, Withheld, join, under
from companion.engine.film import Film
from companion.engine.form import Area, Choice, Field, Pick
from companion.engine.journal import Repair, whoever
from companion.engine.option import Option, Plays, Printable
from companion.engine.own import Workshop
from companion.engine.playing import Player
from companion.engine.scene import Looker, Scene, Sealed, Seen, Sight, Veil
from companion.engine.stage import Cover, Screen
from companion.engine.step import Step
from companion.engine.summary import Summary
from companion.engine.wire import Json, items, keyed, loads, part, parts
from companion.engine.wording import Plate, Words

__all__ = ["Option", "Printable", "Procedure", "Resolution", "Scene", "Sight", "Step"]


type Demo = tuple[Json, list[Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Its name in the address, its title, its template, and the functions behind it.

    * `press(sheet, said)`: the sheet after what a form said; `sheet` is None before it is begun.
      `GameError` where it cannot be read or the rules forbid it.
    * `show(sheet)`: what the template shows, under the name `sheet`; of None, how it may be begun.
    """

    name: str
    title: str
    summary: str
    template: str
    press: Callable[[Json, Mapping[str, object]], Json]
    show: Callable[[Json], Mapping[str, object]]


class Result(NamedTuple):
    """One seat at the end. Rank 1 has won, alone or with others of that rank; equals share a rank.

    `points` are the game's own, None where it counts none; `words` say how it ended, the same for all.
    `carried` is what it takes on to the next night of its game's programme, None where there is none.
    """

    seat: str
    rank: int
    points: int | None
    words: str = ""
    carried: int | None = None


class Night(NamedTuple):
    """One evening of a programme: what it is called, what is played, and that as a table's setup says it."""

    name: str
    told: str
    setup: Mapping[str, Json]

    def is_of(self, setup: Mapping[str, object]) -> bool:
        """Whether a table that was opened so was this night's."""
        return all(setup.get(key) == value for key, value in self.setup.items())


class Program(NamedTuple):
    """Nights that make a season, one after the other; `told` says what is carried from night to night."""

    name: str
    told: str
    nights: tuple[Night, ...]


class Outcome[S](NamedTuple):
    """What an action did: the new state, and why, in steps that hold no secret of any seat."""

    state: S
    steps: tuple[Step, ...]

    def after(self, *steps: Step) -> "Outcome[S]":
        return Outcome(self.state, (*steps, *self.steps))


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that a setup offers: its identifier and what people call it."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Size:
    """A number of people who may play: its words, and the part of a setup that says so."""

    words: str
    setup: Mapping[str, object]


class Walk[S](NamedTuple):
    """A deed that everybody is shown beat by beat, as action cards that are turned over one by one.

    `beats(before, after)`: in how many beats all of it is told; 0 where it is told at once.
    `told(before, after, beat)`: the table as all may know it after so many of them, fewer than all.
    """

    beats: Callable[[S, S], int]
    told: Callable[[S, S, int], S]


@dataclass(frozen=True, slots=True)
class Question:
    """What another seat must answer before an action can be written (a card that only it can name).

    `ask` is an entry of the `legal` kind, shown to `seat` alone. `is_open` is that nothing in it is secret:
    it is asked only where that seat speaks for itself, and may be read wherever its device lies.
    """

    seat: str
    ask: Json
    is_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerFile:
    """A file that an owner brings to a table (a card library, a board): checked on entry.

    `read` makes its JSON of its bytes, which are JSON themselves unless the game takes other formats too;
    `template` is a file of such a format to write one's own into, `template_name` what it is called.
    """

    key: str
    title: str
    help: str
    check: Resolve
    sample: Callable[[], Json]
    read: Callable[[bytes], Json] = loads
    template: Callable[[], bytes] | None = None
    template_name: str = ""

    @property
    def asked(self) -> Resolve:
        """The check as a procedure, whose one key is the file's."""
        return wraps(self.check)(lambda question: self.check(parts(question, "", self.key)[self.key]))


@dataclass(frozen=True, kw_only=True)
class Game[S]:
    """The card of one game and the functions behind it. One instance, `GAME`, a game folder.

    What it leaves out is as in a game that hides nothing, deals nothing, asks nobody and prints nothing.

    * `setup_seats(setup)`: the chairs of that setup.
    * `shuffle(setup, random)`: the setup with every shuffle or draw that it left to the app.
    * `procedures`: what can be asked of it, in the order of its desk.
    * `edition`: of its rules: another one whenever a journal of the last would be folded otherwise.
    * `open(setup)`: the opening state of a completed setup; `InvalidInput` with paths inside it.
    * `roll(state, action, random)`: the action with every die that it left to the app, or as it was.
    * `mend(state, action, was, written, random)`: a correction of `was`, with what is dealt, not diced for.
    * `apply(state, action)`: the one way on; `InvalidInput` or `IllegalAction` with paths inside the action.
    * `legal(state, sight)`: the entries of the specification's `legal` that this sight may see.
    * `read_state(json, path)`: what `state_json` wrote, exactly; `InvalidInput` where it is no state.
    * `asks(state, action)`: the question to another seat that comes first, if any.
    * `answer(state, action, answer)`: the action, completed with what that seat answered.
    * `redact_state`, `redact_action`: JSON for a sight, secrets out. `redact_action` is given the state now.
    * `veil(state, scene, past)`: one of a scene's states as its sight may know it: what is printed.
    * `looks(state, action)`: the seats whose secrets the rules look at for it; none where all is open.
    * `shows(state, action)`: the seats whose hidden cards it shows to all; it is not tried without a trace.
    * `hangs(state, action)`: the seats whose secrets decide whether this line still follows another past.
    * `by_hand(state, action)`: that it is set or decided by hand: the other seats are asked first.
    * `repairs(state, action)`: what might be done instead of a line that follows no more, plainest first.
    * `sealed`: how steps are decided that belong to several seats; None where each step is one seat's.
    * `differs(before, after, sees)`: in words what is otherwise, for who knows these seats' secrets.
    * `came(before, after)`: what a line changed for all to see and for good, in few words each, for the log.
    * `plates(state)`: the places and cards that lines name.
    * `is_irrevocable(state, action, rolled)`: that undoing past this action needs the other seats' word.
    * `covers(state, seat)`: what of a seat's own lies behind its cover now; None where nothing is hidden.
    * `past(then, now)`: an earlier state as a picture of it may be drawn now: without what is told no more.
    * `actors(state)`: the seats to act, in order; empty when nobody or the whole table is.
    * `turns(state)`: all who have their say one after another in this step, in order; none where they do not.
    * `plays`: what may be played of it, a battle or a scenario; None where it is always the same.
    * `sizes`: with how many it may be played, the usual first; a game that leaves no choice lists none.
    * `begins`: the key of a setup that names the seat that begins; empty where the rules say who does.
    * `seat_key`: the key of an action that names the seat whose it is; without it, it is the whole table's.
    * `whose(state, action)`: the seat whose action it is, where no key of it says so; empty: the table's.
    * `both_agree`: that a tablet which several share is asked too before what it has shown is undone.
    * `describe(action)`: a (redacted) action in few words; `tell(state, action, sight)`: by a sight's names.
    * `recall(action)`: the half-made choice that a (redacted) action was, as the table's address held it.
    * `headline(state)`: where the game stands, in a few words, for lists of tables.
    * `result(state)`: how each seat came off, best first; empty while it goes on. None: written by hand.
    * `program`: a season of its own, night by night; None where it proposes none.
    * `war`: how its battles follow each other with the armies that are left; None where each stands alone.
    * `walk`: what of its deeds is shown beat by beat; None where each is told at once.
    * `campaign`: what it tells of a journal of many evenings; None where one evening is the whole game.
    * `film`: how it is looked back on: its course, what turned it, its luck; without it, line by line alone.
    * `asides`: pages of its own at the desk.
    * `workshop`: what cards people make of their own; None where there are none to make.
    * `player`: how the house plays it; None where it does not.
    * `sketch(state)`: a (veiled) state as a small picture; None where it is not drawn so.
    * `view(scene)`: what a screen shows, finished: by the stage's places, and for the game's own templates.
    """

    folder: Path
    setup_seats: Callable[[Json], tuple[Chair, ...]]
    open: Callable[[Json], Outcome[S]]
    apply: Callable[[S, Json], Outcome[S]]
    legal: Callable[[S, Sight], Sequence[Json]]
    read_state: Callable[[Json, str], S]
    describe: Callable[[Json], str]
    headline: Callable[[S], str]
    view: Callable[[Scene[S]], Screen]
    actors: Callable[[S], tuple[str, ...]] = lambda state: ()
    is_over: Callable[[S], bool] = lambda state: False
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    shuffle: Callable[[Json, Random], Json] = lambda setup, random: setup
    roll: Callable[[S, Json, Random], Json] = lambda state, action, random: action
    asks: Callable[[S, Json], Question | None] = lambda state, action: None
    answer: Callable[[S, Json, Json], Json] = lambda state, action, answer: {**action, **answer}
    state_json: Callable[[S], Json] = shape.write
    redact_state: Callable[[S, Sight], Json] = lambda state, sight: shape.write(state)
    redact_action: Callable[[S, Json, Sight], Json] = lambda state, action, sight: action
    veil: Veil[S] = lambda state, scene, past: state
    is_irrevocable: Callable[[S, Json, bool], bool] = lambda state, action, rolled: rolled
    printables: Mapping[str, Printable] = field(default_factory=dict)
    files: tuple[OwnerFile, ...] = ()
    sketch: Callable[[S], Any] | None = None
    past: Callable[[S, S], S] = lambda then, now: then
    covers: Callable[[S, str], Cover | None] = lambda state, seat: None
    turns: Callable[[S], tuple[str, ...]] = lambda state: ()
    sizes: tuple[Size, ...] = ()
    plays: Plays | None = None
    edition: str = "1"
    begins: str = ""
    seat_key: str = "side"
    both_agree: bool = False
    whose: Callable[[S, Json], str] | None = None
    tell: Callable[[S, Json, Sight], str] | None = None
    mend: Callable[[S, Json, Json, Collection[Json], Random], Json] = lambda state, action, *_: action
    looks: Callable[[S, Json], Collection[str]] = lambda state, action: ()
    shows: Callable[[S, Json], Collection[str]] = lambda state, action: ()
    hangs: Callable[[S, Json], Collection[str]] = lambda state, action: ()
    by_hand: Callable[[S, Json], bool] = lambda state, action: False
    repairs: Callable[[S, Json], Iterable[Repair]] | None = None
    differs: Callable[[S, S, Collection[str]], Iterable[str]] = lambda before, after, sees: ()
    came: Callable[[S, S], Iterable[Words]] = lambda before, after: ()
    plates: Callable[[S], Iterable[Plate]] = lambda state: ()
    recall: Callable[[Json], Mapping[str, str]] = lambda action: {}
    result: Callable[[S], tuple[Result, ...]] | None = None
    program: Program | None = None
    war: War[S] | None = None
    walk: Walk[S] | None = None
    campaign: Campaign[S] | None = None
    film: Film[S] | None = None
    sealed: Sealed[S] | None = None
    asides: tuple[Aside, ...] = ()
    workshop: Workshop | None = None
    player: Player[S] | None = None

    @property
    def card(self) -> Card:
        """What the shelf tells of it before its rules are asked for."""
        return card(self.folder)

    @cached_property
    def demo(self) -> Callable[[], Demo] | None:
        """A game in mid-play, where one was recorded: its setup and its actions."""
        file = self.folder / "starter" / "demo.json"
        return partial(_recorded, file) if file.exists() else None

    @property
    def slug(self) -> str:
        return self.card.slug

    @property
    def title(self) -> str:
        return self.card.title

    @property
    def tagline(self) -> str:
        return self.card.tagline

    @property
    def players(self) -> str:
        return self.card.players

    @property
    def at_table(self) -> bool:
        return self.card.at_table

    @property
    def box(self) -> BoxWords:
        return self.card.box

    def seat_of(self, state: S, action: Json) -> Json:
        """The seat whose action it is, as the game or a key of the action names it."""
        return self.whose(state, action) if self.whose else action.get(self.seat_key)

    def seen(self, scene: Scene[S]) -> Seen[S]:
        """The scene as it may be printed by its sight."""
        return Seen(scene, self.veil)

    def repairs_of(self, state: S, action: object) -> Iterable[Repair]:
        """What might be done instead of a line that follows no more; the game's own, or the same as made.

        What looks at somebody's secrets is nobody else's to have done.
        """
        if self.repairs is not None:
            return self.repairs(state, action)
        secret = self.looks(state, action) or self.hangs(state, action)
        return () if secret else whoever(self.seat_key, self.actors(state), action)

    def hear(self, state: S, action: object, refused: GameError, device: Looker) -> GameError:
        """A refusal as a device may hear it; whose turn it is, and in which phase, anybody may know."""
        is_open = refused.path in ("type", self.seat_key) and not isinstance(refused, Withheld)
        return refused if is_open else device.hears(refused, self.looks(state, action))

    def procedure(self, name: str) -> Procedure:
        """The procedure of that kebab-case name; `KeyError` where there is none."""
        return self.procedures[name]


class Open(TypedDict):
    """What may be done: the entries of `legal`."""

    actions: list[dict[str, Json]]


class Looked(TypedDict):
    """What one seat may know, nobody's where it is the tablet in the middle."""

    seat: str | None
    view: Json


class Begun(TypedDict):
    """Where a setup or a journal leads to."""

    state: Json


GROUP = "The whole game"
SHEETS = {
    "setup": {"button": "Set up"},
    "legal": {
        "title": "What may be done now",
        "summary": "Every action that a state allows.",
        "button": "What may be done?",
    },
    "view": {
        "title": "What a seat sees",
        "summary": "A state without the secrets of the others.",
        "button": "What is seen?",
    },
    "replay": {
        "title": "Play a journal again",
        "summary": "A setup and all its actions, to the state that they lead to.",
        "button": "Replay",
    },
}
"""What the desk says of each procedure of a whole game."""
SEAT = Annotated[str, shape.Known("seats", "{given} has no seat at this table; {names} have.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnDesk:
    """What a game says of the sheets of a whole game.

    * `folder`, `begin`: the worked examples with which `legal`, `view` and `replay` begin.
    * `fields`: what a setup asks, and in `chance` what of it the app can shuffle.
    * `looker`: the field of who looks, where it is not one seat or the tablet in the middle (`Eyes`).
    * `state`: how a state reads, where the game's file of answers does not say it.
    """

    folder: Path
    begin: Mapping[str, str]
    fields: tuple[Field, ...]
    chance: tuple[str, ...] = ()
    looker: tuple[Field, ...] = ()
    state: Callable[[Json, Json], Summary] | None = None


def state_area(folder: Path, example: str) -> Area:
    """A whole state, with that of a worked example to begin with."""
    return Area(
        key="state",
        label="The state of a game",
        help="As setup and replay answer it.",
        rows=18,
        sample=partial(_of_example, folder, example, "state"),
    )


def _of_example(folder: Path, example: str, key: str) -> object:
    return worked(folder, example)[key]


def _journal(folder: Path, example: str) -> Iterator[Area]:
    for key, label, rows in (("setup", "Set-up", 6), ("actions", "Actions, in order", 16)):
        yield Area(key=key, label=label, rows=rows, sample=partial(_of_example, folder, example, key))


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

    def __call__(self, state: S, viewer: object) -> tuple[Looked, Step]:
        """The result of `view`, and its step."""
        with under("seat"):
            seat: str | None = shape.read(SEAT | None, viewer, names={"seats": self.seats(state)})
        view = self.seen(state, () if seat is None else (seat,))
        return {"seat": seat, "view": view}, self._step(state, seat)

    def _step(self, state: S, seat: str | None) -> Step:
        if self.is_over(state):
            return self.over
        return self.middle if seat is None else self.own._replace(values={"who": self.spoken(seat)})


MIDDLE = Pick(None, "The tablet in the middle")


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGame[S]:
    """The procedures that need a whole game: `setup`, `replay`, `legal` and, where seats see apart, `view`.

    * `read_state`, `state_json`: a state from its JSON, with the path before what is wrong; and back.
    * `may(state)`: the result of `legal`, and its step.
    * `sees(state, viewer)`: the result of `view`, and its step; `viewer` is unread, and its key is `looks`.
      It is `Eyes` where one seat looks at a time.
    * `title`, `opening`: of `setup`, and what it shows, in a few words.
    * `deal`: a setup with what it left to the app, and that alone; with `form_alone` on the desk's form only.
    * `most`: the longest journal that is played again.
    * `described`: by procedure, the record that says all of its question, where there is one.
    * `missing_first`: that a question's missing keys are told before what is wrong in another.
    * `opens`: how a table opens, where its setup may say more; a table's journal is played again by it.
    """

    set_up: Callable[[Json], Outcome[S]]
    apply: Callable[[S, Json], Outcome[S]]
    read_state: Callable[[Json, str], S]
    state_json: Callable[[S], Json] = shape.write
    may: Callable[[S], tuple[Json, Step]]
    sees: Callable[[S, Json], tuple[Json, Step]] | None = None
    looks: str = "seat"
    title: str = "Set the game up"
    opening: str
    deal: Complete = nothing_left
    form_alone: bool = False
    most: int | None = None
    described: Mapping[str, object] = field(default_factory=dict)
    missing_first: bool = False
    opens: Callable[[Json], Outcome[S]] | None = None

    def procedures(self, desk: OnDesk) -> tuple[Procedure, ...]:
        """The procedures, in the order of the desk."""

        def sheet(name: str, resolve: Resolve, *fields: Field, **more: Any) -> Procedure:
            words = {"told": desk.state, "group": GROUP, **SHEETS[name], **more}
            return Procedure(
                name=name, asks=self.described.get(name), resolve=resolve, fields=fields, **words
            )

        opening = {"title": self.title, "summary": self.opening, "complete": self.deal}
        opening |= {"chance": desk.chance, "form_alone": self.form_alone}
        state, eyes = partial(state_area, desk.folder), self.sees
        looker = (self._looker(eyes),) if isinstance(eyes, Eyes) else desk.looker
        looks = state(desk.begin["view"]) if self.sees else None
        seen = (sheet("view", self.view, looks, *looker, answers=_first(self.sees)),) if looks else ()
        return (
            sheet("setup", self.setup, *desk.fields, **opening),
            sheet("legal", self.legal, state(desk.begin["legal"]), answers=_first(self.may)),
            *seen,
            sheet("replay", self.replay, *_journal(desk.folder, desk.begin["replay"])),
        )

    def _looker(self, eyes: Eyes[S]) -> Field:
        """The field of who looks: the tablet in the middle, or a seat of the state if it can be read."""

        def picks(question: Json) -> tuple[Pick, ...]:
            with suppress(GameError, KeyError, TypeError):
                seats = eyes.seats(self.read_state(question["state"], "state"))
                return (MIDDLE, *(Pick(seat, eyes.spoken(seat)) for seat in seats))
            return (MIDDLE,)

        return Choice(key="seat", label="Who looks", picks=picks, default=None)

    def setup(self, question: object) -> Resolution[Begun]:
        begun = self.set_up(question)
        return Resolution({"state": self.state_json(begun.state)}, begun.steps)

    def replay(self, question: object) -> Resolution[Begun]:
        """A whole journal played again; nothing is dealt, rolled or shuffled."""
        journal = self._asked(question, "setup", "actions")
        setup = part(journal, "setup")
        with under("setup"):
            state, steps = (self.opens or self.set_up)(setup)
        lines = list(steps)
        for n, action in enumerate(items(part(journal, "actions"), "actions", 0, self.most)):
            try:
                state, steps = self.apply(state, action)
            except GameError as error:
                raise type(error)(join("actions", n, error.path), error.unnamed) from error
            lines += steps
        return Resolution({"state": self.state_json(state)}, tuple(lines))

    def legal(self, question: object) -> Resolution:
        state = self.read_state(part(self._asked(question, "state"), "state"), "state")
        result, step = self.may(state)
        return Resolution(result, (step,))

    def view(self, question: object) -> Resolution:
        if self.sees is None:
            raise LookupError("Nobody's view differs in this game.")
        look = self._asked(question, "state", self.looks)
        state = self.read_state(part(look, "state"), "state")
        result, step = self.sees(state, part(look, self.looks))
        return Resolution(result, (step,))

    def _asked(self, question: object, *keys: str) -> dict[str, Json]:
        return parts(question, "", *keys) if self.missing_first else keyed(question, keys)


def _first(rule: object) -> object:
    """The kind of the first thing that a rule gives, as its hints say."""
    hints = get_type_hints(rule if isroutine(rule) else type(rule).__call__)
    return get_args(hints["return"])[0]


def questions(
    state: object, setup: object = None, most: int | None = None, looker: Mapping[str, object] | None = None
) -> Mapping[str, object]:
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


def _recorded(file: Path) -> Demo:
    demo: Mapping[str, Json] = loads(file.read_bytes())
    return demo["setup"], demo["actions"]
