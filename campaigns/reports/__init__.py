"""What happened: a report of each evening and scenario, all purses, whose secrets a reader may know."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import NamedTuple, cast

from django.http import Http404, HttpRequest

from campaigns.chronicle import Chronicle, Passage, chronicle_of
from campaigns.door import Visitor, page
from campaigns.models import Campaign, Evening, OpenedBooks
from campaigns.reading import Ask
from campaigns.tree import walked
from companion import shelf
from companion.engine.campaign import books
from companion.engine.dice import Luck, Throw, balance, felled, lost
from companion.engine.game import Sight
from companion.engine.scene import NOBODY, Scene, Sitting
from companion.engine.shape import public
from companion.engine.stage import Part
from companion.printing import find, make
from companion.shop.orders import Seen
from companion.tables import lines
from companion.tables.devices import device, sight
from companion.tables.lines import LineShown
from companion.tables.models import Seat, Table
from companion.tables.position import position
from companion.tables.seating import names_given


class Moved(NamedTuple):
    """One booking, and the journal's line that made it."""

    number: int
    booking: books.Booking


@public("title", "amount")
@dataclass(frozen=True, slots=True)
class Kind:
    """All that moved for one reason."""

    title: str
    moved: Sequence[Moved]

    @property
    def amount(self) -> int:
        return sum(each.booking.amount for each in self.moved)


@public("name", "opening", "closing", "kinds")
@dataclass(frozen=True, slots=True)
class Purse:
    """One side's money: from `opening` to `closing`, both None for a reader who may not know them.

    Then `kinds` holds what was said aloud at the table, and no more.
    """

    name: str
    opening: int | None
    closing: int | None
    kinds: Sequence[Kind]

    @property
    def change(self) -> int:
        """What came in less what went out, as far as the reader may know."""
        return sum(kind.amount for kind in self.kinds)


def purses(
    chronicle: Chronicle, passages: Sequence[Passage], sees: Collection[str], annals: books.Annals[object]
) -> list[Purse]:
    """Everybody's; nobody's where the game keeps no books."""
    card = chronicle.card.books if chronicle.card else None
    if card is None or not passages:
        return []
    moved = list(_moved(card, passages))
    rows = []
    for seat, name, _ in card.companies(passages[-1].after):
        own = [each for each in moved if each.booking.seat == seat]
        if seat in sees:
            before = passages[0].before
            opening = 0 if before is None else card.cash(before, seat)
            rows.append(Purse(name, opening, card.cash(passages[-1].after, seat), _kinds(card, own)))
        else:
            aloud = [_heard(each, annals) for each in own if each.booking.kind in annals.aloud]
            rows.append(Purse(name, None, None, _kinds(card, aloud)))
    return rows


def _heard(moved: Moved, annals: books.Annals[object]) -> Moved:
    """What the table heard of a booking: perhaps the sum alone."""
    if moved.booking.kind not in annals.unnamed:
        return moved
    return moved._replace(booking=replace(moved.booking, item=moved.booking.kind.capitalize()))


def _kinds(card: books.Books[object], moved: Sequence[Moved]) -> list[Kind]:
    """By kind, in the order of the columnar sheet."""
    kinds = (
        Kind(column.title, [each for each in moved if each.booking.kind == column.kind])
        for column in card.columns
    )
    return [kind for kind in kinds if kind.moved]


def _moved(card: books.Books[object], passages: Sequence[Passage]) -> Iterator[Moved]:
    before = passages[0].before
    count = card.booked(before) if before is not None else 0
    rows = card.bookings(passages[-1].after, 0)
    for passage in passages:
        booked = card.booked(passage.after)
        yield from (Moved(passage.number, booking) for booking in rows[count:booked])
        count = booked


MOST_TURNS = 5


@dataclass(frozen=True, slots=True)
class Moment:
    moment: str
    happenings: Sequence[books.Happening]


@public("name", "fallen", "gone", "felled", "destroyed")
@dataclass(frozen=True, slots=True)
class Toll:
    """What one side lost and took, with the lines that it comes from."""

    name: str
    losses: Sequence[books.Loss]
    taken: Sequence[books.Loss]

    @property
    def fallen(self) -> int:
        return sum(each.people for each in self.losses)

    @property
    def gone(self) -> int:
        return sum(each.gone for each in self.losses)

    @property
    def felled(self) -> int:
        return sum(each.people for each in self.taken)

    @property
    def destroyed(self) -> int:
        return sum(each.gone for each in self.taken)


@dataclass(frozen=True, slots=True)
class Fortune:
    """How lucky one side was: in what it took, in what it lost, and in both together."""

    name: str
    felled: Luck
    lost: Luck
    balance: Luck


@public("lines", "story", "turning", "tolls", "purses")
@dataclass(frozen=True, slots=True)
class Report:
    """One evening's, one scenario's or the whole campaign's lines, told."""

    lines: int
    scenes: Sequence[Moment]
    turning: Sequence[books.Happening]
    weighing: str
    tolls: Sequence[Toll]
    purses: Sequence[Purse]
    fortunes: Sequence[Fortune]
    throws: Sequence[Throw]

    @property
    def story(self) -> Sequence[books.Happening]:
        """All that happened, scene after scene."""
        return [each for scene in self.scenes for each in scene.happenings]


@dataclass(frozen=True, slots=True)
class Gist:
    """A report in two sentences: how many lines, people fallen, units destroyed, and the heaviest of it.

    `sketch` is the map of `chapter` as it stood then, where the game draws one.
    """

    lines: int
    fallen: int
    gone: int
    heaviest: books.Happening | None
    chapter: str = ""
    sketch: Part | None = None


def annals_of(chronicle: Chronicle) -> books.Annals[object] | None:
    """What the campaign's game tells of its lines; None where it tells nothing but the lines themselves."""
    return chronicle.card.annals if chronicle.card else None


def report(chronicle: Chronicle, passages: Sequence[Passage], sees: Collection[str]) -> Report:
    """The report on these lines for who may know the secrets of `sees`; the game has annals."""
    annals = annals_of(chronicle)
    assert annals is not None
    story, names = annals.story(passages, sees), names_of(chronicle)
    losses, throws = annals.losses(passages), annals.throws(passages)
    return Report(
        lines=len(passages),
        scenes=[Moment(moment, list(each)) for moment, each in groupby(story, lambda one: one.moment)],
        turning=turning_points(story),
        weighing=annals.weighing,
        tolls=[
            Toll(
                name,
                [each for each in losses if each.seat == seat],
                [each for each in losses if each.by == seat != each.seat],
            )
            for seat, name in names.items()
        ],
        purses=purses(chronicle, passages, sees, annals),
        fortunes=fortunes(names, throws),
        throws=throws,
    )


def gist(chronicle: Chronicle, passages: Sequence[Passage], sees: Collection[str]) -> Gist:
    """The same in short."""
    annals = annals_of(chronicle)
    assert annals is not None
    losses = annals.losses(passages)
    heavy = (each for each in annals.story(passages, sees) if each.weight)
    return Gist(
        len(passages),
        sum(each.people for each in losses),
        sum(each.gone for each in losses),
        max(heavy, key=lambda each: each.weight, default=None),
        *_sketch(chronicle, passages),
    )


def lives(
    annals: books.Annals[object], sees: Collection[str], state: object
) -> Ask[books.Lives[object], tuple[books.Record, ...]]:
    """Every unit's life, as this reader may know it."""
    name = " ".join(("lives", *sorted(sees)))
    return Ask(name, lambda: annals.lives(sees), lambda read: read.records(state))


def _sketch(chronicle: Chronicle, passages: Sequence[Passage]) -> tuple[str, Part | None]:
    """The scenario that was fought last in these lines, and its map as it stood after them.

    Who fell on an earlier evening lies there, too.
    """
    card = chronicle.card
    if card is None or card.glance is None or card.books is None or not passages:
        return "", None
    rounds = (each for each in reversed(passages) if card.books.when(each.after).round)
    chapter = card.books.when(next(rounds, passages[-1]).after).chapter
    fields = card.glance.fields()
    (legs,) = chronicle.lines.read(walked(chronicle))
    begun = next((leg.begun for leg in legs if leg.scenario == chapter), 0)
    first = chronicle.lines.whole.numbers.index(passages[0].number)
    for passage in chain(chronicle.lines.between(begun, first), passages):
        fields.read(passage)
    return chapter.upper(), card.glance.sketch(chronicle.state, chapter, fields.left(chapter))


def names_of(chronicle: Chronicle) -> dict[str, str]:
    """The sides by their seats, as people call them."""
    assert chronicle.card is not None
    return {side.seat: side.name for side in chronicle.card.sides(chronicle.state, Sight())}


def turning_points(story: Sequence[books.Happening]) -> list[books.Happening]:
    """The five heaviest happenings in the order in which they came, each goal once; of equals the earlier."""
    turns = books.lasting(story)
    heavy = sorted((n for n, each in enumerate(turns) if each.weight), key=lambda n: -turns[n].weight)
    return [turns[n] for n in sorted(heavy[:MOST_TURNS])]


def fortunes(names: dict[str, str], throws: Sequence[Throw]) -> list[Fortune]:
    """Everybody's luck; nobody's where nothing was thrown at people."""
    if not throws:
        return []
    return [
        Fortune(name, felled(throws, seat), lost(throws, seat), balance(throws, seat))
        for seat, name in names.items()
    ]


def seen_by(chronicle: Chronicle, who: Visitor, *, public: bool = False) -> frozenset[str]:
    """The reader's own seats; after the end of the campaign also those that have laid their books open.

    The end alone opens nothing: one could end a campaign, read, and take the last line back. `public` is
    what anybody may read, for a report that is handed round.
    """
    opened: frozenset[str] = frozenset()
    if chronicle.over:
        rows = OpenedBooks.objects.filter(campaign=chronicle.campaign)
        opened = frozenset(rows.values_list("seat", flat=True))
    return opened if public else who.sight.sees | opened


@dataclass(frozen=True, slots=True)
class Room:
    """A reader before a campaign whose game has annals. `public` asks for what anybody may read."""

    chronicle: Chronicle
    visitor: Visitor
    annals: books.Annals[object]
    sees: frozenset[str]
    public: bool

    @property
    def campaign(self) -> Campaign:
        return self.chronicle.campaign

    @property
    def stages(self) -> Sequence[books.Stage]:
        return self.annals.stages(self.chronicle.passages)

    def context(self, **more: object) -> dict[str, object]:
        context = page(self.campaign, self.visitor, "reports")
        return {**context, "room": self, "table": self.chronicle.table, **more}

    @property
    def records(self) -> tuple[books.Record, ...]:
        (told,) = self.chronicle.lines.read(lives(self.annals, self.sees, self.chronicle.state))
        self.chronicle.lines.reader.keep()
        return cast("tuple[books.Record, ...]", told)

    def on(self, passages: Sequence[Passage]) -> Report:
        return report(self.chronicle, passages, self.sees)

    def in_short(self, passages: Sequence[Passage]) -> Gist:
        return gist(self.chronicle, passages, self.sees)

    def evening(self, number: int) -> Evening:
        """The evening of that number; 404 where there is none."""
        evening = next((each for each in self.chronicle.evenings if each.number == number), None)
        if evening is None:
            raise Http404("There is no such evening.")
        return evening

    def stage(self, number: int) -> books.Stage:
        """The scenario that was fought as the so manieth; 404 where there is none."""
        if not 1 <= number <= len(self.stages):
            raise Http404("There is no such scenario.")
        return self.stages[number - 1]

    def lines_of(self, stage: books.Stage) -> Sequence[Passage]:
        return self.chronicle.passages[stage.first : stage.last + 1]


def enter(request: HttpRequest, campaign: Campaign, who: Visitor) -> Room:
    """The room as this reader finds it; 404 where the game tells no annals."""
    if not has_annals(campaign):
        raise Http404("This game tells of its evenings by their lines alone.")
    chronicle, public = chronicle_of(campaign), "public" in request.GET
    annals = annals_of(chronicle)
    assert annals is not None
    return Room(chronicle, who, annals, seen_by(chronicle, who, public=public), public)


def has_annals(campaign: Campaign) -> bool:
    """Whether reports are more than lines of the log."""
    if campaign.kind != "campaign" or campaign.system not in shelf.slugs():
        return False
    card = shelf.game(campaign.system).campaign
    return bool(card and card.annals)


NAME = "front-page"


def has_front(campaign: Campaign) -> bool:
    """Whether the campaign's game prints one."""
    return campaign.system in shelf.slugs() and NAME in shelf.game(campaign.system).printables


def front_page(campaign: Campaign, evening: Evening, paper: str) -> bytes | None:
    """The page of an evening; None where no table was kept of it. `InvalidInput` at `options.paper`."""
    own = Seen(evening.table).scene if evening.table else None
    scene = _of_campaign(campaign, evening) if campaign.table else own
    return make(find(campaign.system, NAME), {"paper": paper}, scene).pdf() if scene else None


def _of_campaign(campaign: Campaign, evening: Evening) -> Scene[object] | None:
    """The evening's own lines; whoever prints it, no seat's secrets."""
    chronicle = chronicle_of(campaign)
    lines = chronicle.of(evening)
    if not lines:
        return None
    people = names_given(seat for seat in Seat.objects.filter(table=chronicle.table) if seat.player)
    on = f"{evening.date.day} {evening.date:%B %Y}"
    title = f"{campaign.title}, evening {evening.number}"
    sitting = Sitting(f"{chronicle.table.code}-{evening.number}", title, on, people)
    trail = [each.after for each in lines]
    return Scene(trail[-1], NOBODY, trail=trail, passages=lines, sitting=sitting)


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of one evening as its reader may see them, oldest first; where the game came to stand.

    `joined` says whether the reader may open the table's own log.
    """

    table: Table
    headline: str
    lines: Sequence[LineShown]
    joined: bool

    @property
    def thrown(self) -> int:
        """Lines in which the app or the table threw dice."""
        return sum(bool(line.dice) for line in self.lines)


def log_of(table: Table, secret: str | None, numbers: Collection[int] | None = None) -> Log:
    """What stands in a table's journal, or these lines of it, redacted for the holder of that secret."""
    standing, seats = position(table), list(Seat.objects.filter(table=table))
    who = device(table, secret) if secret else None
    eyes = sight(table, who, {seat.chair: seat.name for seat in seats}) if who else Sight()
    shown = lines.last(table, standing, eyes, seats, len(standing.past) + len(standing.numbers))
    rows = [line for line in reversed(shown) if numbers is None or line.number in numbers]
    return Log(table, standing.game.headline(standing.state), rows, bool(who and who.joined))
