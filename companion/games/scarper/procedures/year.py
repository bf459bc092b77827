"""The end of a year: missions, battlefields, tracks, cards in play, and what ends the war (4.3, 7, 8)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json, Reading, say
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    DIRECTION,
    FIRST_YEAR,
    LAST_YEAR,
    MORALE_END,
    OTHER,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.procedures.rounds import Asked
from companion.games.scarper.state import DEFAULTS, InPlay, Options, PerSide, State, WinBy, Winner
from companion.games.scarper.state.box import (
    Ahead,
    AtLeast,
    AtMost,
    Battlefield,
    Board,
    Claim,
    Either,
    Every,
    Judged,
    Library,
    Mission,
    OnTable,
    Opposite,
    Run,
    Within,
    side_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A moment that somebody asks about."""

    year: int
    morale: int
    propaganda: PerSide[int]
    economy: PerSide[int]
    battlefields: Mapping[str, Battlefield]
    in_play: tuple[InPlay, ...]
    front: Board
    box: Library
    options: Options = DEFAULTS


type Standing = State | Position
"""A moment of the war."""


def score(at: Standing, battlefield: str, side: Side) -> int:
    """What a side scores on one battlefield (7.1.1)."""
    return max(0, DIRECTION[side] * at.front.value(battlefield, at.battlefields[battlefield].frontline))


def figure(at: Standing, what: str, side: Side, battlefields: frozenset[str] | None = None) -> int:
    """A figure of a side, as conditions name it (specification 9.6); morale is its lead."""
    if what == "morale":
        return at.morale * DIRECTION[side]
    if what in ("propaganda", "economy"):
        return (at.propaganda if what == "propaganda" else at.economy)[side]
    where = BATTLEFIELDS if battlefields is None else battlefields
    if what == "trenches":
        return sum(at.battlefields[each].trenches_of(side) for each in where)
    scores = [score(at, each, side) for each in where]
    if what == "held":
        return sum(each > 0 for each in scores)
    return max(scores) if what == "deepest" else sum(scores)


def lead(at: Standing, what: str, side: Side, battlefields: frozenset[str] | None = None) -> int:
    """How far a side is ahead in a figure."""
    if what == "morale":
        return figure(at, what, side)
    return figure(at, what, side, battlefields) - figure(at, what, OTHER[side], battlefields)


def holds(condition: Claim, own: Side, at: Standing) -> bool:
    """Whether the claim is true at this moment."""
    return CLAIMS[type(condition)](condition, own, at)


def _figure(condition: AtLeast, own: Side, at: Standing) -> int:
    return figure(at, condition.what, side_of(condition.side, own), condition.battlefields)


def _run(condition: Run, own: Side, at: Standing) -> bool:
    length = 0
    for battlefield in BATTLEFIELDS:
        length = length + 1 if score(at, battlefield, own) >= condition.value else 0
        if length == condition.length:
            return True
    return False


CLAIMS: Mapping[type, Callable[[Any, Side, Standing], bool]] = {
    AtLeast: lambda it, own, at: _figure(it, own, at) >= it.value,
    AtMost: lambda it, own, at: _figure(it, own, at) <= it.value,
    Ahead: lambda it, own, at: lead(at, it.what, own, it.battlefields) >= it.margin,
    Run: _run,
    OnTable: lambda it, own, at: any(each.card == it.card for each in at.in_play),
    Within: lambda it, own, at: it.first <= at.year <= it.last,
    Every: lambda it, own, at: all(holds(each, own, at) for each in it.of),
    Either: lambda it, own, at: any(holds(each, own, at) for each in it.of),
    Opposite: lambda it, own, at: not holds(it.of, own, at),
}


def bonus(at: Standing, kind: str, side: Side, battlefield: str) -> int:
    """What the cards in play add to a side's attacks or defence on a battlefield."""
    total = 0
    for card in at.in_play:
        for lasting in at.box.cards[card.card].ongoing:
            here = lasting.battlefields is None or battlefield in lasting.battlefields
            if lasting.kind == kind and here and side_of(lasting.side, card.owner) == side:
                total += lasting.amount
    return total


def charge_modifiers(at: Standing, attacker: Side, battlefield: str) -> tuple[int, int]:
    """What the cards in play add to the attack and to the defence of a frontal charge."""
    if not at.in_play:
        return 0, 0
    defence = bonus(at, "defence_bonus", OTHER[attacker], battlefield)
    return bonus(at, "attack_bonus", attacker, battlefield), defence


class Markers(NamedTuple):
    """The two tracks, and why they stand so."""

    propaganda: PerSide[int]
    economy: PerSide[int]
    steps: tuple[Step, ...] = ()


def moved_markers(at: Standing) -> Markers:
    """The tracks after the cards in play have moved them, each marker within its limits."""
    tracks = {"propaganda": at.propaganda, "economy": at.economy}
    steps = []
    for card in at.in_play:
        for lasting in at.box.cards[card.card].ongoing:
            if lasting.kind == "track":
                side = side_of(lasting.side, card.owner)
                track, most = tracks[lasting.what], limit(at.options, lasting.what)
                moved, was = marker_moved(track, side, lasting.amount, most), track[side]
                tracks[lasting.what] = moved
                steps.append(_moved(at.box.cards[card.card].title, side, lasting.what, was, moved[side]))
    return Markers(tracks["propaganda"], tracks["economy"], tuple(steps))


def markers_at(at: Standing, moment: str) -> Markers:
    """The tracks at one of a year's last two moments: the cards move them before one of the two (R22)."""
    return moved_markers(at) if at.options.ongoing_at == moment else Markers(at.propaganda, at.economy)


def limit(options: Options, what: str) -> int:
    """The last space of a track (R9)."""
    return options.propaganda_max if what == "propaganda" else options.economy_max


def marker_moved(track: PerSide[int], side: Side, amount: int, most: int) -> PerSide[int]:
    """A track with one marker moved as far as it goes."""
    return track.put(side, max(0, min(most, track[side] + amount)))


def marker_words(was: int, now: int) -> str:
    """What a marker does that moves as far as it goes, with `was` and `now` to be filled in."""
    if was == now:
        return "stays on {now}: its end is reached."
    return f"{'falls' if now < was else 'rises'} from {{was}} to {{now}}."


def _moved(title: str, side: Side, what: str, was: int, now: int) -> Step:
    values = {"title": title, "side": SIDE_NAMES[side], "what": what, "was": was, "now": now}
    return Step("7.1", "“{title}”: {side} {what} " + marker_words(was, now), values)


def year_morale(at: Standing) -> int:
    """The morale that cards in play give in the year's scoring, positive for the Allied side."""
    return sum(
        lasting.amount * DIRECTION[side_of(lasting.side, card.owner)]
        for card in at.in_play
        for lasting in at.box.cards[card.card].ongoing
        if lasting.kind == "year_morale"
    )


type Moment = Literal["rounds", "missions", "scoring"]
MOMENTS: tuple[Moment, ...] = ("rounds", "missions", "scoring")


class Ending(NamedTuple):
    """Who has won and how; both `None` while the war goes on."""

    winner: Winner | None
    win_by: WinBy | None


GOES_ON = Ending(None, None)


def held(morale: int) -> int:
    """The marker's place: it stays on 15 at either end (R12)."""
    return max(-MORALE_END, min(MORALE_END, morale))


def gained(morale: int, side: Side, amount: int) -> int:
    """The marker after `side` gains `amount`; the Allied lead is positive."""
    return held(morale + amount * DIRECTION[side])


def broken(morale: int, options: Options) -> Side | None:
    """The side that wins at once, the other's morale being broken in the middle of a year (8.1, R11)."""
    if abs(morale) < MORALE_END or options.direct_victory == "year_end":
        return None
    return _ahead(morale)


def _ahead(morale: int) -> Side:
    return "allied" if morale > 0 else "german"


def ending(year: int, moment: Moment, morale: int, options: Options) -> Ending:
    """Who has won at this moment: during the rounds, after the missions (E) or after the scoring (F)."""
    if moment != "scoring":
        winner = broken(morale, options)
        return Ending(winner, "direct") if winner else GOES_ON
    if abs(morale) == MORALE_END:
        return Ending(_ahead(morale), "direct")
    if year < LAST_YEAR:
        return GOES_ON
    return Ending(_ahead(morale) if morale else "draw", "attrition")


def ending_steps(end: Ending, morale: int) -> tuple[Step, ...]:
    """Why the war is over; nothing while it goes on."""
    if end.win_by == "direct":
        values = {"side": SIDE_NAMES[str(end.winner)]}
        return (Step("8.1", "The marker is on 15: the {side} side wins.", values),)
    if end.winner == "draw":
        return (Step("8.2", "After 1918 the marker is on 0: the war is a draw."),)
    if end.winner:
        lead = {"side": SIDE_NAMES[end.winner], "lead": abs(morale)}
        return (Step("8.2", "After 1918 the {side} side leads by {lead} and wins.", lead),)
    return ()


def resolve_final_result(question: Json) -> Resolution:
    """Procedure 6.14: has somebody won?"""
    asked = Asked(question, ("year", "phase", "morale", "options"))
    year = asked.integer("year", FIRST_YEAR, LAST_YEAR)
    phase = asked.name("phase", MOMENTS)
    morale = asked.integer("morale", -MORALE_END, MORALE_END)
    asked.done()
    end = ending(year, phase, morale, asked.options)
    result = {"over": end.winner is not None, **end._asdict(), "margin": abs(morale)}
    return Resolution(result, ending_steps(end, morale) or (_goes_on(morale, asked.options),))


def _goes_on(morale: int, options: Options) -> Step:
    if abs(morale) == MORALE_END and options.direct_victory == "year_end":
        return Step("RULING R11", "By house rule 15 wins after a year's scoring only: the war goes on.")
    return Step("8.1", "The marker is on {morale:+d}, not on 15: the war goes on.", {"morale": morale})


FACTS = ("year", "morale", "propaganda", "economy", "battlefields", "in_play")
FARTHEST_MARKER = 99


def resolve_missions(question: Json) -> Resolution:
    """Procedure 6.11: each mission's verdict, read from its own side."""
    asked = Asked(question, ("missions", "facts", "board", "library"))
    missions = [_mission(asked, each, n) for n, each in enumerate(asked.items("missions", 1))]
    at = _facts(asked)
    asked.done()
    verdicts = [(mission, judged(mission, at)) for mission in missions]
    result = {
        "missions": [
            {"id": mission.id, "side": mission.side, "success": found} for mission, found in verdicts
        ]
    }
    return Resolution(result, tuple(_step(mission, found) for mission, found in verdicts))


def judged(mission: Mission, at: Standing) -> bool | None:
    """Whether a mission is fulfilled; `None` where the table judges."""
    return None if isinstance(mission.condition, Judged) else holds(mission.condition, mission.side, at)


def _mission(asked: Asked, value: Json, n: int) -> Mission:
    if type(value) is not str or value not in asked.library.missions:
        wanted = f"{say(value)} is no mission of “{asked.library.title}”; name one of its missions."
        raise InvalidInput(asked.at("missions", n), wanted)
    return asked.library.missions[value]


def _facts(asked: Asked) -> Position:
    facts = Asked(asked.raw("facts"), FACTS, "facts")
    facts.board, facts.library = asked.board, asked.library
    return Position(
        year=facts.integer("year", FIRST_YEAR, LAST_YEAR),
        morale=facts.integer("morale", -MORALE_END, MORALE_END),
        propaganda=facts.per_side("propaganda", FARTHEST_MARKER),
        economy=facts.per_side("economy", FARTHEST_MARKER),
        battlefields=facts.battlefields(BATTLEFIELDS),
        in_play=facts.in_play(),
        front=asked.board,
        box=asked.library,
    )


VERDICTS = {
    True: "{side} mission “{title}” is fulfilled: {text}",
    False: "{side} mission “{title}” is not fulfilled: {text}",
    None: "{side} mission “{title}” is for the table to judge: {text}",
}


def _step(mission: Mission, found: bool | None) -> Step:
    values = {"side": SIDE_NAMES[mission.side], "title": mission.title, "text": mission.text}
    return Step("4.3 E", VERDICTS[found], values)


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


def resolve_year(question: Json) -> Resolution:
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
