"""Who fell in a line, and through whom: in fights and explosions, and where the table set it by hand."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.campaign.annals import Loss, Passage, Passages
from companion.games.parabellum.campaign.moments import moment, title
from companion.games.parabellum.state import State

FIGHTS = ("attack", "barrage", "attack_cache")
DEADLY = (*FIGHTS, "adjust")


class Fallen(NamedTuple):
    """So many people of a unit, and whether that was its end."""

    unit: str
    people: int
    gone: bool


def fallen(passage: Passage) -> Iterator[Fallen]:
    """Whom a line cost people, in unit order; whoever was aboard of a lost transport too."""
    before: State | None = passage.before
    if before is None or passage.action.get("type") not in DEADLY:
        return
    left = passage.after.units
    for unit, each in before.units.items():
        now = left[unit].strength if unit in left else 0
        if now < each.strength:
            yield Fallen(unit, each.strength - now, unit not in left)


def losses(passages: Passages) -> tuple[Loss, ...]:
    """All of them. A counterattack is the work of who was attacked; an explosion of who set it off."""
    return tuple(_loss(passage, each) for passage in passages for each in fallen(passage))


def _loss(passage: Passage, each: Fallen) -> Loss:
    state: State = passage.before
    owner = state.units[each.unit].owner
    return Loss(
        number=passage.number,
        moment=moment(passage),
        seat=owner,
        by=whose_work(passage, each.unit),
        unit=title(state, each.unit, ()),
        people=each.people,
        gone=each.gone,
    )


def whose_work(passage: Passage, unit: str) -> str | None:
    """Through whose dice a unit lost people; None where the table set it by hand."""
    action, state = passage.action, passage.before
    if action["type"] == "adjust":
        return None
    if action["type"] == "attack" and unit == action["unit"]:
        struck: str = state.units[action["target"]].owner
        return struck
    by: str = action["player"]
    return by
