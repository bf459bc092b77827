"""What Parabellum's binder asks out of itself: choices among its entries, its maps, signs of the ground."""

from collections.abc import Callable

from companion.engine.form import Pick
from companion.engine.form.painted import Sign
from companion.engine.form.place import look
from companion.engine.form.squares import rows_of
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.games.parabellum.data import SEATS, STANDARD_TERRAIN
from companion.games.parabellum.state.naming import spoken


def objects(content: Json, key: str) -> dict[str, Json]:
    """A part of the content, which may yet be anything."""
    value = content.get(key) if isinstance(content, dict) else None
    return value if isinstance(value, dict) else {}


def named(key: str) -> Callable[[Json], tuple[Pick, ...]]:
    """The entries of a part of this binder, to choose from."""
    return lambda content: tuple(
        Pick(each, _name(each, entry)) for each, entry in objects(content, key).items()
    )


def _name(identifier: str, entry: Json) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return isolated(name) if isinstance(name, str) and name else spoken(identifier)


def scenarios(content: Json) -> tuple[Pick, ...]:
    """The scenarios, with their round and letter."""
    found = objects(content, "scenarios").items()
    return tuple(Pick(key, f"{key.upper()} · {_name(key, entry)}") for key, entry in sorted(found))


def palette(content: Json) -> tuple[Pick, ...]:
    """The colours of flags."""
    colours = content.get("palette") if isinstance(content, dict) else None
    return tuple(Pick(each, spoken(each)) for each in colours or () if isinstance(each, str))


def terrains(content: Json) -> tuple[Pick, ...]:
    """The rulebook's ground, and this binder's own."""
    return tuple(Pick(each, spoken(each)) for each in {**STANDARD_TERRAIN, **objects(content, "terrain")})


def grounds(content: Json) -> tuple[Sign, ...]:
    """The signs of which a map is made: of each ground, and of the seats' squares to deploy on."""
    signs = {key: glyph for key, (glyph, *_) in STANDARD_TERRAIN.items()}
    for key, each in objects(content, "terrain").items():
        glyph = each.get("glyph") if isinstance(each, dict) else None
        signs[key] = glyph if isinstance(glyph, str) and glyph else signs.get(key, "?")
    known = [
        Sign(glyph, spoken(key), key) if key in STANDARD_TERRAIN else Sign(glyph, spoken(key), "other", glyph)
        for key, glyph in signs.items()
    ]
    return (*known, *(Sign(str(n), f"Seat {n} deploys", "seat", str(n)) for n in SEATS))


def own_rows(content: Json, path: str) -> list[str]:
    """The map that is being painted."""
    return rows_of(look(content, path))


def scenario_rows(content: Json, path: str) -> list[str]:
    """The map of the scenario within which `path` lies."""
    scenario = look(content, ".".join(path.split(".")[:2]))
    name = scenario.get("map") if isinstance(scenario, dict) else None
    sheet = objects(content, "maps").get(name) if isinstance(name, str) else None
    return rows_of(sheet.get("rows")) if isinstance(sheet, dict) else []
