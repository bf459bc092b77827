"""A war that is over: who won and how, year by year, what turned it, luck in the charges."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Label, Series, on_screen
from companion.engine.dice import Throw, weights_of
from companion.engine.film import Best, Film, Replay, Replayed, Turning
from companion.engine.game import Scene
from companion.engine.stage import Icon, Own, Question, Row, Rows, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, listed, signed
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    DIRECTION,
    MORALE_END,
    OTHER,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.procedures.attacks import ROLLS
from companion.games.scarper.screens.board import all_of
from companion.games.scarper.screens.year import changes, lead_words, scored_now, scoring_now
from companion.games.scarper.state import State, YearRecord

HOW = {
    "direct": "The enemy's morale is broken: the marker reached 15.",
    "attrition": "By attrition: ahead when 1918 was scored.",
    "resignation": "The other side gave up.",
}


def over_question(scene: Scene[State]) -> Question:
    """The final result."""
    state = scene.state
    winner = state.winner or "draw"
    level = winner == "draw"
    how = "After 1918 the marker stands on 0." if level else HOW[state.win_by or "attrition"]
    won: Words = "The war ends in a draw"
    if winner != "draw":
        won = said("{who} wins the war", who=all_of(winner))
    return Question(
        kind="over",
        title=won,
        under=how,
        icon=Icon("truce" if level else "trophy"),
        side="" if level else winner,
        pieces=(
            Own(template="stage/chart.html", values={"chart": on_screen(course(scene.trail or (state,)))}),
            *((_years_table(state.history),) if state.history else ()),
        ),
        missing="The war is over",
        opens="full",
    )


def _years_table(history: Sequence[YearRecord]) -> Rows:
    """What each year gave, and where the marker then stood."""
    head = ("Year", "Missions", "Fields", "Propag.", "Economy", "Morale")
    return Rows(label="Year by year", head=head, rows=tuple(_year(each) for each in history))


def _year(record: YearRecord) -> Row:
    gains, tracks = record.missions, record.tracks
    nets: list[int | None] = [gains.allied - gains.german, None, None, None]
    if tracks:
        fields = tracks.battlefields.allied - tracks.battlefields.german
        nets[1:] = [fields, tracks.propaganda, tracks.economy + tracks.ongoing]
    cells = ("–" if net is None else _short(net) for net in nets)
    return Row((str(record.year), *cells, _short(record.morale)))


def _short(net: int) -> str:
    """Whose, and how much, where there is little room.

    >>> _short(3), _short(-1), _short(0)
    ('A 3', 'G 1', '0')
    """
    return f"{'A' if net > 0 else 'G'} {abs(net)}" if net else "0"


def course(trail: Sequence[State]) -> Chart:
    """Morale after every line of the journal, a stepped line; the German lead is on top, as on the board."""
    levels = range(-MORALE_END, MORALE_END + 1, 5)
    return Chart(
        told="Morale over the war: " + ", ".join(_turning(trail)),
        series=(Series("Morale", [-state.morale for state in trail]),),
        labels=_years(trail),
        levels={level: str(abs(level)) for level in levels},
        stepped=True,
        parted=True,
        filled=("german", "allied"),
    )


def _years(trail: Sequence[State]) -> list[Label]:
    starts = [n for n, state in enumerate(trail) if n == 0 or state.year != trail[n - 1].year]
    return [Label(n, end, str(trail[n].year)) for n, end in pairwise([*starts, len(trail)])]


def _turning(trail: Sequence[State]) -> list[str]:
    ends = [state for n, state in enumerate(trail) if n + 1 == len(trail) or trail[n + 1].year != state.year]
    return [f"{state.year} ends on {lead_words(state.morale)}" for state in ends]


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
