"""What Parabellum tells a campaign's rooms of itself: companies, annals, books, tree, designer."""

from companion.engine.campaign import Bead, Branches, Campaign, Side
from companion.engine.campaign.books import Annals
from companion.engine.game import Sight
from companion.engine.wording import count
from companion.games.parabellum.campaign.chronicle import BOOKS, throws
from companion.games.parabellum.campaign.design import DESIGN
from companion.games.parabellum.campaign.forecast import outlook, plan
from companion.games.parabellum.campaign.roster import naming, records
from companion.games.parabellum.campaign.story import WEIGHING, losses, story
from companion.games.parabellum.campaign.tree import (
    booklet,
    choice,
    choose,
    legs,
    prospect,
    ranks,
    stages,
    tree,
)
from companion.games.parabellum.campaign.war import ALOUD
from companion.games.parabellum.state import State, letters, spoken

ANNALS: Annals[State] = Annals(
    records=records,
    story=story,
    losses=losses,
    throws=throws,
    stages=stages,
    ranks=ranks,
    aloud=ALOUD,
    # The fee for a unit is paid before everybody; on the sheet it bears the card's name, which is not said.
    unnamed=frozenset(("deployment", "extraction")),
    weighing=WEIGHING,
    naming=naming,
)


BRANCHES: Branches[State] = Branches(
    tree=tree,
    choice=choice,
    legs=legs,
    booklet=booklet,
    prospect=prospect,
    outlook=outlook,
    plan=plan,
    choose=choose,
    poster="tree",
)


STATUS = {"in": "", "withdrawn": "withdrawn", "eliminated": "out of the campaign", "abstained": "abstains"}


def chapter(state: State) -> str:
    return f"{state.scenario.upper()} {state.booklet.name}"


def sides(state: State, sight: Sight) -> tuple[Side, ...]:
    return tuple(_side(state, player, player in sight.sees) for player in state.seated)


def _side(state: State, player: str, own: bool) -> Side:
    each = state.players[player]
    company, signs = state.binder.companies[each.company], letters(state.binder.palette)
    # What everybody sees: miniatures, what was shot down in this scenario, who is out.
    status, tally = state.players[player].status, state.tally.get(player)
    fights, waits = (sum(1 for _ in state.of(player, where)) for where in ("map", "predeploy"))
    words = [f"{fights} on the map, {waits} waiting"] if status == "in" else []
    if tally and (tally.destroyed or tally.lost):
        words.append(f"{tally.destroyed} destroyed, {tally.lost} lost")
    return Side(
        seat=player,
        name=company.name if player == each.company else f"{spoken(player)} ({company.name})",
        number=each.seat,
        livery=tuple(Bead(colour, signs.get(colour, "?")) for colour in company.livery),
        words=" · ".join([*words, *filter(None, [STATUS[status]])]),
        own=_behind_the_screen(state, player) if own else "",
    )


def _behind_the_screen(state: State, player: str) -> str:
    each = state.players[player]
    units = sum(1 for _ in state.of(player))
    return f"{each.credits} credits, {count(units, 'unit')}, {each.reserve.personnel} people in reserve"


CAMPAIGN: Campaign[State] = Campaign(
    chapter=chapter, sides=sides, design=DESIGN, books=BOOKS, branches=BRANCHES, annals=ANNALS
)
