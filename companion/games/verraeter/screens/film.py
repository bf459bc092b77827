"""A game that is over: who has won, who betrayed whom, points line by line, and what turned it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.engine.film import Best, Chart, Drawing, Film, Label, Replay, Series, Turning, on_screen
from companion.engine.game import Scene
from companion.engine.stage import Fold, Icon, Own, Question, Row, Rows, Words, phrase
from companion.engine.step import Several
from companion.engine.wording import percent, signed
from companion.games.verraeter.screens.board import land_name, person, seat_of
from companion.games.verraeter.screens.conflict import Conflict, conflicts
from companion.games.verraeter.state import State, spoken


def rounds(trail: Sequence[State]) -> list[State]:
    """The first state, and that after each conflict; at the end the last."""
    settled = [
        after for before, after in pairwise(trail) if before.phase == "reveal" and after.phase != "reveal"
    ]
    return [*trail[:1], *settled]


def chart(scene: Scene[State]) -> Drawing | None:
    """The lines, or None before the first conflict."""
    state, points = scene.state, rounds(scene.trail)
    if len(points) < 2:
        return None
    series = [_score_line(state, who, [each.player(who).vp for each in points]) for who in state.ids]
    words = "; ".join(f"{each.name} {each.words}" for each in series)
    return on_screen(Chart(told=f"Points: {words}", series=series, labels=_labels(state, len(points))))


def _score_line(state: State, who: str, values: list[int]) -> Series:
    rows = state.result["scores"] if state.result else ()
    values += [row["total"] for row in rows if row["player"] == who]
    them = person(state, who)
    return Series(them["name"], values, look=them["seat"], words=str(values[-1]))


def _labels(state: State, rounds: int) -> list[Label]:
    end = [Label(rounds, rounds, "end")] if state.result else []
    return [*(Label(n, n, str(n)) for n in range(1, rounds)), *end]


def finished_question(scene: Scene[State]) -> Question:
    state, fought = scene.state, tuple(conflicts(scene.trail))
    winners = [spoken(who) for who in state.result["winners"]]
    won = phrase("{who} wins", who=winners[0]) if len(winners) == 1 else phrase(
        "{who} share the victory", who=Several(winners))  # fmt: skip
    drawn = chart(scene)
    lines = (Own(template="verraeter/chart.html", values={"chart": drawn}),) if drawn else ()
    pieces_ = (Fold(id="conflicts", title="Who betrayed whom", open=True, pieces=(betrayals(fought),)),
            Fold(id="vain", title="Supply", pieces=(in_vain(state, fought),))) if fought else ()  # fmt: skip
    rows = tuple(
        Row(
            (
                phrase("{rank}. {who}", rank=row["rank"], who=spoken(row["player"])),
                str(row["vp"]),
                phrase("{offices} × {counted}", offices=row["offices"], counted=row["counted"]),
                str(row["total"]),
            ),
            state.player(row["player"]).allegiance,
            row["rank"] == 1,
        )
        for row in state.result["scores"]
    )
    scores = Rows(label="The score", head=("Player", "Points", "Offices × supply", "Total"), rows=rows)
    return Question(
        kind="finished",
        title=won,
        under=_why(state),
        icon=Icon("trophy"),
        pieces=(scores, *lines, *pieces_),
        missing="The game is over",
    )


def betrayals(fought: Sequence[Conflict]) -> Rows:
    """Each round: who changed sides, what turned, and by what margin."""
    rows = tuple(
        Row((str(each.before.round), _betrayal(each), _land_turned(each)), each.result["winner"] or "")
        for each in fought
    )
    return Rows(label="The conflicts", head=("Round", "Betrayal", "Turned"), rows=rows)


def _betrayal(conflict: Conflict) -> Words:
    who = conflict.traitor
    if who is None:
        return "nobody"
    house = conflict.before.words.houses[conflict.before.player(who).allegiance]
    return phrase("{who} the {house}", who=spoken(who), house=house)


def _land_turned(conflict: Conflict) -> Words:
    result = conflict.result
    if result["winner"] is None:
        return "a tie"
    return phrase(
        "{land}, by {margin}", land=land_name(conflict.before, result["flipped"]), margin=result["margin"]
    )


def in_vain(state: State, fought: Sequence[Conflict]) -> Rows:
    """How much supply each played, and how much of it for a house that lost."""
    played, lost = Counter[str](), Counter[str]()
    for conflict in fought:
        for each in conflict.before.players:
            spent, house = sum(each.played or ()), conflict.result["allegiances"][each.id]
            played[each.id] += spent
            lost[each.id] += spent if conflict.result["winner"] != house else 0
    rows = tuple(
        Row((spoken(who), str(played[who]), str(lost[who]), percent(lost[who] / max(1, played[who]))))
        for who in state.ids
    )
    return Rows(label="Supply spent", head=("Player", "Played", "In vain", "Share"), rows=rows)


def _why(state: State) -> Words:
    if state.one_house():
        return phrase(
            "All twelve landscapes show the {house}.", house=state.words.houses[state.circle[0].house]
        )
    return phrase("Round {round} was the last.", round=state.round)


BETRAYAL = 1
"""What a betrayal weighs beside the points that it moves."""


def course(trail: Sequence[State]) -> Chart:
    """Everybody's points after every line, the last with what the end gave; under them the rounds."""
    first = trail[0]
    series = [_points_line(trail, who, spoken(who)) for who in first.ids]
    words = "; ".join(f"{each.name} {each.words}" for each in series)
    return Chart(told=f"Points: {words}", series=series, labels=_rounds(trail), stepped=True, parted=True)


def _points_line(trail: Sequence[State], who: str, name: str) -> Series:
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
        yield _turning(number, conflict)
    end = replay[-1]
    if end.after.result:
        row = max(end.after.result["scores"], key=lambda row: row["total"] - row["vp"])
        gain = row["total"] - row["vp"]
        words = phrase("{who} gains most at the end", who=spoken(row["player"]))
        small = phrase("{offices} × {counted} supply", offices=row["offices"], counted=row["counted"])
        yield Turning(end.number, words, small, signed(gain), seat_of(end.after, row["player"]), gain)


def _turning(number: int, conflict: Conflict) -> Turning:
    result, before, who = conflict.result, conflict.before, conflict.traitor
    gains = {player: row["total"] for player, row in result["vp"].items()}
    most = max(gains.values())
    winners = [player for player, gain in gains.items() if gain == most]
    best = Several(spoken(each) for each in winners)
    words: Words = phrase("{who} {n:wins|win} most", who=best, n=len(winners)) if most else "Nobody wins"
    if who is not None:
        house = before.words.houses[before.player(who).allegiance]
        words = phrase("{who} betrays the {house}", who=spoken(who), house=house)
    land = "a tie"
    if result["winner"] is not None:
        land = f"{land_name(before, result['flipped'])}, by {result['margin']}"
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
        if conflict.result["winner"] not in (None, conflict.result["allegiances"][each.id])
    ]
    spent, number, who, conflict = max(lost, key=lambda row: row[0], default=(0, 0, "", None))
    if conflict is not None and spent:
        words = phrase("{who} lays down {n} in vain", who=spoken(who), n=spent)
        side = seat_of(conflict.before, who)
        yield Best("Dearest deed", number, words, f"round {conflict.before.round}", side)


FILM: Film[State] = Film(course=course, turnings=turnings, weighed="points", best=dearest, look=seat_of)
