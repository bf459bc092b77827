"""What happened on an evening, sentence by sentence, with no word of what only one seat may know (R61).

What a company does of one kind in one round makes one sentence, told where it began.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from companion.engine.campaign.annals import Happening, Passage, Passages, Tone
from companion.engine.wording import count
from companion.games.parabellum.campaign.called import called
from companion.games.parabellum.campaign.course import course, turns
from companion.games.parabellum.campaign.fights import fight
from companion.games.parabellum.campaign.moments import moment
from companion.games.parabellum.campaign.shopping import shopping

WEIGHING = (
    "Turning points are the five heaviest events: each person fallen counts 1, each unit destroyed 5 more, "
    "an objective won or lost for good 10, a company's leaving 20, and 20 credits paid before everybody 1."
)


class Many(NamedTuple):
    """A deed that is told by its number: the words around it, and what is counted."""

    words: str
    one: str
    many: str
    tone: Tone = "field"


DEEDS: Mapping[str, Many] = {
    "muster": Many("{who} musters {n}.", "unit", "units", "rear"),
    "deploy": Many("{who} brings {n} onto the map.", "unit", "units"),
    "extract": Many("{who} takes {n} off the map.", "unit", "units"),
    "entrench": Many("{who} digs {n} in.", "unit", "units"),
    "recon": Many("{who} has {n} reconnoitred.", "enemy", "enemies"),
    "engineer": Many("{who} gets {n} of engineering done.", "piece", "pieces"),
    "resupply": Many("{who} resupplies {n}.", "unit", "units"),
    "cache": Many("{who} lays {n}.", "cache", "caches"),
    "pick_up": Many("{who} empties {n}.", "cache", "caches"),
    "reorganize": Many("{who} merges {n} into others.", "unit", "units", "rear"),
    "disband": Many("{who} disbands {n}.", "unit", "units", "rear"),
    "scrap": Many("{who} sells {n} for scrap.", "unit", "units", "rear"),
}
QUIET = (
    "end_phase",
    "move",
    "reposition",
    "stow",
    "unstow",
    "board",
    "alight",
    "transfer",
    "dig_out",
    "stand",
    "name",
)


def story(passages: Passages, sees: Collection[str]) -> tuple[Happening, ...]:
    """The evening, or the scenario, whose lines these are."""
    runs: dict[tuple[str, str, str], list[Passage]] = {}
    for passage in passages:
        if (run := _run(passage)) is not None:
            runs.setdefault(run, []).append(passage)
    return tuple(each for (kind, _, _), lines in runs.items() for each in _told(kind, lines, sees))


def _run(passage: Passage) -> tuple[str, str, str] | None:
    """What a line shares with those that are told in one sentence with it; None where nothing is told."""
    kind = str(passage.action.get("type")) if passage.before is not None else ""
    if kind in DEEDS or kind == "purchase":
        return kind, str(passage.action["player"]), moment(passage)
    if kind in (*QUIET, "done") and not turns(passage):
        return None
    return kind, "", str(passage.number)


def _told(kind: str, lines: list[Passage], sees: Collection[str]) -> Iterator[Happening]:
    if kind in DEEDS:
        yield _deeds(DEEDS[kind], lines)
    elif kind == "purchase":
        yield shopping(lines, sees)
    else:
        yield from fight(lines[0], sees)
        yield from course(lines[0])


def _deeds(words: Many, lines: list[Passage]) -> Happening:
    first = lines[0]
    values = {
        "who": called(first.before, first.action["player"]),
        "n": count(len(lines), words.one, words.many),
    }
    numbers = tuple(passage.number for passage in lines)
    return Happening(numbers, moment(first), words.tone, words.words, values)
