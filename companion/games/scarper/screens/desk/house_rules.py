"""The house rules that a question may switch, as fields folded away."""

from companion.engine.form import LEFT_OUT, Choice, Group, Number, Pick
from companion.engine.form.field import Field
from companion.engine.game import Option
from companion.games.scarper.rules.house_rules import OPTIONS
from companion.games.scarper.screens.desk.questions import own_files

KNOWN = {option.key: option for option in OPTIONS}


def house_rules(*keys: str, files: tuple[str, ...] = ("board",)) -> Group:
    """The house rules that matter to a question, and the files of the table's own, folded away."""
    fields: tuple[Field, ...] = (*(_field(KNOWN[key]) for key in keys), *own_files(*files))
    return Group(label=_label(keys, files), form="folded", fields=fields)


def all_house_rules() -> Group:
    """Every house rule, open on the page."""
    return Group(label="House rules", form="below", fields=tuple(_field(option) for option in OPTIONS))


def _label(keys: tuple[str, ...], files: tuple[str, ...]) -> str:
    told = (["House rules"] if keys else []) + (["own files"] if files else [])
    return " and ".join(told).capitalize()


def _field(option: Option) -> Field:
    key, help = f"options.{option.key}", f"{option.help} ({option.ruling})"
    if option.choices:
        picks = tuple(Pick(value, words) for value, words in option.choices)
        return Choice(key=key, label=option.title, help=help, picks=picks, default=option.default, quiet=True)
    default = LEFT_OUT if option.default is None else option.default
    low, high = option.low or 0, option.high or 99
    return Number(key=key, label=option.title, help=help, low=low, high=high, default=default, quiet=True)
