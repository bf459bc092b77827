"""A game as it is looked back on: everybody's points line by line, the conflicts that turned it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.engine.called import Several
from companion.engine.chart import Chart, Label, Series
from companion.engine.film import Best, Film, Replay, Turning
from companion.engine.stage import Words, said
from companion.engine.wording import signed
from companion.games.verraeter.screens.people import land_name, person, seat_of
from companion.games.verraeter.screens.story import Conflict
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

BETRAYAL = 1
"""What a betrayal weighs beside the points that it moves."""


def course(trail: Sequence[State]) -> Chart:
    """Everybody's points after every line, the last with what the end gave; under them the rounds."""
    first = trail[0]
    series = [_line(trail, who, person(first, who)["name"]) for who in first.ids]
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    return Chart(told=f"Points: {told}", series=series, labels=_rounds(trail), stepped=True, parted=True)


def _line(trail: Sequence[State], who: str, name: str) -> Series:
    values = [_points(state, who) for state in trail]
    return Series(name, values, look=seat_of(trail[0], who), words=str(values[-1]))


def _points(state: State, who: str) -> int:
    rows = state.result["scores"] if state.result else ()
    return next((row["total"] for row in rows if row["player"] == who), state.player(who).vp)


def _rounds(trail: Sequence[State]) -> list[Label]:
    starts = [n for n, state in enumerate(trail) if n == 0 or state.round != trail[n - 1].round]
    return [Label(n, end, str(trail[n].round)) for n, end in pairwise([*starts, len(trail)])]


def _fought(replay: Replay) -> Iterator[tuple[int, Conflict]]:
    for each in replay:
        if each.before and each.before.phase == "reveal" and each.after.phase != "reveal":
            yield each.number, Conflict(each.before, each.after)


def turnings(replay: Replay) -> Iterator[Turning]:
    """Every conflict, by its points and whether somebody changed sides; and the last reckoning."""
    for number, conflict in _fought(replay):
        yield _turned(number, conflict)
    end = replay[-1]
    if end.after.result:
        row = max(end.after.result["scores"], key=lambda row: row["total"] - row["vp"])
        gain = row["total"] - row["vp"]
        words = said("{who} gains most at the end", who=spoken(row["player"]))
        small = said("{offices} × {counted} supply", offices=row["offices"], counted=row["counted"])
        yield Turning(end.number, words, small, signed(gain), seat_of(end.after, row["player"]), gain)


def _turned(number: int, conflict: Conflict) -> Turning:
    told, before, who = conflict.told, conflict.before, conflict.traitor
    gains = {player: row["total"] for player, row in told["vp"].items()}
    most = max(gains.values())
    winners = [player for player, gain in gains.items() if gain == most]
    best = Several(spoken(each) for each in winners)
    words: Words = said("{who} {n:wins|win} most", who=best, n=len(winners)) if most else "Nobody wins"
    if who is not None:
        house = before.words.houses[before.player(who).allegiance]
        words = said("{who} betrays the {house}", who=spoken(who), house=house)
    land = "a tie"
    if told["winner"] is not None:
        land = f"{land_name(before, told['flipped'])}, by {told['margin']}"
    return Turning(
        number=number,
        words=words,
        small=f"round {before.round} · {land}",
        gain=signed(most),
        side=seat_of(before, winners[0]),
        weight=sum(gains.values()) + BETRAYAL * (who is not None),
    )


def dearest(replay: Replay) -> Iterator[Best]:
    """The most supply that one player laid down for a house that lost."""
    lost = [
        (sum(each.played or ()), number, each.id, conflict)
        for number, conflict in _fought(replay)
        for each in conflict.before.players
        if conflict.told["winner"] not in (None, conflict.told["allegiances"][each.id])
    ]
    spent, number, who, conflict = max(lost, key=lambda row: row[0], default=(0, 0, "", None))
    if conflict is not None and spent:
        words = said("{who} lays down {n} in vain", who=spoken(who), n=spent)
        side = seat_of(conflict.before, who)
        yield Best("Dearest deed", number, words, f"round {conflict.before.round}", side)


FILM: Film[State] = Film(course=course, turnings=turnings, weighed="points", best=dearest, look=seat_of)
