"""The end of a scenario, walked through: objectives, sales, losses, ranking, what is next (E1 to E4)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Fold,
    Icon,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Row,
    Rows,
    Say,
    Words,
    phrase,
    ways_on,
)
from companion.engine.step import Several
from companion.engine.wording import Values, count, listed, signed, tap
from companion.games.parabellum.data import lexicon
from companion.games.parabellum.screens.board import ground
from companion.games.parabellum.screens.cards import SHEET, seat_of, who
from companion.games.parabellum.screens.scenario import goods_words, objective_words
from companion.games.parabellum.screens.stage import item_words
from companion.games.parabellum.state import Line, Objective, State, spoken

ENDING = ("penalty", "share", "salvage", "bonus")
ENDED: Mapping[str, str] = lexicon("screens/words.json")["ended"]


def chapter(state: State) -> tuple[Piece, ...]:
    """How the last scenario ended: objectives, ranking, who is out."""
    if not state.history:
        return ()
    last = state.history[-1]
    name, why = state.binder.scenarios[last.scenario].name, ENDED[last.ended_by]
    ended = phrase("{id} {name} is over: {why}.", id=last.scenario.upper(), name=name, why=why)
    out = [who(state, player) for player in last.eliminated]
    notes = (Note(phrase("Out of the campaign: {who}.", who=listed(out))),) if out else ()
    return Lead(ended), ranking(state), *notes


def ranking(state: State) -> Rows:
    """Everybody in the order of the last scenario's end, with what each completed."""
    rows = tuple(_ranked(state, n, player) for n, player in enumerate(state.history[-1].ranking))
    return Rows(label="The ranking", rows=rows)


def _ranked(state: State, n: int, player: str) -> Row:
    last = state.history[-1]
    names = {each.id: each for each in state.binder.scenarios[last.scenario].objectives}
    goals = [names[each] for each in last.completed.get(player, ())]
    gained = [f"{each.name}: {goods_words(each.bonus)}" for each in goals]
    name = phrase("{n}. {who}", n=n + 1, who=who(state, player))
    return Row((name, "; ".join(gained) or "no objective"), seat_of(state, player))


def choosing_question(scene: Scene[State], me: str | None) -> Question:
    state = scene.state
    first = next(iter(state.choosers), None)
    chooser = first if scene.acts_for(first) else None
    title = phrase("{who} chooses the next scenario", who=who(state, first)) if first else "The next scenario"
    cards = [_card(state, key, chooser) for key in state.booklet.next]
    actions = tuple(filter(None, (card["action"] for card in cards)))
    return Question(
        kind="choosing",
        title=title,
        side=seat_of(state, first) if first else "",
        pieces=(
            *chapter(state),
            Own(template="parabellum/candidates.html", values={"cards": cards}, actions=actions),
            *_earned(scene, me),
            *_leaving(scene),
        ),
        missing="Choose the next scenario" if chooser else "Waiting for the choice",
        waits="" if me else first or "",
        opens="full",
    )


def _card(state: State, key: str, chooser: str | None) -> Values:
    """A scenario that can come next: its map, its objectives by number, its terms; a button to choose it."""
    booklet, drawn = state.binder.scenarios[key], ground(state, key)
    rounds = f"{booklet.rounds} rounds" if booklet.rounds else "no limit of rounds"
    return drawn.values | {
        "title": f"{key.upper()} {booklet.name}",
        "overview": booklet.overview,
        "goals": [objective_words(each) for each in booklet.objectives],
        "terms": f"Deployment {booklet.deployment_cost}, extraction {booklet.extraction_cost}, {rounds}.",
        "action": tap({"type": "choose", "player": chooser, "scenario": key}) if chooser else "",
    }


def _leaving(scene: Scene[State]) -> tuple[Piece, ...]:
    state = scene.state
    there = [each for each in state.having("in", "withdrawn") if scene.acts_for(each)]
    if not there or scene.room == "tv":
        return ()
    ways = tuple(
        Choice(
            words=phrase("{who} leaves the campaign", who=who(state, each)),
            action=tap({"type": "abstain", "player": each}),
        )
        for each in there
    )
    title = "Somebody leaves the campaign"
    return (Fold(id="leaving", title=title, pieces=(Choices(label=title, choices=ways),)),)


def _earned(scene: Scene[State], me: str | None) -> tuple[Piece, ...]:
    """What the end of the scenario brought and cost, line by line, for this company alone."""
    lines = _lines_paid(scene, me)
    if not lines:
        return ()
    rows = tuple(
        Row((each.kind.title(), item_words(scene.state, each), signed(each.amount))) for each in lines
    )
    total = Row(("In all", "", signed(sum(each.amount for each in lines))), sum=True)
    title = "What the end brought you"
    return (Rows(label=title, head=(title, "", ""), rows=(*rows, total)),)


def _lines_paid(scene: Scene[State], me: str | None) -> list[Line]:
    history, ledger = scene.state.history, scene.state.ledger
    if me is None or not history:
        return []
    ended = history[-1].scenario
    return [each for each in ledger if (each.player, each.scenario) == (me, ended) and each.kind in ENDING]


def over_question(scene: Scene[State]) -> Question:
    state = scene.state
    winner = state.winner
    names = state.binder.scenarios
    rows = tuple(
        Row(
            (
                phrase("{id} {name}", id=each.scenario.upper(), name=names[each.scenario].name),
                who(state, each.ranking[0]) if each.ranking else "nobody",
                phrase("{n:# round|# rounds}", n=each.rounds),
            )
        )
        for each in state.history
    )
    campaign = Rows(label="The campaign", head=("The campaign", "First", ""), rows=rows)
    return Question(
        kind="over",
        title=phrase("{who} wins", who=who(state, winner)) if winner else "Nobody is left",
        side=seat_of(state, winner) if winner else "",
        icon=Icon("trophy"),
        pieces=(*chapter(state), campaign),
        missing="The campaign is over",
        opens="full",
    )


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
    def stop(self) -> Beat | None:
        """The newest beat; None before the first."""
        return self.beats[self.beat - 1] if self.beat else None

    @property
    def next(self) -> str:
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
    chapter, stop = walk.after.history[-1], walk.stop
    name = walk.after.binder.scenarios[chapter.scenario].name
    over = phrase("{id} {name} is over", id=chapter.scenario.upper(), name=name)
    pieces: tuple[Piece, ...] = (Say(stop.words), *stop.more) if stop else ()
    ended = phrase("It ends: {why}.", why=ENDED[chapter.ended_by])
    words = phrase("Next: {name}", name=walk.next)
    main, lesser = ways_on(scene, walk.beat, len(walk.beats) + 1, words)
    return Question(
        kind="ending",
        title=stop.name if stop else over,
        under=phrase("{n} of {of}", n=walk.beat, of=len(walk.beats)) if stop else "",
        icon=Icon("objective", SHEET),
        side=stop.side if stop else "",
        pieces=(*(pieces or (Lead(ended),)), *_sheet(walk)),
        main=main,
        lesser=lesser,
        missing="Those who play walk on",
        to="walk",
    )


def _sheet(walk: Walk) -> tuple[Piece, ...]:
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
    chapter = after.history[-1]
    out = [who(after, each) for each in chapter.eliminated]
    if out:
        yield Beat("Out of the campaign", phrase("{who} has nothing left.", who=Several(out)))
    if chapter.ranking:
        first = chapter.ranking[0]
        words = phrase("{who} comes first.", who=who(after, first))
        yield Beat("The ranking", words, side=seat_of(after, first), more=(ranking(after),))


def _objective(after: State, objective: Objective, lines: Sequence[Line]) -> Iterator[Beat]:
    chapter = after.history[-1]
    winners = [player for player, goals in chapter.completed.items() if objective.id in goals]
    paid = _sums_paid(
        line for line in lines if line.item == objective.id and line.kind in ("bonus", "penalty")
    )
    if not winners and not paid:
        return
    names, goods = Several(who(after, each) for each in winners), goods_words(objective.bonus)
    won = phrase("{who} completed it: {goods}.", who=names, goods=goods)
    words: Words = won if winners else "Nobody completed it."
    missed = phrase(
        "{words} Missing it costs {penalty}.", words=words, penalty=count(objective.penalty, "credit")
    )
    failed = any(amount < 0 for amount in paid.values())
    yield Beat(
        objective.name, missed if failed else words, paid, seat_of(after, winners[0]) if winners else ""
    )


def _sold(lines: Sequence[Line], kind: str, name: str, words: str) -> Iterator[Beat]:
    paid = _sums_paid(line for line in lines if line.kind == kind)
    if paid:
        yield Beat(name, words, paid)


def _sums_paid(lines: Iterator[Line]) -> dict[str, int]:
    sums = Counter[str]()
    for line in lines:
        sums[line.player] += line.amount
    return dict(sums)


def _losses(before: State) -> Iterator[Beat]:
    """Who lost how many units, as everybody saw them fall."""
    lost = {player: tally.lost for player, tally in before.tally.items() if tally.lost}
    if lost:
        fell = ((who(before, player), count(n, "unit")) for player, n in lost.items())
        lines = Several(phrase("{who} lost {units}", who=player, units=units) for player, units in fell)
        yield Beat("Losses", phrase("{told}.", told=lines))
