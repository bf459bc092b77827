"""The year on the screens: the bar and both sides as it goes, and its end as a walk of all together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from companion.engine.game import Scene, Step
from companion.engine.scene import NOBODY
from companion.engine.stage import (
    Bar,
    Deed,
    Fact,
    Facts,
    Icon,
    Lead,
    Note,
    Piece,
    Question,
    Row,
    Rows,
    Turn,
    Words,
    beats_shown,
    said,
    ways_on,
)
from companion.engine.wording import count, listed, signed, tap
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    DIRECTION,
    LAST_YEAR,
    MORALE_END,
    PHASE_NAMES,
    ROUNDS,
    SIDE_NAMES,
    SIDES,
    TITLE,
    Side,
)
from companion.games.scarper.procedures.year import Markers, Scored, held, moved_markers, scored
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import verdicts
from companion.games.scarper.state import PerSide, State, YearRecord


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
        """Whether it did anything."""
        return bool(self.net or self.mission or self.total or self.moved)


def stations(scene: Scene[State]) -> tuple[Station, ...]:
    """All of a revealed year, in the order in which it is counted (4.3 E, F)."""
    state, record = scene.state, scene.state.history[-1]
    before = _morale_before(scene, record)
    with_missions = state.options.ongoing_at == "missions"
    cards = tuple(_cards(_before_reveal(scene) if with_missions else state))
    gains = record.missions
    missions = _running(_missions(state, record), before)
    sum_ = Station("Missions", _sums(gains), gains.allied - gains.german, before, record.morale, total=True)
    tracks = _running(_track_stations(state), record.morale)
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


def _running(found: Sequence[Station], start: int) -> list[Station]:
    """Each with the morale as far as it is counted."""
    sums = list(accumulate((each.net for each in found), initial=start))
    return [replace(each, was=sums[n], now=sums[n + 1]) for n, each in enumerate(found)]


def _before_reveal(scene: Scene[State]) -> State:
    """The year's last state before its missions lay open, where the scene reaches so far back."""
    year = scene.state.year
    known = (past for past in reversed(scene.trail) if past.year == year and past.phase == "reveal")
    return next(known, scene.state)


def _morale_before(scene: Scene[State], record: YearRecord) -> int:
    before = _before_reveal(scene)
    if before.phase == "reveal":
        return before.morale
    return record.morale - record.missions.allied + record.missions.german


def _cards(state: State) -> Iterator[Station]:
    """The markers that cards in play moved, one by one (7.1)."""
    for step in moved_markers(state).steps:
        if step.values["was"] != step.values["now"]:
            yield Station(str(step.values["title"]), _marker(step), moved=True)


def _marker(step: Step) -> str:
    return "{side} {what} {was} → {now}".format(**step.values)


def _missions(state: State, record: YearRecord) -> list[Station]:
    return [
        Station(
            name=state.box.missions[each].title,
            why=state.box.missions[each].text,
            net=_mission_gain(state, side, met),
            mission=each,
            met=met,
        )
        for side in SIDES
        for each, met in verdicts(state, side, record.revealed[side]).items()
    ]


def _mission_gain(state: State, side: Side, met: bool | None) -> int:
    """What a mission gives, positive for the Allied side; 0 where the table judged it."""
    if met is None:
        return 0
    return DIRECTION[side] * (state.options.mission_success if met else -state.options.mission_failure)


def _track_stations(state: State) -> list[Station]:
    """Phase F."""
    found, markers = scoring_now(state)
    fields = [
        Station(
            name=BATTLEFIELD_NAMES[name],
            why=_gained(state.battlefields[name].frontline),
            net=found.scores[name],
            battlefield=name,
        )
        for name in BATTLEFIELDS
    ]
    return [
        *fields,
        Station("Propaganda", _sums(markers.propaganda), found.propaganda),
        Station("Economy", _sums(markers.economy), found.economy),
        Station("Cards in play", "Morale that they give each year", found.ongoing),
    ]


def _gained(frontline: int) -> str:
    return f"{count(abs(frontline), 'space')} gained".capitalize()


def _sums(pair: PerSide[int]) -> str:
    return ", ".join(f"{SIDE_NAMES[side]} {pair[side]}" for side in SIDES)


def scoring_question(scene: Scene[State]) -> tuple[Question, Taps, int]:
    """The walk over a revealed year, what it marks on the board, and where the marker stands at this stop."""
    found = stations(scene)
    stops = [each for each in found if each.counts]
    beat = beats_shown(scene.walk, len(stops))
    here = stops[beat - 1] if beat else None
    walks = beat < len(stops)
    main, lesser = (
        ways_on(scene, beat, len(stops), _next(stops[beat])) if walks else (_move(scene, stops), ())
    )
    question = Question(
        kind="scoring",
        rule="phase-scoring",
        title=here.name if here and walks else said("The reckoning of {year}", year=scene.state.year),
        under=said("{n} of {stops}", n=beat, stops=len(stops)) if here else "",
        icon=Icon("mission") if here and here.mission else Icon("trophy"),
        side=_side(here.net) if here else "",
        pieces=(*_here(here), _ledger(stops, beat), *_nothing(found)),
        main=main,
        lesser=lesser,
        missing="Those who play walk on",
        to="walk" if walks else "act",
    )
    marked = Taps(chosen=frozenset({here.battlefield} - {""} if here else ()))
    return question, marked, here.now if here else found[0].was


def _next(stop: Station) -> Words:
    return said("Next: {name}", name=stop.name)


def _move(scene: Scene[State], stops: Sequence[Station]) -> Deed | None:
    """The one move of the marker, once everything is told."""
    if not scene.sight.acts:
        return None
    year = stops[-1]
    moves = said("{was} → {now}", was=lead_words(year.was), now=lead_words(year.now))
    return Deed(words="Move the marker", small=moves, action=tap({"type": "score_year"}))


def _side(net: int) -> str:
    return "allied" if net > 0 else "german" if net < 0 else ""


def _here(stop: Station | None) -> tuple[Piece, ...]:
    """What the stop gives, large, why, and how far morale has come."""
    if stop is None:
        return (Lead("The missions lie open. Walk through what each thing gave, or take it all at once."),)
    morale = said("{was} → {now}", was=lead_words(stop.was), now=lead_words(stop.now))
    gained = Fact("Gained", _gain_shown(stop), side=_side(stop.net), rule="scored-now")
    facts = (gained,) if stop.was == stop.now else (gained, Fact("Morale", morale, rule="morale"))
    told = (Lead(stop.why),) if stop.why else ()
    return told if stop.moved else (Facts(facts), *told)


def _gain_shown(stop: Station) -> Words:
    if not stop.mission:
        return gain_words(stop.net)
    if stop.met is None:
        return "The table has judged it"
    return said("{met}: {gain}", met="Met" if stop.met else "Failed", gain=gain_words(stop.net))


def _ledger(stops: Sequence[Station], beat: int) -> Rows:
    """Every stop with what it gave, as far as the walk has come."""
    rows = tuple(_row(each, n, beat) for n, each in enumerate(stops, 1))
    return Rows(label="What each thing gave", rows=rows)


def _row(stop: Station, n: int, beat: int) -> Row:
    told = n <= beat
    cells = stop.name, _value(stop) if told else "·"
    return Row(cells, side=_side(stop.net) if told else "", sum=stop.total, here=n == beat)


def _value(stop: Station) -> Words:
    if stop.moved:
        return "a marker"
    return "judged" if stop.mission and stop.met is None else gain_words(stop.net)


def _nothing(found: Sequence[Station]) -> tuple[Piece, ...]:
    names = [each.name for each in found if not each.counts]
    return (Note(said("Nothing from {names}.", names=listed(names))),) if names else ()


def gain_words(net: int) -> str:
    """Who gains how much.

    >>> gain_words(3), gain_words(-1), gain_words(0)
    ('Allied +3', 'German +1', '0')
    """
    return f"{SIDE_NAMES['allied' if net > 0 else 'german']} {signed(abs(net))}" if net else "0"


def lead_words(morale: int) -> str:
    """Where the marker stands.

    >>> lead_words(3), lead_words(-15), lead_words(0)
    ('Allied 3', 'German 15', '0')
    """
    return f"{SIDE_NAMES['allied' if morale > 0 else 'german']} {abs(morale)}" if morale else "0"


END = {True: "German", False: "Allied"}
NEAR = 4
"""So many spaces from 15, and the table is warned."""


def bar(state: State, acting: Side | None, hand: Side | None) -> Bar:
    """The year, and where in it the table is."""
    phase = PHASE_NAMES[state.phase]
    return Bar(
        title=TITLE,
        plate=str(state.year),
        phase=phase,
        turn=_turn(state, acting),
        hand=hand,
        rule=f"phase-{state.phase}",
    )


def _turn(state: State, acting: Side | None) -> Turn | None:
    if state.phase == "rounds" and state.turn:
        side = state.turn.side
        words = f"{SIDE_NAMES[side]} {state.rounds_done[side] + 1}/{ROUNDS[state.year]}"
        return Turn(words, side)
    side_ = (state.turn.side if state.turn else acting) or ""
    return Turn(f"{SIDE_NAMES[acting]} decides", side_) if acting else None


def _lead(state: State) -> str:
    return "allied" if state.morale > 0 else "german" if state.morale < 0 else ""


def warnings(scene: Scene[State]) -> list[str]:
    """What a friend at the table would point out now."""
    state = scene.state
    return [*_near_victory(state), *_last_round(state)]


def _near_victory(state: State) -> list[str]:
    left = MORALE_END - abs(state.morale)
    if state.phase == "over" or not 0 < left <= NEAR:
        return []
    when = "at once" if state.options.direct_victory == "any_time" else "at the year's end"
    return [f"{SIDE_NAMES[_lead(state)]} needs {left} more morale to win {when}."]


def _last_round(state: State) -> list[str]:
    turn = state.turn
    if not turn or state.rounds_done[turn.side] + 1 < ROUNDS[state.year] or turn.step != "start":
        return []
    if state.year == LAST_YEAR:
        return [f"The last round of the war for the {SIDE_NAMES[turn.side]} side."]
    held = state.hands[turn.side].count - 1
    kept = f"; {count(held, 'card')} stays in hand for {state.year + 1}" if held == 1 else ""
    return [f"The {SIDE_NAMES[turn.side]} side's last round of {state.year}{kept}."]


def changes(before: State, now: State) -> list[str]:
    """What the last action changed on the board and the tracks, in a few words each."""
    if before.year != now.year:
        return _morale_change(before, now)
    return [
        *_fronts(before, now),
        *_trenches(before, now),
        *_track_changes(before, now),
        *_morale_change(before, now),
    ]


def _fronts(before: State, now: State) -> list[str]:
    moves = {
        each: now.battlefields[each].frontline - before.battlefields[each].frontline for each in BATTLEFIELDS
    }
    return [
        f"{BATTLEFIELD_NAMES[each]}: {count(abs(n), 'space')} towards the {END[n > 0]} end"
        for each, n in moves.items()
        if n
    ]


def _trenches(before: State, now: State) -> list[str]:
    pairs = [(side, before.trenches_of(side), now.trenches_of(side)) for side in SIDES]
    return [f"{SIDE_NAMES[side]} trenches {was} → {is_}" for side, was, is_ in pairs if was != is_]


def _track_changes(before: State, now: State) -> list[str]:
    pairs = [("propaganda", before.propaganda, now.propaganda), ("economy", before.economy, now.economy)]
    return [
        f"{SIDE_NAMES[side]} {what} {was[side]} → {is_[side]}"
        for what, was, is_ in pairs
        for side in SIDES
        if was[side] != is_[side]
    ]


def _morale_change(before: State, now: State) -> list[str]:
    return (
        [f"Morale {lead_words(before.morale)} → {lead_words(now.morale)}"]
        if before.morale != now.morale
        else []
    )
