"""A fight in one sentence: who struck whom, who fell, what the answer cost (A1–A5, L3)."""

from collections.abc import Collection, Iterator
from typing import Any

from companion.engine.campaign.annals import Happening, Passage
from companion.engine.wire import Json
from companion.engine.wording import count, listed, sentence
from companion.games.parabellum.campaign.fallen import FIGHTS, Fallen, fallen
from companion.games.parabellum.campaign.moments import moment, title
from companion.games.parabellum.state import State

UNIT_GONE = 5
"""How much the end of a unit weighs beside its people."""


def fight(passage: Passage, sees: Collection[str]) -> Iterator[Happening]:
    """The sentence of a line in which somebody fired; none for others."""
    action = passage.action
    if passage.before is None or action.get("type") not in FIGHTS:
        return
    lost = {each.unit: each for each in fallen(passage)}
    words, values = WORDS[action["type"]](passage, lost, sees)
    people, gone = sum(each.people for each in lost.values()), sum(each.gone for each in lost.values())
    yield Happening(
        numbers=(passage.number,),
        moment=moment(passage),
        tone="fight",
        template=words,
        values=values,
        weight=people + UNIT_GONE * gone,
        because=because(people, gone),
    )


def because(people: int, gone: int) -> str:
    """What a fight weighs, in words."""
    told = [f"{count(people, 'person', 'people')} fallen"] if people else []
    told += [f"{count(gone, 'unit')} destroyed"] if gone else []
    return listed(told)


type Lost = dict[str, Fallen]
type Told = tuple[str, dict[str, object]]


def _attack(passage: Passage, lost: Lost, sees: Collection[str]) -> Told:
    state, action = passage.before, passage.action
    unit, target = action["unit"], action["target"]
    values: dict[str, object] = {"one": title(state, unit, sees), "other": title(state, target, sees)}
    struck = lost.get(target)
    if struck is None:
        words = "{one} attacks {other}, and nobody falls."
    elif struck.gone:
        words, values["n"] = "{one} destroys {other}, which loses its last {n}.", _people(struck)
    else:
        words, values["n"] = "{one} attacks {other}: {n} " + _fall(struck.people) + ".", _people(struck)
    if action["counter"]:
        words += _answer(lost.get(unit), values)
    return words + _aboard(state, lost, {unit, target}, values), values


def _fall(people: int) -> str:
    return "falls" if people == 1 else "fall"


def _people(each: Fallen) -> str:
    return count(each.people, "person", "people")


def _answer(lost: Fallen | None, values: dict[str, object]) -> str:
    """What striking back did."""
    if lost is None:
        return " The answer hits nobody."
    values["back"] = _people(lost)
    return " The answer destroys the attacker." if lost.gone else " The answer costs the attacker {back}."


def _aboard(state: State, lost: Lost, named: set[str], values: dict[str, object]) -> str:
    """Who went down with a transport, or was hit beside the target."""
    others = [each for unit, each in lost.items() if unit not in named]
    if not others:
        return ""
    values["others"] = sentence(_each(state, others))
    return " {others}."


def _each(state: State, others: list[Fallen]) -> str:
    return listed(
        f"{title(state, each.unit, ())} {'is lost' if each.gone else 'loses ' + _people(each)}"
        for each in others
    )


def _barrage(passage: Passage, lost: Lost, sees: Collection[str]) -> Told:
    """Shots at units and caches; blasts among those who are named."""
    state, action = passage.before, passage.action
    values: dict[str, object] = {
        "one": title(state, action["unit"], sees),
        "shots": count(len(action["shots"]), "shot"),
        "what": listed(_aims(state, action, lost)),
    }
    named = {aim["unit"] for aim in action["shots"] if "unit" in aim}
    return "{one} fires {shots}: {what}." + _aboard(state, lost, named, values), values


def _aims(state: State, action: Json, lost: Lost) -> Iterator[str]:
    """Each target once, however often it was shot at."""
    aims = dict.fromkeys(next(iter(aim.items())) for aim in action["shots"])
    blown = {
        aim["cache"]
        for aim, roll in zip(action["shots"], action["rolls"], strict=True)
        if "cache" in aim and roll and roll["explosions"]
    }
    for place, target in aims:
        if place == "unit":
            yield f"{title(state, target, ())} {_fared(lost.get(target))}"
        else:
            yield f"the cache on {target.upper()} {'goes up' if target in blown else 'holds'}"


def _fared(lost: Fallen | None) -> str:
    if lost is None:
        return "loses nobody"
    return f"loses its last {_people(lost)}" if lost.gone else f"loses {_people(lost)}"


def _cache(passage: Passage, lost: Lost, sees: Collection[str]) -> Told:
    state, action = passage.before, passage.action
    values: dict[str, object] = {"one": title(state, action["unit"], sees), "at": action["square"].upper()}
    up = bool(action["rolls"]["explosions"])
    words = "{one} fires at the cache on {at}, which " + ("goes up." if up else "holds.")
    return words + _aboard(state, lost, set(), values), values


WORDS: dict[str, Any] = {"attack": _attack, "barrage": _barrage, "attack_cache": _cache}
