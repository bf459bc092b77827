"""The house at a seat: who lets it sit down, what it does there, and why it did so.

It has a token like anybody, and no secret to it. What it does goes through `play`, as a tap of that seat with
a key that the seat and the version make: whoever thinks about the same line writes it once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple, Protocol

from django.db.models import Q
from django.utils import timezone

from companion import shelf
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Game, Sight
from companion.engine.player import ADVISES, STRENGTHS, Thought, own_sight, player_of, seeded, view_of
from companion.engine.player import Weighed as Each
from companion.engine.playing import View
from companion.engine.scene import NOBODY
from companion.engine.wire import Json
from companion.tables import bell, journal, play, pleas
from companion.tables.devices import Device, hashed, new_secret, of
from companion.tables.errors import StaleTable
from companion.tables.journal import beats
from companion.tables.lines import Weighed, told_by
from companion.tables.models import (
    ASKED,
    HOUSE,
    Entry,
    HouseSeat,
    Request,
    Seat,
    Table,
    Token,
    Why,
    beside,
    writing_at,
)
from companion.tables.position import BrokenJournal, Position, position
from companion.tables.seating import seat_at, take_away, tell
from companion.thinking import Job, Lost, mind_of

NAME = "The house"
MOMENT, HASTE = timedelta(seconds=1.6), timedelta(seconds=0.4)
"""After each line it waits so long for people to follow; or where one person plays, and hurries it."""
WALK, WORD = timedelta(seconds=20), timedelta(seconds=60)
"""So long it waits at most for a scene to be shown, and for a word that somebody else has to say."""
USUAL = "thinks"
"""How it plays where nobody says so."""
CLAIM = timedelta(seconds=90)
"""After so long another process thinks about a line that one has begun to think about."""
TRIES = 4
"""If the table refuses a deed, the next best is tried, up to so many."""


def barred(table: Table) -> str:
    """Why the house plays at no seat of this table; empty where it does."""
    game = shelf.game(table.system)
    if game.player is None:
        return f"The house does not play {game.title} yet."
    return game.player.barred(table.laid_out if table.laid_out is not None else _setup(table))


def strengths(table: Table) -> dict[str, str]:
    """How strongly the house can play this table's game, weakest first, in words."""
    return STRENGTHS if shelf.game(table.system).player else {}


def _setup(table: Table) -> Json:
    first = Entry.objects.filter(table=table, kind="setup").first()
    return first.action if first else {}


def sit(table: Table, who: Device, chair: str, strength: str) -> None:
    """The house plays that seat from now on, or with another strength.

    For the host, and for who holds the seat. `IllegalAction` where it does not play here.
    """
    offered = strengths(table)
    if offered and strength not in offered:
        raise IllegalAction("house", f"The house {', '.join(offered.values())}; “{strength}” is none of it.")
    with writing_at(table) as now:
        _check_may(who, chair)
        if why := barred(now):
            raise IllegalAction("house", why)
        seat = seat_at(now, chair)
        row = seats(now).get(chair)
        if row is not None:
            HouseSeat.objects.filter(pk=row.pk).update(strength=strength)
        else:
            held = Token.objects.filter(table=now, seat=seat, role="seat", revoked_at=None)
            taken = held.exists()
            if now.kind == "open":
                # The tablet that goes round holds every seat: this hand is the house's alone from now on.
                take_away(list(held), "The house plays this seat.")
            token = Token.objects.create(
                table=now, role="seat", seat=seat, hash=hashed(new_secret()), giver=HOUSE,
                heard_at=timezone.now(),
            )  # fmt: skip
            HouseSeat.objects.create(token=token, strength=strength, seed=new_secret())
            if not seat.player or (not taken and now.kind == "seated"):
                seat.player = seat.player or NAME
                seat.save(update_fields=["player"])
            if now.version > 1:
                tell(now, f"The house plays {seat.name} now.")
        bell.stir(now)


def leave(table: Table, who: Device, chair: str) -> None:
    """The house gives a seat back: to its own person, or to whoever takes it."""
    with writing_at(table) as now:
        _check_may(who, chair)
        row = seats(now).get(chair)
        if row is not None:
            _freed(now, row, chair, "The seat was taken back from the house.")
            if now.laid_out is None:
                tell(now, f"The house plays {seat_at(now, chair).name} no more.")
            bell.stir(now)


def hurry(table: Table, who: Device, *, yes: bool) -> None:
    """Whether the house waits only for a blink; for the host, where one person plays."""
    with writing_at(table) as now:
        if not who.host or people(now) > 1:
            raise IllegalAction("", "The house is hurried by the host, who plays alone.")
        HouseSeat.objects.filter(token__table=now).update(haste=yes)
        bell.stir(now)


def people(table: Table) -> int:
    """How many devices of people play here."""
    return beside(table).people


def agree(table: Table, who: Device, *, yes: bool) -> None:
    """That everybody here may ask what the house would do: each seat's own word, before the game begins."""
    with writing_at(table) as now:
        if now.laid_out is None:
            raise IllegalAction("", "What may be asked is agreed before the game begins.")
        if not who.holds or barred(now):
            raise IllegalAction("", barred(now) or "Sit down first: who plays has a word in it.")
        Seat.objects.filter(table=now, chair__in=who.holds).update(asks=yes)
        bell.stir(now)


def _check_may(who: Device, chair: str) -> None:
    if not who.host and chair not in who.holds:
        raise IllegalAction("seat", "Who hosts the table says where the house plays, or who holds the seat.")


def _freed(table: Table, row: HouseSeat, chair: str, why: str) -> None:
    take_away([row.token], why)
    seat = seat_at(table, chair)
    if seat.player == NAME:
        seat.player = ""
        seat.save(update_fields=["player"])


def seats(table: Table) -> dict[str, HouseSeat]:
    """Where the house plays at a table, by chair."""
    rows = HouseSeat.objects.filter(token__table=table, token__revoked_at=None).select_related("token__seat")
    return {row.token.seat.chair: row for row in rows if row.token.seat}


def seal(row: HouseSeat) -> str:
    """What is told of a seed from the start: it can be checked against it at the end."""
    return sha256(row.seed.encode()).hexdigest()


class Sealed(NamedTuple):
    """What is told of the luck with which the house plays a seat: its seal, and once it is over the seed."""

    seat: str
    seal: str
    seed: str

    @property
    def spaced(self) -> str:
        """The seal in groups of eight, as it is read aloud."""
        return " ".join(self.seal[n : n + 8] for n in range(0, len(self.seal), 8))


def sealed(table: Table) -> list[Sealed]:
    """The seals of all seats at which the house has played here."""
    rows = HouseSeat.objects.filter(token__table=table).select_related("token__seat").order_by("pk")
    over = False
    if rows and table.laid_out is None:
        current = position(table)
        over = not current.is_behind and current.game.is_over(current.state)
    return [
        Sealed(row.token.seat.name, seal(row), row.seed if over else "") for row in rows if row.token.seat
    ]


class Offer(NamedTuple):
    """What a page says of it: how strongly it plays, by name; or why it does not; `alone` with one person."""

    strengths: Mapping[str, str]
    best: str
    barred: str
    alone: bool
    hurried: bool


def offer(table: Table) -> Offer:
    rows = seats(table).values()
    return Offer(
        strengths(table),
        USUAL,
        barred(table),
        bool(rows) and people(table) == 1,
        any(row.haste for row in rows),
    )


class Turn(NamedTuple):
    """What the house has to do: at which seat, at which version; a request that it answers, or a deed."""

    row: HouseSeat
    chair: str
    version: int
    request: int = 0


def turn(table: Table) -> Turn | datetime | None:
    """What the house has to do at a table now, or when it will; None while it waits for others."""
    if table.closed_at is not None or table.laid_out is not None:
        return None
    housed = seats(table)
    if not housed:
        return None
    now, company = timezone.now(), beside(table)
    for row in company.open:
        chair = next((seat for seat, word in row.answers.items() if word is None and seat in housed), "")
        if chair and row.kind in SAYS:
            at = row.at + _moment(table, housed[chair])
            return Turn(housed[chair], chair, table.version, row.pk) if at <= now else at
    current = position(table)
    chair = _whose(table, current, housed)
    if not chair or any(row.kind == "question" and row.body["seat"] == chair for row in company.open):
        return None  # Nothing is due, or what it did waits for another's answer.
    last = Entry.objects.filter(table=table, number=table.version).values_list("at", flat=True).first() or now
    step, of = beats(table, current)
    waits = [last + _moment(table, housed[chair])]
    if step < of:
        waits.append(last + WALK)
    waits += [row.at + WORD for row in company.open if row.kind in ASKED]
    at = min(max(waits), now + WORD)  # A clock that was set back makes nobody wait for longer than that.
    return Turn(housed[chair], chair, table.version) if at <= now else at


def _moment(table: Table, row: HouseSeat) -> timedelta:
    if beside(table).programs:
        return timedelta()
    return HASTE if row.haste else MOMENT


def _whose(table: Table, current: Position, housed: Mapping[str, HouseSeat]) -> str:
    """The seat for which the house acts now; what is the whole table's it does where nobody else sits.

    In a step that several seats mark under a seal it acts for one that has not said its word yet.
    """
    try:
        state = current.state
    except BrokenJournal:
        return ""
    if current.is_behind or current.game.is_over(state):
        return ""
    common = journal.due(table, current)
    actors = common or current.game.actors(state)
    whole = bool(common) or not actors
    alone = whole and {chair for chair, _ in beside(table).held} <= housed.keys()
    return next((seat for seat in actors if seat in housed), next(iter(housed)) if alone else "")


def job(table: Table, due: Turn) -> Job:
    """What is thought about for that turn: what the seat may see, and nothing else."""
    return job_at(table, due, position(table).state)


def job_at(table: Table, due: Turn, state: object) -> Job:
    seed = f"{due.row.seed} {due.version}"
    view = view_of(shelf.game(table.system), state, due.chair)
    return Job(table.system, view, seed, due.row.strength)


class Due(Protocol):
    """What one process at a time thinks about: for which of the house's seats, at which version."""

    @property
    def row(self) -> HouseSeat: ...
    @property
    def version(self) -> int: ...


def claim(due: Due) -> bool:
    """Whether this process thinks about it: no other does, or did so too long ago."""
    late = timezone.now() - CLAIM
    free = ~Q(thinking=due.version) | Q(thinking_at=None) | Q(thinking_at__lt=late)
    rows = HouseSeat.objects.filter(free, pk=due.row.pk)
    return bool(rows.update(thinking=due.version, thinking_at=timezone.now()))


def device(row: HouseSeat) -> Device:
    """The house as the table knows it. No program: it has a word where a seat has one."""
    return replace(of([row.token]), program=False)


def key_of(due: Turn) -> str:
    """The key of the deed: the same for whoever thinks about that line, after a stop of the house too."""
    return f"house {due.row.pk} {due.version}"


def step(table: Table, due: Turn, mind: Callable[[Job], Thought]) -> None:
    """Do it; where no deed comes of it, the seat is free, and all are told so."""
    try:
        if due.request:
            _answer(table, due)
        else:
            _act(table, due, mind(job(table, due)))
    except StaleTable:
        return
    except (Lost, GameError, BrokenJournal) as error:
        give_up(table, due, str(error))
    finally:
        # What comes next at the same version, an answer or a deed, need not wait until this claim is too old.
        HouseSeat.objects.filter(pk=due.row.pk, thinking=due.version).update(thinking_at=None)


def _act(table: Table, due: Turn, thought: Thought) -> None:
    if any(row.kind in ASKED and row.kind != "question" for row in beside(fresh(table)).open):
        return  # Somebody asks for something meanwhile: a deed would make the asking lapse.
    refusal: GameError | None = None
    for n, weighed in enumerate(thought.weighed[:TRIES]):
        key = f"{key_of(due)} {n}" if n else key_of(due)
        if Request.objects.filter(table=table, key=key).exclude(status="open").exists():
            continue  # The others have said no to this one.
        try:
            _do(table, due, weighed.action, key)
        except GameError as refused:
            refusal = refused
            continue
        kept = [list(each) for each in thought.weighed[n : n + KEPT]]
        Why.objects.update_or_create(
            table=table, key=key,
            defaults={
                "house": due.row, "version": due.version, "strength": due.row.strength, "weighed": kept,
                "mind": mind_of(table.system),
            },
        )  # fmt: skip
        return
    raise refusal or Lost("it found nothing to do")


def _do(table: Table, due: Turn, action: Json, key: str) -> None:
    """Its deed; where that would end a step for others as well, what it marks under its seal and its word."""
    current, who = position(fresh(table)), device(due.row)
    game, owes = current.game, due.chair in journal.due(fresh(table), current)
    if game.sealed is None or not owes or not game.sealed.ends(current.state, action):
        play.act(table, who, action, due.version, key)
        return
    thought, player = job(table, due), player_of(game)
    guess = player.guess(thought.view)(seeded(thought.seed))
    marks = player.marks(guess, due.chair, seeded(thought.seed, "marks"))
    play.mark(table, who, journal.Word(due.chair, tuple(marks), True), due.version, key)


KEPT = 3
"""So many of the deeds that it weighed are kept, the one that it did first."""
YES = ("undo", "redo", "amend", "deed")
SAYS = (*YES, "branch", "whole", "question")
"""What it has a word in. Of what is hidden it lets nothing go while the game lasts."""


def _answer(table: Table, due: Turn) -> None:
    row = Request.objects.filter(pk=due.request, status="open").first()
    if row is None:
        return
    if row.kind != "question":
        current = position(table)
        yes = row.kind in YES or current.game.is_over(current.state)
        _word(table, due, row, yes=yes)
        return
    thought = job(table, due)
    play.reply(
        table, device(due.row), row.pk, _reply(thought.view, table.system, row.body["ask"], thought.seed)
    )


def _word(table: Table, due: Turn, row: Request, *, yes: bool) -> None:
    if pleas.is_plea(table, row.pk):
        pleas.answer(table, device(due.row), row.pk, yes=yes)
    else:
        play.agree(table, device(due.row), row.pk, yes)


def _reply(view: View, system: str, ask: Json, seed: str) -> Json:
    player = player_of(shelf.game(system))
    if player.reply is None:
        raise Lost("it has no answer")
    return player.reply(player.guess(view)(seeded(seed)), view.seat, ask, seeded(seed, "reply"))


def fresh(table: Table) -> Table:
    """The table as it is now; while it was thought about somebody may have asked for something."""
    return Table.objects.get(pk=table.pk)


def give_up(table: Table, due: Turn, why: str) -> None:
    """The seat is free: what the house proposed was barred, or it had no thought."""
    with writing_at(table) as now:
        row = seats(now).get(due.chair)
        if row is None or row.pk != due.row.pk:
            return
        seat = seat_at(now, due.chair)
        _freed(now, row, due.chair, f"The house gave this seat up. {why}"[:200])
        tell(now, f"The house found nothing to do for {seat.name} and has left; the seat is free.")
        bell.stir(now)


def in_words(game: Game[object], state: object, weighed: Sequence[Each], sight: Sight) -> tuple[Weighed, ...]:
    """Each deed that was thought of, in the game's words; what tells two alike apart stands behind."""
    words = [told_by(game, state, each.action, sight) for each in weighed]
    parts = [set(_parts(each.action)) for each in weighed]
    rows = list[Weighed]()
    for each, line, own in zip(weighed, words, parts, strict=True):
        alike = [part for other, part in zip(words, parts, strict=True) if other == line]
        shared = own.intersection(*alike)
        apart = sorted(own - shared) if len(alike) > 1 else []
        rows.append(Weighed(f"{line} ({', '.join(apart)})" if apart else line, round(100 * each.value)))
    return tuple(rows)


def _parts(action: Json, key: str = "") -> Iterator[str]:
    """What stands in a deed, each part as people read it."""
    if isinstance(action, dict | list):
        rows = action.items() if isinstance(action, dict) else ((key, each) for each in action)
        for name, each in rows:
            yield from _parts(each, name)
    elif action is not None:
        plain = (
            str(action).replace("_", " ").replace("-", " ") if isinstance(action, str) else f"{key} {action}"
        )
        yield plain


def reasons(table: Table, current: Position) -> dict[int, tuple[Weighed, ...]]:
    """By line, what the house weighed there: once the game is over, when it tells nothing any more."""
    kept = {row.key: row for row in Why.objects.filter(table=table)}
    if not kept or current.is_behind or not current.game.is_over(current.state):
        return {}
    numbers = Entry.objects.filter(table=table, key__in=kept).values_list("key", "number")
    whys: dict[int, tuple[Weighed, ...]] = {}
    for key, number in numbers:
        state = current.lookup(kept[key].version + 1)
        weighed: Json = kept[key].weighed
        if state is not None:
            whys[number] = in_words(current.game, state, [Each(*each) for each in weighed], NOBODY)
    return whys


ADVICE = 3
"""So many deeds are told to who asks what the house would do."""


def advice(table: Table, who: Device, mind: Callable[[Job], Thought]) -> tuple[Weighed, ...]:
    """What the house would do for the seat of this device, out of what that seat sees.

    For who plays alone, and among people where all have agreed. `IllegalAction` for others, and where there
    is nothing to ask.
    """
    if not beside(table).may_ask:
        raise IllegalAction(
            "", "The house gives advice to who plays alone, or where all agreed before the game began."
        )
    current = position(table)
    actors = journal.due(table, current) or current.game.actors(current.state)
    seat = next((each for each in actors if each in who.holds), "")
    if not seat or current.game.is_over(current.state):
        raise IllegalAction("", "It is not for you to act now.")
    due = Turn(HouseSeat(seed=f"advice {table.code}", strength=ADVISES), seat, table.version)
    try:
        thought = mind(job(table, due))
    except Lost as error:
        raise IllegalAction("", str(error)) from error
    return in_words(current.game, current.state, thought.weighed[:ADVICE], own_sight(seat))


class Proof(NamedTuple):
    """Whether a line of the house is what its seat's view and the sealed seed come to.

    `mine` is false where another edition of the house thought about it, which may have come to another deed.
    """

    line: int
    seat: str
    holds: bool
    mine: bool


def proofs(table: Table, mind: Callable[[Job], Thought]) -> Iterator[Proof]:
    """Each deed of the house thought again, from what its seat had seen."""
    current = position(table)
    rows = Why.objects.filter(table=table).select_related("house__token__seat").order_by("version")
    lines = dict(Entry.objects.filter(table=table, key__in=rows.values("key")).values_list("key", "number"))
    for row in rows:
        number = lines.get(row.key)
        # The last word on a common step opens several lines; it was thought about before the first of them.
        state = current.lookup(row.version + 1) if number else None
        if number is None or state is None or row.house.token.seat is None:
            continue
        chair = row.house.token.seat.chair
        due = Turn(row.house, chair, row.version)
        again = job_at(table, due, state)._replace(strength=row.strength)
        weighed = [list(each) for each in mind(again).weighed]
        holds = any(row.weighed == weighed[n : n + KEPT] for n in range(len(weighed)))
        yield Proof(number, chair, holds, row.mind == mind_of(table.system))
