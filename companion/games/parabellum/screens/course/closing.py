"""The end of a scenario and of the campaign: the ranking, what it paid, what comes next, who has won."""

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
    said,
)
from companion.engine.wording import Values, listed, signed, tap
from companion.games.parabellum.screens.board.ahead import ground
from companion.games.parabellum.screens.books import item_words
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.course.scenario import goods_words, objective_words
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import Line

ENDING = ("penalty", "share", "salvage", "bonus")
ENDED = {
    "withdrawal": "all but one have withdrawn",
    "rounds": "the last round is played",
    "objective": "an objective that ends it is completed",
    "manual": "the table has ended it",
}


def chapter(state: State) -> tuple[Piece, ...]:
    """How the last scenario ended: objectives, ranking, who is out."""
    if not state.history:
        return ()
    last = state.history[-1]
    name, why = state.binder.scenarios[last.scenario].name, ENDED[last.ended_by]
    ended = said("{id} {name} is over: {why}.", id=last.scenario.upper(), name=name, why=why)
    out = [who(state, player) for player in last.eliminated]
    notes = (Note(said("Out of the campaign: {who}.", who=listed(out))),) if out else ()
    return Lead(ended), ranking(state), *notes


def ranking(state: State) -> Rows:
    """Everybody in the order of the last scenario's end, with what each completed."""
    rows = tuple(_ranked(state, n, player) for n, player in enumerate(state.history[-1].ranking))
    return Rows(label="The ranking", rows=rows)


def _ranked(state: State, n: int, player: str) -> Row:
    last = state.history[-1]
    names = {each.id: each for each in state.binder.scenarios[last.scenario].objectives}
    done = [names[each] for each in last.completed.get(player, ())]
    gained = [f"{each.name}: {goods_words(each.bonus)}" for each in done]
    name = said("{n}. {who}", n=n + 1, who=who(state, player))
    return Row((name, "; ".join(gained) or "no objective"), seat_of(state, player))


def choosing_question(scene: Scene[State], me: str | None) -> Question:
    """The end of the scenario, and which one comes next."""
    state = scene.state
    first = next(iter(state.choosers), None)
    chooser = first if first in scene.sight.acts and scene.room != "tv" else None
    title = said("{who} chooses the next scenario", who=who(state, first)) if first else "The next scenario"
    return Question(
        kind="choosing",
        title=title,
        side=seat_of(state, first) if first else "",
        pieces=(
            *chapter(state),
            _candidates(state, chooser),
            *_earned(scene, me),
            *_leaving(scene),
        ),
        missing="Choose the next scenario" if chooser else "Waiting for the choice",
        waits="" if me else first or "",
        opens="full",
    )


def _candidates(state: State, chooser: str | None) -> Own:
    cards = [_card(state, key, chooser) for key in state.booklet.next]
    actions = tuple(filter(None, (card["action"] for card in cards)))
    return Own(template="parabellum/candidates.html", values={"cards": cards}, actions=actions)


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
    there = [each for each in state.having("in", "withdrawn") if each in scene.sight.acts]
    if not there or scene.room == "tv":
        return ()
    ways = tuple(
        Choice(
            words=said("{who} leaves the campaign", who=who(state, each)),
            action=tap({"type": "abstain", "player": each}),
        )
        for each in there
    )
    title = "Somebody leaves the campaign"
    return (Fold(id="leaving", title=title, pieces=(Choices(label=title, choices=ways),)),)


def _earned(scene: Scene[State], me: str | None) -> tuple[Piece, ...]:
    """What the end of the scenario brought and cost, line by line, for this company alone."""
    lines = _paid(scene, me)
    if not lines:
        return ()
    rows = tuple(
        Row((each.kind.title(), item_words(scene.state, each), signed(each.amount))) for each in lines
    )
    total = Row(("In all", "", signed(sum(each.amount for each in lines))), sum=True)
    title = "What the end brought you"
    return (Rows(label=title, head=(title, "", ""), rows=(*rows, total)),)


def _paid(scene: Scene[State], me: str | None) -> list[Line]:
    history, ledger = scene.state.history, scene.state.ledger
    if me is None or not history:
        return []
    ended = history[-1].scenario
    return [each for each in ledger if (each.player, each.scenario) == (me, ended) and each.kind in ENDING]


def over_question(scene: Scene[State]) -> Question:
    """Who has won the campaign."""
    state = scene.state
    winner = state.winner
    return Question(
        kind="over",
        title=said("{who} wins", who=who(state, winner)) if winner else "Nobody is left",
        side=seat_of(state, winner) if winner else "",
        icon=Icon("trophy"),
        pieces=(*chapter(state), _campaign(state)),
        missing="The campaign is over",
        opens="full",
    )


def _campaign(state: State) -> Rows:
    """The scenarios that were played, and who came first in each."""
    names = state.binder.scenarios
    rows = tuple(
        Row(
            (
                said("{id} {name}", id=each.scenario.upper(), name=names[each.scenario].name),
                who(state, each.ranking[0]),
                said("{n:# round|# rounds}", n=each.rounds),
            )
        )
        for each in state.history
    )
    return Rows(label="The campaign", head=("The campaign", "First", ""), rows=rows)
