"""A house rule, or a choice at the print shop: what may be chosen, in words, and what was; what it is of.

Forms, addresses and command lines spell and read it alike. A record's annotations hold the ruling of a house
rule and its words beside each field.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAliasType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.engine.errors import InvalidInput
from companion.engine.scene import Seen
from companion.engine.shape import Between
from companion.engine.wire import Json

SPOKEN = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)


@dataclass(frozen=True, slots=True)
class Own:
    """The choice by which people play with their own cards or map, what to call it, and what the app does."""

    value: object
    title: str
    words: str


class Host(NamedTuple):
    """One of those who meet in what is played: how many pieces, whose, under whom."""

    pieces: int
    name: str
    leader: str = ""


class Tile(NamedTuple):
    """One of the things that may be played, as a table is opened with it: a battle, a scenario.

    `value` is what it is to the option that says what is played, `setup` what it says of a setup besides, and
    `drawn` the setup whose picture stands for it. `when` and `small` stand beside its title and under it,
    `facts` in its account, a row each. `rule` is what of it is not as printed, and how the print has it.
    """

    key: str
    title: str
    value: Json
    drawn: Mapping[str, Json]
    when: str = ""
    small: str = ""
    hosts: tuple[Host, ...] = ()
    facts: tuple[tuple[str, ...], ...] = ()
    setup: Mapping[str, Json] = {}
    rule: tuple[str, str] = ("", "")

    @property
    def words(self) -> str:
        """All of it, as it is read aloud."""
        armies = " against ".join(
            f"{each.name}{f' under {each.leader}' if each.leader else ''}, {each.pieces} pieces"
            for each in self.hosts
        )
        return ", ".join(filter(None, (self.title, self.when, armies, self.small)))


class Plays(NamedTuple):
    """What may be played, asked before all else: the question, the option that it answers, the tiles.

    The first tile is the one that is chosen where nobody chooses.
    """

    question: str
    lead: str
    option: str
    tiles: Callable[[], tuple[Tile, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule that a table may choose when it opens: key, words, values with words, default.

    `leading` ones are asked of every table; the others lie folded away. `own` is how a table plays with what
    lies in its people's own box, where the rule says so. With `choices` it is a pick (with
    `low` and `high` of several), with `low` and `high` alone a whole number, with `longest` a free text of so
    many letters, else a file's contents.
    """

    key: str
    title: str
    help: str
    default: Json
    choices: tuple[tuple[Json, str], ...] = ()
    low: int | None = None
    high: int | None = None
    ruling: str = ""
    may_be_none: bool = False
    leading: bool = False
    longest: int = 0
    own: Own | None = None


class Change(NamedTuple):
    """One thing that ticks on a sheet ask for: in words, as an action, and the boxes that say it, by name."""

    words: str
    action: Json
    ticks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """One thing that the print shop makes: `make(choices, scene)` gives a document of `companion.press`.

    `choices` holds a value for each of `options`; `scene` is the live game as who
    prints it may know it, or None; `table` whether it has no use for a table, can fill itself from one, or
    needs one. `kind` is where it stands on the shelf, `short` its name there if the title is too long for it.

    In the whole box, `within` names another printable that holds all of this one, `stock` the paper that it
    belongs on (pieces on card, all else on plain paper, where it is empty), `both_sides` that its pages are
    printed back to back, `tonight` whether an evening at a table needs it, `whole` what is chosen where
    the whole game is printed.

    A sheet to be photographed has `answers(scene, seat, ticks)`: what the boxes ticked on one of that seat
    (`-`: of all), for whose eyes `scene` is, ask for, in the order in which it is done; `InvalidInput` where
    no such box is printed.
    """

    name: str
    title: str
    summary: str
    make: Callable[[Any, Seen[Any] | None], Any]
    options: tuple[Option, ...] = ()
    table: Literal["no", "may", "must"] = "no"
    kind: Literal["", "cards", "board", "markers", "aids", "records"] = ""
    short: str = ""
    within: str = ""
    stock: Literal["", "card", "heavy", "plain"] = ""
    both_sides: bool = False
    tonight: bool = True
    whole: Mapping[str, Json] = field(default_factory=dict)
    answers: Callable[[Seen[Any], str, Collection[str]], Iterable[Change]] | None = None


def is_several(option: Option) -> bool:
    """Whether some of the choices are picked, not one."""
    return bool(option.choices) and option.high is not None


def picks_of(option: Option) -> list[tuple[str, str]]:
    """The values that can be chosen, as they are spelt, each with its words."""
    return [(spelt(value), words) for value, words in option.choices]


def help_of(option: Option) -> str:
    """The words of help, and the ruling that the option rests on."""
    return f"{option.help} ({option.ruling})" if option.ruling else option.help


def chosen(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Json]:
    """A value for every option, from what was given; `InvalidInput` at an unknown key or value."""
    rules = {option.key: option for option in options}
    for key in given:
        if key not in rules:
            raise InvalidInput(
                key, f"There is no option “{key}” here; there is {', '.join(rules) or 'none'}."
            )
    return {
        key: read_option(option, given[key]) if key in given else option.default
        for key, option in rules.items()
    }


def read_option(option: Option, given: object) -> object:
    """One value, from its spelling or as it is; `InvalidInput` at the option's key."""
    if is_several(option):
        picked = [_choice(option, each) for each in given] if isinstance(given, list) else []
        least, most = option.low or 0, option.high or len(option.choices)
        if not least <= len(picked) <= most:
            words = f"Tick {least} to {most} of them; {len(picked)} of them are ticked."
            raise InvalidInput(option.key, words)
        return picked
    if option.choices:
        return _choice(option, given)
    if given is None and option.may_be_none:
        return None
    if option.low is not None and option.high is not None:
        return _number(option, given, option.low, option.high)
    return _words(option, given) if option.longest else given


def _words(option: Option, given: object) -> str:
    if not isinstance(given, str) or len(given) > option.longest:
        raise InvalidInput(option.key, f"This is a text of at most {option.longest} letters.")
    return given.strip()


def _choice(option: Option, given: object) -> object:
    values = [value for value, _ in option.choices]
    spoken = SPOKEN.get(given.lower(), given) if isinstance(given, str) and True in values else given
    for value in values:
        if (type(value) is type(spoken) and value == spoken) or (str(value) == given):
            return value
    raise InvalidInput(option.key, f"“{given}” is none of {', '.join(spelt(value) for value in values)}.")


def spelt(value: object) -> str:
    """A choice's value as forms, addresses and command lines spell it.

    >>> spelt(True), spelt("a4")
    ('yes', 'a4')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _number(option: Option, given: object, low: int, high: int) -> int:
    text = str(given)
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9 or not low <= int(text) <= high:
        raise InvalidInput(
            option.key, f"This is a whole number from {low} to {high}; “{text[:20]}” was given."
        )
    return int(text)


@dataclass(frozen=True, slots=True)
class Rule:
    """A ruling that names an alternative: its number, a title, a word of help, and a name for each choice.

    A yes or no is named with its default first. `leading` ones are asked of every table; the others lie
    folded away. `own` is the choice by which people play with what lies in their own box.
    """

    ruling: str
    title: str
    help: str
    named: tuple[str, ...] = ()
    leading: bool = False
    own: Own | None = None


def options_of(record: Any, shown: Collection[str] = ()) -> tuple[Option, ...]:
    """The house rules of a record whose fields each hold a `Rule`, in the order in which they are shown."""
    hints = get_type_hints(record, include_extras=True)
    defaults = {each.name: each.default for each in fields(record) if each.default is not MISSING}
    return tuple(_option(key, defaults[key], tuple(_parts(hints[key]))) for key in shown or defaults)


def _option(key: str, default: object, parts: tuple[Any, ...]) -> Option:
    rule = next(part for part in parts if isinstance(part, Rule))
    span = next((part for part in parts if isinstance(part, Between)), None)
    values = next((get_args(part) for part in parts if get_origin(part) is Literal), ())
    values = (default, not default) if bool in parts else values
    return Option(
        key=key,
        title=rule.title,
        help=rule.help,
        default=default,
        choices=tuple(zip(values, rule.named, strict=True)),
        low=span.low if span else None,
        high=span.high if span else None,
        ruling=rule.ruling,
        may_be_none=NoneType in parts,
        leading=rule.leading,
        own=rule.own,
    )


def _parts(hint: object) -> Iterator[Any]:
    """Everything that an annotation says, the names of types looked up."""
    if isinstance(hint, TypeAliasType):
        yield from _parts(hint.__value__)
    elif get_origin(hint) in (Annotated, Union, UnionType):
        for each in get_args(hint):
            yield from _parts(each)
    else:
        yield hint
