"""A war as it is looked back on: morale line by line, what turned it, luck in the charges, the best card."""

from collections.abc import Iterator, Mapping

from companion.engine.film import Best, Film, Replay, Replayed, Turning
from companion.engine.luck import Throw, weights_of
from companion.engine.wire import Json
from companion.engine.wording import count, listed, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, DIRECTION, OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.frontal_charge_odds import ROLLS
from companion.games.scarper.screens.frame import changes
from companion.games.scarper.screens.over import course
from companion.games.scarper.screens.stations import scored_now, scoring_now
from companion.games.scarper.state import State

BY_NAME: Mapping[str, Side] = {SIDE_NAMES[side]: side for side in SIDES}


def turnings(replay: Replay) -> Iterator[Turning]:
    """Every line that moved the morale marker."""
    for each in replay:
        net = each.after.morale - each.before.morale if each.before else 0
        if net:
            side = "allied" if net > 0 else "german"
            small = " · ".join(filter(None, (str(each.before.year), _why(each, net))))
            yield Turning(each.number, "", small, signed(abs(net)), side, abs(net))


def _why(each: Replayed, net: int) -> str:
    """Where morale came from, where the line does not say it."""
    if each.action["type"] == "score_year":
        gains = scoring_now(each.before)[0].scores
        names = [BATTLEFIELD_NAMES[field] for field, gain in gains.items() if gain * net > 0]
        return listed(names)
    if each.action["type"] == "reveal_missions":
        gains = each.after.history[-1].missions
        return ", ".join(f"{SIDE_NAMES[side]} {gains[side]}" for side in SIDES)
    return ""


def throws(replay: Replay) -> Iterator[Throw]:
    """Every charge, an event's too, as the steps tell it: whether it was won, and how likely that was."""
    for each in replay:
        told = [step["values"] for step in each.steps if "values" in step]
        attacks = [values for values in told if {"roll", "relative"} <= values.keys()]
        defences = [values for values in told if {"roll", "trenches"} <= values.keys()]
        for attack, defence in zip(attacks, defences, strict=False):
            yield _charge(each, attack, defence)


def _charge(each: Replayed, attack: Mapping[str, Json], defence: Mapping[str, Json]) -> Throw:
    ahead = attack["relative"] + attack["cards"] - defence["bonus"] - defence["cards"]
    won = ROLLS.chance(lambda margin: margin + ahead > 0)
    side = BY_NAME[attack["side"]]
    return Throw(
        number=each.number,
        moment=str(each.after.year),
        by=side,
        at=OTHER[side],
        words=f"{SIDE_NAMES[side]} charge",
        dice=f"{_die(attack)} against {_die(defence)}",
        weights=weights_of((1 - won, won)),
        got=int(attack["total"] > defence["total"]),
    )


def _die(values: Mapping[str, Json]) -> str:
    bonus = values["total"] - values["roll"]
    return f"{values['roll']} {signed(bonus)}" if bonus else str(values["roll"])


def best(replay: Replay) -> Iterator[Best]:
    """The event that bettered most what its side would have at the year's end."""
    events = [each for each in replay if each.before and each.action["type"] == "resolve_event"]
    found = max(events, key=_bettered, default=None)
    if found is None or _bettered(found) <= 0:
        return
    side, turn = found.action["side"], found.before.turn
    told = listed(changes(found.before, found.after)) or count(_bettered(found), "space") + " of morale"
    small = f"{found.before.year} · {told}"
    yield Best("Best card", found.number, found.before.box.cards[turn.card].title, small, side)


def _bettered(each: Replayed) -> int:
    if each.before.turn is None or each.before.turn.card not in each.before.box.cards:
        return 0
    return DIRECTION[each.action["side"]] * (scored_now(each.after) - scored_now(each.before))


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="morale",
    throws=throws,
    thrown="Charges won",
    best=best,
)
