"""The year's end as a walk: missions, nine battlefields, both tracks, cards, and the marker's one move."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.game import Scene
from companion.engine.stage import (
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
    Way,
    Words,
    said,
)
from companion.engine.wording import listed, signed, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, DIRECTION, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.end_of_year import Scored, scored
from companion.games.scarper.procedures.lasting import Markers, moved_markers
from companion.games.scarper.procedures.morale import held
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.draft import keep
from companion.games.scarper.screens.missions import verdicts
from companion.games.scarper.state import PerSide, State, YearRecord


@dataclass(frozen=True, slots=True)
class Station:
    """One stop of the walk: what it gives (positive for the Allied side), where the marker then stands."""

    name: str
    words: str
    net: int
    morale: int
    battlefield: str = ""
    mission: str = ""
    met: bool | None = None
    total: bool = False


def scoring_now(state: State) -> tuple[Scored, Markers]:
    """What phase F would give on the board as it stands, missions left out, and the tracks that it counts."""
    moved_already = state.options.ongoing_at == "missions" and state.phase == "scoring"
    markers = Markers(state.propaganda, state.economy) if moved_already else moved_markers(state)
    return scored(state, markers.propaganda, markers.economy), markers


def scoring_question(scene: Scene[State]) -> tuple[Question, Taps, int]:
    """The walk over a revealed year, what it marks on the board, and where the marker stands at this stop."""
    state, record = scene.state, scene.state.history[-1]
    before = _morale_before(scene, record)
    stations = [*_missions(state, record, before), *_tracks(state, record.morale)]
    stops = [n for n, each in enumerate(stations) if each.net or each.mission or each.total]
    step = _step(scene, len(stops))
    at = stops[step - 1] if step else -1
    here = stations[at] if step else None
    main, lesser = _ways(scene, stations, stops, step)
    question = Question(
        kind="scoring",
        rule="phase-scoring",
        title=here.name if here else said("The reckoning of {year}", year=record.year),
        under=said("{n} of {stops}", n=step, stops=len(stops)) if here else "",
        icon=Icon("mission") if here and here.mission else Icon("trophy"),
        side=_side(here.net) if here else "",
        pieces=(*_here(state, here), *_ledger(stations, stops, at)),
        main=main,
        lesser=lesser,
    )
    return (
        question,
        Taps(chosen=frozenset({here.battlefield} - {""} if here else ())),
        here.morale if here else before,
    )


def _ways(
    scene: Scene[State], stations: Sequence[Station], stops: Sequence[int], step: int
) -> tuple[Deed | Way, tuple[Deed | Way, ...]]:
    """On to the next stop, back to the last, or all of it at once."""
    last = lead_words(stations[-1].morale)
    live = bool(scene.sight.acts)
    marker = said("{was} → {now}", was=lead_words(scene.state.history[-1].morale), now=last)
    move = Deed(words="Move the marker", small=marker, action=tap({"type": "score_year"}))
    back = (Way(words="Back", href=keep(scene.draft, step=step - 1)),) if step else ()
    if step < len(stops):
        name = stations[stops[step]].name
        on = Way(words=said("Next: {name}", name=name), href=keep(scene.draft, step=step + 1))
        return on, (*back, *((move,) if live else ()))
    if live:
        return move, back
    return Way(words="From the start", href=keep(scene.draft, step=0)), back


def _step(scene: Scene[State], last: int) -> int:
    asked = scene.draft.get("step", "0")
    return min(int(asked), last) if asked.isdecimal() and len(asked) < 4 else 0


def _morale_before(scene: Scene[State], record: YearRecord) -> int:
    for past in reversed(scene.trail):
        if past.year == record.year and past.phase == "reveal":
            return past.morale
    return record.morale - record.missions.allied + record.missions.german


def _missions(state: State, record: YearRecord, before: int) -> list[Station]:
    stops = [
        Station(state.box.missions[each].title, "", _gain(state, side, met), before, mission=each, met=met)
        for side in SIDES
        for each, met in verdicts(state, side, record.revealed[side]).items()
    ]
    gains = record.missions
    words = f"Allied {gains.allied}, German {gains.german}"
    return [*stops, Station("Missions", words, gains.allied - gains.german, record.morale, total=True)]


def _gain(state: State, side: Side, met: bool | None) -> int:
    """What a mission gives, positive for the Allied side; 0 where the table judged it."""
    if met is None:
        return 0
    return DIRECTION[side] * (state.options.mission_success if met else -state.options.mission_failure)


def _tracks(state: State, morale: int) -> list[Station]:
    """Phase F: everything counts at once, and the marker moves once."""
    found, markers = scoring_now(state)
    stops = [
        Station(BATTLEFIELD_NAMES[name], "", found.scores[name], morale, battlefield=name)
        for name in BATTLEFIELDS
    ]
    stops += [
        Station("Propaganda", _pair(markers.propaganda), found.propaganda, morale),
        Station("Economy", _pair(markers.economy), found.economy, morale),
    ]
    if found.ongoing:
        stops.append(Station("Cards in play", "Morale that they give each year", found.ongoing, morale))
    return [
        *stops,
        Station("The year", "All of it in one move", found.net, held(morale + found.net), total=True),
    ]


def _pair(track: PerSide[int]) -> str:
    return ", ".join(f"{SIDE_NAMES[side]} {track[side]}" for side in SIDES)


def _side(net: int) -> str:
    return "allied" if net > 0 else "german" if net < 0 else ""


def _ledger(stations: Sequence[Station], stops: Sequence[int], at: int) -> tuple[Piece, ...]:
    """Every stop with what it gave, as far as the walk has come; in a word, where nothing is given."""
    nothing = [each.name for n, each in enumerate(stations) if n not in stops]
    told = (Note(said("Nothing from {names}.", names=listed(nothing))),) if nothing else ()
    rows = Rows(
        label="What each thing gave",
        rows=tuple(
            Row(
                (each.name, _value(each) if n <= at else "·"),
                side=_side(each.net) if n <= at else "",
                sum=each.total,
                here=n == at,
            )
            for n, each in enumerate(stations)
            if n in stops
        ),
    )
    return rows, *told


def _value(station: Station) -> Words:
    return "judged" if station.mission and station.met is None else gain_words(station.net)


def _here(state: State, station: Station | None) -> tuple[Piece, ...]:
    """What the stop gives, large, and why."""
    if station is None:
        return (Lead("The missions lie open. Walk through what each thing gave, or take it all at once."),)
    why = state.box.missions[station.mission].text if station.mission else station.words
    return (
        Facts((Fact("Gained", _verdict(state, station), side=_side(station.net)),)),
        *((Lead(why),) if why else ()),
    )


def _verdict(state: State, station: Station) -> Words:
    if not station.mission:
        return gain_words(station.net)
    if station.met is None:
        return said("The table has judged it")
    return said("{met}: {gain}", met="Met" if station.met else "Failed", gain=gain_words(station.net))


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


def scored_now(state: State) -> int:
    """Where the marker would stand if the year were scored now, the missions apart."""
    return held(state.morale + scoring_now(state)[0].net)
