"""A company's own Balance Sheet on the screen."""

from companion.engine.game import Scene
from companion.engine.wording import Values, signed
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import spoken

LAST = 60


def books_panel(scene: Scene[State], me: str) -> Values:
    """Every line of one's own, with the balance after it; newest first."""
    balance, rows = 0, []
    for line in scene.state.ledger:
        if line.player == me:
            balance += line.amount
            what = item_words(scene.state, line)
            rows.append(
                {
                    "n": line.n,
                    "when": f"{line.scenario.upper()}·{line.round}",
                    "kind": line.kind.title(),
                    "item": what,
                    "quantity": line.quantity,
                    "amount": signed(line.amount),
                    "balance": balance,
                    "out": line.amount < 0,
                }
            )
    shown = rows[::-1][:LAST]
    return {
        "template": "parabellum/turn/books.html",
        "title": "Balance Sheet",
        "rows": shown,
        "balance": balance,
        "more": len(rows) - len(shown),
        "back": fresh(scene),
    }


def item_words(state: State, line: Line) -> str:
    """What a line is for, as people call it: a card, an objective, a company."""
    if line.item == line.kind:
        return ""
    if line.item in state.binder.units:
        return state.binder.units[line.item].name
    if line.item in state.players:
        return who(state, line.item)
    goals = state.binder.scenarios[line.scenario].objectives
    return next((each.name for each in goals if each.id == line.item), spoken(line.item))
