"""House rules said once: a record's annotations hold the ruling and its words beside each field."""

from collections.abc import Collection, Iterator
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAliasType, Union, get_args, get_origin, get_type_hints

from companion.engine.option import Option, Own
from companion.engine.shape import Between


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


def _option(key: str, default: Any, parts: tuple[Any, ...]) -> Option:
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


def _parts(hint: Any) -> Iterator[Any]:
    """Everything that an annotation says, the names of types looked up."""
    if isinstance(hint, TypeAliasType):
        yield from _parts(hint.__value__)
    elif get_origin(hint) in (Annotated, Union, UnionType):
        for each in get_args(hint):
            yield from _parts(each)
    else:
        yield hint
