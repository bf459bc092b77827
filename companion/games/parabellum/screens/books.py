"""A company's own Balance Sheet on the screen."""

from companion.engine.game import Scene
from companion.engine.wording import Values, signed
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken

LAST = 60


def books_panel(scene: Scene[State], me: str) -> Values:
    """Every line of one's own, with the balance after it; newest first."""
    balance, rows = 0, []
    for line in scene.state.ledger:
        if line.player == me:
            balance += line.amount
            what = spoken(line.item) if line.item != line.kind else ""
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
