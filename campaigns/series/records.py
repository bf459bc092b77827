"""Plays written down, brought in and taken away: an evening with a table, a result by hand, CSV, BG Stats.

JSON is a play file of BG Stats, as that shares one itself (`.bgsplay`): the lists `games`, `locations`,
`players` and `plays`. A play has a lasting `uuid`, `playDate` ("2026-09-03 00:00:00"), `gameRefId`,
`comments` and `playerScores`; each of these `playerRefId`, `score` (text, empty where no points are
counted), `winner`, `rank` and `role`, the side.
"""

import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple, TypedDict, cast
from urllib.parse import quote

from django import forms
from django.db.models import Max

from campaigns import door
from campaigns.chronicle import take_out
from campaigns.models import Campaign, Evening
from campaigns.opening import FIRST_DAY, LAST_DAY, LONGEST_NAME, Day, EveningForm
from campaigns.series import Play, Score, key_of, plays
from companion import shelf
from companion.engine.errors import InvalidInput, join
from companion.engine.wire import Json, loads
from companion.tables import bell, lobby, seating
from companion.tables.errors import check_plain
from companion.tables.models import Seat, Table, writing, writing_at

ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, "
    "export or open-in function to open it with Board Game Stats."
)
OURS = uuid.uuid5(uuid.NAMESPACE_URL, "companion:plays")
PUSH = "https://app.bgstatsapp.com/createPlay.html"
HOUSE = "Companion"
LONGEST_COMMENT = 500
"""Letters: an address has its bounds."""
HEAD = ("date", "game", "evening", "player", "side", "score", "rank", "winner", "notes")


def as_csv(campaign: Campaign, plays: Sequence[Play]) -> bytes:
    """A row a player and play."""
    return door.as_csv([HEAD, *(row for play in plays for row in _rows(shelf.title(campaign.system), play))])


def _rows(game: str, play: Play) -> Iterator[Sequence[door.Value]]:
    evening = play.evening
    for score in play.scores:
        yield (
            evening.date, game, evening.number, score.player, score.seat, score.points, score.rank,
            "yes" if score.won else "no", evening.notes,
        )  # fmt: skip


def as_json(campaign: Campaign, plays: Sequence[Play]) -> bytes:
    """The lists described above; plays without a result are left out."""
    decided = [play for play in plays if play.scores]
    names = {key_of(name_of(score)): name_of(score) for play in decided for score in play.scores}
    ids = {key: n for n, key in enumerate(names, 1)}
    points = any(score.points is not None for play in decided for score in play.scores)
    game = {"id": 1, "name": shelf.title(campaign.system), "highestWins": True, "noPoints": not points}
    whole = {
        "about": ABOUT,
        "games": [{**game, "uuid": _lasting(game["name"]), "cooperative": False, "usesTeams": False}],
        "locations": [],
        "players": [
            {"id": ids[key], "uuid": _lasting("player", key), "name": name, "isAnonymous": False}
            for key, name in names.items()
        ],
        "plays": [_play(campaign, play, ids) for play in decided],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1).encode() + b"\n"


def push(campaign: Campaign, play: Play) -> str:
    """The address at which BG Stats, where it is installed, takes this play in: by its published link.

    It asks there which of its own games and players they are, and remembers it by the ids that we send.
    """
    game = shelf.title(campaign.system)
    points = any(score.points is not None for score in play.scores)
    whole = {
        "sourceName": HOUSE,
        "sourcePlayId": _play_id(campaign, play),
        "playDate": f"{play.evening.date.isoformat()} 00:00:00",
        "comments": play.evening.notes[:LONGEST_COMMENT],
        "game": {"name": game, "sourceGameId": campaign.system, "highestWins": True, "noPoints": not points},
        "players": [_pushed(score) for score in play.scores],
    }
    return f"{PUSH}?data={quote(json.dumps(whole, ensure_ascii=False), safe='')}"


def _pushed(score: Score) -> Json:
    counted = {} if score.points is None else {"score": score.points}
    return {
        "name": name_of(score),
        "sourcePlayerId": _lasting("player", key_of(name_of(score))),
        "winner": score.won,
        "rank": score.rank,
        "role": score.seat,
        "startPlayer": False,
        **counted,
    }


def _play_id(campaign: Campaign, play: Play) -> str:
    return _lasting(campaign.code, campaign.created.isoformat(), play.evening.pk)


def name_of(score: Score) -> str:
    """The player's name, or the side's where nobody gave one."""
    return score.player or score.seat


def _lasting(*what: object) -> str:
    """The same id each time that it is taken away: who brings the file in twice has one play of it."""
    return str(uuid.uuid5(OURS, "/".join(map(str, what))))


def _play(campaign: Campaign, play: Play, ids: dict[str, int]) -> Json:
    day = play.evening.date
    return {
        "uuid": _play_id(campaign, play),
        "playDate": f"{day.isoformat()} 00:00:00",
        "playDateYmd": int(f"{day:%Y%m%d}"),
        "gameRefId": 1,
        "comments": play.evening.notes,
        "durationMin": 0,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": 0,
        "playerScores": [
            {
                "playerRefId": ids[key_of(name_of(score))],
                "score": "" if score.points is None else str(score.points),
                "winner": score.won,
                "rank": score.rank,
                "role": score.seat,
                "newPlayer": False,
                "startPlayer": False,
            }
            for score in play.scores
        ],
    }


type Same = tuple[date, tuple[tuple[str, int | None], ...]]


ROWS = 8
KEYS = ("player", "seat", "points", "won")
FARTHEST = 1_000_000


class Typed(TypedDict):
    """One who played, as a form, a file or a program has it; `won` where a tick says so."""

    player: str
    seat: str
    points: int | None
    won: bool


class Result(TypedDict):
    """One who played, as an evening keeps it."""

    player: str
    seat: str
    points: int | None
    rank: int


class Scores(forms.Form):
    """Who played and how it ended: a row each; empty rows are passed over."""

    SHOWN = 4

    def __init__(self, *args: Any, rows: Sequence[Mapping[str, Json]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for n in range(ROWS):
            row = rows[n] if n < len(rows) else {}
            self.fields |= _player_fields(n, row)

    def rows(self) -> list[dict[str, forms.BoundField]]:
        return [{key: self[f"{key}.{n}"] for key in KEYS} for n in range(ROWS)]

    def first(self) -> list[dict[str, forms.BoundField]]:
        """Those that lie open."""
        return self.rows()[: self.SHOWN]

    def more(self) -> list[dict[str, forms.BoundField]]:
        """Those that lie folded away."""
        return self.rows()[self.SHOWN :]

    def more_is_said(self) -> bool:
        """Whether one of the folded rows holds something, so that it is not missed."""
        return any(field.value() or field.errors for row in self.more() for field in row.values())

    def clean(self) -> dict[str, object]:
        """At least two have played, nobody twice, and it is plain who won."""
        given = super().clean() or {}
        if self.errors:
            return given
        rows = [cast("Typed", {key: given[f"{key}.{n}"] for key in KEYS}) for n in range(ROWS)]
        nameless = next((n for n, row in enumerate(rows) if not row["player"] and any(row.values())), None)
        if nameless is not None:
            self.add_error(f"player.{nameless}", "Who was that? Give the name, or empty the row.")
            return given
        given["scores"] = self._ranked([row for row in rows if row["player"]])
        return given

    def _ranked(self, rows: Sequence[Typed]) -> list[Result]:
        names = [key_of(row["player"]) for row in rows]
        twice = next((row["player"] for row in rows if names.count(key_of(row["player"])) > 1), None)
        if not rows:
            self.add_error(None, "Name at least two who played.")
        elif len(rows) == 1:
            self.add_error(None, "One alone makes no play: name at least two.")
        elif twice:
            self.add_error(None, f"“{twice}” stands there twice; one row each.")
        elif not any(row["won"] for row in rows) and any(row["points"] is None for row in rows):
            self.add_error(None, "Tick who won, or give everybody's points.")
        else:
            return ranked(rows)
        return []


def ranked(rows: Sequence[Typed]) -> list[Result]:
    """The rows with their ranks: who is ticked is first, the others follow by their points.

    Without a tick the most points win; equals share a rank.
    """
    counted = all(row["points"] is not None for row in rows)
    ticked = any(row["won"] for row in rows)
    weights = [
        (ticked and not row["won"], 0 if row["won"] or not counted else -(row["points"] or 0)) for row in rows
    ]
    return [
        _result(row, 1 + sum(other < own for other in weights))
        for row, own in zip(rows, weights, strict=True)
    ]


def _result(row: Typed, rank: int) -> Result:
    name = " ".join(row["player"].split())
    return Result(player=name, seat=row["seat"], points=row["points"], rank=rank)


def _player_fields(n: int, row: Mapping[str, Json]) -> dict[str, forms.Field]:
    who = f"player {n + 1}"
    name = {"list": "known", "autocomplete": "off", "aria-label": f"Name of {who}", "placeholder": "Player"}
    side = {"list": "sides", "autocomplete": "off", "aria-label": f"Side of {who}", "placeholder": "Side"}
    return {
        f"player.{n}": _text(LONGEST_NAME, row.get("player", ""), name),
        f"seat.{n}": _text(60, row.get("seat", ""), side),
        f"points.{n}": forms.IntegerField(
            required=False, min_value=-FARTHEST, max_value=FARTHEST, initial=row.get("points"),
            widget=forms.NumberInput(attrs={"aria-label": f"Points of {who}", "placeholder": "Points"}),
        ),
        f"won.{n}": forms.BooleanField(
            required=False, initial=row.get("rank") == 1,
            widget=forms.CheckboxInput(attrs={"aria-label": f"{who} won".capitalize()}),
        ),
    }  # fmt: skip


def _text(longest: int, initial: Json, attrs: dict[str, str]) -> forms.CharField:
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(max_length=longest, required=False, initial=initial, widget=widget)


class Played(EveningForm):
    """The notes of an evening that was played: on no day to come."""

    date = Day("Date", now=False, past=True)


class TableEvening(Played):
    """The notes of an evening with a table, and the people's names at its seats."""

    def __init__(self, seats: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        for seat in seats:
            self.fields[f"p.{seat.chair}"] = forms.CharField(
                label=f"Who played {seat.name}", max_length=LONGEST_NAME, required=False, initial=seat.player,
                widget=forms.TextInput(attrs={"list": "known", "autocomplete": "off"}),
            )  # fmt: skip

    def people(self) -> dict[int, str]:
        """The names by seat, for those that were changed."""
        names = {seat.pk: " ".join(self.cleaned_data[f"p.{seat.chair}"].split()) for seat in self.seats}
        return {seat.pk: names[seat.pk] for seat in self.seats if names[seat.pk] != seat.player}


def open_evening(
    campaign: Campaign,
    opening: lobby.Opening,
    noted: Mapping[str, object],
    sits: Sequence[str],
    who: tuple[str, str],
) -> Table:
    """An evening with a table of its own, hosted by `who`: the device's secret and what it is."""
    secret, label = who
    with writing():
        table = lobby.open_table(opening)
        seating.host(table, secret, label)
        for chair in sits:
            seating.sit(table, secret, chair, label)
        _new(campaign, **noted, table=table)
    return table


def write_down(campaign: Campaign, noted: Mapping[str, object], scores: Sequence[Result]) -> Evening:
    """A finished play that had no table here."""
    with writing():
        return _new(campaign, **noted, result=list(scores))


def write_all_down(
    campaign: Campaign, played: Sequence[tuple[Mapping[str, object], Sequence[Result]]]
) -> None:
    """Finished plays, all of them or none."""
    with writing():
        for noted, scores in played:
            _new(campaign, **noted, result=list(scores))


def by_hand(evening: Evening, scores: Sequence[Result] | None) -> None:
    """The result as people saw it, in the place of what the table says; with None the table counts again."""
    with writing():
        Evening.objects.filter(pk=evening.pk).update(result=None if scores is None else list(scores))


def name_people(table: Table, people: Mapping[int, str]) -> None:
    """Who sat where, by the seats' rows; every screen of the table shows it."""
    if people:
        with writing_at(table) as now:
            for seat, player in people.items():
                Seat.objects.filter(table=now, pk=seat).update(player=player)
            bell.stir(now)


def remove(evening: Evening) -> None:
    """Take an evening out of the series; its table, if it has one, stays as a table like any other."""
    with writing():
        Campaign.objects.select_for_update().get(pk=evening.campaign_id)
        take_out(evening)


def _new(campaign: Campaign, **fields: object) -> Evening:
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    top = Evening.objects.filter(campaign=campaign).aggregate(top=Max("number"))["top"] or 0
    return Evening.objects.create(campaign=campaign, number=top + 1, **fields)


MOST_PLAYS = 2_000
LONGEST_NOTES = 4_000
SUM = re.compile(r"[+-]?[0-9]{1,9}([+-][0-9]{1,9}){0,30}")


class Brought(NamedTuple):
    """What became of a file: plays taken in, those that were here already, and those of other games."""

    taken: int
    known: int
    others: int


@dataclass(frozen=True, slots=True)
class Sheet:
    on: date
    notes: str
    scores: Sequence[Result]

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
    existing = {_same(play) for play in plays(campaign)}
    fresh: dict[Same, Sheet] = {}
    for n, each in mine:
        sheet = _sheet(each, people, join("plays", n))
        if sheet.same not in existing:
            fresh[sheet.same] = sheet
    noted = sorted(fresh.values(), key=lambda sheet: sheet.on)
    write_all_down(campaign, [({"date": each.on, "notes": each.notes}, each.scores) for each in noted])
    return Brought(len(fresh), len(mine) - len(fresh), len(listed) - len(mine))


def _same(play: Play) -> Same:
    scores = ((key_of(name_of(each)), each.points) for each in play.scores)
    return play.evening.date, tuple(sorted(scores))


def _list(whole: Json, key: str) -> list[Json]:
    rows = whole.get(key) if isinstance(whole, dict) else None
    if not isinstance(rows, list):
        raise InvalidInput(key, f"BG Stats' file has a list “{key}”; this has none.")
    return rows


def _part(value: Json, *at: str | int) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise InvalidInput(join("", *at), "An object is wanted here, as BG Stats writes it.")
    return value


def _named(whole: Json, key: str) -> dict[int, str]:
    """The names of a list's entries by their ids."""
    entries = [_part(each, key, n) for n, each in enumerate(_list(whole, key))]
    return {
        each["id"]: each["name"]
        for each in entries
        if isinstance(each.get("id"), int) and isinstance(each.get("name"), str)
    }


def _own(campaign: Campaign, games: Mapping[int, str]) -> set[int]:
    """The ids that the file gives this series' game."""
    wanted = key_of(shelf.title(campaign.system))
    own = {number for number, name in games.items() if key_of(name) == wanted}
    if not own:
        named = ", ".join(f"“{name[:40]}”" for name in list(games.values())[:5]) or "none"
        raise InvalidInput(
            "games", f"There is no “{shelf.title(campaign.system)}” among its games; there are {named}."
        )
    return own


def _sheet(play: Mapping[str, Json], people: Mapping[int, str], at: str) -> Sheet:
    rows = play.get("playerScores")
    if not isinstance(rows, list) or not 0 < len(rows) <= ROWS:
        raise InvalidInput(join(at, "playerScores"), f"A play has one to {ROWS} players.")
    lines = [
        _player_row(_part(row, at, "playerScores", n), people, join(at, "playerScores", n))
        for n, row in enumerate(rows)
    ]
    names = [key_of(row["player"]) for row in lines]
    twice = next((n for n, name in enumerate(names) if name in names[:n]), None)
    if twice is not None:
        raise InvalidInput(join(at, "playerScores", twice), f"“{lines[twice]['player']}” stands there twice.")
    notes = play.get("comments")
    decided = any(row["won"] for row in lines) or all(row["points"] is not None for row in lines)
    # Where nobody won and nobody counted, all of them lost together.
    scores = ranked(lines) if decided else [_result(row, 2) for row in lines]
    return Sheet(_day(play, at), notes[:LONGEST_NOTES] if isinstance(notes, str) else "", scores)


def _day(play: Mapping[str, Json], at: str) -> date:
    on = play.get("playDate")
    try:
        day = date.fromisoformat(str(on)[:10])
    except ValueError:
        day = date.min
    if not FIRST_DAY <= day <= LAST_DAY:
        words = "A play has its day, such as 2026-09-03 00:00:00"
        raise InvalidInput(join(at, "playDate"), f"{words}; “{str(on)[:30]}” was given.")
    return day


def _player_row(row: Mapping[str, Json], people: Mapping[int, str], at: str) -> Typed:
    reference = row.get("playerRefId")
    name = " ".join(people.get(reference, "").split()) if isinstance(reference, int) else ""
    if not name:
        raise InvalidInput(join(at, "playerRefId"), "This is none of the file's players.")
    role = row.get("role")
    return Typed(
        player=name[:LONGEST_NAME],
        seat=role[:LONGEST_NAME] if isinstance(role, str) else "",
        points=_points(row.get("score")),
        won=row.get("winner") is True,
    )


def _points(score: Json) -> int | None:
    """Whole points, or a sum of them as BG Stats keeps one that was typed so; else it counts as not said.

    >>> [_points(each) for each in ("12", "5+7-2", 9, "47.3", "", None)]
    [12, 10, 9, None, None, None]
    """
    text = str(score).replace(" ", "")
    if not SUM.fullmatch(text):
        return None
    points = sum(map(int, re.findall(r"[+-]?\d+", text)))
    return points if abs(points) <= FARTHEST else None
