"""A company's own Balance Sheet on the screen."""

from itertools import accumulate

from companion.engine.game import Scene
from companion.engine.stage import Icon, Note, Question, Row, Rows, Way, said
from companion.engine.wording import signed
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.own import PLAN, reserve_words
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import spoken

LAST = 60


def books_question(scene: Scene[State], me: str) -> Question:
    """Every line of one's own, with the balance after it; newest first."""
    lines = [line for line in scene.state.ledger if line.player == me]
    balances = list(accumulate(line.amount for line in lines))
    rows = [_row(scene.state, line, after) for line, after in zip(lines, balances, strict=True)][::-1]
    older = len(rows) - LAST
    table = Rows(label="Balance Sheet", head=("When", "What", "Amount", "Balance"), rows=tuple(rows[:LAST]))
    note = (Note(said("{n} older lines are in the log.", n=older)),) if older > 0 else ()
    return Question(
        kind="books",
        title=said("Balance Sheet: {credits} credits", credits=scene.state.players[me].credits),
        under=reserve_words(scene.state, me),
        icon=Icon("books"),
        side=seat_of(scene.state, me),
        pieces=(table, *note),
        lesser=(Way(words="Catalogue", href=fresh(scene, do=PLAN)),),
        main=Way(words="Back", href=fresh(scene)),
        back=fresh(scene),
        opens="full",
    )


def _row(state: State, line: Line, balance: int) -> Row:
    what = item_words(state, line)
    words = said(
        "{kind}{what}{many}",
        kind=line.kind.title(),
        what=f": {what}" if what else "",
        many=f" × {line.quantity}" if line.quantity > 1 else "",
    )
    when = said("{scenario}·{round}", scenario=line.scenario.upper(), round=line.round)
    return Row((when, words, signed(line.amount), str(balance)))


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
