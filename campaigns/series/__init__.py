"""A season of single evenings: plays, standings, who beats whom, nights proposed, war, rematches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from campaigns.models import Campaign, Evening, Member
from campaigns.opening import campaign_of, new_campaign
from companion import shelf
from companion.engine.campaign import Battle, Handed, War
from companion.engine.errors import GameError, IllegalAction
from companion.engine.film import Chart, Drawing, Label, Series, on_screen, ticks
from companion.engine.game import Night, Program
from companion.engine.shape import public
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.tables.models import Entry, Seat, Table, Token, writing
from companion.tables.position import BrokenJournal, position


@public("player", "seat", "points", "rank")
class Score(NamedTuple):
    """How one came off: rank 1 has won, alone or with others. `player` is empty where nobody gave a name.

    `carried` is what it takes on in its game's own programme.
    """

    player: str
    seat: str
    points: int | None
    rank: int
    carried: int = 0

    @property
    def won(self) -> bool:
        return self.rank == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One evening of a series; without scores it has no result yet. `by_hand`: people wrote it down."""

    evening: Evening
    scores: Sequence[Score]
    words: str = ""
    by_hand: bool = False
    nameless: Sequence[str] = ()

    @property
    def winners(self) -> list[str]:
        """Who won, by name, or by seat where there is none."""
        return [score.player or score.seat for score in self.scores if score.won]

    @property
    def others(self) -> list[str]:
        """Who did not."""
        return [score.player or score.seat for score in self.scores if not score.won]


def key_of(name: str) -> str:
    """What tells one player from another: the name, however it is spaced and capitalised.

    >>> key_of("  Ada  LOVELACE ") == key_of("Ada Lovelace")
    True
    """
    return " ".join(name.split()).casefold()


def plays(campaign: Campaign) -> list[Play]:
    """Every play, in the order in which they were played."""
    evenings = list(Evening.objects.filter(campaign=campaign).select_related("table"))
    settle([evening for evening in evenings if evening.table and evening.result is None])
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__evenings__campaign=campaign):
        seats.setdefault(seat.table_id, []).append(seat)
    rows = [_play(evening, seats.get(evening.table_id or 0, [])) for evening in evenings]
    return sorted(rows, key=lambda play: (play.evening.date, play.evening.number))


def settle(evenings: Iterable[Evening]) -> None:
    """Remember what each table's journal gives, where that is not known of its version yet."""
    fresh = [evening for evening in evenings if (evening.settled or {}).get("version") != _version(evening)]
    for evening in fresh:
        evening.settled = _settled(evening)
    if fresh:
        with writing():
            Evening.objects.bulk_update(fresh, ["settled"])


def _version(evening: Evening) -> int:
    return evening.table.version if evening.table else 0


def _settled(evening: Evening) -> Json:
    """Seat, rank, points and words of each, or None while the game goes on; nothing of a broken journal."""
    try:
        return {"version": _version(evening), "rows": _rows(evening.table)}
    except BrokenJournal:
        return None


def _rows(table: Table | None) -> Json:
    if table is None or table.system not in shelf.slugs():
        return None
    game = shelf.game(table.system)
    if game.result is None:
        return None
    return [list(row) for row in game.result(position(table).state)] or None


def _play(evening: Evening, seats: Sequence[Seat]) -> Play:
    if evening.result is not None:
        return Play(evening=evening, scores=_written(evening.result), by_hand=True)
    rows = (evening.settled or {}).get("rows") if evening.table else None
    chairs = {seat.chair: seat for seat in seats}
    scores = tuple(_score(row, chairs) for row in rows or ())
    return Play(
        evening=evening,
        scores=scores,
        words=rows[0][3] if rows else "",
        nameless=[score.seat for score in scores if not score.player],
    )


def _score(row: Sequence[Json], seats: Mapping[str, Seat]) -> Score:
    chair, rank, points = row[0], row[1], row[2]
    seat = seats.get(chair)
    carried = (row[4] if len(row) > 4 else None) or 0
    return Score(seat.player.strip() if seat else "", seat.name if seat else chair, points, rank, carried)


def _written(rows: Sequence[Mapping[str, Json]]) -> tuple[Score, ...]:
    results = [
        Score(row["player"], row.get("seat", ""), row["points"], row["rank"], int(row["rank"] == 1))
        for row in rows
    ]
    return tuple(sorted(results, key=lambda score: score.rank))


@public("name", "played", "won", "shared", "tally as victories", "points", "carried")
@dataclass(slots=True)
class Line:
    """One player's season. `victories` counts a shared one as its part: a half of two, a third of three."""

    name: str
    played: int = 0
    won: int = 0
    shared: int = 0
    victories: Fraction = field(default_factory=Fraction)
    points: int = 0
    scored: int = 0
    carried: int = 0

    @property
    def tally(self) -> str:
        """Its victories in figures, as “3/2”."""
        return str(self.victories)

    @property
    def share(self) -> Fraction:
        return self.victories / self.played if self.played else Fraction(0)

    @property
    def percent(self) -> int:
        """The same in per cent, rounded."""
        return round(self.share * 100)

    @property
    def average(self) -> float | None:
        """Points a play, of those in which points were counted."""
        return round(self.points / self.scored, 1) if self.scored else None


class Duel(NamedTuple):
    """How often one came off better than another in the same play, worse, and level."""

    better: int = 0
    worse: int = 0
    level: int = 0

    @property
    def met(self) -> int:
        return sum(self)


def of_players(play: Play) -> dict[str, Score]:
    """The best score of each who gave a name: who held two seats has played once."""
    scores: dict[str, Score] = {}
    for score in play.scores:
        key = key_of(score.player)
        if key and (key not in scores or score.rank < scores[key].rank):
            scores[key] = score
    return scores


def standings(plays: Sequence[Play], *, carries: bool = False) -> list[Line]:
    """Everybody who played, most victories first, then the larger share of its plays, then points.

    Where a programme carries points from night to night, those come first of all.
    """
    lines: dict[str, Line] = {}
    for play in plays:
        for key, score in of_players(play).items():
            line = lines.setdefault(key, Line(score.player))
            line.name = score.player
            _count(line, score, worth(play))
    return sorted(
        lines.values(),
        key=lambda each: (
            -each.carried if carries else 0,
            -each.victories,
            -each.share,
            -each.points,
            key_of(each.name),
        ),
    )


def worth(play: Play) -> Fraction:
    """What a victory in this play counts: one, or its part where several share it."""
    named = sum(score.won for score in of_players(play).values())
    nameless = sum(score.won and not score.player for score in play.scores)
    return Fraction(1, max(named + nameless, 1))


def _count(line: Line, score: Score, worth: Fraction) -> None:
    line.played += 1
    line.carried += score.carried
    if score.won:
        line.victories += worth
        line.won += worth == 1
        line.shared += worth != 1
    if score.points is not None:
        line.points += score.points
        line.scored += 1


def duels(plays: Sequence[Play]) -> Mapping[tuple[str, str], Duel]:
    """Everybody against everybody whom they met, by the keys of their names."""
    pairs: dict[tuple[str, str], Duel] = {}
    for play in plays:
        for pair, met in _met(play):
            pairs[pair] = Duel(*map(sum, zip(pairs.get(pair, Duel()), met, strict=True)))
    return pairs


def _met(play: Play) -> Iterator[tuple[tuple[str, str], Duel]]:
    for (one, mine), (two, theirs) in permutations(of_players(play).items(), 2):
        yield (one, two), Duel(mine.rank < theirs.rank, mine.rank > theirs.rank, mine.rank == theirs.rank)


PARTS: Mapping[Fraction, str] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
MOST_LINES, LONGEST = 8, 12


def chart(plays: Sequence[Play], lines: Sequence[Line]) -> Drawing | None:
    """The chart of the first eight; None before the second play, as there is no way to draw yet."""
    decided = [play for play in plays if of_players(play)]
    if len(decided) < 2:
        return None
    first = lines[:MOST_LINES]
    summary = ", ".join(f"{isolated(line.name)} {parts(line.victories)}" for line in first)
    numbers = [n for n in ticks(0, len(decided)) if 0 < n <= len(decided)]
    return on_screen(
        Chart(
            told=f"Victories play by play: {summary}",
            series=[_way(decided, line.name) for line in first],
            labels=[Label(n, n, str(n)) for n in numbers],
            marked=True,
        )
    )


def _way(plays: Sequence[Play], name: str) -> Series:
    """Victories before the first play, after it, and so on."""
    way = [Fraction(0)]
    for play in plays:
        score = of_players(play).get(key_of(name))
        way.append(way[-1] + (worth(play) if score and score.won else 0))
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    return Series(name, [float(each) for each in way], words=f"{isolated(short)} {parts(way[-1])}")


def parts(victories: Fraction) -> str:
    """A number of victories as people write it.

    >>> [parts(Fraction(n)) for n in ("3", "7/2", "1/3")]
    ['3', '3½', '⅓']
    """
    whole, rest = divmod(victories, 1)
    if not rest:
        return str(whole)
    sign = PARTS.get(rest, f"{float(rest):.2f}".removeprefix("0"))
    return f"{whole or ''}{sign}"


MANY = 20


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the table of who beats whom; `duel` is None where the two never met."""

    one: str
    two: str
    duel: Duel | None


def season(plays: Sequence[Play], query: Mapping[str, str], *, carries: bool = False) -> dict[str, object]:
    """The values of the page. `asked` may name a `player`, and whom `against`; `all` shows every evening."""
    lines = standings(plays, carries=carries)
    chosen = _chosen(plays, query)
    rows = list(reversed(chosen))
    return {
        "lines": [{"line": line, "victories": parts(line.victories)} for line in lines],
        "scored": any(line.scored for line in lines),
        "crossed": crossed(plays, lines) if len(lines) > 1 else [],
        "names": [line.name for line in lines],
        "chart": chart(plays, lines),
        "plays": rows if "all" in query else rows[:MANY],
        "hidden": 0 if "all" in query else max(0, len(rows) - MANY),
        "asked": {key: query[key] for key in ("player", "against") if query.get(key)},
        "decided": any(play.scores for play in plays),
    }


def crossed(plays: Sequence[Play], lines: Sequence[Line]) -> list[dict[str, object]]:
    """A row a player: how it came off against each."""
    pairs = duels(plays)
    return [
        {
            "name": one.name,
            "cells": [
                Cell(one.name, two.name, pairs.get((key_of(one.name), key_of(two.name)))) for two in lines
            ],
        }
        for one in lines
    ]


def _chosen(plays: Sequence[Play], query: Mapping[str, str]) -> list[Play]:
    """The plays of those who are asked for; every one where nobody is."""
    wanted = {key_of(query[key]) for key in ("player", "against") if query.get(key)}
    return [play for play in plays if wanted <= of_players(play).keys()] if wanted else list(plays)


@dataclass(frozen=True, slots=True)
class Row:
    """One night on the season's page; `play` is the evening on which it was played."""

    number: int
    night: Night
    play: Play | None
    is_next: bool


def program_of(campaign: Campaign) -> Program | None:
    return shelf.game(campaign.system).program if campaign.system in shelf.slugs() else None


def night_of(campaign: Campaign, which: str) -> tuple[int, Night] | None:
    """The night that an address names, with its number; nothing where it names none."""
    program = program_of(campaign)
    number = int(which) if program and which.isascii() and which.isdigit() and len(which) < 3 else 0
    return (number, program.nights[number - 1]) if program and 0 < number <= len(program.nights) else None


def programme(campaign: Campaign, plays: Sequence[Play]) -> dict[str, object]:
    """The values of the page: the programme's name, what is carried, its nights."""
    program = program_of(campaign)
    if program is None:
        return {}
    tables = [play.evening.table_id for play in plays if play.evening.table_id]
    first = Entry.objects.filter(table__in=tables, number=1).values_list("table_id", "action")
    setups = dict(first)
    left, rows, is_open = list(plays), list[Row](), False
    for number, night in enumerate(program.nights, 1):
        play = next((each for each in left if _is_of(each, night, setups)), None)
        if play:
            left.remove(play)
        rows.append(Row(number, night, play, play is None and not is_open))
        is_open = is_open or play is None
    return {"program": program, "nights": rows}


def _is_of(play: Play, night: Night, setups: Mapping[int, Json]) -> bool:
    """Whether that evening was this night's: by its table's setup, or by what people called it."""
    table = play.evening.table_id
    if table is None:
        return night.name.casefold() in play.evening.title.casefold()
    return night.is_of(setups.get(table, {}))


def turned_sides(plays: Sequence[Play]) -> dict[str, str]:
    """Who sits where tonight, by seat: the sides of the last evening change."""
    last = next((play.evening.table for play in reversed(plays) if play.evening.table_id), None)
    seats = list(Seat.objects.filter(table=last).order_by("place")) if last else []
    people = [seat.player for seat in seats]
    return {seat.chair: name for seat, name in zip(seats, [*people[1:], *people[:1]], strict=True) if name}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """One battle of the war. `handed` is None while it goes on.

    `amiss` says why its people's choice holds no more; `parted` that it began with other armies than those
    that the battles before it leave now, as one of them was corrected since.
    """

    play: Play
    title: str
    battle: Battle[object]
    handed: Handed | None = None
    amiss: str = ""
    parted: bool = False


def war_of(campaign: Campaign) -> War[object]:
    """The war of the series' game; `IllegalAction` where its evenings stand each alone."""
    war = shelf.game(campaign.system).war if campaign.system in shelf.slugs() else None
    if war is None:
        raise IllegalAction("", "The evenings of this game stand each alone; no army goes on.")
    return war


def fought(campaign: Campaign) -> list[Fought]:
    """The battles of the war in their order, each with the armies that it left."""
    war, rows, before = war_of(campaign), list[Fought](), None
    chosen = [play for play in plays(campaign) if play.evening.handed is not None and play.evening.table]
    for play in sorted(chosen, key=lambda each: each.evening.number):
        one = _fought(war, play, before)
        before = one.handed.armies if one.handed else before
        rows.append(one)
    return rows


def _fought(war: War[object], play: Play, before: object) -> Fought:
    table = play.evening.table
    assert table is not None
    setup = _setup(table)
    battle = Battle(setup, position(table).state, before)
    handed, amiss = _handed(war, battle, play.evening.handed or {}) if play.scores else (None, "")
    parted = before is not None and not war.stands(before, setup)
    return Fought(play=play, title=war.title(setup), battle=battle, handed=handed, amiss=amiss, parted=parted)


def _setup(table: Table) -> Json:
    if table.laid_out is not None:
        return table.laid_out
    return Entry.objects.filter(table=table, number=1).values_list("action", flat=True).get()


def _handed(war: War[object], battle: Battle[object], form: Mapping[str, str]) -> tuple[Handed, str]:
    """As its people chose; by itself, and why, where a correction has left nothing of the choice."""
    try:
        return war.after(battle, form), ""
    except GameError as error:
        return war.after(battle, {}), error.message


def onward(campaign: Campaign, setup: Json) -> Json:
    """The setup of the war's next battle; the first is fought as it is. `IllegalAction` while one goes on."""
    battles = fought(campaign)
    open_one = next((each for each in battles if each.handed is None), None)
    if open_one:
        raise IllegalAction("", f"{open_one.title} is not over yet; end it, or write its result down.")
    armies = battles[-1].handed.armies if battles and battles[-1].handed else None
    return war_of(campaign).onward(armies, setup) if armies else setup


def choose(campaign: Campaign, number: int, form: Mapping[str, str]) -> None:
    """Keep what is chosen after a battle; a choice that cannot be is refused, and nothing is changed.

    What was left as it is proposed is not kept: so a correction of the battle moves it too.
    """
    one = next(reversed(fought(campaign)), None)
    if one is None or one.handed is None or one.play.evening.number != number:
        raise IllegalAction("", "Only after the last battle, once it is over, is there anything to choose.")
    war = war_of(campaign)
    proposed = {field.name: field.value for side in war.after(one.battle, {}).sides for field in side.asks}
    kept = {name: value for name, value in form.items() if proposed.get(name, "") != value}
    war.after(one.battle, kept)
    with writing():
        Evening.objects.filter(pk=one.play.evening.pk).update(handed=kept)


def battles_won(battles: Sequence[Fought]) -> list[tuple[str, int]]:
    seats = {score.seat: 0 for each in battles for score in each.play.scores}
    for each in battles:
        for score in each.play.scores:
            seats[score.seat] += score.won
    return sorted(seats.items(), key=lambda each: -each[1])


def join(last: Table, opened: Table) -> None:
    """Keep both as evenings of a series, and let in who sits there. Inside `writing`."""
    series = _series_of(last)
    if series is None:
        series = new_campaign(last.system, "series", last.title)
        _evening(series, last)
    _evening(series, opened)
    members = set(Member.objects.filter(campaign=series).values_list("hash", flat=True))
    for token in Token.objects.filter(table=opened, revoked_at=None).order_by("role"):
        if token.hash not in members:
            members.add(token.hash)
            Member.objects.create(
                campaign=series, hash=token.hash, host=token.role == "host", label=token.label
            )


def score_between(table: Table) -> str:
    """Who has won how often; empty before a second game."""
    series = _series_of(table)
    return "" if series is None else score_words(standings(plays(series)))


def score_words(lines: Sequence[Line]) -> str:
    """Two against each other, or everybody in a row.

    >>> score_words([Line("Ada", victories=2), Line("Jo", victories=1)])
    'Ada 2 : 1 Jo'
    """
    if len(lines) == 2:
        one, two = lines
        return f"{one.name} {parts(one.victories)} : {parts(two.victories)} {two.name}"
    return ", ".join(f"{line.name} {parts(line.victories)}" for line in lines)


def _series_of(table: Table) -> Campaign | None:
    campaign = campaign_of(table)
    return campaign if campaign is not None and campaign.kind == "series" else None


def _evening(series: Campaign, table: Table) -> None:
    number = (Evening.objects.filter(campaign=series).aggregate(top=Max("number"))["top"] or 0) + 1
    date = timezone.localtime(table.created).date()
    Evening.objects.create(campaign=series, number=number, date=date, table=table)
