"""The record of each year and the score sheet of the war, blank or with a live game's figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper.data import ROUNDS, SIDE_NAMES, SIDES, YEARS, Side
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.played import Round, by_place, rounds
from companion.games.scarper.printables.sheets import lead, side
from companion.games.scarper.printables.source import OPTIONS, state_of
from companion.games.scarper.state import PerSide, State, YearRecord
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.prose import Markup, Prose, join, table, tag


@dataclass(frozen=True, slots=True)
class War:
    """What is known of a war for its records: nothing at all where they are to be blank.

    `first` is the side that began the rounds of each year that has come to them.
    """

    state: State | None
    played: Mapping[tuple[int, Side, int], Round]
    first: Mapping[int, Side] = field(default_factory=dict)

    def year(self, year: int) -> YearRecord | None:
        """A year's entry in the history, once its missions are revealed."""
        return next((each for each in self.state.history if each.year == year), None) if self.state else None

    def title(self, card: str) -> str:
        """A card's name."""
        return self.state.box.cards[card].title if self.state else card


def _war(choices: Mapping[str, Json], scene: Scene[Any] | None) -> War:
    if not scene or not choices["filled"]:
        return War(None, {})
    # Until a year's rounds begin, a state still bears the side that began the year before.
    begun = {
        each.year: each.first for each in scene.trail if each.first and each.phase in ("rounds", "reveal")
    }
    return War(state_of(scene), by_place(rounds(scene.trail)), begun)


def year_record(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """A page a year: who went first, the rounds with their cards and tracks, the year's scoring."""
    war = _war(choices, scene)
    years = YEARS if choices["year"] == "all" else (int(choices["year"]),)
    return DRESS.prose(choices, "year record", join(tag("section", *_year(year, war)) for year in years))


def _year(year: int, war: War) -> tuple[Markup, ...]:
    head = tag("div", tag("h1", "Scarper"), tag("span", year, kind="big"), kind="yearhead")
    blank = "German (by the rules)" if year == YEARS[0] else "_________________"
    went = SIDE_NAMES[war.first[year]] if year in war.first else blank
    return (
        head,
        tag("p", f"Went first: {went}", kind="lead"),
        tag("h2", "Rounds"),
        *(_rounds(each, year, war) for each in SIDES),
        tag("h2", "Missions and scoring"),
        _missions(year, war),
        _scoring(year, war),
    )


def _rounds(whose: Side, year: int, war: War) -> Markup:
    rows = [
        _round(number, war.played.get((year, whose, number)), war) for number in range(1, ROUNDS[year] + 1)
    ]
    heads = ("", "Card", "Used for", "Morale", "Propaganda A / G", "Economy A / G")
    return join((tag("h3", side(whose)), table(heads, rows, kind="write rounds")))


def _round(number: int, played: Round | None, war: War) -> tuple[object, ...]:
    if not played:
        return (number, "", "", "", "", "")
    end = played.end
    tracks = (lead(end.morale), _pair(end.propaganda), _pair(end.economy)) if end else ("", "", "")
    return (number, war.title(played.card), played.use, *tracks)


def _pair(track: PerSide[int]) -> str:
    return f"{track.allied} / {track.german}"


def _missions(year: int, war: War) -> Markup:
    entry = war.year(year)
    rows = []
    for whose in SIDES:
        titles = (
            [war.state.box.missions[each].title for each in entry.revealed[whose]]
            if entry and war.state
            else []
        )
        gains = entry.missions[whose] if entry else ""
        rows.append((side(whose), ", ".join(titles), gains))
    return table(("", "Missions shown", "Morale gained by them"), rows, kind="write wide thirds")


def _scoring(year: int, war: War) -> Markup:
    """The arithmetic of phases E and F, a line each, positive for the Allied side."""
    entry = war.year(year)
    names = ("Missions", "Battlefields", "Propaganda", "Economy", "Lasting cards", "Morale now")
    head = ("", "Allied gains less German gains")
    return table(head, list(zip(names, _told(entry), strict=True)), kind="write thirds")


def _told(entry: YearRecord | None) -> list[str]:
    """A year's nets as they are written down, and morale after them; blanks where nothing is known."""
    if not entry:
        return [""] * 6
    return [*("" if net is None else signed(net) for net in figures_of(entry)), lead(entry.morale)]


def figures_of(entry: YearRecord) -> tuple[int | None, ...]:
    """A year's nets: missions, battlefields, propaganda, economy, lasting cards; `None` while not scored."""
    missions = entry.missions.allied - entry.missions.german
    tracks = entry.tracks
    if not tracks:
        return (missions, None, None, None, None)
    fields = tracks.battlefields.allied - tracks.battlefields.german
    return (missions, fields, tracks.propaganda, tracks.economy, tracks.ongoing)


def score_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """One page for the war: five years in rows, and who won."""
    war = _war(choices, scene)
    rows = [(year, *_told(war.year(year))) for year in YEARS]
    head = ("Year", "Missions", "Battlefields", "Propaganda", "Economy", "Lasting cards", "Morale after")
    body = join((
        tag("div", tag("h1", "Scarper"), tag("span", "1914–1918", kind="big"), kind="yearhead"),
        tag("p", "Nets of each year: positive for the Allied side, negative for the German.", kind="lead"),
        table(head, rows, kind="write num"),
        tag("h2", "Winner"),
        tag("p", _winner(war)),
        tag("h2", "What the table overruled, and why"),
        table(("When", "What was changed", "Reason"), [("", "", "")] * 8, kind="write"),
    ))  # fmt: skip
    return DRESS.prose(choices, "score sheet", body)


def _winner(war: War) -> str:
    state = war.state
    if not state or not state.winner:
        return "____________________________    by    ____________________________"
    if state.winner == "draw":
        return "Nobody: the war ends with morale on 0."
    by = {
        "direct": "with 15 morale",
        "attrition": "ahead after 1918",
        "resignation": "as the other side gave up",
    }
    return f"{SIDE_NAMES[state.winner]}, {by[state.win_by or 'attrition']}."


RECORDS: Mapping[str, Made] = {
    "year-record": (year_record, (*TEXT_OPTIONS, OPTIONS["year"], OPTIONS["filled"])),
    "score-sheet": (score_sheet, (*TEXT_OPTIONS, OPTIONS["filled"])),
}
