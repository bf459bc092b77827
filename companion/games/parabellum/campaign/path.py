"""The path of a campaign looked back on: its scenarios, their ends, the standings after each (E1 to E4)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from companion.engine.campaign.books import Passages, Rank, Stage
from companion.engine.campaign.branches import Leg, Purse, Sum
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.story import called, titled
from companion.games.parabellum.data import Kind
from companion.games.parabellum.procedures.course import standings
from companion.games.parabellum.procedures.money import scrap_value
from companion.games.parabellum.state import State
from companion.games.parabellum.state.notation import Line
from companion.games.parabellum.state.table import Chapter, EndedBy

ENDED: dict[EndedBy, str] = {
    "withdrawal": "all but one had withdrawn",
    "rounds": "its last round was played",
    "objective": "an objective that ends it was completed",
    "manual": "the table ended it",
}
TOLD: dict[Kind, tuple[str, str]] = {
    "share": ("Share of what {item} left behind", "E2"),
    "salvage": ("Battlefield salvage", "RULING R41"),
    "bonus": ("“{item}” completed", "E1"),
    "penalty": ("“{item}” missed", "RULING R50"),
}
"""What is said aloud when it is paid; every other line of a sheet is its owner's."""


def legs(trail: Sequence[State]) -> tuple[Leg, ...]:
    """Every scenario that was begun, oldest first; `trail` has the state after each line that stands."""
    found = [_begun(trail[0], 0)] if trail else []
    for place, (before, after) in enumerate(pairwise(trail), 1):
        if len(after.history) > len(before.history):
            found[-1] = _ended(found[-1], place, before, after)
        if after.scenario != before.scenario:
            found[-1] = replace(found[-1], chosen=_chosen(after), chosen_at=place)
            found.append(_begun(after, place))
    return tuple(found)


def _begun(state: State, place: int) -> Leg:
    return Leg(scenario=state.scenario, title=titled(state, state.scenario), begun=place)


def _chosen(state: State) -> str:
    chapter = state.history[-1]
    chooser = called(state, chapter.chooser) if chapter.chooser else "The table"
    return f"{chooser} chose {titled(state, state.scenario)}."


def _ended(leg: Leg, place: int, before: State, after: State) -> Leg:
    chapter = after.history[-1]
    words = f"Over after {count(chapter.rounds, 'round')}: {ENDED[chapter.ended_by]}."
    players = (*chapter.ranking, *chapter.eliminated)
    purses = tuple(_purse(player, chapter, before, after) for player in players)
    return replace(leg, ended=place, words=words, purses=purses)


def _purse(player: str, chapter: Chapter, before: State, after: State) -> Purse:
    titles = {each.id: each.name for each in before.booklet.objectives}
    done = [f"“{titles[each]}”" for each in chapter.completed.get(player, ())]
    words = f"completed {listed(done)}" if done else "completed no objective"
    words += "; out of the campaign" if player in chapter.eliminated else ""
    return Purse(called(after, player), words, tuple(_paid(player, before, after)), liquid(player, after))


def _paid(player: str, before: State, after: State) -> Iterator[Sum]:
    """The lines of this scenario that were told, shares of earlier withdrawals among them."""
    lines = [line for line in after.ledger if line.scenario == before.scenario and line.player == player]
    for line in lines:
        if line.kind in TOLD:
            words, rule = TOLD[line.kind]
            yield Sum(words.format(item=_item(line, before)), line.amount, rule)


def _item(line: Line, state: State) -> str:
    if line.kind == "share":
        return called(state, line.item)
    titles = {each.id: each.name for each in state.booklet.objectives}
    return titles.get(line.item, line.item)


def liquid(player: str, after: State) -> Sum:
    """What was read out for the ranking (R51): by then everybody knew it."""
    scrap = scrap_value(after, player) if after.options.liquid_assets == "credits_and_scrap" else 0
    return Sum("Liquid assets then, as read out", after.players[player].credits + scrap, "RULING R51")


END_SENTENCES: dict[EndedBy, str] = {
    "withdrawal": "All but one had left the field after {rounds}.",
    "rounds": "It ran its full {rounds}.",
    "objective": "An objective ended it after {rounds}.",
    "manual": "The table ended it after {rounds}.",
}
STATUS = {"in": "", "withdrawn": "withdrawn", "eliminated": "out of the campaign", "abstained": "abstains"}


def stages(passages: Passages) -> tuple[Stage, ...]:
    """The scenarios in the order in which they were fought; the last may still be under way."""
    return tuple(_stages(passages))


def _stages(passages: Passages) -> Iterator[Stage]:
    first = 0
    for n, passage in enumerate(passages):
        opened = passage.before is not None and passage.before.scenario != passage.after.scenario
        if opened:
            yield _stage(passages, first, n - 1)
            first = n
    if passages:
        yield _stage(passages, first, len(passages) - 1)


def _stage(passages: Passages, first: int, last: int) -> Stage:
    state: State = passages[last].after
    told: State = passages[-1].after
    chapter = next((each for each in told.history if each.scenario == state.scenario), None)
    rounds = count(chapter.rounds, "round") if chapter else ""
    return Stage(
        first=first,
        last=last,
        title=titled(state, state.scenario),
        ended=END_SENTENCES[chapter.ended_by].format(rounds=rounds) if chapter else "",
        next=_next(told, chapter) if chapter else "",
    )


def _next(state: State, chapter: Chapter) -> str:
    if chapter.next is None or chapter.chooser is None:
        return ""
    return f"{called(state, chapter.chooser)} chose {titled(state, chapter.next)}."


def ranks(state: State, sees: Collection[str]) -> tuple[Rank, ...]:
    """Everybody's means: in order where they are all open, else by seat and one's own alone (R61)."""
    rows = {row["player"]: row for row in standings(state)}
    open_ = set(rows) <= set(sees)
    return tuple(_rank(state, rows[player], player in sees) for player in (rows if open_ else state.seated))


def _rank(state: State, row: dict[str, object], own: bool) -> Rank:
    player = str(row["player"])
    status = "winner" if player == state.winner else STATUS[str(row["status"])]
    keys = {"credits": "Credits", "scrap_value": "Scrap value", "net_worth": "Net worth"}
    keys |= {"units": "Units", "personnel": "People"}
    facts = tuple((word, int(str(row[key])) if own else None) for key, word in keys.items())
    return Rank(player, status, facts)
