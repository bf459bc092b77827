"""What a line of the journal did to units, each told from its own side (S2–S5, M6, M7, L1–L5, B2–B4).

What the table sees is told to all; what lies behind a screen to its owner alone (R61).
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from companion.engine.campaign.annals import Passage
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.moments import title
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.rules.course.withdrawing import units_left
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Report


class Told(NamedTuple):
    """A sentence on a unit; `fate` is how it ended, if it did."""

    unit: str
    words: str
    values: Mapping[str, object] = {}
    fate: str = ""


type Sees = Collection[str]
type Teller = Callable[[Passage, Sees], Iterator[Told]]


def deeds(passage: Passage, sees: Sees) -> Iterator[Told]:
    """Everything but fights."""
    tell = TELLERS.get(passage.action.get("type")) if passage.before is not None else None
    if tell is not None:
        yield from tell(passage, sees)
    if passage.before is not None and len(passage.before.history) < len(passage.after.history):
        yield from _recovered(passage)


def _own(passage: Passage, sees: Sees) -> bool:
    return passage.action.get("player") in sees


def load_words(load: Mapping[str, Any]) -> str:
    """Tokens in words.

    >>> load_words({"fuel": 2, "ammunition": 1})
    '2 fuel and 1 ammunition'
    """
    return listed(f"{load[key]} {key}" for key in ("fuel", "ammunition") if load.get(key))


def _bought(passage: Passage, sees: Sees) -> Iterator[Told]:
    if passage.action["resource"] != "units" or not _own(passage, sees):
        return
    for unit, each in passage.after.units.items():
        if unit not in passage.before.units:
            yield Told(unit, "Bought for {cost} credits.", {"cost": each.cost})


def _mustered(passage: Passage, sees: Sees) -> Iterator[Told]:
    unit = passage.action["unit"]
    flag = "-".join(passage.after.units[unit].flag)
    if not _own(passage, sees):
        yield Told(unit, "Mustered under the flag {flag}.", {"flag": flag})
        return
    values = {"flag": flag, "people": _now(passage, unit)}
    yield Told(unit, "Mustered with {people} under the flag {flag}.", values)


def _cargo(words: str) -> Teller:
    """Tokens into a unit or out of it, behind the screen: which, and how many, is its owner's to know."""

    def tell(passage: Passage, sees: Sees) -> Iterator[Told]:
        if _own(passage, sees):
            yield Told(passage.action["unit"], words, {"load": load_words(passage.action)})

    return tell


def _boarded(passage: Passage, sees: Sees) -> Iterator[Told]:
    unit = passage.action["unit"]
    if not _own(passage, sees):
        yield Told(unit, "Boards a transport.")
        return
    transport = passage.action["transport"]
    yield Told(unit, "Boards {other}.", {"other": _card(passage.before, transport)})
    yield Told(transport, "Takes {other} aboard.", {"other": _card(passage.before, unit)})


def _card(state: State, unit: str) -> str:
    return state.title(unit)


def _plain(words: str) -> Teller:
    """A deed that everybody sees; `{square}` is where."""

    def tell(passage: Passage, sees: Sees) -> Iterator[Told]:
        square = str(passage.action.get("square", "")).upper()
        on = f" on {square}" if square else ""
        values = {"on": on, "load": load_words(passage.action), "resource": passage.action.get("resource")}
        yield Told(passage.action["unit"], words, values)

    return tell


def _dug_in(passage: Passage, sees: Sees) -> Iterator[Told]:
    unit = passage.action["unit"]
    layers = passage.after.units[unit].entrench
    yield Told(unit, "Digs in, {layers} deep.", {"layers": count(layers, "layer")})


def _engineered(passage: Passage, sees: Sees) -> Iterator[Told]:
    square = str(passage.action.get("square", "")).upper()
    values = {"work": WORK_NAMES[passage.action["work"]], "on": f" on {square}" if square else ""}
    yield Told(passage.action["unit"], "{work}{on}.", values)


def _handed(passage: Passage, sees: Sees) -> Iterator[Told]:
    giver, taker = passage.action["from"], passage.action["to"]
    what = load_words(passage.action) if _own(passage, sees) else "cargo"
    state = passage.before
    yield Told(giver, "Hands {what} to {other}.", {"what": what, "other": title(state, taker, sees)})
    yield Told(taker, "Takes {what} from {other}.", {"what": what, "other": title(state, giver, sees)})


def _reconnoitred(passage: Passage, sees: Sees) -> Iterator[Told]:
    """The report is for who asked and for the owner, or for all where the table has it so (R35)."""
    unit, target, state = passage.action["unit"], passage.action["target"], passage.before
    report = passage.after.reports[target]
    told = _own(passage, sees) or state.options.recon_public
    found = f": {report_words(state, report)}" if told else ""
    values = {"other": title(state, target, sees), "found": found}
    yield Told(unit, "Reconnoitres {other}{found}.", values)
    yield Told(target, "Reconnoitred by {other}.", {"other": title(state, unit, sees)})


def report_words(state: State, report: Report) -> str:
    """What a scout found."""
    has = [key for key in ("fuel", "ammunition", "cargo", "passengers") if getattr(report, key)]
    carried = f", with {listed(has)}" if has else ", with nothing"
    people = count(report.strength, "person", "people")
    return f"{state.binder.units[report.type].name}, {people}{carried}"


def _merged(passage: Passage, sees: Sees) -> Iterator[Told]:
    keep, scrap, state = passage.action["keep"], passage.action["scrap"], passage.before
    values: dict[str, object] = {"other": title(state, scrap, sees)}
    words = "Takes in what is left of {other}."
    if _own(passage, sees):
        words, values["people"] = words[:-1] + "; {people} now.", _now(passage, keep)
    yield Told(keep, words, values)
    yield Told(scrap, "Merged into {other}.", {"other": title(state, keep, sees)}, "merged")


def _now(passage: Passage, unit: str) -> str:
    return count(passage.after.units[unit].strength, "person", "people")


def _disbanded(passage: Passage, sees: Sees) -> Iterator[Told]:
    yield Told(passage.action["unit"], "Disbanded: its people go back to the reserve.")


def _scrapped(passage: Passage, sees: Sees) -> Iterator[Told]:
    words, values = "Sold for scrap.", dict[str, object]()
    if _own(passage, sees):
        player = passage.action["player"]
        values["paid"] = passage.after.players[player].credits - passage.before.players[player].credits
        words = "Sold for scrap: {paid} credits."
    yield Told(passage.action["unit"], words, values, "scrapped")


def _left_behind(passage: Passage, sees: Sees) -> Iterator[Told]:
    for unit in units_left(passage.before, passage.action["player"]):
        yield Told(unit, "Left behind on the field and sold for scrap.", {}, "left behind")


def _recovered(passage: Passage) -> Iterator[Told]:
    """Who stood on the map when a scenario ended comes home."""
    values = {"id": passage.before.scenario.upper()}
    for unit, each in passage.before.units.items():
        if each.where == "map" and unit in passage.after.units:
            yield Told(unit, "Comes off the map as scenario {id} ends.", values)


def _set_by_hand(passage: Passage, sees: Sees) -> Iterator[Told]:
    change = passage.action.get("unit")
    if change and _own(passage, sees):
        yield Told(change["id"], "Set by hand: {reason}.", {"reason": passage.action["reason"]})


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
