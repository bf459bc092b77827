"""Every unit that ever was: names, card, deeds, fights; others know its miniature (R61)."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

from companion.engine.campaign.books import Deed, Passage, Record, Whereabouts
from companion.engine.wire import Json
from companion.engine.wording import count, isolated, listed
from companion.games.parabellum.campaign.story import FIGHTS, Fallen, fallen, moment, title
from companion.games.parabellum.data import WORK_NAMES, lexicon
from companion.games.parabellum.rules.course import units_left
from companion.games.parabellum.state import Report, State, Unit, UnitType, letters, spoken, unit_order

type Fact = tuple[str, str]
type Sees = Collection[str]
type Teller = Callable[[Passage, Sees], Iterator[Entry]]
type Lost = dict[str, Fallen]


NAMES: dict[str, list[str]] = lexicon("campaign/names.json")


def drawn(player: str, unit: str) -> str:
    """The name on the company's list for a unit: always the same, and no two alike among 600 in a row.

    The two halves go round lists of 24 and 25 words, each company from a place of its own.
    """
    place = crc32(player.encode()) + unit_order(unit)
    first, second = NAMES["first"], NAMES["second"]
    return f"{first[place % len(first)]} {second[place % len(second)]}"


def naming(player: str, unit: str, name: str, note: str) -> Json:
    """What is written in the journal where a company names a unit."""
    return {"type": "name", "player": player, "unit": unit, "name": name, "note": note}


SIZES = {"small": "½ × ½ inch", "medium": "1 × ½ inch", "large": "1 × 1 inch"}


def seen_facts(state: State, unit: Unit) -> Iterator[Fact]:
    """What everybody sees of a miniature."""
    card = state.binder.units[unit.type]
    size = SIZES[state.binder.footprint(unit.type)]
    yield "Kind", f"{spoken(card.unit_class)}, {size}"
    if unit.where == "map" and unit.entrench:
        yield "Dug in", count(unit.entrench, "layer")


def own_facts(state: State, unit: Unit, aboard: list[str], *, gone: bool) -> Iterator[Fact]:
    """The card, and the counters on it; of a unit that is no more the card alone."""
    card = state.binder.units[unit.type]
    yield from seen_facts(state, unit)
    yield "Paid", f"{unit.cost} credits"
    if not gone and unit.where != "reserve":
        yield "People", f"{unit.strength} of {card.troop}"
        yield "Fuel", f"{unit.fuel} of {card.fuel_max}"
        if card.ammunition_max:
            yield "Ammunition", f"{unit.ammunition} of {card.ammunition_max}"
        if card.cargo:
            load = unit.cargo
            held = listed(f"{n} {what}" for what, n in load._asdict().items() if n) or "empty"
            yield "Cargo", f"{held} ({load.total} of {card.cargo})"
        if aboard:
            yield "Aboard", listed(aboard)
    else:
        yield "People", f"room for {card.troop}"
    yield from _card_facts(card)


def _card_facts(card: UnitType) -> Iterator[Fact]:
    yield "Speed", str(card.speed)
    if card.attack_die:
        yield "Attack", f"d{card.attack_die}, range {card.range}"
    if card.artillery:
        gun = card.artillery
        yield "Artillery", f"d{gun.die}, {count(gun.shots, 'shot')}, {gun.min} to {gun.max} squares"
    yield "Defence", f"d{card.defense_die}"
    if card.passengers:
        yield "Carries", count(card.passengers, "passenger unit")
    if card.engineering:
        yield "Engineering", listed(WORK_NAMES[work].lower() for work in card.engineering)


class Entry(NamedTuple):
    """A sentence on a unit; `fate` is how it ended, if it did."""

    unit: str
    words: str
    values: Mapping[str, object] = {}
    fate: str = ""


def deeds(passage: Passage, sees: Sees) -> Iterator[Entry]:
    """Everything but fights."""
    tell = TELLERS.get(passage.action.get("type")) if passage.before is not None else None
    if tell is not None:
        yield from tell(passage, sees)
    if passage.before is not None and len(passage.before.history) < len(passage.after.history):
        values = {"id": passage.before.scenario.upper()}
        for unit, each in passage.before.units.items():
            if each.where == "map" and unit in passage.after.units:
                yield Entry(unit, "Comes off the map as scenario {id} ends.", values)


def _own(passage: Passage, sees: Sees) -> bool:
    return passage.action.get("player") in sees


def load_words(load: Mapping[str, object]) -> str:
    """Tokens in words.

    >>> load_words({"fuel": 2, "ammunition": 1})
    '2 fuel and 1 ammunition'
    """
    return listed(f"{load[key]} {key}" for key in ("fuel", "ammunition") if load.get(key))


def _bought(passage: Passage, sees: Sees) -> Iterator[Entry]:
    if passage.action["resource"] != "units" or not _own(passage, sees):
        return
    for unit, each in passage.after.units.items():
        if unit not in passage.before.units:
            yield Entry(unit, "Bought for {cost} credits.", {"cost": each.cost})


def _mustered(passage: Passage, sees: Sees) -> Iterator[Entry]:
    unit = passage.action["unit"]
    flag = "-".join(passage.after.units[unit].flag)
    if not _own(passage, sees):
        yield Entry(unit, "Mustered under the flag {flag}.", {"flag": flag})
        return
    values = {"flag": flag, "people": _people_left(passage, unit)}
    yield Entry(unit, "Mustered with {people} under the flag {flag}.", values)


def _cargo(words: str) -> Teller:
    """Tokens into a unit or out of it, behind the screen: which, and how many, is its owner's to know."""

    def tell(passage: Passage, sees: Sees) -> Iterator[Entry]:
        if _own(passage, sees):
            yield Entry(passage.action["unit"], words, {"load": load_words(passage.action)})

    return tell


def _boarded(passage: Passage, sees: Sees) -> Iterator[Entry]:
    unit = passage.action["unit"]
    if not _own(passage, sees):
        yield Entry(unit, "Boards a transport.")
        return
    transport = passage.action["transport"]
    yield Entry(unit, "Boards {other}.", {"other": _card_title(passage.before, transport)})
    yield Entry(transport, "Takes {other} aboard.", {"other": _card_title(passage.before, unit)})


def _card_title(state: State, unit: str) -> str:
    return state.title(unit)


def _plain(words: str) -> Teller:
    """A deed that everybody sees; `{square}` is where."""

    def tell(passage: Passage, sees: Sees) -> Iterator[Entry]:
        square = str(passage.action.get("square", "")).upper()
        on = f" on {square}" if square else ""
        values = {"on": on, "load": load_words(passage.action), "resource": passage.action.get("resource")}
        yield Entry(passage.action["unit"], words, values)

    return tell


def _dug_in(passage: Passage, sees: Sees) -> Iterator[Entry]:
    unit = passage.action["unit"]
    layers = passage.after.units[unit].entrench
    yield Entry(unit, "Digs in, {layers} deep.", {"layers": count(layers, "layer")})


def _engineered(passage: Passage, sees: Sees) -> Iterator[Entry]:
    square = str(passage.action.get("square", "")).upper()
    values = {"work": WORK_NAMES[passage.action["work"]], "on": f" on {square}" if square else ""}
    yield Entry(passage.action["unit"], "{work}{on}.", values)


def _handed(passage: Passage, sees: Sees) -> Iterator[Entry]:
    giver, taker = passage.action["from"], passage.action["to"]
    what = load_words(passage.action) if _own(passage, sees) else "cargo"
    state = passage.before
    yield Entry(giver, "Hands {what} to {other}.", {"what": what, "other": title(state, taker, sees)})
    yield Entry(taker, "Takes {what} from {other}.", {"what": what, "other": title(state, giver, sees)})


def _reconnoitred(passage: Passage, sees: Sees) -> Iterator[Entry]:
    """The report is for who asked and for the owner, or for all where the table has it so (R35)."""
    unit, target, state = passage.action["unit"], passage.action["target"], passage.before
    report = passage.after.reports[target]
    is_read = _own(passage, sees) or state.options.recon_public
    words = f": {report_words(state, report)}" if is_read else ""
    values = {"other": title(state, target, sees), "found": words}
    yield Entry(unit, "Reconnoitres {other}{found}.", values)
    yield Entry(target, "Reconnoitred by {other}.", {"other": title(state, unit, sees)})


def report_words(state: State, report: Report) -> str:
    has = [key for key in ("fuel", "ammunition", "cargo", "passengers") if getattr(report, key)]
    carried = f", with {listed(has)}" if has else ", with nothing"
    people = count(report.strength, "person", "people")
    return f"{state.binder.units[report.type].name}, {people}{carried}"


def _merged(passage: Passage, sees: Sees) -> Iterator[Entry]:
    keep, scrap, state = passage.action["keep"], passage.action["scrap"], passage.before
    values: dict[str, object] = {"other": title(state, scrap, sees)}
    words = "Takes in what is left of {other}."
    if _own(passage, sees):
        words, values["people"] = words[:-1] + "; {people} now.", _people_left(passage, keep)
    yield Entry(keep, words, values)
    yield Entry(scrap, "Merged into {other}.", {"other": title(state, keep, sees)}, "merged")


def _people_left(passage: Passage, unit: str) -> str:
    return count(passage.after.units[unit].strength, "person", "people")


def _disbanded(passage: Passage, sees: Sees) -> Iterator[Entry]:
    yield Entry(passage.action["unit"], "Disbanded: its people go back to the reserve.")


def _scrapped(passage: Passage, sees: Sees) -> Iterator[Entry]:
    words, values = "Sold for scrap.", dict[str, object]()
    if _own(passage, sees):
        player = passage.action["player"]
        values["paid"] = passage.after.players[player].credits - passage.before.players[player].credits
        words = "Sold for scrap: {paid} credits."
    yield Entry(passage.action["unit"], words, values, "scrapped")


def _left_behind(passage: Passage, sees: Sees) -> Iterator[Entry]:
    for unit in units_left(passage.before, passage.action["player"]):
        yield Entry(unit, "Left behind on the field and sold for scrap.", {}, "left behind")


def _set_by_hand(passage: Passage, sees: Sees) -> Iterator[Entry]:
    change = passage.action.get("unit")
    if change and _own(passage, sees):
        yield Entry(change["id"], "Set by hand: {reason}.", {"reason": passage.action["reason"]})


TELLERS: Mapping[str, Teller] = {
    "purchase": _bought,
    "muster": _mustered,
    "stow": _cargo("Loads {load}."),
    "unstow": _cargo("Unloads {load}."),
    "board": _boarded,
    "alight": _plain("Gets off its transport{on}."),
    "deploy": _plain("Comes onto the map{on}."),
    "extract": _plain("Is taken off the map."),
    "cache": _plain("Lays {load}{on}."),
    "pick_up": _plain("Picks up {load}{on}."),
    "resupply": _plain("Is resupplied with {resource}."),
    "entrench": _dug_in,
    "dig_out": _plain("Digs itself out."),
    "engineer": _engineered,
    "transfer": _handed,
    "recon": _reconnoitred,
    "reorganize": _merged,
    "disband": _disbanded,
    "scrap": _scrapped,
    "withdraw": _left_behind,
    "adjust": _set_by_hand,
}


def combats(passage: Passage, sees: Sees) -> Iterator[Entry]:
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
    named = fighters(passage.action)
    for each in [each for unit, each in lost.items() if unit not in named]:
        # Passengers of a lost transport, bystanders of an explosion, the table's own word.
        values = {"struck": _people(each)}
        if passage.before.units[each.unit].transport is not None and each.gone:
            words = "Goes down with its transport: {struck} lost."
        elif passage.action["type"] == "adjust":
            words = "Loses {struck}, set by hand."
        else:
            words = "Caught in an explosion: loses {struck}."
        yield Entry(each.unit, words, values, _fate(each))


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


def _attack(passage: Passage, lost: Lost, sees: Sees) -> Iterator[Entry]:
    action, state = passage.action, passage.before
    unit, target = action["unit"], action["target"]
    values = {"one": title(state, unit, sees), "other": title(state, target, sees)}
    values |= {"struck": _people(lost.get(target)), "back": _people(lost.get(unit))}
    words = "Attacks {other}, which loses {struck}."
    words += " Loses {back} to the answer." if action["counter"] else ""
    yield Entry(unit, words, values, _fate(lost.get(unit)))
    words = "Attacked by {one}: loses {struck}."
    words += " Its answer costs them {back}." if action["counter"] else ""
    yield Entry(target, words, values, _fate(lost.get(target)))


def _fate(lost: Fallen | None) -> str:
    return "destroyed" if lost and lost.gone else ""


def _barrage(passage: Passage, lost: Lost, sees: Sees) -> Iterator[Entry]:
    action, state = passage.action, passage.before
    shots = action["shots"]
    for aim in dict.fromkeys(next(iter(shot.items())) for shot in shots):
        times = sum(aim in shot.items() for shot in shots)
        values: dict[str, object] = {"shots": count(times, "shot"), "one": title(state, action["unit"], sees)}
        place, target = aim
        if place == "cache":
            values["at"] = target.upper()
            yield Entry(action["unit"], "Fires {shots} at the cache on {at}.", values)
            continue
        values |= {"other": title(state, target, sees), "struck": _people(lost.get(target))}
        yield Entry(action["unit"], "Fires {shots} at {other}, which loses {struck}.", values)
        words = "Shelled by {one}, {shots}: loses {struck}."
        yield Entry(target, words, values, _fate(lost.get(target)))


def _at_cache(passage: Passage) -> Entry:
    action = passage.action
    up = "goes up" if action["rolls"]["explosions"] else "holds"
    values = {"at": action["square"].upper(), "up": up}
    return Entry(action["unit"], "Fires at the cache on {at}, which {up}.", values)


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


class Lives:
    """The lives of all units, as far as the lines were read."""

    def __init__(self, sees: Collection[str]) -> None:
        self.sees, self.lives = frozenset(sees), dict[str, _Life]()

    def read(self, passage: Passage) -> None:
        _lived(passage, self.lives, self.sees)

    def records(self, state: State) -> tuple[Record, ...]:
        """The units in order of purchase; of others those whose miniature once stood before everybody."""
        sees = self.sees
        kept = [(unit, life) for unit, life in self.lives.items() if life.seen or life.unit.owner in sees]
        kept.sort(key=lambda pair: unit_order(pair[0]))
        return tuple(_record(state, unit, life, life.unit.owner in sees) for unit, life in kept)


def _lived(passage: Passage, lives: dict[str, _Life], sees: Collection[str]) -> None:
    before: State | None = passage.before
    after: State = passage.after
    if before is None or before.units is after.units:
        return
    for unit, each in after.units.items():
        life = lives.get(unit)
        if life is None:
            life = lives[unit] = _Life(each)
        life.unit, life.seen = each, life.seen or bool(each.flag)
    for entry in (*deeds(passage, sees), *combats(passage, sees)):
        _tell(passage, lives, entry)
    _count(passage, lives)
    if before.units.keys() != after.units.keys():
        _dissolved(passage, lives)


def _tell(passage: Passage, lives: dict[str, _Life], entry: Entry) -> None:
    life = lives[entry.unit]
    life.deeds.append(Deed(passage.number, moment(passage), entry.words, entry.values))
    life.fate = entry.fate or life.fate


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
            entry = Entry(unit, "Gone: its company has left the campaign.", {}, DISSOLVED)
            _tell(passage, lives, entry)


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
        now=_whereabouts(each, place, life.fate),
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


def _whereabouts(unit: Unit, place: Whereabouts, fate: str) -> str:
    if place == "gone":
        return (fate or "gone").capitalize()
    if unit.where == "aboard" and place == "field":
        return f"Aboard {unit.transport}"
    where = f"On the map, {unit.square.upper()}" if unit.square else "On the map"
    words = {"field": where, "waiting": "In pre-deployment", "reserve": "Card in reserve"}
    return words.get(place, "Out of sight")
