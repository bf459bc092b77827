"""The year and the war on the screens: the bar, what changed, a year's end as a walk, a war that is over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from companion.engine import stage
from companion.engine.dice import Throw, weights_of
from companion.engine.film import Best, Chart, Film, Label, Replay, Replayed, Series, Turning, on_screen
from companion.engine.game import Scene
from companion.engine.scene import NOBODY
from companion.engine.stage import Icon, Own, Question, Row, Rows, Words, phrase
from companion.engine.wording import Plate, Values, count, listed, signed, tap
from companion.games.scarper import data
from companion.games.scarper.procedures.attacks import ROLLS
from companion.games.scarper.procedures.year import Markers, Scored, held, moved_markers, scored
from companion.games.scarper.screens.board import Taps, all_of
from companion.games.scarper.screens.cards import verdicts
from companion.games.scarper.state import PerSide, State, Table, YearRecord


@dataclass(frozen=True, slots=True)
class Station:
    """One thing of a year's end: what it gives (positive for the Allied side), the morale before and after.

    `why` says where the gain comes from; `met` of a mission whether it succeeded (None: the table judged).
    `total` is that this is the sum of those before it, and `moved` that a card moved a marker.
    """

    name: str
    why: str = ""
    net: int = 0
    was: int = 0
    now: int = 0
    battlefield: str = ""
    mission: str = ""
    met: bool | None = None
    total: bool = False
    moved: bool = False

    @property
    def counts(self) -> bool:
        return bool(self.net or self.mission or self.total or self.moved)


def stations(scene: Table) -> tuple[Station, ...]:
    """All of a revealed year, in the order in which it is counted (4.3 E, F)."""
    state, record = scene.state, scene.state.history[-1]
    before = _morale_before(scene, record)
    with_missions = state.options.ongoing_at == "missions"
    cards = tuple(_cards(_before_reveal(scene) if with_missions else state))
    gains = record.missions
    missions = _running(_missions(state, record), before)
    sum_ = Station("Missions", _sums(gains), gains.allied - gains.german, before, record.morale, total=True)
    sums, markers = scoring_now(state)
    fields = [
        Station(
            name=data.BATTLEFIELD_NAMES[name],
            why=f"{count(abs(state.battlefields[name].frontline), 'space')} gained".capitalize(),
            net=sums.scores[name],
            battlefield=name,
        )
        for name in data.BATTLEFIELDS
    ]
    track_stations = [
        *fields,
        Station("Propaganda", _sums(markers.propaganda), sums.propaganda),
        Station("Economy", _sums(markers.economy), sums.economy),
        Station("Cards in play", "Morale that they give each year", sums.ongoing),
    ]
    tracks = _running(track_stations, record.morale)
    last = held(record.morale + sum(each.net for each in tracks))
    year = Station("The year", "All of it in one move", last - record.morale, record.morale, last, total=True)
    placed = [replace(each, was=before, now=before) for each in cards]
    later = [replace(each, was=record.morale, now=record.morale) for each in cards]
    head, middle = (placed, []) if with_missions else ([], later)
    return (*head, *missions, sum_, *middle, *tracks, year)


def beats(before: State, after: State) -> int:
    """In how many beats a revealed year is told; 0 where no year was revealed."""
    if before.phase != "reveal" or after.phase != "scoring":
        return 0
    year = Scene(after, NOBODY, "tv", trail=(before, after))
    return sum(each.counts for each in stations(year))


def so_far(before: State, after: State, shown: int) -> State:
    """The table as all know it while that goes on: its missions lie face down."""
    return before if shown < beats(before, after) else after


def scoring_now(state: State) -> tuple[Scored, Markers]:
    """What phase F would give on the board as it stands, missions left out, and the tracks that it counts."""
    moved_already = state.options.ongoing_at == "missions" and state.phase == "scoring"
    markers = Markers(state.propaganda, state.economy) if moved_already else moved_markers(state)
    return scored(state, markers.propaganda, markers.economy), markers


def scored_now(state: State) -> int:
    """Where the marker would stand if the year were scored now, the missions apart."""
    return held(state.morale + scoring_now(state)[0].net)


def _running(stops: Sequence[Station], start: int) -> list[Station]:
    sums = list(accumulate((each.net for each in stops), initial=start))
    return [replace(each, was=sums[n], now=sums[n + 1]) for n, each in enumerate(stops)]


def _before_reveal(scene: Table) -> State:
    """The year's last state before its missions lay open, where the scene reaches so far back."""
    year = scene.state.year
    earlier = (past for past in reversed(scene.trail) if past.year == year and past.phase == "reveal")
    return next(earlier, scene.state)


def _morale_before(scene: Table, record: YearRecord) -> int:
    before = _before_reveal(scene)
    if before.phase == "reveal":
        return before.morale
    return record.morale - record.missions.allied + record.missions.german


def _cards(state: State) -> Iterator[Station]:
    for step in moved_markers(state).steps:
        if step.values["was"] != step.values["now"]:
            yield Station(
                str(step.values["title"]), "{side} {what} {was} → {now}".format(**step.values), moved=True
            )


def _missions(state: State, record: YearRecord) -> list[Station]:
    return [
        Station(
            name=state.box.missions[each].title,
            why=state.box.missions[each].text,
            net=_mission_gain(state, side, met),
            mission=each,
            met=met,
        )
        for side in data.SIDES
        for each, met in verdicts(state, side, record.revealed[side]).items()
    ]


def _mission_gain(state: State, side: data.Side, met: bool | None) -> int:
    """What a mission gives, positive for the Allied side; 0 where the table judged it."""
    if met is None:
        return 0
    return data.DIRECTION[side] * (state.options.mission_success if met else -state.options.mission_failure)


def _sums(pair: PerSide[int]) -> str:
    return ", ".join(f"{data.SIDE_NAMES[side]} {pair[side]}" for side in data.SIDES)


def scoring_question(scene: Table) -> tuple[stage.Question, Taps, int]:
    """The walk over a revealed year, what it marks on the board, and where the marker stands at this stop."""
    every = stations(scene)
    stops = [each for each in every if each.counts]
    beat = stage.beats_shown(scene.walk, len(stops))
    stop = stops[beat - 1] if beat else None
    walks = beat < len(stops)
    main, lesser = (
        stage.ways_on(scene, beat, len(stops), stage.phrase("Next: {name}", name=stops[beat].name))
        if walks
        else (_move(scene, stops), ())
    )
    rows = tuple(_row(each, n, beat) for n, each in enumerate(stops, 1))
    names = [each.name for each in every if not each.counts]
    nothing = (stage.Note(stage.phrase("Nothing from {names}.", names=listed(names))),) if names else ()
    question = stage.Question(
        kind="scoring",
        rule="phase-scoring",
        title=stop.name if stop and walks else stage.phrase("The reckoning of {year}", year=scene.state.year),
        under=stage.phrase("{n} of {stops}", n=beat, stops=len(stops)) if stop else "",
        icon=stage.Icon("mission") if stop and stop.mission else stage.Icon("trophy"),
        side=data.ahead(stop.net) if stop else "",
        pieces=(*_stop_pieces(stop), stage.Rows(label="What each thing gave", rows=rows), *nothing),
        main=main,
        lesser=lesser,
        missing="Those who play walk on",
        to="walk" if walks else "act",
    )
    marked = Taps(chosen=frozenset({stop.battlefield} - {""} if stop else ()))
    return question, marked, stop.now if stop else every[0].was


def _move(scene: Table, stops: Sequence[Station]) -> stage.Deed | None:
    if not scene.may_act:
        return None
    year = stops[-1]
    moves = stage.phrase("{was} → {now}", was=data.lead(year.was), now=data.lead(year.now))
    return stage.Deed(words="Move the marker", small=moves, action=tap({"type": "score_year"}))


def _stop_pieces(stop: Station | None) -> tuple[stage.Piece, ...]:
    if stop is None:
        return (
            stage.Lead("The missions lie open. Walk through what each thing gave, or take it all at once."),
        )
    morale = stage.phrase("{was} → {now}", was=data.lead(stop.was), now=data.lead(stop.now))
    gained = stage.Fact("Gained", _gain_shown(stop), side=data.ahead(stop.net), rule="scored-now")
    facts = (gained,) if stop.was == stop.now else (gained, stage.Fact("Morale", morale, rule="morale"))
    why = (stage.Lead(stop.why),) if stop.why else ()
    return why if stop.moved else (stage.Facts(facts), *why)


def _gain_shown(stop: Station) -> stage.Words:
    if not stop.mission:
        return gain_words(stop.net)
    if stop.met is None:
        return "The table has judged it"
    return stage.phrase("{met}: {gain}", met="Met" if stop.met else "Failed", gain=gain_words(stop.net))


def _row(stop: Station, n: int, beat: int) -> stage.Row:
    counted = n <= beat
    cells = stop.name, _value(stop) if counted else "·"
    return stage.Row(cells, side=data.ahead(stop.net) if counted else "", sum=stop.total, here=n == beat)


def _value(stop: Station) -> stage.Words:
    if stop.moved:
        return "a marker"
    return "judged" if stop.mission and stop.met is None else gain_words(stop.net)


def gain_words(net: int) -> str:
    """Who gains how much.

    >>> gain_words(3), gain_words(-1), gain_words(0)
    ('Allied +3', 'German +1', '0')
    """
    return f"{data.SIDE_NAMES[data.ahead(net)]} {signed(abs(net))}" if net else "0"


END = {True: "German", False: "Allied"}
GAINS = {True: "Allies", False: "Germans"}
"""Who gains ground where a line is pushed towards which end."""

NEAR = 4
"""So many spaces from 15, and the table is warned."""


def bar(state: State, acting: data.Side | None, hand: data.Side | None) -> stage.Bar:
    phase = data.PHASE_NAMES[state.phase]
    return stage.Bar(
        title=data.TITLE,
        plate=str(state.year),
        phase=phase,
        turn=_turn(state, acting),
        hand=hand,
        rule=f"phase-{state.phase}",
    )


def _turn(state: State, acting: data.Side | None) -> stage.Turn | None:
    if state.phase == "rounds" and state.turn:
        side = state.turn.side
        words = f"{data.SIDE_NAMES[side]} {state.rounds_done[side] + 1}/{data.ROUNDS[state.year]}"
        return stage.Turn(words, side)
    side_ = (state.turn.side if state.turn else acting) or ""
    return stage.Turn(f"{data.SIDE_NAMES[acting]} decides", side_) if acting else None


def warnings(scene: Table) -> list[str]:
    state = scene.state
    return [*_near_victory(state), *_last_round(state)]


def _near_victory(state: State) -> list[str]:
    left = data.MORALE_END - abs(state.morale)
    if state.phase == "over" or not 0 < left <= NEAR:
        return []
    when = "at once" if state.options.direct_victory == "any_time" else "at the year's end"
    return [f"{data.SIDE_NAMES[data.ahead(state.morale)]} needs {left} more morale to win {when}."]


def _last_round(state: State) -> list[str]:
    turn = state.turn
    if not turn or state.rounds_done[turn.side] + 1 < data.ROUNDS[state.year] or turn.step != "start":
        return []
    if state.year == data.LAST_YEAR:
        return [f"The last round of the war for the {data.SIDE_NAMES[turn.side]} side."]
    held = state.hands[turn.side].count - 1
    kept = f"; {count(held, 'card')} stays in hand for {state.year + 1}" if held == 1 else ""
    return [f"The {data.SIDE_NAMES[turn.side]} side's last round of {state.year}{kept}."]


def changes(before: State, now: State) -> list[str]:
    """What the last action changed on the board and the tracks, in a few words each."""
    return _changed(before, now, "{name}: {spaces} towards the {end} end")


def came(before: State, now: State) -> list[str]:
    """The same as the log says it, shorter: who gained ground."""
    return _changed(before, now, "{name} +{n} to the {gains}")


def _changed(before: State, now: State, moved: str) -> list[str]:
    if before.year != now.year:
        return _morale_change(before, now)
    moves = {
        each: now.battlefields[each].frontline - before.battlefields[each].frontline
        for each in data.BATTLEFIELDS
    }
    pairs = [(side, before.trenches_of(side), now.trenches_of(side)) for side in data.SIDES]
    return [
        *[
            moved.format(
                name=data.BATTLEFIELD_NAMES[each],
                spaces=count(abs(n), "space"),
                n=abs(n),
                end=END[n > 0],
                gains=GAINS[n > 0],
            )
            for each, n in moves.items()
            if n
        ],
        *[f"{data.SIDE_NAMES[side]} trenches {was} → {is_}" for side, was, is_ in pairs if was != is_],
        *_track_changes(before, now),
        *_morale_change(before, now),
    ]


def plates(state: State) -> Iterator[Plate]:
    """The battlefields, and the cards of this box with their points."""
    yield from map(Plate, data.BATTLEFIELD_NAMES.values())
    for card in state.box.cards.values():
        yield Plate(card.title, card.side, str(card.points))


def _track_changes(before: State, now: State) -> list[str]:
    pairs = [("propaganda", before.propaganda, now.propaganda), ("economy", before.economy, now.economy)]
    return [
        f"{data.SIDE_NAMES[side]} {what} {was[side]} → {is_[side]}"
        for what, was, is_ in pairs
        for side in data.SIDES
        if was[side] != is_[side]
    ]


def _morale_change(before: State, now: State) -> list[str]:
    return (
        [f"Morale {data.lead(before.morale)} → {data.lead(now.morale)}"]
        if before.morale != now.morale
        else []
    )


HOW = {
    "direct": "The enemy's morale is broken: the marker reached 15.",
    "attrition": "By attrition: ahead when 1918 was scored.",
    "resignation": "The other side gave up.",
}


def over_question(scene: Table) -> Question:
    state = scene.state
    winner = state.winner or "draw"
    level = winner == "draw"
    how = "After 1918 the marker stands on 0." if level else HOW[state.win_by or "attrition"]
    won: Words = "The war ends in a draw"
    if winner != "draw":
        won = phrase("{who} wins the war", who=all_of(winner))
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
    levels = range(-data.MORALE_END, data.MORALE_END + 1, 5)
    starts = [n for n, state in enumerate(trail) if n == 0 or state.year != trail[n - 1].year]
    ends = [state for n, state in enumerate(trail) if n + 1 == len(trail) or trail[n + 1].year != state.year]
    return Chart(
        told="Morale over the war: "
        + ", ".join([f"{state.year} ends on {data.lead(state.morale)}" for state in ends]),
        series=(Series("Morale", [-state.morale for state in trail]),),
        labels=[Label(n, end, str(trail[n].year)) for n, end in pairwise([*starts, len(trail)])],
        levels={level: str(abs(level)) for level in levels},
        stepped=True,
        parted=True,
        filled=("german", "allied"),
    )


BY_NAME: Mapping[str, data.Side] = {data.SIDE_NAMES[side]: side for side in data.SIDES}


def turnings(replay: Replay) -> Iterator[Turning]:
    for each in replay:
        net = each.after.morale - each.before.morale if each.before else 0
        if net:
            side = data.ahead(net)
            small = " · ".join(filter(None, (str(each.before.year), _why(each, net))))
            yield Turning(each.number, "", small, signed(abs(net)), side, abs(net))


def _why(each: Replayed, net: int) -> str:
    """Where morale came from, where the line does not say it."""
    if each.action["type"] == "score_year":
        gains = scoring_now(each.before)[0].scores
        names = [data.BATTLEFIELD_NAMES[field] for field, gain in gains.items() if gain * net > 0]
        return listed(names)
    if each.action["type"] == "reveal_missions":
        gains = each.after.history[-1].missions
        return ", ".join(f"{data.SIDE_NAMES[side]} {gains[side]}" for side in data.SIDES)
    return ""


def throws(replay: Replay) -> Iterator[Throw]:
    """Every charge, an event's too, as the steps tell it: whether it was won, and how likely that was."""
    for each in replay:
        values_of = [step["values"] for step in each.steps if "values" in step]
        attacks = [values for values in values_of if {"roll", "relative"} <= values.keys()]
        defences = [values for values in values_of if {"roll", "trenches"} <= values.keys()]
        for attack, defence in zip(attacks, defences, strict=False):
            ahead = attack["relative"] + attack["cards"] - defence["bonus"] - defence["cards"]
            won = ROLLS.chance((-ahead).__lt__)
            side = BY_NAME[attack["side"]]
            yield Throw(
                number=each.number,
                moment=str(each.after.year),
                by=side,
                at=data.OTHER[side],
                words=f"{data.SIDE_NAMES[side]} charge",
                dice=f"{_die(attack)} against {_die(defence)}",
                weights=weights_of((1 - won, won)),
                got=int(attack["total"] > defence["total"]),
            )


def _die(values: Values) -> str:
    bonus = values["total"] - values["roll"]
    return f"{values['roll']} {signed(bonus)}" if bonus else str(values["roll"])


def best(replay: Replay) -> Iterator[Best]:
    """The event that bettered most what its side would have at the year's end."""
    events = [each for each in replay if each.before and each.action["type"] == "resolve_event"]
    event = max(events, key=_bettered, default=None)
    if event is None or _bettered(event) <= 0:
        return
    side, turn = event.action["side"], event.before.turn
    gains = listed(changes(event.before, event.after)) or count(_bettered(event), "space") + " of morale"
    small = f"{event.before.year} · {gains}"
    yield Best("Best card", event.number, event.before.box.cards[turn.card].title, small, side)


def _bettered(each: Replayed) -> int:
    if each.before.turn is None or each.before.turn.card not in each.before.box.cards:
        return 0
    return data.DIRECTION[each.action["side"]] * (scored_now(each.after) - scored_now(each.before))


FILM: Film[State] = Film(
    course=course, turnings=turnings, weighed="morale", throws=throws, thrown="Charges won", best=best
)
