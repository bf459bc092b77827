"""The house rules as fields: every ruling that names an alternative, in the table's own words."""

from companion.engine.form import Choice, Group, Number, Pick
from companion.engine.form.field import Field
from companion.games.scarper.screens.desk.questions import own_files
from companion.games.scarper.state.options import DEFAULTS, RANGES

CHOICES: dict[str, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    "cards": (
        "Whose cards",
        "The app deals and keeps hands, or you play with cards on the table (R1).",
        (("app", "The app deals"), ("table", "Cards on the table")),
    ),
    "direct_victory": (
        "15 on the Morale Track wins",
        "At once, or only when the year has been scored (R11).",
        (("any_time", "At once"), ("year_end", "At the year's end")),
    ),
    "initiative_tie": (
        "Morale level: who decides who goes first",
        "R14.",
        (
            ("previous_second", "Last year's second"),
            ("previous_first", "Last year's first"),
            ("allied", "Allied"),
            ("german", "German"),
        ),
    ),
    "relative_position": (
        "A neighbour counts as ahead by",
        "Spaces on the track, or steps between the values printed there (R6).",
        (("spaces", "Spaces"), ("value_steps", "Value steps")),
    ),
    "unspent_points": (
        "Command points left over",
        "R19.",
        (("lose", "Are lost"), ("forbid", "Must be spent")),
    ),
    "ongoing_at": (
        "Cards in play move the tracks",
        "R22.",
        (("scoring", "Before scoring"), ("missions", "Before the missions")),
    ),
}
NUMBERS = {
    "propaganda_max": ("Propaganda Track goes up to", "R9."),
    "economy_max": ("Economic Track goes up to", "R9."),
    "trench_supply": ("Trenches a side has", "Left empty: as many as are wanted (R5)."),
    "mission_success": ("A mission fulfilled gives", "Morale to its owner (4.3 E)."),
    "mission_failure": ("A mission failed gives", "Morale to the other side (4.3 E)."),
}


def house_rules(*keys: str, files: tuple[str, ...] = ("board",)) -> Group:
    """The house rules that matter to a question, and the files of the table's own, folded away."""
    fields: tuple[Field, ...] = (*(_rule(key) for key in keys), *own_files(*files))
    return Group(label="House rules and own files", form="folded", fields=fields)


def _rule(key: str) -> Field:
    default = getattr(DEFAULTS, key)
    if key in CHOICES:
        label, help, words = CHOICES[key]
        picks = tuple(Pick(value, text) for value, text in words)
        return Choice(key=f"options.{key}", label=label, help=help, picks=picks, default=default, quiet=True)
    label, help = NUMBERS[key]
    low, high = RANGES[key]
    if default is None:
        return Number(key=f"options.{key}", label=label, help=help, low=low, high=high)
    return Number(
        key=f"options.{key}", label=label, help=help, low=low, high=high, default=default, quiet=True
    )
