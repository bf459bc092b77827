"""Where an entry stands in a binder: its room, its part, its dotted path, and what it is called."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.campaign.design import Design, Part, Room
from companion.engine.errors import join
from companion.engine.form.place import look
from companion.engine.wire import Json

WHOLE = "binder"
"""The address of the entry that is the content itself, whose path is empty."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One entry. `base` is the place of its part, `id` its key or number there, `above` what it is within."""

    room: Room
    part: Part
    base: str
    id: str = ""
    above: "Spot | None" = None

    @property
    def path(self) -> str:
        """Its dotted path in the content."""
        return join(self.base, self.id)

    @property
    def address(self) -> str:
        """Its path as an address has it."""
        return self.path or WHOLE

    def value(self, content: Json) -> dict[str, Json]:
        """What the content holds of it, over what is usual there."""
        found = look(content, self.path)
        usual = self.part.usual.get(self.id, {})
        return {**usual, **found} if isinstance(found, dict) else dict(usual)

    def title(self, content: Json) -> str:
        """What people call it."""
        name = self.value(content).get("name")
        if isinstance(name, str) and name:
            return name
        said = self.id.replace("_", " ").capitalize()
        if self.part.form == "listed":
            return f"{self.part.one.capitalize()} {int(self.id) + 1}"
        return said or self.part.title

    def held(self, content: Json) -> bool:
        """Whether it stands in the content at all."""
        return isinstance(look(content, self.path), dict)


def entries(room: Room, part: Part, content: Json, above: Spot | None = None) -> list[Spot]:
    """The entries of a part, in their order."""
    base = join(above.path if above else "", part.key)
    if part.form == "single":
        return [Spot(room, part, base, "", above)]
    found = look(content, base)
    if part.form == "listed":
        ids = [str(n) for n in range(len(found))] if isinstance(found, list) else []
    else:
        ids = list(dict.fromkeys([*part.usual, *(found if isinstance(found, dict) else ())]))
    return [Spot(room, part, base, each, above) for each in ids]


def spot(design: Design, content: Json, address: str) -> Spot | None:
    """The entry at an address; None where there is none."""
    path = "" if address == WHOLE else address
    return next((each for each in every(design, content) if each.path == path), None)


def every(design: Design, content: Json) -> Iterator[Spot]:
    """Every entry of a binder, those within another after it."""
    done = set()
    for room in design.rooms:
        for part in room.parts:
            if part.key not in done:
                done.add(part.key)
                yield from _all(room, part, content, None)


def _all(room: Room, part: Part, content: Json, above: Spot | None) -> Iterator[Spot]:
    for each in entries(room, part, content, above):
        yield each
        for inner in part.inside:
            yield from _all(room, inner, content, each)


def nearest(design: Design, content: Json, path: str) -> Spot | None:
    """The innermost entry within which a path lies: where a refusal is shown."""
    there = f"{path}."
    found = [each for each in every(design, content) if there.startswith(f"{each.path}.") and each.path]
    whole = next((each for each in every(design, content) if not each.path), None)
    return max(found, key=lambda each: len(each.path), default=whole)


def part_at(design: Design, content: Json, base: str) -> tuple[Room, Part, Spot | None] | None:
    """The part whose place that is, and the entry that it is inside of."""
    for room in design.rooms:
        for part in room.parts:
            if part.key == base:
                return room, part, None
    head, _, key = base.rpartition(".")
    above = spot(design, content, head) if head else None
    inner = next((part for part in above.part.inside if part.key == key), None) if above else None
    return (above.room, inner, above) if above and inner else None
