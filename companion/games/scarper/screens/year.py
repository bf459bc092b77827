"""The year's end as a walk: missions, nine battlefields, both tracks, cards, and the marker's one move."""

from dataclasses import dataclass

from companion.engine.game import Scene
from companion.engine.wording import Values, count, signed, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, DIRECTION, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.end_of_year import Scored, scored
from companion.games.scarper.procedures.lasting import Markers, moved_markers
from companion.games.scarper.procedures.morale import held
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import mission_card
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


def scoring_panel(scene: Scene[State], state: State, live: bool) -> tuple[Values, Taps, int]:
    """The walk over a revealed year, what it marks on the board, and where the marker stands at this stop.

    `live` is that this screen may write the scoring down.
    """
    record = state.history[-1]
    before = _morale_before(scene, record)
    stations = [*_missions(state, record, before), *_tracks(state, record.morale)]
    step = _step(scene, len(stations))
    here = stations[step - 1] if step else None
    panel = {
        "template": "scarper/turn/walk.html",
        "title": f"The reckoning of {record.year}",
        "year": record.year,
        "stations": [_shown(n, each, step) for n, each in enumerate(stations, 1)],
        "here": _here(state, here) if here else None,
        "step": step,
        "steps": len(stations),
        "previous": keep(scene.draft, step=step - 1) if step else None,
        "next": keep(scene.draft, step=step + 1) if step < len(stations) else None,
        "all": keep(scene.draft, step=len(stations)) if step < len(stations) else None,
        "action": tap({"type": "score_year"}) if live else None,
        "look": "button--main button--wide" if step == len(stations) else "button--wide",
        "button": f"Move the marker: {lead_words(record.morale)} → {lead_words(stations[-1].morale)}",
    }
    chosen = frozenset({here.battlefield} - {""}) if here else frozenset[str]()
    return panel, Taps(chosen=chosen), here.morale if here else before


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


def _shown(n: int, station: Station, step: int) -> Values:
    side = "allied" if station.net > 0 else "german" if station.net < 0 else ""
    return {
        "name": station.name,
        "words": station.words,
        "side": side,
        "value": "judged" if station.mission and station.met is None else gain_words(station.net),
        "total": station.total,
        "reached": n <= step,
        "here": n == step,
    }


def _here(state: State, station: Station) -> Values:
    side = "allied" if station.net > 0 else "german" if station.net < 0 else ""
    shown: Values = {
        "name": station.name,
        "side": side,
        "value": gain_words(station.net),
        "words": station.words,
    }
    if station.mission:
        return (
            shown
            | {"mission": mission_card(state, station.mission), "met": station.met}
            | _verdict(state, station)
        )
    return shown


def _verdict(state: State, station: Station) -> Values:
    own: Side = state.box.missions[station.mission].side
    other: Side = "german" if own == "allied" else "allied"
    if station.met is None:
        return {"value": "The table has judged it", "side": ""}
    if station.met:
        return {"value": f"Met: {SIDE_NAMES[own]} gains {state.options.mission_success}", "side": own}
    return {"value": f"Failed: {SIDE_NAMES[other]} gains {state.options.mission_failure}", "side": other}


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


def strip(state: State) -> Values:
    """What scoring would give now, the missions apart."""
    found, _ = scoring_now(state)
    parts = [
        ("Fields", found.battlefields.allied - found.battlefields.german),
        ("Propaganda", found.propaganda),
        ("Economy", found.economy),
        ("Cards", found.ongoing),
    ]
    kept = sum(state.missions[side].count for side in SIDES)
    after = lead_words(held(state.morale + found.net))
    return {
        "parts": [_part(name, net) for name, net in parts if net or name != "Cards"],
        "sum": _part("", found.net) | {"after": after},
        "missions": f"{count(kept, 'mission')} to come" if kept else "",
    }


def _part(name: str, net: int) -> Values:
    return {
        "name": name,
        "side": "allied" if net > 0 else "german" if net < 0 else "",
        "value": abs(net),
        "words": gain_words(net),
    }
