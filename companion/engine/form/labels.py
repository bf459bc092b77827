"""What a form calls the places of its question: the labels of its fields, by their paths."""

from collections.abc import Mapping, Sequence

from companion.engine.errors import GameError, join
from companion.engine.form.area import Area
from companion.engine.form.dice import Dice
from companion.engine.form.field import Field
from companion.engine.form.rows import Rows


def labels(fields: Sequence[Field], above: str = "", heading: str = "") -> Mapping[str, str]:
    """The label of every field, those within others under their heading; `#` stands for any row."""
    found: dict[str, str] = {}
    for field in fields:
        path, label = join(above, field.key), getattr(field, "label", "")
        words = f"{heading}, {label}" if heading and label else heading or label
        if field.key and words:
            found[path] = f"“{words}”"
        if isinstance(field, Dice):
            found |= {join(path, die): f"“{one}”" for die, one in field.dice.items()}
        inside = join(path, "#") if isinstance(field, Rows) else path
        found |= labels(getattr(field, "fields", ()), inside, label)
    return found


def areas(fields: Sequence[Field], above: str = "") -> list[str]:
    """The paths of the areas: who writes a file needs its own names for what is wrong in it."""
    paths = [join(above, field.key) for field in fields if isinstance(field, Area)]
    return paths + [
        path for field in fields for path in areas(getattr(field, "fields", ()), join(above, field.key))
    ]


def in_file(fields: Sequence[Field], refusal: GameError) -> bool:
    """Whether a refusal is about a file or something inside it, and not about a field."""
    return any(not area or f"{refusal.path}.".startswith(f"{area}.") for area in areas(fields))


def called(fields: Sequence[Field], refusal: GameError) -> GameError:
    """A refusal, its place called what the form calls it."""
    return refusal if in_file(fields, refusal) else refusal.called(labels(fields))
