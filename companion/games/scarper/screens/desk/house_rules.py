"""The house rules that a question may switch, as fields folded away."""

from companion.engine.form import Group
from companion.engine.form.field import Field
from companion.engine.form.house_rule import house_rule
from companion.games.scarper.screens.desk.questions import own_files
from companion.games.scarper.state.options import HOUSE_RULES

KNOWN = {option.key: option for option in HOUSE_RULES}


def house_rules(*keys: str, files: tuple[str, ...] = ("board",)) -> Group:
    """The house rules that matter to a question, and the files of the table's own, folded away."""
    fields: tuple[Field, ...] = (*(house_rule(KNOWN[key]) for key in keys), *own_files(*files))
    return Group(label=_label(keys, files), form="folded", fields=fields)


def all_house_rules() -> Group:
    """Every house rule, open on the page."""
    return Group(label="House rules", form="below", fields=tuple(map(house_rule, HOUSE_RULES)))


def _label(keys: tuple[str, ...], files: tuple[str, ...]) -> str:
    told = (["House rules"] if keys else []) + (["own files"] if files else [])
    return " and ".join(told).capitalize()
