"""Every unit that there ever was, its life filled in by the journal; others know its miniature (R61)."""

from collections.abc import Collection
from dataclasses import dataclass, field

from companion.engine.campaign.annals import Deed, Passage, Passages, Record, Whereabouts
from companion.engine.wording import isolated
from companion.games.parabellum.campaign.combats import combats, felled, fighters
from companion.games.parabellum.campaign.deeds import Told, deeds
from companion.games.parabellum.campaign.drawing import drawn
from companion.games.parabellum.campaign.facts import own_facts, seen_facts
from companion.games.parabellum.campaign.fallen import fallen
from companion.games.parabellum.campaign.moments import moment
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken, unit_order
from companion.games.parabellum.state.palette import letters
from companion.games.parabellum.state.pieces import Unit

DISSOLVED = "gone with its company"


@dataclass(slots=True)
class _Life:
    """A unit while its story is gathered: as it last was, and what happened to it."""

    unit: Unit
    deeds: list[Deed] = field(default_factory=list)
    fate: str = ""
    seen: bool = False
    fights: int = 0
    felled: int = 0
    fallen: int = 0


def records(passages: Passages, sees: Collection[str]) -> tuple[Record, ...]:
    """The units in order of purchase; of others those whose miniature once stood before everybody."""
    lives: dict[str, _Life] = {}
    for passage in passages:
        _lived(passage, lives, sees)
    if not passages:
        return ()
    state: State = passages[-1].after
    known = [(unit, life) for unit, life in lives.items() if life.seen or life.unit.owner in sees]
    known.sort(key=lambda pair: unit_order(pair[0]))
    return tuple(_record(state, unit, life, life.unit.owner in sees) for unit, life in known)


def _lived(passage: Passage, lives: dict[str, _Life], sees: Collection[str]) -> None:
    """One line's part in every life that it touched."""
    before: State | None = passage.before
    after: State = passage.after
    if before is None or before.units is after.units:
        return
    for unit, each in after.units.items():
        life = lives.get(unit)
        if life is None:
            life = lives[unit] = _Life(each)
        life.unit, life.seen = each, life.seen or bool(each.flag)
    for told in (*deeds(passage, sees), *combats(passage, sees)):
        _tell(passage, lives, told)
    _count(passage, lives)
    if before.units.keys() != after.units.keys():
        _dissolved(passage, lives)


def _tell(passage: Passage, lives: dict[str, _Life], told: Told) -> None:
    life = lives[told.unit]
    life.deeds.append(Deed(passage.number, moment(passage), told.words, told.values))
    life.fate = told.fate or life.fate


def _count(passage: Passage, lives: dict[str, _Life]) -> None:
    for unit in fighters(passage.action):
        lives[unit].fights += 1
    for unit, people in felled(passage):
        lives[unit].felled += people
    for each in fallen(passage):
        lives[each.unit].fallen += each.people


def _dissolved(passage: Passage, lives: dict[str, _Life]) -> None:
    """Who is no more without a word of its own went with its company (R55)."""
    for unit in passage.before.units:
        if unit not in passage.after.units and not lives[unit].fate:
            told = Told(unit, "Gone: its company has left the campaign.", {}, DISSOLVED)
            _tell(passage, lives, told)


def _record(state: State, unit: str, life: _Life, own: bool) -> Record:
    each, gone = life.unit, unit not in state.units
    card, signs = state.binder.units[each.type], letters(state.binder.palette)
    place = _place(each, gone, own)
    facts = seen_facts(state, each) if place != "unseen" else ()
    aboard = [state.title(rider) for rider in state.passengers(unit)]
    return Record(
        id=unit,
        seat=each.owner,
        name=_name(each, card.name) if own else spoken(card.unit_class),
        kind=spoken(card.unit_class),
        flag=tuple((colour, signs.get(colour, "?")) for colour in each.flag),
        place=place,
        now=_now(each, place, life.fate),
        own=own,
        fights=life.fights,
        felled=life.felled,
        fallen=life.fallen,
        facts=tuple(own_facts(state, each, aboard, gone=gone) if own else facts),
        deeds=tuple(life.deeds),
        given=each.name if own else "",
        note=each.note if own else "",
        drawn=drawn(each.owner, unit) if own and not gone else "",
    )


def _name(unit: Unit, card: str) -> str:
    """A unit that is no more has its last name."""
    return f"{isolated(unit.name)} ({card})" if unit.name else card


def _place(unit: Unit, gone: bool, own: bool) -> Whereabouts:
    if gone:
        return "gone"
    if unit.where == "map":
        return "field"
    if unit.where == "predeploy":
        return "waiting"
    if not own:
        return "unseen"
    return "field" if unit.where == "aboard" else "reserve"


def _now(unit: Unit, place: Whereabouts, fate: str) -> str:
    """Where a unit is, or how it ended, in words."""
    if place == "gone":
        return (fate or "gone").capitalize()
    if unit.where == "aboard" and place == "field":
        return f"Aboard {unit.transport}"
    where = f"On the map, {unit.square.upper()}" if unit.square else "On the map"
    words = {"field": where, "waiting": "In pre-deployment", "reserve": "Card in reserve"}
    return words.get(place, "Out of sight")
