"""What a type of unit looks like: by its name, its class, or what it can do, composed of drawn parts.

The ground, who stands behind, and the company's device belong to the picture. A type that nobody drew is
composed of what its card says: a hull for its footprint, and on it what it shoots and carries with (A1, A5).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import NamedTuple

from companion.games.parabellum.data import Footprint, lexicon
from companion.games.parabellum.state.catalogue import Binder, UnitType

TABLE = lexicon("state/pictures.json")
DRAWN, ANCHORS, HINTS, DEVICES = (TABLE[key] for key in ("types", "anchors", "hints", "devices"))
GROUNDS: tuple[str, ...] = tuple(TABLE["grounds"])
MASTS = ("mast.whip", "mast.flag", "mast.dish")
FIELD = 100
"""The side of a picture; a unit stands 84 below its upper edge."""
BY_SIZE = {"small": "infantry", "medium": "truck", "large": "tank"}


class Part(NamedTuple):
    """A drawing of `units.svg`, where its origin lies, how large it is; `ink` is what its sign takes."""

    name: str
    x: float = 0
    y: float = 0
    scale: float = 1
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A unit on its ground. `device` is where its company's is laid on, how large; `sign` is it in small."""

    sign: str
    ground: str
    behind: tuple[Part, ...]
    unit: tuple[Part, ...]
    device: tuple[float, float, float] | None = None

    def parts(self, device: str = "") -> Iterator[Part]:
        """All of it in the order in which it is drawn, with a company's device or without."""
        yield Part(f"ground.{self.ground}")
        yield Part("shadow")
        yield from self.behind
        yield from self.unit
        if device and self.device:
            x, y, radius = self.device
            yield Part(f"device.{device}", x, y, round(radius / 10, 3), "second")


@cache
def drawn(name: str) -> Picture:
    """One of the starter campaign's types."""
    given = DRAWN[name]
    behind = tuple(Part(f"far.{name}", x, y, scale) for x, y, scale in given["behind"])
    parts = tuple(Part(*part) for part in given["parts"])
    return Picture(name, given["ground"], behind, parts, tuple(given["device"]) if given["device"] else None)


def pictures(binder: Binder) -> Mapping[str, Picture]:
    """The picture of each of a binder's types; two that came out alike stand on different ground, then under
    different masts."""
    seen, by_key = set[tuple[object, ...]](), dict[str, Picture]()
    for kind in binder.units.values():
        first = picture_of(kind, binder.footprint(kind.id))
        ways = chain((first,), _others(first))
        each = next((one for one in ways if (one.ground, one.unit) not in seen), first)
        seen.add((each.ground, each.unit))
        by_key[kind.id] = each
    return by_key


def _others(picture: Picture) -> Iterator[Picture]:
    grounds = [replace(picture, ground=each) for each in GROUNDS]
    yield from grounds
    for mast in MASTS:
        bare = [part for part in picture.unit if part.name not in MASTS]
        for each in grounds:
            yield replace(each, unit=(Part(mast, 14, 62), *bare))


def picture_of(kind: UnitType, footprint: Footprint) -> Picture:
    """By its id, by a word of its name among pictures of its class, by its class, or by what it can do."""
    if kind.id in DRAWN and DRAWN[kind.id]["class"] == kind.unit_class:
        return drawn(kind.id)
    name, mine = kind.name.lower(), kind.unit_class in HINTS["classes"]
    for words, each in HINTS["words"]:
        if re.search("|".join(words), name) and (not mine or DRAWN[each]["class"] == kind.unit_class):
            return drawn(each)
    if mine:
        return drawn(HINTS["classes"][kind.unit_class])
    sign = HINTS["classes"][BY_SIZE[footprint]]
    return Picture(
        sign, "open", (), _composed(_by_values(kind, footprint), 1 if footprint == "small" else 0.86)
    )


def of_class(unit_class: str) -> Picture:
    """The type that stands for a class; of an owner's own class any will do, and it is a regular's."""
    return drawn(HINTS["classes"].get(unit_class, "regular_infantry"))


def on_ground[P: (Picture, Picture | None)](picture: P, terrain: str) -> P:
    """A unit on the ground on which it stands, where that is drawn."""
    ground = {"marsh": "mire"}.get(terrain, terrain)
    return replace(picture, ground=ground) if picture and ground in GROUNDS else picture


def _by_values(kind: UnitType, footprint: Footprint) -> Iterator[str]:
    """The parts that say what a card of an owner's own class can do."""
    if footprint == "small":
        yield from ("man.aim", "head.helmet", "arms.rifle", "gear.pack")
        return
    legs, afloat = "mountain" in kind.tags, "water" in kind.tags or "amphibious" in kind.tags
    hull = "hull.carapace" if legs else "hull.boat" if afloat else "hull.low"
    if footprint == "medium" and not legs:
        yield from ("run.wheels.3", "hull.boat" if afloat else "hull.bonnet")
        yield "load.canvas" if kind.cargo else "load.benches"
        return
    yield from ("run.legs.4" if legs else "run.wheels.4" if afloat else "run.track.long", hull)
    if kind.artillery:
        yield "load.rockets" if kind.artillery.shots >= 6 else "gun.howitzer"
    elif kind.attack_die:
        yield "turret.block" if kind.attack_die >= 20 else "turret.twin" if legs else "turret.flat"
        yield "gun.fat" if kind.attack_die >= 20 else "gun.long" if kind.attack_die >= 12 else "gun.thin"
    elif kind.cargo:
        yield "load.containers" if kind.cargo >= 6 else "load.canvas"
    elif kind.passengers:
        yield "load.benches"
    yield "mast.whip"


def _composed(names: Iterable[str], scale: float) -> tuple[Part, ...]:
    """Parts joined at the anchors that those before them give, from the ground up."""
    placed: list[Part] = []
    for name in names:
        placed.append(Part(name, *_joint(name, placed)))
    ranked = sorted(placed, key=lambda part: _rank(part.name))
    return tuple(Part(part.name, 50 + part.x * scale, 84 + part.y * scale, scale) for part in ranked)


def _joint(name: str, placed: Iterable[Part]) -> tuple[float, float]:
    families = TABLE["families"]
    wanted = families.get(name) or families.get(name.split(".")[0], ())
    for anchor in wanted:
        for part in reversed(list(placed)):
            if anchor in ANCHORS[part.name]:
                x, y = ANCHORS[part.name][anchor][:2]
                return part.x + x, part.y + y
    return 0.0, 0.0


def _rank(name: str) -> int:
    return max(n for n, family in enumerate(TABLE["order"]) if re.match(rf"{re.escape(family)}(\.|$)", name))


def device(binder: Binder, company: str) -> str:
    """A company's device: its own, or for one that a binder adds, one of the simple ones by its place."""
    if company in DEVICES["own"]:
        return company
    simple = DEVICES["simple"]
    return str(simple[list(binder.companies).index(company) % len(simple)])
