"""The way of a campaign through its tree, scenario by scenario; and how everybody stands (E1–E4, R51)."""

from collections.abc import Collection, Iterator

from companion.engine.campaign.annals import Passages, Rank, Stage
from companion.engine.wording import count
from companion.games.parabellum.campaign.called import called, titled
from companion.games.parabellum.procedures.campaign.campaign_report import standings
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Chapter, EndedBy

ENDED: dict[EndedBy, str] = {
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
        ended=ENDED[chapter.ended_by].format(rounds=rounds) if chapter else "",
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
