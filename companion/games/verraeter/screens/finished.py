"""The end: who has won, how the last points came together, who betrayed whom, and the way there."""

from collections import Counter
from collections.abc import Sequence

from companion.engine.called import Several
from companion.engine.game import Scene
from companion.engine.stage import Fold, Icon, Own, Question, Row, Rows, Words, said
from companion.engine.wording import percent
from companion.games.verraeter.screens.chart import chart
from companion.games.verraeter.screens.people import land_name
from companion.games.verraeter.screens.story import Conflict, conflicts
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken


def finished_question(scene: Scene[State]) -> Question:
    """The final score."""
    state, fought = scene.state, tuple(conflicts(scene.trail))
    winners = [spoken(who) for who in state.result["winners"]]
    won = said("{who} wins", who=winners[0]) if len(winners) == 1 else said(
        "{who} share the victory", who=Several(winners))  # fmt: skip
    drawn = chart(scene)
    lines = (Own(template="verraeter/chart.html", values={"chart": drawn}),) if drawn else ()
    told = (Fold(id="conflicts", title="Who betrayed whom", open=True, pieces=(betrayals(fought),)),
            Fold(id="vain", title="Supply", pieces=(in_vain(state, fought),))) if fought else ()  # fmt: skip
    return Question(
        kind="finished",
        title=won,
        under=_why(state),
        icon=Icon("trophy"),
        pieces=(_scores(state), *lines, *told),
        missing="The game is over",
    )


def _scores(state: State) -> Rows:
    rows = tuple(
        Row(
            (
                said("{rank}. {who}", rank=row["rank"], who=spoken(row["player"])),
                str(row["vp"]),
                said("{offices} × {counted}", offices=row["offices"], counted=row["counted"]),
                str(row["total"]),
            ),
            state.player(row["player"]).allegiance,
            row["rank"] == 1,
        )
        for row in state.result["scores"]
    )
    return Rows(label="The score", head=("Player", "Points", "Offices × supply", "Total"), rows=rows)


def betrayals(fought: Sequence[Conflict]) -> Rows:
    """Each round: who changed sides, what turned, and by what margin."""
    rows = tuple(
        Row((str(each.before.round), _betrayal(each), _turned(each)), each.told["winner"] or "")
        for each in fought
    )
    return Rows(label="The conflicts", head=("Round", "Betrayal", "Turned"), rows=rows)


def _betrayal(conflict: Conflict) -> Words:
    who = conflict.traitor
    if who is None:
        return "nobody"
    house = conflict.before.words.houses[conflict.before.player(who).allegiance]
    return said("{who} the {house}", who=spoken(who), house=house)


def _turned(conflict: Conflict) -> Words:
    told = conflict.told
    if told["winner"] is None:
        return "a tie"
    return said(
        "{land}, by {margin}", land=land_name(conflict.before, told["flipped"]), margin=told["margin"]
    )


def in_vain(state: State, fought: Sequence[Conflict]) -> Rows:
    """How much supply each played, and how much of it for a house that lost."""
    played, lost = Counter[str](), Counter[str]()
    for conflict in fought:
        for each in conflict.before.players:
            spent, house = sum(each.played or ()), conflict.told["allegiances"][each.id]
            played[each.id] += spent
            lost[each.id] += spent if conflict.told["winner"] != house else 0
    rows = tuple(
        Row((spoken(who), str(played[who]), str(lost[who]), percent(lost[who] / max(1, played[who]))))
        for who in state.ids
    )
    return Rows(label="Supply spent", head=("Player", "Played", "In vain", "Share"), rows=rows)


def _why(state: State) -> Words:
    if state.one_house():
        return said(
            "All twelve landscapes show the {house}.", house=state.words.houses[state.circle[0].house]
        )
    return said("Round {round} was the last.", round=state.round)
