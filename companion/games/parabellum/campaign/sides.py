"""The companies of a campaign: livery, what lies open, and to its own seat what does not (R61)."""

from companion.engine.campaign.sides import Bead, Side
from companion.engine.game import Sight
from companion.engine.wording import count
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.palette import letters

STATUS = {
    "in": "",
    "withdrawn": "withdrawn",
    "eliminated": "out of the campaign",
    "abstained": "abstains",
}


def chapter(state: State) -> str:
    """The scenario that is played, as its booklet is called."""
    return f"{state.scenario.upper()} {state.booklet.name}"


def sides(state: State, sight: Sight) -> tuple[Side, ...]:
    """Every company, by seat."""
    return tuple(_side(state, player, player in sight.sees) for player in state.seated)


def _side(state: State, player: str, own: bool) -> Side:
    each = state.players[player]
    company, signs = state.binder.companies[each.company], letters(state.binder.palette)
    return Side(
        seat=player,
        name=company.name if player == each.company else f"{spoken(player)} ({company.name})",
        number=each.seat,
        livery=tuple(Bead(colour, signs.get(colour, "?")) for colour in company.livery),
        words=_open(state, player),
        own=_behind_the_screen(state, player) if own else "",
    )


def _open(state: State, player: str) -> str:
    """What everybody sees: miniatures, what was shot down in this scenario, who is out."""
    status, tally = state.players[player].status, state.tally.get(player)
    fights, waits = (sum(1 for _ in state.of(player, where)) for where in ("map", "predeploy"))
    words = [f"{fights} on the map, {waits} waiting"] if status == "in" else []
    if tally and (tally.destroyed or tally.lost):
        words.append(f"{tally.destroyed} destroyed, {tally.lost} lost")
    return " · ".join([*words, *filter(None, [STATUS[status]])])


def _behind_the_screen(state: State, player: str) -> str:
    each = state.players[player]
    units = sum(1 for _ in state.of(player))
    return f"{each.credits} credits, {count(units, 'unit')}, {each.reserve.personnel} people in reserve"
