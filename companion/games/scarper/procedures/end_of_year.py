"""The end of a year: missions, then battlefields, propaganda and economy at once (4.3 E-F, 7)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    FIRST_YEAR,
    LAST_YEAR,
    MORALE_END,
    OTHER,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.procedures.asked import Asked
from companion.games.scarper.procedures.lasting import markers_at, year_morale
from companion.games.scarper.procedures.morale import Ending, ending, ending_steps, held
from companion.games.scarper.procedures.position import Position, Standing
from companion.games.scarper.state.options import Options
from companion.games.scarper.state.table import PerSide

KEYS = (
    *("year", "morale", "propaganda", "economy", "battlefields", "missions", "in_play"),
    *("options", "board", "library"),
)


class Verdict(NamedTuple):
    """One revealed mission and whether it succeeded."""

    name: str
    success: bool


type Verdicts = PerSide[tuple[Verdict, ...]]


def mission_gains(verdicts: Verdicts, options: Options) -> PerSide[int]:
    """Morale from missions: success to the owner, failure to the other side (4.3 E)."""
    gains = dict.fromkeys(SIDES, 0)
    for side in SIDES:
        for verdict in verdicts[side]:
            winner = side if verdict.success else OTHER[side]
            gains[winner] += options.mission_success if verdict.success else options.mission_failure
    return PerSide(gains["allied"], gains["german"])


def mission_steps(verdicts: Verdicts, gains: PerSide[int], morale: int, options: Options) -> tuple[Step, ...]:
    """One line a mission, and the net."""
    steps = [_verdict_step(side, verdict, options) for side in SIDES for verdict in verdicts[side]]
    values = {
        "allied": gains.allied,
        "german": gains.german,
        "net": gains.allied - gains.german,
        "morale": morale,
    }
    net = "Missions: Allied {allied}, German {german}, net {net:+d}; the marker stands at {morale:+d}."
    return (*steps, Step("4.3 E", net, values))


def _verdict_step(side: Side, verdict: Verdict, options: Options) -> Step:
    winner = side if verdict.success else OTHER[side]
    values = {
        "name": verdict.name,
        "side": SIDE_NAMES[side],
        "winner": SIDE_NAMES[winner],
        "amount": options.mission_success if verdict.success else options.mission_failure,
    }
    if verdict.success:
        return Step("4.3 E", "{side} mission “{name}” succeeds: {winner} +{amount}.", values)
    return Step("4.3 E", "{side} mission “{name}” fails: {winner} +{amount}.", values)


class Scored(NamedTuple):
    """What phase F gives, before the marker moves; nets are positive for the Allied side."""

    scores: dict[str, int]
    battlefields: PerSide[int]
    propaganda: int
    economy: int
    ongoing: int

    @property
    def net(self) -> int:
        """All of it together: one move of the marker."""
        return (
            self.battlefields.allied
            - self.battlefields.german
            + self.propaganda
            + self.economy
            + self.ongoing
        )


def scored(at: Standing, propaganda: PerSide[int], economy: PerSide[int]) -> Scored:
    """Score the year with these markers (7.1.1-7.1.3)."""
    scores = {each: at.front.value(each, at.battlefields[each].frontline) for each in BATTLEFIELDS}
    allied = sum(value for value in scores.values() if value > 0)
    german = -sum(value for value in scores.values() if value < 0)
    return Scored(
        scores,
        PerSide(allied, german),
        propaganda.allied - propaganda.german,
        economy.allied - economy.german,
        year_morale(at),
    )


def scoring_steps(found: Scored, morale: int) -> tuple[Step, ...]:
    """One line a battlefield that scores, one a track, and the net."""
    steps = [
        Step(
            "7.1.1",
            "{where} gives the {side} side {value}.",
            {"where": BATTLEFIELD_NAMES[each], "side": SIDE_NAMES[_of(value)], "value": abs(value)},
        )
        for each, value in found.scores.items()
        if value
    ]
    allied, german = found.battlefields
    fields = {"allied": allied, "german": german, "net": allied - german}
    steps += [
        Step("7.1.1", "Battlefields: Allied {allied}, German {german}, net {net:+d}.", fields),
        Step("7.1.2", "Propaganda: net {net:+d}; both markers go back to 0.", {"net": found.propaganda}),
        Step("7.1.3", "Economy: net {net:+d}; the markers stay.", {"net": found.economy}),
    ]
    if found.ongoing:
        steps.append(Step("5.2.1", "Cards in play: net {net:+d}.", {"net": found.ongoing}))
    values = {"net": found.net, "morale": morale}
    return (*steps, Step("7.1", "All at once: net {net:+d}; the marker stands at {morale:+d}.", values))


def _of(value: int) -> Side:
    return "allied" if value > 0 else "german"


def resolve(question: Json) -> Resolution:
    """Procedure 6.10: one year's end, missions and scoring."""
    asked = Asked(question, KEYS)
    at, verdicts = _read(asked)
    propaganda, economy, early = markers_at(at, "missions")
    at = replace(at, propaganda=propaganda, economy=economy)
    gains = mission_gains(verdicts, at.options)
    after_e = held(at.morale + gains.allied - gains.german)
    steps = (*early, *mission_steps(verdicts, gains, after_e, at.options))
    missions = {**shape.write(gains), "net": gains.allied - gains.german, "morale": after_e}
    end = ending(at.year, "missions", after_e, at.options)
    if end.winner:
        after = {"propaganda": shape.write(propaganda), "economy": shape.write(economy)}
        result = {"missions": missions, **NOT_SCORED, "morale": after_e, **end._asdict(), "after": after}
        return Resolution(result, (*steps, *ending_steps(end, after_e)))
    propaganda, economy, late = markers_at(at, "scoring")
    found = scored(at, propaganda, economy)
    morale = held(after_e + found.net)
    end = ending(at.year, "scoring", morale, at.options)
    steps = (*steps, *late, *scoring_steps(found, morale), *ending_steps(end, morale))
    return Resolution({"missions": missions, **_scored_json(found, morale, end, economy)}, steps)


NOT_SCORED = dict.fromkeys(("battlefields", "propaganda", "economy", "ongoing", "net"))


def _scored_json(found: Scored, morale: int, end: Ending, economy: PerSide[int]) -> dict[str, Json]:
    allied, german = found.battlefields
    return {
        "battlefields": {"allied": allied, "german": german, "net": allied - german, "scores": found.scores},
        "propaganda": found.propaganda,
        "economy": found.economy,
        "ongoing": found.ongoing,
        "net": found.net,
        "morale": morale,
        **end._asdict(),
        "after": {"propaganda": {"allied": 0, "german": 0}, "economy": shape.write(economy)},
    }


def _read(asked: Asked) -> tuple[Position, Verdicts]:
    year = asked.integer("year", FIRST_YEAR, LAST_YEAR)
    morale = asked.integer("morale", -MORALE_END, MORALE_END)
    propaganda = asked.per_side("propaganda", asked.options.propaganda_max)
    economy = asked.per_side("economy", asked.options.economy_max)
    fronts = asked.battlefields(BATTLEFIELDS)
    sides = Reading(asked.raw("missions"), SIDES, "missions")
    verdicts = PerSide(_verdicts(sides, "allied"), _verdicts(sides, "german"))
    in_play = asked.in_play()
    asked.done()
    position = Position(
        year=year,
        morale=morale,
        propaganda=propaganda,
        economy=economy,
        battlefields=fronts,
        in_play=in_play,
        front=asked.board,
        box=asked.library,
        options=asked.options,
    )
    return position, verdicts


def _verdicts(sides: Reading, side: Side) -> tuple[Verdict, ...]:
    listed: Sequence[Json] = sides.items(side, 0, 2)
    entries = (Reading(each, ("name", "success"), sides.at(side, n)) for n, each in enumerate(listed))
    return tuple(Verdict(entry.text("name"), entry.boolean("success")) for entry in entries)
