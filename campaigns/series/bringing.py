"""Plays out of BG Stats, as it shares them (`.bgsplay`) or exports all it has: those of this series' game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from campaigns.forms import FIRST_DAY, LAST_DAY, LONGEST_NAME
from campaigns.models import Campaign
from campaigns.series.export import game_of, name_of
from campaigns.series.forms import FARTHEST, ROWS, ranked
from campaigns.series.keeping import write_all_down
from campaigns.series.plays import Play, key_of, plays
from companion.engine.errors import InvalidInput, join
from companion.engine.wire import Json, loads
from companion.tables.errors import check_plain

MOST_PLAYS = 2_000
LONGEST_NOTES = 4_000
SUM = re.compile(r"[+-]?[0-9]{1,9}([+-][0-9]{1,9}){0,30}")

type Same = tuple[date, tuple[tuple[str, int | None], ...]]


class Brought(NamedTuple):
    """What became of a file: plays taken in, those that were here already, and those of other games."""

    taken: int
    known: int
    others: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One play as the file has it."""

    on: date
    notes: str
    scores: Sequence[Json]

    @property
    def same(self) -> Same:
        """What tells it from others: its day, and who came to how many points."""
        return self.on, tuple(sorted((key_of(each["player"]), each["points"]) for each in self.scores))


def brought(campaign: Campaign, data: bytes) -> Brought:
    """Write down each play of this game that is not here yet; `InvalidInput` and nothing if one is wrong."""
    whole = loads(data)
    check_plain(whole)
    games, people = _named(whole, "games"), _named(whole, "players")
    listed = _list(whole, "plays")
    if len(listed) > MOST_PLAYS:
        raise InvalidInput(
            "plays", f"At most {MOST_PLAYS:,} plays are taken at once; these are {len(listed):,}."
        )
    own = _own(campaign, games)
    mine = [(n, each) for n, each in enumerate(listed) if _part(each, "plays", n).get("gameRefId") in own]
    here = {_same(play) for play in plays(campaign)}
    fresh: dict[Same, Sheet] = {}
    for n, each in mine:
        sheet = _sheet(each, people, join("plays", n))
        if sheet.same not in here:
            fresh[sheet.same] = sheet
    noted = sorted(fresh.values(), key=lambda sheet: sheet.on)
    write_all_down(campaign, [({"date": each.on, "notes": each.notes}, each.scores) for each in noted])
    return Brought(len(fresh), len(mine) - len(fresh), len(listed) - len(mine))


def _same(play: Play) -> Same:
    scores = ((key_of(name_of(each)), each.points) for each in play.scores)
    return play.evening.date, tuple(sorted(scores))


def _list(whole: Json, key: str) -> list[Json]:
    found = whole.get(key) if isinstance(whole, dict) else None
    if not isinstance(found, list):
        raise InvalidInput(key, f"BG Stats' file has a list “{key}”; this has none.")
    return found


def _part(value: Json, *at: str | int) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise InvalidInput(join("", *at), "An object is wanted here, as BG Stats writes it.")
    return value


def _named(whole: Json, key: str) -> dict[Any, str]:
    """The names of a list's entries by their ids."""
    entries = [_part(each, key, n) for n, each in enumerate(_list(whole, key))]
    return {
        each["id"]: each["name"]
        for each in entries
        if isinstance(each.get("id"), int) and isinstance(each.get("name"), str)
    }


def _own(campaign: Campaign, games: Mapping[Any, str]) -> set[Any]:
    """The ids that the file gives this series' game."""
    wanted = key_of(game_of(campaign))
    own = {number for number, name in games.items() if key_of(name) == wanted}
    if not own:
        named = ", ".join(f"“{name[:40]}”" for name in list(games.values())[:5]) or "none"
        raise InvalidInput("games", f"There is no “{game_of(campaign)}” among its games; there are {named}.")
    return own


def _sheet(play: Mapping[str, Json], people: Mapping[Any, str], at: str) -> Sheet:
    rows = play.get("playerScores")
    if not isinstance(rows, list) or not 0 < len(rows) <= ROWS:
        raise InvalidInput(join(at, "playerScores"), f"A play has one to {ROWS} players.")
    told = [
        _row(_part(row, at, "playerScores", n), people, join(at, "playerScores", n))
        for n, row in enumerate(rows)
    ]
    names = [key_of(row["player"]) for row in told]
    twice = next((n for n, name in enumerate(names) if name in names[:n]), None)
    if twice is not None:
        raise InvalidInput(join(at, "playerScores", twice), f"“{told[twice]['player']}” stands there twice.")
    notes = play.get("comments")
    return Sheet(_day(play, at), notes[:LONGEST_NOTES] if isinstance(notes, str) else "", _ranks(told))


def _day(play: Mapping[str, Json], at: str) -> date:
    said = play.get("playDate")
    try:
        day = date.fromisoformat(str(said)[:10])
    except ValueError:
        day = date.min
    if not FIRST_DAY <= day <= LAST_DAY:
        words = "A play has its day, such as 2026-09-03 00:00:00"
        raise InvalidInput(join(at, "playDate"), f"{words}; “{str(said)[:30]}” was given.")
    return day


def _row(row: Mapping[str, Json], people: Mapping[Any, str], at: str) -> dict[str, Any]:
    reference = row.get("playerRefId")
    name = " ".join(people.get(reference, "").split()) if isinstance(reference, int) else ""
    if not name:
        raise InvalidInput(join(at, "playerRefId"), "This is none of the file's players.")
    role = row.get("role")
    return {
        "player": name[:LONGEST_NAME],
        "seat": role[:LONGEST_NAME] if isinstance(role, str) else "",
        "points": _points(row.get("score")),
        "won": row.get("winner") is True,
    }


def _points(score: Json) -> int | None:
    """Whole points, or a sum of them as BG Stats keeps one that was typed so; else it counts as not said.

    >>> [_points(each) for each in ("12", "5+7-2", 9, "47.3", "", None)]
    [12, 10, 9, None, None, None]
    """
    told = str(score).replace(" ", "")
    if not SUM.fullmatch(told):
        return None
    points = sum(map(int, re.findall(r"[+-]?\d+", told)))
    return points if abs(points) <= FARTHEST else None


def _ranks(rows: list[dict[str, Any]]) -> list[dict[str, Json]]:
    """As written down by hand; where nobody won and nobody counted, all of them lost together."""
    if any(row["won"] for row in rows) or all(row["points"] is not None for row in rows):
        return ranked(rows)
    return [
        {"player": row["player"], "seat": row["seat"], "points": row["points"], "rank": 2} for row in rows
    ]
