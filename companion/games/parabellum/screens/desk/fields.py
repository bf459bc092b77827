"""The fields that Parabellum's questions share: dice, cover, catalogue, house rules, worked examples."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.engine import examples
from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Area, Choice, Group, Lines, Number, Pick, Text
from companion.engine.form.field import Field
from companion.engine.form.house_rule import house_rules as rules_and_files
from companion.engine.form.place import LEFT_OUT, Data, Place, first
from companion.engine.form.several import words
from companion.engine.wire import Json
from companion.games.parabellum.data import DICE, FOLDER, FOOTPRINTS, STANDARD_TERRAIN
from companion.games.parabellum.state.binder import Binder, read_binder, starter_binder
from companion.games.parabellum.state.binder.reading import STARTER
from companion.games.parabellum.state.options import HOUSE_RULES

MOST_CREDITS = 999_999
DIE_PICKS = tuple(Pick(die, f"d{die}") for die in DICE)
TERRAIN_PICKS = tuple(Pick(name, name.capitalize()) for name in STANDARD_TERRAIN)
FOOTPRINT_PICKS = tuple(Pick(each, each.capitalize()) for each in FOOTPRINTS)
YES_NO = (Pick(False, "No"), Pick(True, "Yes"))


def count(key: str, label: str, default: int, high: int = 20, *, low: int = 0) -> Number:
    """A number that is always asked."""
    return Number(key=key, label=label, low=low, high=high, default=default)


def rarely(key: str, label: str, default: int = 0, high: int = 20, *, low: int = 0) -> Number:
    """A number that is left out of the question while it is the usual one."""
    return Number(key=key, label=label, low=low, high=high, default=default, quiet=True)


def credits(key: str, label: str, default: Json) -> Number:
    """So many credits."""
    return Number(key=key, label=label, low=0, high=MOST_CREDITS, default=default)


def die(key: str, label: str, default: int = 6, *, none: bool = False, listed: bool = False) -> Choice:
    """One of the six dice."""
    picks = (Pick(None, "None"), *DIE_PICKS) if none else DIE_PICKS
    return Choice(key=key, label=label, picks=picks, default=default, form="list" if listed else "row")


def yes(key: str, label: str, help: str = "") -> Choice:
    """Something that is usually not so."""
    return Choice(key=key, label=label, help=help, picks=YES_NO, default=False, quiet=True)


def cover(*, spotted: bool = False) -> tuple[Field, ...]:
    """What speaks for a unit that is struck."""
    terrain = Choice(
        key="terrain", label="Stands on", picks=TERRAIN_PICKS, default="open", quiet=True, form="list"
    )
    layers = rarely("entrench", "Layers dug in", high=4)
    more = rarely("defense_modifier", "Other bonus on defence", low=-20)
    told = (yes("spotted", "Reconnoitred"),) if spotted else ()
    return (terrain, layers, more, *told)


def house_rules(*keys: str) -> Group:
    """The house rules that matter to a question, folded away."""
    return rules_and_files(HOUSE_RULES, keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class BinderArea(Area):
    """A binder: the word `starter`, or a file."""

    accept: str = ".json,.xlsx,application/json"

    def read(self, data: Data, path: str) -> Json:
        """The word, or the file's JSON."""
        text = first(data, path).strip('"')
        return STARTER if text == STARTER else Area.read(self, data, path)

    def misread(self, place: Place) -> InvalidInput | None:
        """What is wrong with text that is neither."""
        return None if place.value == STARTER else Area.misread(self, place)


def own_binder() -> BinderArea:
    """A binder of the group's own."""
    return BinderArea(key="binder", label="Your own binder", help="Left empty, the starter campaign.", rows=6)


def binder_of(question: Json) -> Binder:
    """The binder that a question brings, or the starter where it brings none that can be read."""
    given = question.get("binder") if isinstance(question, Mapping) else None
    try:
        return starter_binder() if given is None else read_binder(given)
    except GameError:
        return starter_binder()


def unit_types(question: Json) -> tuple[Pick, ...]:
    """The catalogue's unit types."""
    return tuple(Pick(each.id, each.name, each.unit_class) for each in binder_of(question).units.values())


def unit_type(key: str, label: str, default: Json = LEFT_OUT) -> Choice:
    """One type of the catalogue."""
    return Choice(key=key, label=label, picks=unit_types, default=default, form="list")


def player(key: str, label: str, default: str = "ada") -> Text:
    """A player's id."""
    return Text(key=key, label=label, default=default)


def dice_lines(key: str, label: str, help: str, names: tuple[str, str], *, single: bool = False) -> Lines:
    """Dice, a combat a line: attack dice, a colon, defence dice; a dash for no dice at all."""
    attack, defense = names

    def parse(line: str) -> Json:
        if line in ("-", "–", "—"):
            return None
        before, colon, after = line.partition(":")
        thrown = words(before)
        if not colon or (single and len(thrown) != 1):
            raise ValueError(line)
        return {attack: thrown[0] if single else thrown, defense: words(after)}

    def tell(value: Json) -> str:
        if value is None:
            return "–"
        thrown = [value[attack]] if single else value[attack]
        return f"{' '.join(map(str, thrown))}: {' '.join(map(str, value[defense]))}"

    return Lines(key=key, label=label, help=help, parse=parse, tell=tell)


worked = partial(examples.worked, FOLDER)
