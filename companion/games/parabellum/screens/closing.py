"""The end of a scenario and of the campaign: the ranking, what it paid, what comes next, who has won."""

from companion.engine.game import Scene
from companion.engine.wording import Values, signed, tap
from companion.games.parabellum.screens.books import item_words
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.scenario import goods_words
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import Line

ENDING = ("penalty", "share", "salvage", "bonus")
ENDED = {
    "withdrawal": "all but one have withdrawn",
    "rounds": "the last round is played",
    "objective": "an objective that ends it is completed",
    "manual": "the table has ended it",
}


def chapter(state: State) -> Values | None:
    """How the last scenario ended: objectives, ranking, who is out."""
    if not state.history:
        return None
    last = state.history[-1]
    booklet = state.binder.scenarios[last.scenario]
    return {
        "title": f"{last.scenario.upper()} {booklet.name} is over: {ENDED[last.ended_by]}",
        "rounds": last.rounds,
        "ranking": [_ranked(state, n, player) for n, player in enumerate(last.ranking)],
        "eliminated": [who(state, player) for player in last.eliminated],
    }


def _ranked(state: State, n: int, player: str) -> Values:
    last = state.history[-1]
    booklet = state.binder.scenarios[last.scenario]
    names = {each.id: each for each in booklet.objectives}
    done = [names[each] for each in last.completed.get(player, ())]
    gained = [f"{each.name}: {goods_words(each.bonus)}" for each in done]
    return {"n": n + 1, "name": who(state, player), "done": gained}


def choosing_panel(scene: Scene[State], me: str | None) -> Values:
    """The end of the scenario, and which one comes next."""
    state = scene.state
    first = next(iter(state.choosers), None)
    may = first is not None and first in scene.sight.acts and scene.room != "tv"
    return {
        "template": "parabellum/turn/choosing.html",
        "title": f"{who(state, first)} chooses the next scenario" if first else "The next scenario",
        "chapter": chapter(state),
        "money": earned(scene, me),
        "sum": signed(sum(line.amount for line in _paid(scene, me))),
        "ways": [_way(state, key, first if may else None) for key in state.booklet.next],
        "leaving": _leaving(scene),
    }


def _way(state: State, key: str, chooser: str | None) -> Values:
    """A scenario that can come next; a button for the one who chooses."""
    booklet = state.binder.scenarios[key]
    action = {"type": "choose", "player": chooser, "scenario": key}
    return {
        "id": key.upper(),
        "name": booklet.name,
        "overview": booklet.overview,
        "rounds": booklet.rounds,
        "deploy": booklet.deployment_cost,
        "objectives": [each.name for each in booklet.objectives],
        "action": tap(action) if chooser else "",
    }


def _leaving(scene: Scene[State]) -> list[Values]:
    state = scene.state
    there = [each for each in state.having("in", "withdrawn") if each in scene.sight.acts]
    return [
        {
            "text": f"{who(state, each)} leaves the campaign",
            "action": tap({"type": "abstain", "player": each}),
        }
        for each in there
        if scene.room != "tv"
    ]


def earned(scene: Scene[State], me: str | None) -> list[Values]:
    """What the end of the scenario brought and cost, line by line, for this company alone."""
    return [
        {
            "kind": line.kind.title(),
            "item": item_words(scene.state, line),
            "amount": signed(line.amount),
            "out": line.amount < 0,
        }
        for line in _paid(scene, me)
    ]


def _paid(scene: Scene[State], me: str | None) -> list[Line]:
    history, ledger = scene.state.history, scene.state.ledger
    if me is None or not history:
        return []
    ended = history[-1].scenario
    return [each for each in ledger if (each.player, each.scenario) == (me, ended) and each.kind in ENDING]


def over_panel(scene: Scene[State]) -> Values:
    """Who has won the campaign."""
    state = scene.state
    title = f"{who(state, state.winner)} wins" if state.winner else "Nobody is left"
    return {"template": "parabellum/turn/over.html", "title": title, "chapter": chapter(state)}
