"""Leaving the scenario: what the others gain by it, all in all, and what it costs oneself (E2, R46, R47)."""

from collections.abc import Iterator

from companion.engine.game import Scene
from companion.engine.stage import Deed, Lead, Note, Question, Way, Words, said
from companion.engine.wording import count, listed, tap
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.rules.course.withdrawing import units_left, withdraw
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import Line

GAINS = {"share": "for your units", "salvage": "of the wrecks", "bonus": "for objectives"}
"""What of the others' ledgers follows from what all can see; their penalties hang on their credits."""


def withdraw_question(scene: Scene[State], me: str) -> Question:
    """What leaving now brings the others and takes from oneself, against extracting first."""
    state = scene.state
    after = withdraw(state, kinds.Withdraw(me)).state
    lead = said(
        "Extracting a unit from your deployment squares costs {cost} credits and keeps it.",
        cost=state.booklet.extraction_cost,
    )
    told = (
        *_left(state, me),
        *_settled(state, after, me),
        *_gained(state, after, me),
        *_over(state, after, me),
    )
    return Question(
        kind="withdraw",
        title="Withdraw from this scenario?",
        side=seat_of(state, me),
        pieces=(Lead(lead), *map(Note, told)),
        main=Deed(words="Withdraw", action=tap({"type": "withdraw", "player": me}), danger=True),
        lesser=(Way(words="Stay", href=fresh(scene)),),
        back=fresh(scene),
    )


def _ends(after: State) -> bool:
    return after.phase in ("choose_next", "over")


def _new(state: State, after: State, player: str) -> list[Line]:
    return [line for line in after.ledger[len(state.ledger) :] if line.player == player]


def _left(state: State, me: str) -> Iterator[str]:
    """The units left behind, with all that is on them."""
    going = [state.units[unit] for unit in units_left(state, me)]
    if not going:
        yield "You have no unit on the map: you leave nothing behind."
        return
    people = count(sum(each.strength for each in going), "person", "people")
    fuel = sum(each.fuel + each.cargo.fuel for each in going)
    ammunition = sum(each.ammunition + each.cargo.ammunition for each in going)
    units, cost = count(len(going), "unit"), sum(each.cost for each in going)
    tokens = f"{fuel} fuel and {ammunition} ammunition on them"
    yield f"You lose {units} that cost {cost} credits, {people}, {tokens}."


def _settled(state: State, after: State, me: str) -> Iterator[str]:
    """One's own objectives: paid now where the scenario ends, else when it does."""
    names = {each.id: each.name for each in state.booklet.objectives}
    for line in _new(state, after, me):
        if line.kind == "penalty":
            yield f"You pay {-line.amount} credits for “{names[line.item]}”, not completed."
        elif line.kind == "bonus":
            yield f"You get {line.amount} credits for “{names[line.item]}”."
    fails = [
        f"“{each.name}” ({each.penalty})"
        for each in state.booklet.objectives
        if each.penalty and entitled(state, each, me) and me not in after.objectives[each.id].done
    ]
    if fails and not _ends(after):
        yield f"When the scenario ends you pay for what is not completed: {listed(fails)}."


def _gained(state: State, after: State, me: str) -> Iterator[Words]:
    """Each rival's whole gain, and out of what."""
    for other in state.playing:
        if other == me:
            continue
        lines = _new(state, after, other)
        sums = {kind: sum(line.amount for line in lines if line.kind == kind) for kind in GAINS}
        parts = listed(f"{amount} {GAINS[kind]}" for kind, amount in sums.items() if amount)
        gain = [f"{sum(sums.values())} credits ({parts})"] if parts else []
        gains = listed([*gain, *_tokens(state, after, other)] or ["nothing"])
        yield said("{who} gains {gains}.", who=who(state, other), gains=gains)


def _tokens(state: State, after: State, other: str) -> list[str]:
    """Tokens of bonuses and, for the last one left, of the caches on the map."""
    was, now = state.players[other].reserve, after.players[other].reserve
    found = (("fuel", now.fuel - was.fuel), ("ammunition", now.ammunition - was.ammunition))
    return [f"{n} {name}" for name, n in found if n > 0]


def _over(state: State, after: State, me: str) -> Iterator[str]:
    if len(state.playing) == 2:
        yield "The scenario ends with this: only one company is left in it."
    elif _ends(after):
        yield "The scenario ends with this."
    if after.players[me].status == "eliminated":
        yield "That leaves you no liquid assets: you are out of the campaign."
