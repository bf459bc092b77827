"""The end of a year: missions, battlefields, tracks, cards in play, and what ends the war (4.3, 7, 8)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, ByHand, Sized, Then
from companion.engine.wire import name, say, text
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    DIRECTION,
    LAST_YEAR,
    MORALE_END,
    OTHER,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.procedures import rounds
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
    starter_board,
    starter_library,
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
    if what == "morale":
        return figure(at, what, side)
    return figure(at, what, side, battlefields) - figure(at, what, OTHER[side], battlefields)


def holds(condition: Claim, own: Side, at: Standing) -> bool:
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
    total = 0
    for card in at.in_play:
        for lasting in at.box.cards[card.card].ongoing:
            applies = lasting.battlefields is None or battlefield in lasting.battlefields
            if lasting.kind == kind and applies and side_of(lasting.side, card.owner) == side:
                total += lasting.amount
    return total


def charge_modifiers(at: Standing, attacker: Side, battlefield: str) -> tuple[int, int]:
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
                now = moved[side]
                values = {
                    "title": at.box.cards[card.card].title,
                    "side": SIDE_NAMES[side],
                    "what": lasting.what,
                    "was": was,
                    "now": now,
                }
                steps.append(Step("7.1", "“{title}”: {side} {what} " + marker_words(was, now), values))
    return Markers(tracks["propaganda"], tracks["economy"], tuple(steps))


def markers_at(at: Standing, moment: str) -> Markers:
    """The tracks at one of a year's last two moments: the cards move them before one of the two (R22)."""
    return moved_markers(at) if at.options.ongoing_at == moment else Markers(at.propaganda, at.economy)


def limit(options: Options, what: str) -> int:
    """The last space of a track (R9)."""
    return options.propaganda_max if what == "propaganda" else options.economy_max


def marker_moved(track: PerSide[int], side: Side, amount: int, most: int) -> PerSide[int]:
    return track.put(side, max(0, min(most, track[side] + amount)))


def marker_words(was: int, now: int) -> str:
    """What a marker does that moves as far as it goes, with `was` and `now` to be filled in."""
    if was == now:
        return "stays on {now}: its end is reached."
    return f"{'falls' if now < was else 'rises'} from {{was}} to {{now}}."


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
    if end.win_by == "direct":
        values = {"side": SIDE_NAMES[str(end.winner)]}
        return (Step("8.1", "The marker is on 15: the {side} side wins.", values),)
    if end.winner == "draw":
        return (Step("8.2", "After 1918 the marker is on 0: the war is a draw."),)
    if end.winner:
        lead = {"side": SIDE_NAMES[end.winner], "lead": abs(morale)}
        return (Step("8.2", "After 1918 the {side} side leads by {lead} and wins.", lead),)
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalQuestion:
    """Procedure 6.14's input."""

    year: rounds.Year
    phase: Annotated[Moment, ByHand(lambda value, path: name(value, path, MOMENTS))]
    morale: rounds.Morale
    options: rounds.HouseRules = DEFAULTS


class FinalResult(TypedDict):
    """The result of 6.14."""

    over: bool
    winner: str | None
    win_by: str | None
    margin: int


def resolve_final_result(question: object) -> Resolution[FinalResult]:
    """Procedure 6.14: has somebody won?"""
    query = rounds.read_question(FinalQuestion, question)
    year, phase, morale = query.year, query.phase, query.morale
    end = ending(year, phase, morale, query.options)
    over = end.winner is not None
    result = FinalResult(over=over, winner=end.winner, win_by=end.win_by, margin=abs(morale))
    return Resolution(result, ending_steps(end, morale) or (_goes_on(morale, query.options),))


def _goes_on(morale: int, options: Options) -> Step:
    if abs(morale) == MORALE_END and options.direct_victory == "year_end":
        return Step("RULING R11", "By house rule 15 wins after a year's scoring only: the war goes on.")
    return Step("8.1", "The marker is on {morale:+d}, not on 15: the war goes on.", {"morale": morale})


FARTHEST_MARKER = 99
type Marker = Annotated[int, Between(0, FARTHEST_MARKER)]
type NineFronts = Annotated[rounds.Fronts, rounds.SOME, rounds.on_tracks(lambda names: BATTLEFIELDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    year: rounds.Year
    morale: rounds.Morale
    propaganda: PerSide[Marker]
    economy: PerSide[Marker]
    battlefields: NineFronts
    in_play: rounds.CardsInPlay = ()


def _mission(value: object, names: Mapping[str, Any]) -> Mission:
    library: Library = names["library"]
    if type(value) is not str or value not in library.missions:
        wanted = f"{say(value)} is no mission of “{library.title}”; name one of its missions."
        raise InvalidInput("", wanted)
    return library.missions[value]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionsQuestion:
    """Procedure 6.11's input."""

    library: rounds.OwnLibrary = field(default_factory=starter_library)
    missions: Annotated[tuple[Annotated[Any, Then(_mission)], ...], Sized(1)]
    board: rounds.OwnBoard = field(default_factory=starter_board)
    facts: _Facts

    @property
    def at(self) -> Position:
        facts = {each.name: getattr(self.facts, each.name) for each in fields(_Facts)}
        return Position(**facts, front=self.board, box=self.library)


class JudgedRow(TypedDict):
    """A mission's verdict; None where the table judges."""

    id: str
    side: Side
    success: bool | None


class Judgements(TypedDict):
    """The result of 6.11."""

    missions: list[JudgedRow]


def resolve_missions(question: object) -> Resolution[Judgements]:
    """Procedure 6.11: each mission's verdict, read from its own side."""
    query = rounds.read_question(MissionsQuestion, question)
    missions, at = query.missions, query.at
    verdicts = [(mission, judged(mission, at)) for mission in missions]
    result: Judgements = {
        "missions": [
            {"id": mission.id, "side": mission.side, "success": success} for mission, success in verdicts
        ]
    }
    return Resolution(result, tuple(_step(mission, success) for mission, success in verdicts))


def judged(mission: Mission, at: Standing) -> bool | None:
    """Whether a mission is fulfilled; `None` where the table judges."""
    return None if isinstance(mission.condition, Judged) else holds(mission.condition, mission.side, at)


def _step(mission: Mission, success: bool | None) -> Step:
    values = {"side": SIDE_NAMES[mission.side], "title": mission.title, "text": mission.text}
    verdicts = {
        True: "{side} mission “{title}” is fulfilled: {text}",
        False: "{side} mission “{title}” is not fulfilled: {text}",
        None: "{side} mission “{title}” is for the table to judge: {text}",
    }
    return Step("4.3 E", verdicts[success], values)


class Verdict(NamedTuple):
    """One revealed mission and whether it succeeded."""

    name: Annotated[str, ByHand(text)]
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


def scoring_steps(sums: Scored, morale: int) -> tuple[Step, ...]:
    """One line a battlefield that scores, one a track, and the net."""
    steps = [
        Step(
            "7.1.1",
            "{where} gives the {side} side {value}.",
            {
                "where": BATTLEFIELD_NAMES[each],
                "side": SIDE_NAMES["allied" if value > 0 else "german"],
                "value": abs(value),
            },
        )
        for each, value in sums.scores.items()
        if value
    ]
    allied, german = sums.battlefields
    fields = {"allied": allied, "german": german, "net": allied - german}
    steps += [
        Step("7.1.1", "Battlefields: Allied {allied}, German {german}, net {net:+d}.", fields),
        Step("7.1.2", "Propaganda: net {net:+d}; both markers go back to 0.", {"net": sums.propaganda}),
        Step("7.1.3", "Economy: net {net:+d}; the markers stay.", {"net": sums.economy}),
    ]
    if sums.ongoing:
        steps.append(Step("5.2.1", "Cards in play: net {net:+d}.", {"net": sums.ongoing}))
    values = {"net": sums.net, "morale": morale}
    return (*steps, Step("7.1", "All at once: net {net:+d}; the marker stands at {morale:+d}.", values))


@dataclass(frozen=True, slots=True, kw_only=True)
class YearQuestion:
    """Procedure 6.10's input."""

    year: rounds.Year
    morale: rounds.Morale
    options: rounds.HouseRules = DEFAULTS
    propaganda: PerSide[rounds.Propaganda]
    economy: PerSide[rounds.Economy]
    board: rounds.OwnBoard = field(default_factory=starter_board)
    battlefields: NineFronts
    missions: PerSide[Annotated[tuple[Verdict, ...], Sized(0, 2)]]
    library: rounds.OwnLibrary = field(default_factory=starter_library)
    in_play: rounds.CardsInPlay = ()

    @property
    def at(self) -> Position:
        keys = ("year", "morale", "propaganda", "economy", "battlefields", "in_play", "options")
        return Position(**{each: getattr(self, each) for each in keys}, front=self.board, box=self.library)


class MissionSums(TypedDict):
    allied: int
    german: int
    net: int
    morale: int


class FieldSums(TypedDict):
    allied: int
    german: int
    net: int
    scores: dict[str, int]


class NextMarkers(TypedDict):
    """Both markers of both sides, as the next year begins with them."""

    propaganda: dict[Side, int]
    economy: dict[Side, int]


class YearEnd(TypedDict):
    """The result of 6.10; None what is not scored, because the missions have ended the war."""

    missions: MissionSums
    battlefields: FieldSums | None
    propaganda: int | None
    economy: int | None
    ongoing: int | None
    net: int | None
    morale: int
    winner: str | None
    win_by: str | None
    after: NextMarkers


def resolve_year(question: object) -> Resolution[YearEnd]:
    """Procedure 6.10: one year's end, missions and scoring."""
    query = rounds.read_question(YearQuestion, question)
    at, verdicts = query.at, query.missions
    propaganda, economy, early = markers_at(at, "missions")
    at = replace(at, propaganda=propaganda, economy=economy)
    gains = mission_gains(verdicts, at.options)
    after_e = held(at.morale + gains.allied - gains.german)
    steps = (*early, *mission_steps(verdicts, gains, after_e, at.options))
    net = gains.allied - gains.german
    missions = MissionSums(allied=gains.allied, german=gains.german, net=net, morale=after_e)
    end = ending(at.year, "missions", after_e, at.options)
    if end.winner:
        after: NextMarkers = {"propaganda": shape.write(propaganda), "economy": shape.write(economy)}
        ends: YearEnd = {
            "missions": missions,
            "battlefields": None,
            "propaganda": None,
            "economy": None,
            "ongoing": None,
            "net": None,
            "morale": after_e,
            "winner": end.winner,
            "win_by": end.win_by,
            "after": after,
        }
        return Resolution(ends, (*steps, *ending_steps(end, after_e)))
    propaganda, economy, late = markers_at(at, "scoring")
    sums = scored(at, propaganda, economy)
    morale = held(after_e + sums.net)
    end = ending(at.year, "scoring", morale, at.options)
    steps = (*steps, *late, *scoring_steps(sums, morale), *ending_steps(end, morale))
    return Resolution(_scored_json(missions, sums, morale, end, economy), steps)


def _scored_json(
    missions: MissionSums, sums: Scored, morale: int, end: Ending, economy: PerSide[int]
) -> YearEnd:
    allied, german = sums.battlefields
    return {
        "missions": missions,
        "battlefields": {"allied": allied, "german": german, "net": allied - german, "scores": sums.scores},
        "propaganda": sums.propaganda,
        "economy": sums.economy,
        "ongoing": sums.ongoing,
        "net": sums.net,
        "morale": morale,
        "winner": end.winner,
        "win_by": end.win_by,
        "after": {"propaganda": {"allied": 0, "german": 0}, "economy": shape.write(economy)},
    }
