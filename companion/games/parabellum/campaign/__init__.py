"""What Parabellum tells a campaign's rooms of itself: companies, annals, books, tree, the war at a glance."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from companion.engine.campaign import (
    Bead,
    Branches,
    Campaign,
    Due,
    Foresight,
    Glance,
    Goal,
    Mean,
    Night,
    Side,
    Station,
)
from companion.engine.campaign.books import Annals, Passage
from companion.engine.game import Sight
from companion.engine.wording import count
from companion.games.parabellum.campaign.chronicle import BOOKS, throws
from companion.games.parabellum.campaign.design import DESIGN, PLAYS
from companion.games.parabellum.campaign.forecast import outlook, plan, play, views
from companion.games.parabellum.campaign.prospects import Purchase, allowed
from companion.games.parabellum.campaign.roster import Lives, naming
from companion.games.parabellum.campaign.story import WEIGHING, called, losses, story
from companion.games.parabellum.campaign.tree import (
    BOOKED,
    STATUS,
    booklet,
    choice,
    choose,
    legs,
    prospect,
    ranks,
    stages,
    tree,
)
from companion.games.parabellum.data import PHASE_NAMES, Kind, Resource
from companion.games.parabellum.procedures.money import payout, to_five
from companion.games.parabellum.rules.course import holders
from companion.games.parabellum.rules.telling import flagged
from companion.games.parabellum.state import Line, Objective, Scenario, State, letters, spoken

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
    ahead=Foresight(views=views, play=play),
)


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


ALOUD: frozenset[Kind] = frozenset(
    ("budget", "manpower", "deployment", "extraction", "penalty", "share", "salvage", "bonus")
)
"""Said aloud when it is paid: the log tells it to everybody (R61)."""


def stations(state: State) -> Mapping[str, Station]:
    """Every booklet, with who won it and who chose after it."""
    fought = {chapter.scenario: chapter for chapter in state.history}
    places = {
        each.id: Station(each.name, each.chooser, _most(each)) for each in state.binder.scenarios.values()
    }
    for name, chapter in fought.items():
        won = next(iter(chapter.ranking), "")
        paid = sum(
            line.amount
            for line in state.ledger
            if (line.scenario, line.player) == (name, won) and line.kind in BOOKED
        )
        places[name] = places[name]._replace(won=won, paid=paid, chose=chapter.chooser or "")
    return places


def _most(booklet: Scenario) -> int:
    """The credits of all objectives that one seat is entitled to, where it is entitled to most."""
    seats = {seat for each in booklet.objectives for seat in each.seats}
    return max(
        (sum(e.bonus.credits for e in booklet.objectives if seat in e.seats) for seat in seats), default=0
    )


DUE: Mapping[str, Due] = {"turn_order": "muster", "setup": "muster", "choose_next": "choose", "over": "over"}


def night(state: State) -> Night:
    """The scenario of now, whose move it is, every objective as it stands, what lies on the map."""
    booklet = state.booklet
    longest = f" of {booklet.rounds}" if booklet.rounds else ""
    plate = f"{state.round}{longest}" if state.round else _rounds(booklet)
    return Night(
        scenario=state.scenario,
        name=booklet.name,
        plate=plate,
        overview=booklet.overview,
        due=DUE.get(state.phase, "on"),
        seat=state.active or next(iter(state.choosers), "") or (state.winner or ""),
        words=_moment(state),
        goals=goals(state, state.scenario),
        lay=tuple((called(state, player), tuple(_pieces(state, player))) for player in state.seated),
        war=state.binder.name,
        brief=state.binder.brief,
    )


def _rounds(booklet: Scenario) -> str:
    return f"{booklet.rounds} rounds" if booklet.rounds else "no last round"


def _moment(state: State) -> str:
    """The round and phase; `{who}` is whose move it is."""
    phase = PHASE_NAMES[state.phase].lower()
    if state.phase in ("choose_next", "over") or not state.active:
        return phase if not state.round or state.phase in DUE else f"round {state.round}, {phase}"
    return f"round {state.round}, {{who}}: {phase}" if state.round else f"{{who}}: {phase}"


def goals(state: State, scenario: str) -> tuple[Goal, ...]:
    """A booklet's objectives; of the scenario of now as they stand."""
    listed = enumerate(state.binder.scenarios[scenario].objectives, 1)
    if scenario == state.scenario:
        return tuple(_goal(state, n, each) for n, each in listed)
    return tuple(Goal(n, each.name, "", "", 0, _turns(each), _pays(each), each.penalty) for n, each in listed)


def _turns(objective: Objective) -> int:
    return objective.turns if objective.kind == "hold" else 0


def _goal(state: State, number: int, objective: Objective) -> Goal:
    stands, turns = state.objectives[objective.id], _turns(objective)
    best = max(stands.streak.values(), default=0)
    winner, leading = (
        next(iter(stands.done), ""),
        next((p for p, n in stands.streak.items() if n == best), ""),
    )
    if winner:
        where = [square.upper() for square in objective.squares if holders(state, square) == {winner}]
        holds = f"holds {', '.join(where)}" if where else "has it"
        holder, held, words = winner, turns, holds
    elif leading and 0 < best < turns:
        left = turns - best
        holder, held, words = leading, best, f"needs {count(left, 'turn')} more"
    else:
        (holder, words), held = _stands(state, objective), 0
    return Goal(number, objective.name, holder, words, held, turns, _pays(objective), objective.penalty)


def _pays(objective: Objective) -> str:
    """Credits as a bare number, tokens by name."""
    bonus = objective.bonus
    tokens = {"fuel": bonus.fuel, "ammunition": bonus.ammunition}
    return " + ".join([str(bonus.credits), *(f"{n} {name}" for name, n in tokens.items() if n)])


def _stands(state: State, objective: Objective) -> tuple[str, str]:
    """Who stands on one of its squares alone, if just one company does."""
    holding = {square: holders(state, square) for square in objective.squares}
    players = set().union(*holding.values()) if holding else set()
    if len(players) != 1:
        return "", ""
    player = players.pop()
    square = next(square for square, who in holding.items() if player in who)
    return player, f"stands on {square.upper()}"


def _pieces(state: State, player: str) -> Iterator[str]:
    """The miniatures on the map as everybody sees them, and what lies where nobody's name is on it."""
    for unit in state.of(player, "map"):
        each = state.units[unit]
        where = f"on {each.square.upper()}" if each.square else "on the map"
        name = flagged(state, unit, spoken(state.card(unit).unit_class))
        yield f"{name} {where}, flag {'-'.join(each.flag) or 'none'}"


def means(state: State, player: str) -> tuple[Mean, ...]:
    """The purse: taking everybody home (M7), the dearest unit that the rest buys ready, what is left."""
    purse, out = state.players[player].credits, sum(1 for _ in state.of(player, "map"))
    home = min(purse, state.booklet.extraction_cost * out if state.phase not in DUE else 0)
    parts = [Mean("home", home, f"home for {out}")] if home else []
    credits = purse - home
    reserve = state.players[player].reserve
    spare: dict[Resource, int] = {
        "manpower": reserve.personnel,
        "fuel": reserve.fuel,
        "ammunition": reserve.ammunition,
    }
    purchase = Purchase(state, player, credits, spare)
    costs = ((purchase.cost({kind.id: 1}), kind) for kind in allowed(state) if purchase.cards(kind))
    can = [(cost.total, kind.name) for cost, kind in costs if cost and cost.total <= credits]
    best = max(can, default=None)
    parts += [Mean("buy", best[0], f"one {best[1]}, ready")] if best else []
    return (*parts, Mean("left", purse - sum(each.amount for each in parts), "left"))


class Ceiling:
    """After each line what was said aloud comes to, less the cheapest cards that explain what was seen.

    A card that is neither before everybody nor destroyed may have been scrapped since (B4); what else
    was bought can only have cost. Once the table has set something by hand, nobody can know (R61).
    """

    def __init__(self, player: str) -> None:
        self.player, self.limits = player, list[int | None]()
        self._aloud, self._cards, self._by_hand = 0, _Seen(), False

    def read(self, passage: Passage) -> None:
        player, action = self.player, passage.action
        first = len(passage.before.ledger) if passage.before else 0
        lines: Sequence[Line] = passage.after.ledger[first:]
        self._aloud += sum(_heard(line) for line in lines if line.player == player)
        self._cards.look(passage, player)
        self._by_hand |= action.get("type") == "adjust" and action.get("player") == player
        limit = None if self._by_hand else max(0, self._aloud - self._cards.spent(passage.after))
        self.limits.append(limit)


def _heard(line: Line) -> int:
    return line.amount if line.kind in ALOUD else 0


class _Seen:
    """The cards of a company that somebody must have bought, by the class that all see."""

    def __init__(self) -> None:
        self.there: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.least: Counter[str] = Counter()
        self._cheapest: dict[str, tuple[int, int]] = {}

    def look(self, passage: Passage, player: str) -> None:
        """What stands before the screen after a line, and what was destroyed in it."""
        before, after = passage.before, passage.after
        if before is not None and before.units is after.units:
            return
        if before is not None and passage.action.get("type") != "scrap":
            gone = (before.units[unit] for unit in before.units.keys() - after.units.keys())
            self.lost.update(
                before.binder.units[each.type].unit_class
                for each in gone
                if each.owner == player and each.where == "map"
            )
        shown = chain(after.of(player, "map"), after.of(player, "predeploy"))
        self.there = Counter(after.card(unit).unit_class for unit in shown)
        self.least |= self.there + self.lost

    def spent(self, state: State) -> int:
        """The least that all those cards can have cost by now."""
        total = 0
        for kind, most in self.least.items():
            price, scrapped = self._of(state, kind)
            sure = self.there[kind] + self.lost[kind]
            total += sure * price + (most - sure) * scrapped
        return total

    def _of(self, state: State, kind: str) -> tuple[int, int]:
        if kind not in self._cheapest:
            costs = [each.cost for each in state.binder.units.values() if each.unit_class == kind]
            back = [cost - to_five(payout(cost, 1, 1), state.options.payout_tie) for cost in costs]
            self._cheapest[kind] = min(costs), min(back)
        return self._cheapest[kind]


glance: Callable[..., Glance[State]] = partial(
    Glance, stations=stations, night=night, goals=goals, means=means, ceiling=Ceiling
)
"""All of it but the maps, which the screens draw."""


ANNALS: Annals[State] = Annals(
    lives=Lives,
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


CAMPAIGN: Campaign[State] = Campaign(
    chapter=chapter, sides=sides, design=DESIGN, plays=PLAYS, books=BOOKS, branches=BRANCHES, annals=ANNALS
)
