"""The end of a scenario, walked through on every screen: objectives, sales, losses, the ranking (E1-E4)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.called import Several
from companion.engine.game import Scene
from companion.engine.stage import Icon, Lead, Piece, Question, Row, Rows, Say, Words, said, ways_on
from companion.engine.wording import count, signed
from companion.games.parabellum.screens.cards import SHEET, seat_of
from companion.games.parabellum.screens.course.closing import ENDED, ENDING, ranking
from companion.games.parabellum.screens.course.scenario import goods_words
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Objective
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import spoken


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that the end did: its words, and the credits that each company was paid before everybody."""

    name: str
    words: Words
    paid: Mapping[str, int] = field(default_factory=dict)
    side: str = ""
    more: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """A scenario that the last action ended: the table before it and after, and how many beats are shown."""

    before: State
    after: State
    beats: Sequence[Beat]
    beat: int

    @property
    def here(self) -> Beat | None:
        """The newest beat; None before the first."""
        return self.beats[self.beat - 1] if self.beat else None

    @property
    def next(self) -> str:
        """What comes after it."""
        if self.beat < len(self.beats):
            return self.beats[self.beat].name
        return "who has won" if self.after.phase == "over" else "who chooses"


def walk_of(scene: Scene[State]) -> Walk | None:
    """The walk on which all screens are; None where the end of a scenario is not what is shown."""
    if scene.walk is None or len(scene.trail) < 2:
        return None
    before, after = scene.trail[-2:]
    if len(before.history) == len(after.history):
        return None
    beats = tuple(_beats(before, after))
    return Walk(before, after, beats, scene.walk) if scene.walk <= len(beats) else None


def beats(before: State, after: State) -> int:
    """How many beats the end of a scenario has, who chooses or has won the last; 0 where none has ended."""
    return len(tuple(_beats(before, after))) + 1 if len(before.history) < len(after.history) else 0


def so_far(before: State, after: State, shown: int) -> State:
    """The table as all know it while it is told: as it was before."""
    return before if shown < beats(before, after) else after


def walk_question(scene: Scene[State], walk: Walk) -> Question:
    """The beat that all screens show, and what has been paid so far."""
    chapter, here = walk.after.history[-1], walk.here
    name = walk.after.binder.scenarios[chapter.scenario].name
    over = said("{id} {name} is over", id=chapter.scenario.upper(), name=name)
    told: tuple[Piece, ...] = (Say(here.words), *here.more) if here else ()
    ended = said("It ends: {why}.", why=ENDED[chapter.ended_by])
    words = said("Next: {name}", name=walk.next)
    main, lesser = ways_on(scene, walk.beat, len(walk.beats) + 1, words)
    return Question(
        kind="ending",
        title=here.name if here else over,
        under=said("{n} of {of}", n=walk.beat, of=len(walk.beats)) if here else "",
        icon=Icon("objective", SHEET),
        side=here.side if here else "",
        pieces=(*(told or (Lead(ended),)), *_sheet(walk)),
        main=main,
        lesser=lesser,
        missing="Those who play walk on",
        to="walk",
    )


def _sheet(walk: Walk) -> tuple[Piece, ...]:
    """What every company has been paid, as far as the walk has come."""
    money = [(n, each) for n, each in enumerate(walk.beats, 1) if each.paid]
    if not money:
        return ()
    people = walk.before.having("in", "withdrawn")
    rows = [_row(each, people, n, walk.beat) for n, each in money]
    so_far = Counter[str]()
    for n, each in money:
        so_far.update(each.paid if n <= walk.beat else {})
    total = Row(("So far", *(signed(so_far[player]) for player in people)), sum=True)
    head = ("", *(spoken(player).split()[0] for player in people))
    return (Rows(label="What the end pays", head=head, rows=(*rows, total)),)


def _row(beat: Beat, people: Sequence[str], n: int, shown: int) -> Row:
    sums = (signed(beat.paid[each]) if each in beat.paid else "–" for each in people)
    return Row((beat.name, *(sums if n <= shown else "·" * len(people))), here=n == shown)


def _beats(before: State, after: State) -> Iterator[Beat]:
    """Each thing that did something, in the order in which it is told."""
    lines = [each for each in after.ledger[len(before.ledger) :] if each.kind in ENDING]
    for objective in before.booklet.objectives:
        yield from _objective(after, objective, lines)
    yield from _sold(lines, "share", "Left behind", "What was left on the field is shared by those still in.")
    yield from _sold(lines, "salvage", "Wrecks", "The wrecks are sold and shared by those still in.")
    yield from _losses(before)
    yield from _ranking(after)


def _objective(after: State, objective: Objective, lines: Sequence[Line]) -> Iterator[Beat]:
    chapter = after.history[-1]
    done = [player for player, goals in chapter.completed.items() if objective.id in goals]
    paid = _paid(line for line in lines if line.item == objective.id and line.kind in ("bonus", "penalty"))
    if not done and not paid:
        return
    names, goods = Several(who(after, each) for each in done), goods_words(objective.bonus)
    won = said("{who} completed it: {goods}.", who=names, goods=goods)
    words: Words = won if done else "Nobody completed it."
    missed = said(
        "{words} Missing it costs {penalty}.", words=words, penalty=count(objective.penalty, "credit")
    )
    failed = any(amount < 0 for amount in paid.values())
    yield Beat(objective.name, missed if failed else words, paid, seat_of(after, done[0]) if done else "")


def _sold(lines: Sequence[Line], kind: str, name: str, words: str) -> Iterator[Beat]:
    paid = _paid(line for line in lines if line.kind == kind)
    if paid:
        yield Beat(name, words, paid)


def _paid(lines: Iterator[Line]) -> dict[str, int]:
    sums = Counter[str]()
    for line in lines:
        sums[line.player] += line.amount
    return dict(sums)


def _losses(before: State) -> Iterator[Beat]:
    """Who lost how many units, as everybody saw them fall."""
    lost = {player: tally.lost for player, tally in before.tally.items() if tally.lost}
    if lost:
        fell = ((who(before, player), count(n, "unit")) for player, n in lost.items())
        told = Several(said("{who} lost {units}", who=player, units=units) for player, units in fell)
        yield Beat("Losses", said("{told}.", told=told))


def _ranking(after: State) -> Iterator[Beat]:
    chapter = after.history[-1]
    out = [who(after, each) for each in chapter.eliminated]
    if out:
        yield Beat("Out of the campaign", said("{who} has nothing left.", who=Several(out)))
    if chapter.ranking:
        first = chapter.ranking[0]
        words = said("{who} comes first.", who=who(after, first))
        yield Beat("The ranking", words, side=seat_of(after, first), more=(ranking(after),))
