"""A fight from the side of each unit in it: whom it struck, whom it lost, how it ended (A1–A5, L3)."""

from collections.abc import Collection, Iterator

from companion.engine.campaign.annals import Passage
from companion.engine.wire import Json
from companion.engine.wording import count
from companion.games.parabellum.campaign.deeds import Told
from companion.games.parabellum.campaign.fallen import FIGHTS, Fallen, fallen
from companion.games.parabellum.campaign.moments import title

type Sees = Collection[str]
type Lost = dict[str, Fallen]


def combats(passage: Passage, sees: Sees) -> Iterator[Told]:
    """What a fight, or a correction that cost people, is to every unit that it touched."""
    if passage.before is None:
        return
    lost = {each.unit: each for each in fallen(passage)}
    kind = passage.action.get("type")
    if kind == "attack":
        yield from _attack(passage, lost, sees)
    elif kind == "barrage":
        yield from _barrage(passage, lost, sees)
    elif kind == "attack_cache":
        yield _at_cache(passage)
    for each in _beside(passage.action, lost):
        yield _beside_told(passage, each)


def fighters(action: Json) -> tuple[str, ...]:
    """Who was in a fight: who fired, and at whom."""
    if action.get("type") not in FIGHTS:
        return ()
    aims = [aim["unit"] for aim in action.get("shots", ()) if "unit" in aim]
    return tuple(dict.fromkeys((action["unit"], *([action["target"]] if "target" in action else []), *aims)))


def felled(passage: Passage) -> Iterator[tuple[str, int]]:
    """How many people of others each fighter took in a line."""
    action, state = passage.action, passage.before
    if state is None or action.get("type") not in FIGHTS:
        return
    for each in fallen(passage):
        by = (
            action["target"] if action["type"] == "attack" and each.unit == action["unit"] else action["unit"]
        )
        if state.units[by].owner != state.units[each.unit].owner:
            yield by, each.people


def _people(each: Fallen | None) -> str:
    if each is None:
        return "nobody"
    people = count(each.people, "person", "people")
    return f"its last {people}" if each.gone else people


def _attack(passage: Passage, lost: Lost, sees: Sees) -> Iterator[Told]:
    action, state = passage.action, passage.before
    unit, target = action["unit"], action["target"]
    values = {"one": title(state, unit, sees), "other": title(state, target, sees)}
    values |= {"struck": _people(lost.get(target)), "back": _people(lost.get(unit))}
    words = "Attacks {other}, which loses {struck}."
    words += " Loses {back} to the answer." if action["counter"] else ""
    yield Told(unit, words, values, _fate(lost.get(unit)))
    words = "Attacked by {one}: loses {struck}."
    words += " Its answer costs them {back}." if action["counter"] else ""
    yield Told(target, words, values, _fate(lost.get(target)))


def _fate(lost: Fallen | None) -> str:
    return "destroyed" if lost and lost.gone else ""


def _barrage(passage: Passage, lost: Lost, sees: Sees) -> Iterator[Told]:
    action, state = passage.action, passage.before
    shots = action["shots"]
    for aim in dict.fromkeys(next(iter(shot.items())) for shot in shots):
        times = sum(aim in shot.items() for shot in shots)
        values: dict[str, object] = {"shots": count(times, "shot"), "one": title(state, action["unit"], sees)}
        place, target = aim
        if place == "cache":
            values["at"] = target.upper()
            yield Told(action["unit"], "Fires {shots} at the cache on {at}.", values)
            continue
        values |= {"other": title(state, target, sees), "struck": _people(lost.get(target))}
        yield Told(action["unit"], "Fires {shots} at {other}, which loses {struck}.", values)
        words = "Shelled by {one}, {shots}: loses {struck}."
        yield Told(target, words, values, _fate(lost.get(target)))


def _at_cache(passage: Passage) -> Told:
    action = passage.action
    up = "goes up" if action["rolls"]["explosions"] else "holds"
    values = {"at": action["square"].upper(), "up": up}
    return Told(action["unit"], "Fires at the cache on {at}, which {up}.", values)


def _beside(action: Json, lost: Lost) -> list[Fallen]:
    named = fighters(action)
    return [each for unit, each in lost.items() if unit not in named]


def _beside_told(passage: Passage, each: Fallen) -> Told:
    """Passengers of a lost transport, bystanders of an explosion, the table's own word."""
    values = {"struck": _people(each)}
    if passage.before.units[each.unit].transport is not None and each.gone:
        words = "Goes down with its transport: {struck} lost."
    elif passage.action["type"] == "adjust":
        words = "Loses {struck}, set by hand."
    else:
        words = "Caught in an explosion: loses {struck}."
    return Told(each.unit, words, values, _fate(each))
