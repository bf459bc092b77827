"""Who chooses the next scenario and why, from what everybody knows (E3, E4, R52–R54, R61)."""

from companion.engine.campaign.branches import Choice
from companion.engine.game import Step
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.called import called, titled
from companion.games.parabellum.data import Chooser
from companion.games.parabellum.procedures.campaign.ways import CHOOSER
from companion.games.parabellum.state import State

RULE: dict[Chooser, str] = {
    "victor": "E3",
    "loser": "RULING R53",
    "richest": "RULING R53",
    "poorest": "RULING R53",
}
HOW: dict[Chooser, Step] = {
    "victor": Step(
        "RULING R52",
        "The victor has completed most objectives; a tie goes by liquid assets, then by turn order.",
    ),
    "loser": Step(
        "RULING R53",
        "The ranking goes by objectives completed, then liquid assets, then turn order; its last chooses.",
    ),
    "richest": Step("RULING R53", "The richest has most liquid assets; a tie goes by turn order."),
    "poorest": Step("RULING R53", "The poorest has least liquid assets; a tie goes by turn order."),
}


def choice(state: State) -> Choice:
    """How the choice of what is next stands."""
    if state.phase == "over":
        return _over(state)
    if state.phase == "choose_next":
        return _due(state)
    if not state.booklet.next:
        words = f"The campaign ends with {titled(state, state.scenario)}."
        end = Step(
            "RULING R54", "No way leads on from {id}; the richest company left then wins.", _now(state)
        )
        return Choice(words, (end,))
    return _ahead(state)


def choose(state: State, scenario: str) -> Json | None:
    """The tap of the company that chooses; None while nobody does, or where no way leads there."""
    if state.phase != "choose_next" or scenario not in state.booklet.next:
        return None
    return {"type": "choose", "player": state.choosers[0], "scenario": scenario}


def _now(state: State) -> dict[str, str]:
    return {"id": state.scenario.upper()}


def _ways(state: State) -> str:
    return listed((titled(state, each) for each in state.booklet.next), "or")


def _over(state: State) -> Choice:
    if state.winner is None:
        words = "The campaign is over; nobody has anything left."
        return Choice(words, (Step("RULING R54", "Without a survivor there is no winner."),))
    winner = called(state, state.winner)
    if not state.booklet.next:
        step = Step("RULING R54", "{id} is the end of a way: the richest company left wins.", _now(state))
    else:
        step = Step("E4", "{who} is the last company left.", {"who": winner})
    return Choice(f"The campaign is over; {winner} has won it.", (step,))


def _due(state: State) -> Choice:
    chapter, chooser = state.history[-1], state.booklet.chooser
    who = called(state, state.choosers[0])
    ranks = [
        f"{called(state, player)} ({count(len(chapter.completed.get(player, ())), 'objective')})"
        for player in chapter.ranking
    ]
    words = {"chooser": CHOOSER[chooser], "id": state.scenario.upper(), "who": who}
    first = Step(RULE[chooser], "After {id} {chooser} chooses; that is {who}.", words)
    ranking = Step("RULING R52", "Ranking of {id}: {ranks}.", _now(state) | {"ranks": ", ".join(ranks)})
    gone = [called(state, each) for each in state.having("abstained", "eliminated")]
    out = Step("RULING R53", "{who} has no say any more.", {"who": listed(gone)})
    steps = (first, HOW[chooser], ranking, *([out] if gone else []))
    return Choice(f"{who} chooses next: {_ways(state)}.", steps)


def _ahead(state: State) -> Choice:
    chooser = state.booklet.chooser
    head = f"When {titled(state, state.scenario)} is over, {CHOOSER[chooser]} chooses: {_ways(state)}."
    values = _now(state) | {"chooser": CHOOSER[chooser]}
    steps = [Step(RULE[chooser], "The booklet of {id} lets {chooser} choose.", values), HOW[chooser]]
    return Choice(head, (*steps, _as_it_stands(state)))


def _as_it_stands(state: State) -> Step:
    """Who it would be now, as far as the table can see: liquid assets are read out at the end alone."""
    chooser = state.booklet.chooser
    if chooser in ("richest", "poorest"):
        return Step("RULING R61", "Liquid assets are read out when the scenario ends, not before.")
    done = {
        player: sum(player in standing.done for standing in state.objectives.values())
        for player in state.having("in", "withdrawn")
    }
    told = ", ".join(f"{called(state, player)} {n}" for player, n in done.items())
    best = (max if chooser == "victor" else min)(done.values())
    first = [player for player, n in done.items() if n == best]
    if len(first) == 1:
        values = {"told": told, "who": called(state, first[0])}
        return Step("RULING R52", "Objectives completed so far: {told}. Now it would be {who}.", values)
    words = "Objectives completed so far: {told}. Liquid assets would decide; they are read out at the end."
    return Step("RULING R61", words, {"told": told})
