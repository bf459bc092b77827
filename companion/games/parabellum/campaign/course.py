"""The course of a campaign: scenarios begin and end, objectives change hands, companies leave (T1, E1–E4)."""

from collections.abc import Callable, Iterator, Mapping

from companion.engine.campaign.annals import Happening, Passage, Tone
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.called import called, titled
from companion.games.parabellum.campaign.fallen import fallen
from companion.games.parabellum.campaign.fights import UNIT_GONE, because
from companion.games.parabellum.campaign.moments import moment
from companion.games.parabellum.rules.course.withdrawing import units_left
from companion.games.parabellum.state import State

OBJECTIVE, LEAVING, CREDITS = 10, 20, 20
"""What an objective and a company's leaving weigh, and how many credits weigh as much as one person."""
PAID_ALOUD = ("bonus", "salvage", "penalty")


def turns(passage: Passage) -> bool:
    """Whether objectives, the phase of the campaign or somebody's place in it changed in a line."""
    before, after = passage.before, passage.after
    if before is None or before.phase == "choose_next":
        return True
    return len(before.history) < len(after.history) or _done(before) != _done(after)


def _done(state: State) -> Mapping[str, tuple[str, ...]]:
    return {name: standing.done for name, standing in state.objectives.items()}


def course(passage: Passage) -> Iterator[Happening]:
    """What a line changed in the course of things, sentence by sentence."""
    if passage.before is None:
        yield _opening(passage)
        return
    tell = TELLERS.get(passage.action.get("type"))
    if tell is not None:
        yield tell(passage)
    if passage.before.scenario == passage.after.scenario:
        yield from _objectives(passage)
    if len(passage.before.history) < len(passage.after.history):
        yield from _end(passage)
    if passage.after.phase == "over":
        yield _over(passage)


def _line(passage: Passage, tone: Tone, words: str, **values: object) -> Happening:
    return Happening((passage.number,), moment(passage), tone, words, values)


def _opening(passage: Passage) -> Happening:
    state: State = passage.after
    words = "{name} begins with {who}, {budget} credits each."
    who = listed(called(state, player) for player in state.seated)
    return _line(passage, "course", words, name=state.binder.name, who=who, budget=state.binder.budget)


def _turn_order(passage: Passage) -> Happening:
    state: State = passage.after
    first, *others = (called(state, player) for player in state.order)
    words = "{first} wins the dice for turn order and goes first, then {others}."
    return _line(passage, "course", words, first=first, others=listed(others))


def _choose(passage: Passage) -> Happening:
    state: State = passage.after
    who = called(state, passage.action["player"])
    return _line(passage, "course", "{who} chooses {way}.", who=who, way=titled(state, state.scenario))


def _withdraw(passage: Passage) -> Happening:
    state, player = passage.before, passage.action["player"]
    left = len(units_left(state, player))
    others = [line for line in passage.after.ledger[len(state.ledger) :] if line.kind == "share"]
    share = others[0].amount if others else 0
    words = "{who} withdraws"
    words += " and leaves {left} behind, worth {share} credits to each still in." if share else "."
    told = _line(passage, "end", words, who=called(state, player), left=count(left, "unit"), share=share)
    paid = f" and {share} credits to each" if share else ""
    return told._replace(weight=LEAVING + share // CREDITS, because=f"a company leaves{paid}")


def _abstain(passage: Passage) -> Happening:
    who = called(passage.before, passage.action["player"])
    told = _line(passage, "end", "{who} leaves the campaign.", who=who)
    return told._replace(weight=LEAVING, because="a company leaves")


def _adjust(passage: Passage) -> Happening:
    """The table's own correction; its reason was said aloud, its numbers were not."""
    lost = list(fallen(passage))
    people, gone = sum(each.people for each in lost), sum(each.gone for each in lost)
    who = called(passage.before, passage.action["player"])
    words = "The table sets something by hand for {who}: “{reason}”."
    told = _line(passage, "course", words, who=who, reason=passage.action["reason"])
    return told._replace(weight=people + UNIT_GONE * gone, because=because(people, gone))


TELLERS: Mapping[str, Callable[[Passage], Happening]] = {
    "turn_order": _turn_order,
    "choose": _choose,
    "withdraw": _withdraw,
    "abstain": _abstain,
    "adjust": _adjust,
}


def _objectives(passage: Passage) -> Iterator[Happening]:
    before, after = passage.before, passage.after
    for objective in after.booklet.objectives:
        had, has = before.objectives[objective.id].done, after.objectives[objective.id].done
        for player in after.seated:
            if (player in had) == (player in has):
                continue
            words = "{who} completes “{goal}”." if player in has else "{who} loses “{goal}” again."
            won = player in has
            told = _line(passage, "goal", words, who=called(after, player), goal=objective.name, won=won)
            yield told._replace(weight=OBJECTIVE, because=f"an objective {'won' if won else 'lost'}")


ENDED = {
    "withdrawal": "{what}, is over after {rounds}: only one company is left on the field.",
    "rounds": "{what}, is over: its {rounds} are played.",
    "objective": "{what}, is over after {rounds}: an objective ends it.",
    "manual": "{what}, is over after {rounds}: the table ends it.",
}


def _end(passage: Passage) -> Iterator[Happening]:
    state: State = passage.after
    chapter = state.history[-1]
    rounds = count(chapter.rounds, "round")
    yield _line(passage, "end", ENDED[chapter.ended_by], what=_scenario(state), rounds=rounds)
    for player in state.seated:
        yield from _settled(passage, player)
    for player in chapter.eliminated:
        told = _line(passage, "end", "{who} has nothing left and is out.", who=called(state, player))
        yield told._replace(weight=LEAVING, because="a company leaves")
    if state.choosers:
        words = "{who} is to choose what comes next."
        yield _line(passage, "end", words, who=called(state, state.choosers[0]))


def _scenario(state: State) -> str:
    return f"Scenario {state.scenario.upper()}, {state.booklet.name}"


def _settled(passage: Passage, player: str) -> Iterator[Happening]:
    """What was paid before everybody when a scenario ended (R41, R50)."""
    lines = passage.after.ledger[len(passage.before.ledger) :]
    paid = [each.amount for each in lines if each.player == player and each.kind in PAID_ALOUD]
    earned, fined = sum(n for n in paid if n > 0), -sum(n for n in paid if n < 0)
    if not paid:
        return
    parts = ["is paid {earned} credits"] if earned else []
    parts += ["pays {fined} in penalties" if earned else "pays {fined} credits in penalties"] if fined else []
    words = "{who} " + " and ".join(parts) + "."
    who = called(passage.after, player)
    told = _line(passage, "money", words, who=who, earned=earned, fined=fined)
    swing = abs(earned - fined)
    yield told._replace(weight=swing // CREDITS, because=f"a settlement of {swing} credits")


def _over(passage: Passage) -> Happening:
    state: State = passage.after
    if state.winner is None:
        return _line(passage, "end", "The campaign is over; nobody has anything left.")
    return _line(passage, "end", "{who} wins the campaign.", who=called(state, state.winner))
