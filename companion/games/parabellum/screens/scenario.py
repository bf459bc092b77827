"""The scenario as a booklet on the screen: objectives, withdrawal, its end, the tree, the next one."""

from companion.engine.game import Scene
from companion.engine.wording import Values, count, listed, tap
from companion.games.parabellum.data import TURN_PHASES
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.rules.words import at
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


def objectives(scene: Scene[State]) -> list[Values]:
    """Each objective: what it takes, what it pays, how it stands, and the table's finding."""
    return [_objective(scene, each) for each in scene.state.booklet.objectives]


def _objective(scene: Scene[State], objective: Objective) -> Values:
    state = scene.state
    standing = state.objectives[objective.id]
    pays = f"Pays {goods_words(objective.bonus)}"
    pays += f"; failing costs {objective.penalty}" if objective.penalty else ""
    return {
        "name": objective.name,
        "squares": ", ".join(map(at, objective.squares)),
        "takes": _takes(objective),
        "pays": pays,
        "ends": objective.ends_scenario,
        "done": [who(state, player) for player in standing.done],
        "streaks": [
            f"{who(state, player)} {n} of {objective.turns}"
            for player, n in standing.streak.items()
            if n and player not in standing.done
        ],
        "findings": _findings(scene, objective),
    }


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


def _findings(scene: Scene[State], objective: Objective) -> list[Values]:
    state = scene.state
    if state.phase not in TURN_PHASES or not scene.sight.acts or scene.draft.get("do") != "objectives":
        return []
    found = []
    for player in state.playing:
        if player in scene.sight.acts and entitled(state, objective, player):
            done = player in state.objectives[objective.id].done
            action = {"type": "objective", "player": player, "objective": objective.id, "complete": not done}
            words = "has not completed it" if done else "has completed it"
            found.append({"text": f"{who(state, player)} {words}", "action": tap(action)})
    return found


def objectives_panel(scene: Scene[State]) -> Values:
    """The table's own findings, and the end of the scenario by hand."""
    end = tap({"type": "end_scenario"}) if scene.state.phase in TURN_PHASES and scene.sight.acts else ""
    return {
        "template": "parabellum/turn/objectives.html",
        "title": "The table's findings",
        "objectives": objectives(scene),
        "end": end,
        "back": fresh(scene),
    }


def tree(state: State) -> list[Values]:
    """The scenarios by round: played, played now, still possible."""
    played = {chapter.scenario: chapter for chapter in state.history}
    rounds: dict[str, list[Values]] = {}
    for key, booklet in state.binder.scenarios.items():
        here = key == state.scenario
        rounds.setdefault(key[0], []).append(
            {
                "id": key.upper(),
                "name": booklet.name,
                "here": here,
                "played": key in played and not here,
                "open": key in state.booklet.next,
                "leads": ", ".join(each.upper() for each in booklet.next),
            }
        )
    return [{"round": n, "scenarios": rounds[n]} for n in sorted(rounds)]
