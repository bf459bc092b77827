"""The scenario as a booklet on the screen: objectives, withdrawal, its end, the tree, the next one."""

from collections.abc import Iterator

from companion.engine.called import Called, Several
from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Row,
    Rows,
    Say,
    Way,
    Words,
    said,
)
from companion.engine.wording import count, listed, tap
from companion.games.parabellum.data import TURN_PHASES
from companion.games.parabellum.procedures.campaign.ways import visited, ways_on
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.rules.telling import is_judged
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards.grounds import terrain_key
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Goods, Objective


def goods_words(goods: Goods) -> str:
    """What a bonus pays."""
    parts = [f"{goods.credits} credits"] if goods.credits else []
    parts += [f"{goods.fuel} fuel"] if goods.fuel else []
    parts += [f"{goods.ammunition} ammunition"] if goods.ammunition else []
    return listed(parts) if parts else "nothing"


def scenario_question(scene: Scene[State]) -> Question:
    """The booklet beside the map: objectives with the table's findings, the ground, the tree of scenarios."""
    state = scene.state
    goals = objectives(scene)
    may_end = state.phase in TURN_PHASES and scene.sight.acts
    end = Way(words="End the scenario…", href=fresh(scene, do="end"))
    ground = Own(template="parabellum/ground.html", values={"key": terrain_key(state)})
    return Question(
        kind="scenario",
        title=state.booklet.name,
        under="Where the app cannot see what an objective asks for, the table says so, all who play agreed.",
        pieces=(
            *goals,
            Fold(id="ground", title="The ground", pieces=(ground,)),
            Fold(id="tree", title="The campaign", pieces=(_tree(state),)),
        ),
        main=Way(words="Back", href=fresh(scene)),
        lesser=(end,) if may_end else (),
        back=fresh(scene),
    )


def objectives(scene: Scene[State]) -> tuple[Piece, ...]:
    """All that the booklet pays for, and how each of it stands."""
    return tuple(piece for each in scene.state.booklet.objectives for piece in _objective(scene, each))


def end_question(scene: Scene[State]) -> Question:
    """The table ends the scenario by hand, and says why."""
    reason = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    return Question(
        kind="end",
        title="End the scenario now?",
        pieces=(
            Lead("Everything is paid out as if its last round were played. The others are asked first."),
            Fields((reason,)),
        ),
        main=Deed(words="End the scenario", action=tap({"type": "end_scenario"}), danger=True),
        back=fresh(scene, do="objectives"),
    )


def standing(state: State, objective: Objective, *, short: bool = False) -> str:
    """Who has completed an objective, or how long it has been held; `short` by first words alone."""
    now = state.objectives[objective.id]

    def named(player: str) -> str:
        return Called(who(state, player).split()[0], player) if short else who(state, player)

    done = [named(player) for player in now.done]
    held = [
        said("{who} {n} of {of}", who=named(player), n=n, of=objective.turns)
        for player, n in now.streak.items()
        if n and player not in now.done
    ]
    return Several(done) if done else Several(held) if held else "free"


def _objective(scene: Scene[State], objective: Objective) -> Iterator[Piece]:
    """What it takes, what it pays, how it stands, and what the table may find."""
    state = scene.state
    found, stands = tuple(_findings(scene, objective)), standing(state, objective)
    yield Note(objective_words(objective))
    if stands != "free":
        yield Say(stands, "Completed:" if state.objectives[objective.id].done else "Held:")
    if found:
        yield Choices(label=said("Findings on {name}", name=objective.name), choices=found)


def objective_words(objective: Objective) -> Words:
    """What it takes, and what it pays."""
    pays = f"Pays {goods_words(objective.bonus)}"
    pays += f"; failing costs {objective.penalty}" if objective.penalty else ""
    return said(
        "{name}{squares}{takes}. {pays}.{ends}",
        name=objective.name,
        squares=f" ({', '.join(map(at, objective.squares))})" if objective.squares else "",
        takes="" if objective.name.lower() == _takes(objective) else f": {_takes(objective)}",
        pays=pays,
        ends=" Ends the scenario." if objective.ends_scenario else "",
    )


def _takes(objective: Objective) -> str:
    if objective.kind == "hold":
        turns = "" if objective.turns == 1 else f" for {count(objective.turns, 'turn')} of one's own"
        many = "" if objective.count == 1 else f"{objective.count} of them "
        return f"hold {many}alone{turns}" + (", only one company can" if objective.exclusive else "")
    return {
        "destroy": f"destroy {count(objective.count, 'enemy unit')}",
        "recon": f"reconnoitre {count(objective.count, 'enemy unit')}",
        "manual": "the table says when",
    }[objective.kind]


def _findings(scene: Scene[State], objective: Objective) -> Iterator[Choice]:
    state = scene.state
    if state.phase not in TURN_PHASES or scene.room == "tv":
        return
    for player in state.playing:
        if player in scene.sight.acts and entitled(state, objective, player):
            done = player in state.objectives[objective.id].done
            action = {"type": "objective", "player": player, "objective": objective.id, "complete": not done}
            words = "{who} has not completed it" if done else "{who} has completed it"
            words = f"Overrule the app: {words}" if is_judged(state, objective.id) else words
            yield Choice(words=said(words, who=who(state, player)), action=tap(action))


def _tree(state: State) -> Rows:
    """The scenarios by round: played, played now, still possible."""
    played = visited(state)
    rows = []
    for key, booklet in state.binder.scenarios.items():
        how = "now" if key == state.scenario and state.phase != "over" else "played" if key in played else ""
        how = how or ("next" if key in ways_on(state) else "")
        leads = ", ".join(each.upper() for each in booklet.next)
        name = said("{id} {name}", id=key.upper(), name=booklet.name)
        rows.append(Row((name, how, f"→ {leads}" if leads else ""), sum=False))
    return Rows(label="The scenarios", rows=tuple(rows))
