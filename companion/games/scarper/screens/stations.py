"""What a year's end did, thing by thing: cards in play, missions, battlefields, tracks, and both sums."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from companion.engine.game import Scene, Step
from companion.engine.scene import NOBODY
from companion.engine.wording import count
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, DIRECTION, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.end_of_year import Scored, scored
from companion.games.scarper.procedures.lasting import Markers, moved_markers
from companion.games.scarper.procedures.morale import held
from companion.games.scarper.screens.missions import verdicts
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
    tracks = _running(_tracks(state), record.morale)
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
            net=_gain(state, side, met),
            mission=each,
            met=met,
        )
        for side in SIDES
        for each, met in verdicts(state, side, record.revealed[side]).items()
    ]


def _gain(state: State, side: Side, met: bool | None) -> int:
    """What a mission gives, positive for the Allied side; 0 where the table judged it."""
    if met is None:
        return 0
    return DIRECTION[side] * (state.options.mission_success if met else -state.options.mission_failure)


def _tracks(state: State) -> list[Station]:
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
