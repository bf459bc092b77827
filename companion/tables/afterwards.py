"""Looking back on a game: its film, what turned it, whose dice were kind, and the next one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from django.urls import reverse
from django.utils import timezone

from companion import shelf
from companion.engine import dice
from companion.engine.dice import Throw
from companion.engine.errors import IllegalAction
from companion.engine.film import Best, Replayed, Spot, Strip, Turning, strip, turning_points
from companion.engine.game import Game
from companion.engine.scene import NOBODY, Scene
from companion.engine.stage import Deed, Fold, Own, Piece, Question, Screen, Stage, Way, Words, phrase
from companion.engine.wording import Values, count, percent
from companion.tables import bell, journal, lines, screen
from companion.tables.devices import Device, check_plays
from companion.tables.house import review as looking
from companion.tables.lines import passages
from companion.tables.lobby import CHANCE, Opening, kept, open_table
from companion.tables.models import Entry, Seat, Table, Token, beside, writing_at
from companion.tables.position import BrokenJournal, Position, position
from companion.tables.screen import Look, Shown, front_page
from companion.tables.seating import people

DEALS = 8
"""So many times something is dealt to find whether chance decides it."""


class Series(NamedTuple):
    """What keeps games as a series: `join(last, next)` keeps both, `score(table)` says how it stands."""

    join: Callable[[Table, Table], None]
    score: Callable[[Table], str]


SERIES: list[Series] = []
"""Tables know nothing of the floors above: what keeps series says so here."""


def rematch_deed(table: Table) -> Deed | Way:
    """The button at the end of a game; where it has been pressed, the way to the next one."""
    if table.branch_line:
        page = "branch" if table.branch_of_id else "film"
        return Way(words="Compare", href=reverse(f"tables:{page}", args=[table.code]), leaves=True)
    if (keeper := kept(table)) and keeper.whole:
        return Way(words="To the campaign", href=keeper.url, leaves=True)
    if following := next_of(table):
        return Way(words="To the next game", href=reverse("tables:table", args=[following.code]), leaves=True)
    score = next((words for each in SERIES if (words := each.score(table))), "")
    small: Words = phrase("series {score}", score=score) if score else "kept as a series"
    return Deed(words="Again, sides changed", small=small, name="again", action="1")


def series_of(table: Table) -> tuple[Way, ...]:
    """Where the series is that this game belongs to, if it is one of several."""
    keeper = kept(table)
    several = keeper and any(series.score(table) for series in SERIES)
    return (Way(words="Series", href=keeper.url, leaves=True),) if keeper and several else ()


def next_of(table: Table) -> Table | None:
    return Table.objects.filter(code=table.again, system=table.system).first() if table.again else None


def again(table: Table, who: Device) -> Table:
    """The next game, opened by the first who asks: everybody sits one seat further, the rules stay.

    `IllegalAction` while the game goes on, and for who only looks on.
    """
    check_plays(who)
    with writing_at(table) as now:
        if following := next_of(now):
            return following
        if now.branch_line:
            raise IllegalAction("", "A branch counts in no series; play again at the true table.")
        if (keeper := kept(now)) and keeper.whole:
            raise IllegalAction("", f"“{keeper.title}” is a campaign of its own; begin another one for that.")
        current = position(now)
        if not current.game.is_over(current.state):
            raise IllegalAction("", "This game is not over yet.")
        seats = list(Seat.objects.filter(table=now))
        opened = open_table(_opening(now, seats))
        # Every device sits where its person does now; the host stays the host.
        chairs = list(Seat.objects.filter(table=opened))
        to = {seat.pk: chairs[(n + 1) % len(chairs)] for n, seat in enumerate(seats)}
        held = Token.objects.filter(table=now, revoked_at=None)
        Token.objects.bulk_create(
            Token(
                table=opened,
                role=each.role,
                seat=to[each.seat_id] if each.seat_id else None,
                hash=each.hash,
                label=each.label,
                giver=each.giver,
                heard_at=timezone.now(),
            )
            for each in held
        )
        for series in SERIES:
            series.join(now, opened)
        Table.objects.filter(pk=now.pk).update(again=opened.code)
        bell.stir(now)
    return opened


def _opening(table: Table, seats: Sequence[Seat]) -> Opening:
    """The same game; who sat in a seat now has the one after it."""
    names = [seat.player for seat in seats]
    players = {seat.chair: names[n - 1] for n, seat in enumerate(seats)}
    first = Entry.objects.get(table=table, number=1)
    return Opening(
        system=table.system,
        title=table.title,
        kind=table.kind,
        setup=chosen(table.system, first.action),
        players=players,
    )


def chosen(system: str, setup: object) -> object:
    """What people chose of a setup: all but what the app deals or draws where it is left out."""
    game = shelf.game(system)
    if not isinstance(setup, dict):
        return setup
    kept = dict(setup)
    for key in setup:
        rest = {name: value for name, value in kept.items() if name != key}
        if key != "options" and key != "players" and _is_dealt(game, rest, key):
            kept = rest
    return kept


def _is_dealt(game: Game[object], rest: object, key: str) -> bool:
    """Whether the app deals that, and not always the same: what it only takes for granted was chosen."""
    dealt = [game.shuffle(rest, CHANCE) for _ in range(DEALS)]
    return key in dealt[0] and any(each[key] != dealt[0][key] for each in dealt)


def ended(look: Look, current: Position, picture: Screen) -> Screen:
    """The screen with the ways on: to what comes next in a campaign, or after a game whose end is told."""
    stage: Stage | None = picture.stage
    if stage is None or stage.walks or stage.ask.main or look.room == "tv" or look.line:
        return picture
    if stage.ask.kind == "choosing" and (keeper := kept(look.table)) and keeper.weighs:
        weigh = Way(words="Weigh them side by side", href=keeper.weighs, leaves=True)
        return replace(picture, stage=replace(stage, ask=replace(stage.ask, main=weigh)))
    if not current.numbers or not current.game.is_over(current.state):
        return picture
    return replace(picture, stage=replace(stage, ask=_with_ways(look, stage.ask)))


def _with_ways(look: Look, ask: Question) -> Question:
    film = Way(words="Film", href=reverse("tables:film", args=[look.table.code]), leaves=True)
    if not look.who.plays:
        return replace(ask, main=film, lesser=printed(look.table))
    main = rematch_deed(look.table)
    ways = (film, *printed(look.table), *series_of(look.table))
    return replace(ask, main=main, lesser=ways, to="again" if isinstance(main, Deed) else "act")


def printed(table: Table) -> tuple[Way, ...]:
    address = front_page(table)
    return (Way(words="Front page", href=address, leaves=True),) if address else ()


KEPT = 32
ROOM = Fraction(23, 20)
"""So much wider than the longest bar is the room for it."""


class Point(NamedTuple):
    """A turning point: its number, its words (the log's where the game has none), its spot on the strip."""

    n: int
    turning: Turning
    words: Words
    spot: Spot


class Fortune(NamedTuple):
    """A side's luck: who, its look, what its dice did and were expected to, in hundredths of a bar."""

    name: str
    side: str
    luck: dice.Luck
    got: int
    mean: int
    more: str
    throws: str
    chance: str


class LookBack(NamedTuple):
    """All that is told of a game so far; in what turning points are weighed, what is counted in throws."""

    weighed: str
    thrown: str
    strip: Strip
    points: Sequence[Point]
    fortunes: Sequence[Fortune]
    best: Sequence[Best]


_known: LRUCache[tuple[object, ...], LookBack | None] = LRUCache(KEPT)
_lock = Lock()


def look_back(table: Table, current: Position, upto: int) -> LookBack | None:
    """The first `upto` lines that stand; None where the game tells none, or its rules do not follow them."""
    at = (table.pk, table.code, table.version, table.stir, upto)
    with _lock:
        if at in _known:
            return _known[at]
    try:
        review = _looked_back(table, current, upto) if current.game.film else None
    except BrokenJournal:
        review = None
    with _lock:
        _known[at] = review
    return review


def _looked_back(table: Table, current: Position, upto: int) -> LookBack:
    rows = Entry.objects.filter(table=table, number__in=current.numbers[:upto])
    kept = dict(rows.values_list("number", "steps"))
    story = passages(current, NOBODY)
    hits = []
    for n, place in enumerate(current.standing.places[:upto]):
        each, steps = story[n], kept[place.number]
        if place.since > place.number and each.before is not None:
            outcome = current.game.apply(each.before, current.actions[place.number])
            steps = [step.as_kept() for step in outcome.steps]
        hits.append(Replayed(each.number, each.action, each.before, each.after, steps))
    film, replay = current.game.film, hits
    assert film is not None
    drawn = strip(film.course([each.after for each in replay]))
    throws = tuple(film.throws(replay))
    points = tuple(_points(table, current, drawn, turning_points(film.turnings(replay))))
    best = (*film.best(replay), *_luckiest(throws))
    # Everybody who threw, by seat; all bars by one measure.
    state = replay[-1].after
    named = people(beside(table).seats)
    entries = {seat: dice.felled(throws, seat) for seat in named}
    threw = {seat: each for seat, each in entries.items() if each.throws}
    longest = (max(each.expected, Fraction(max(each.got, 1))) for each in threw.values())
    most = max(longest, default=Fraction(1)) * ROOM
    fortunes = [
        Fortune(
            named[seat],
            film.look(state, seat),
            each,
            round(100 * each.got / most),
            round(100 * each.expected / most),
            f"{float(each.got - each.expected):+.1f}".replace("-", "−"),
            count(each.throws, "throw"),
            percent(float(each.less + each.equal)),
        )
        for seat, each in threw.items()
    ]
    return LookBack(film.weighed, film.thrown, drawn, points, fortunes, best)


def _points(table: Table, current: Position, drawn: Strip, turnings: Sequence[Turning]) -> Iterator[Point]:
    seats = beside(table).seats
    for n, each in enumerate(turnings, 1):
        words, place = each.words, current.numbers.index(each.number)
        if not words:
            line = lines.at(table, current, each.number, seats)
            words = f"{line.whose}: {line.told}" if line.whose else line.told
        yield Point(n, each, words, drawn.spot(place, each.side))


def _luckiest(throws: Sequence[Throw]) -> Iterator[Best]:
    """The one throw that came off best beyond what was to be expected."""
    best = max(throws, key=lambda each: each.got - each.expected, default=None)
    if best is not None and best.got > best.expected:
        small = f"{best.dice}: {best.got}, {float(best.expected):.1f} to be expected"
        yield Best("Luckiest throw", best.number, best.words, small)


QUICK, SLOW = "800ms", "2s"
"""How long a line stands while the film plays, and one in which dice fell."""


def film(table: Table, who: Device, place: int, *, playing: bool) -> Values | None:
    """The context of one picture: the table after its `place`-th line that stands (from 0) or the nearest.

    None where the game has no stage.
    """
    current, seats = journal.public_position(table, position(table)), beside(table).seats
    last = _last(table, position(table))
    n, address = min(max(place, 0), last), reverse("tables:film", args=[table.code])
    shell = screen.shell(Look(table=table, who=who, room="film", draft={}, back=address), current, seats, ())
    line = lines.at(table, current, current.numbers[n], seats)
    view, review = current.game.view(_scene(current, n)), look_back(table, current, last + 1)
    if view.stage is None:
        return None
    playing = playing and n < last
    ask = _question(table, current, shell, review)
    stage = replace(view.stage, ask=ask, hand=None, cover=None, warnings=(), light="day")
    return {
        "v": screen.called(replace(view, stage=stage), seats),
        "table": replace(
            shell,
            may_act=shell.may_act and current.game.is_over(current.state),
            can_undo=False,
            can_redo=False,
            corrected=None,
            last=(line,),
        ),
        "game": {"slug": current.game.slug, "title": current.game.title},
        "film": _walked(address, n, last, review)
        | {"playing": playing, "play": _play(n, last, playing=playing)}
        | {"pause": SLOW if line.dice else QUICK},
    }


def _walked(address: str, n: int, last: int, review: LookBack | None) -> Values:
    """Where on its strip the film is, and the ways along it."""
    return {
        "address": address,
        "n": n,
        "number": n + 1,
        "last": last,
        "of": last + 1,
        "back": max(n - 1, 0),
        "on": min(n + 1, last),
        "next": f"{address}?n={n + 1}&play=1",
        "strip": review and review.strip,
        "points": review.points if review else (),
        "at": round(100 * n / max(last, 1), 2),
    }


def _play(n: int, last: int, *, playing: bool) -> str:
    """What the button in the middle leads to: on by itself, a stop, or from the start once it is over."""
    if playing:
        return f"?n={n}"
    return f"?n={n if n < last else 0}&play=1"


def place_of(table: Table, line: int) -> int:
    """The place of a line among those that stand, or of the nearest before it."""
    return max(sum(number <= line for number in position(table).numbers) - 1, 0)


def _last(table: Table, current: Position) -> int:
    """The last place that is shown: what all screens are still walking through is on no film."""
    last = len(current.numbers) - 1
    beats = journal.beat(table, current.numbers)
    stage = current.game.view(replace(_scene(current, last), walk=beats)).stage if beats is not None else None
    return last - 1 if stage and stage.walks else last


def _scene(current: Position, n: int) -> Scene[object]:
    """What everybody may have seen then, or may see now that the game is over."""
    before = current.numbers[n + 1] if n + 1 < len(current.numbers) else 0
    trail = current.earlier(before) if before else current.trail
    over = current.game.is_over(current.state)
    led = passages(current, NOBODY, before, current.state if over else None)
    last = led[-1].action if n else None
    return Scene(trail[-1], NOBODY, "tv", {}, trail, last=last, passages=led, is_open=over)


def _question(table: Table, current: Position, shell: Shown, review: LookBack | None) -> Question:
    """How it ended, or how far it has come; what turned it, and the way on."""
    last, is_over = _scene(current, len(current.numbers) - 1), current.game.is_over(current.state)
    end: Stage | None = current.game.view(last).stage if is_over else None
    home = Way(words="Back to the table", href=shell.urls["table"])
    pieces: tuple[Piece, ...] = (*_costs(table, current, shell), *(_pieces(shell, review) if review else ()))
    if end is None:
        under = current.game.headline(current.state)
        return Question(kind="film", title="So far", under=under, pieces=pieces,
                        main=home, lesser=printed(table))  # fmt: skip
    ask = end.ask
    fold = Fold(id="end", title="How it ended", pieces=ask.pieces, open=not pieces)
    again = rematch_deed(table) if shell.may_act else None
    record = (Way(words="Record", href=address, leaves=True),) if (address := shell.urls["print"]) else ()
    return Question(
        kind="film",
        title=ask.title,
        under=ask.under,
        icon=ask.icon,
        side=ask.side,
        pieces=(*pieces, fold),
        main=again or home,
        lesser=(*printed(table), *record, *series_of(table)),
        to="again" if isinstance(again, Deed) else "act",
    )


def _costs(table: Table, current: Position, shell: Shown) -> Iterator[Piece]:
    """What cost most by the measure of the house; from before it one plays on, and so does the house."""
    costs = looking.told(table, current)
    if costs is None or not costs.of:
        return
    rows = [
        each._asdict() | {"way": reverse("tables:branch_begin", args=[table.code, each.before])}
        for each in costs.costs
    ]
    values = {"rows": rows, "looked": costs.looked, "of": costs.of, "plays": shell.may_act}
    yield Own(template="stage/film/costs.html", values={**values, "film": shell.urls["film"]})


def _pieces(shell: Shown, rows: LookBack) -> list[Piece]:
    parts: dict[str, Values] = {
        "turnings": {"rows": rows.points, "small": rows.weighed},
        "luck": {"rows": rows.fortunes, "title": rows.thrown},
        "best": {"rows": rows.best},
    }
    return [
        Own(template=f"stage/film/{name}.html", values={**values, "film": shell.urls["film"]})
        for name, values in parts.items()
        if values["rows"]
    ]
