"""A binder that plays itself: one play from a seed, told in short, and the same as a journal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.engine.campaign.trials import Broken, Fought, Setup, Trial
from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.parabellum.campaign.playing.play import Endless, play
from companion.games.parabellum.campaign.playing.steady import Steady
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.parabellum.rules.seating import open_table, shuffle
from companion.games.parabellum.rules.telling import describe
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import read_binder

ENDLESS = "the campaign has not come to an end by then"


def players(content: Json) -> tuple[int, ...]:
    """How many companies of a binder can sit down."""
    return tuple(range(FEWEST_PLAYERS, min(MOST_PLAYERS, len(read_binder(content, "").companies)) + 1))


def setup_of(content: Json, asked: Setup) -> Json:
    """The setup of a play: so many of the binder's companies, in its order."""
    return shuffle({"binder": content, "options": {"players": asked.players}}, Random(asked.seed))


@dataclass
class Course:
    """A play under way: its lines, the states from which each scenario began, and where it stands."""

    state: State
    lines: list[dict[str, Any]] = field(default_factory=list)
    began: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def follow(self, steps: Iterator[tuple[State, dict[str, Any], State]]) -> None:
        """To its end, or to where it breaks."""
        for before, line, after in steps:
            self.began.setdefault(before.scenario, tuple(before.tally))
            self.lines.append(line)
            self.state = after


def trial(content: Json, asked: Setup) -> Trial:
    """One play. What breaks it, a refusal of what was open or a fault of the app, is told and not raised."""
    course, broken = _played(setup_of(content, asked), asked.seed)
    return Trial(asked.seed, len(course.lines), tuple(_fought(course)), broken)


def journal(content: Json, asked: Setup) -> Json:
    """A play as `resolve parabellum replay` takes it, up to its end or to the deed that breaks it."""
    setup = setup_of(content, asked)
    course, _ = _played(setup, asked.seed)
    return {"setup": setup, "actions": course.lines}


def _played(setup: Json, seed: int) -> tuple[Course, Broken | None]:
    course, player = Course(open_table(setup).state), Steady(Random(seed), by_hand=0)
    try:
        course.follow(play(setup, player))
    except Endless:
        return course, Broken(course.state.scenario, len(course.lines), "", ENDLESS, crash=False)
    except GameError as error:
        return course, _broken(course, player.chosen, error.message)
    except Exception as error:
        return course, _broken(course, player.chosen, f"{type(error).__name__}: {error}", crash=True)
    return course, None


def _broken(course: Course, chosen: dict[str, Any], words: str, *, crash: bool = False) -> Broken:
    """The deed that breaks a play is its last line."""
    if chosen:
        course.lines.append(chosen)
    deed = describe(chosen) if chosen else ""
    return Broken(course.state.scenario, len(course.lines), deed, words, crash)


def _fought(course: Course) -> Iterator[Fought]:
    for chapter in course.state.history:
        yield Fought(
            scenario=chapter.scenario,
            rounds=chapter.rounds,
            sides=course.began[chapter.scenario],
            ranking=chapter.ranking,
            bankrupt=chapter.eliminated,
            done=tuple(dict.fromkeys(each for done in chapter.completed.values() for each in done)),
        )


def objectives(content: Json) -> Mapping[str, Mapping[str, str]]:
    """What can be won in each scenario: the name of each objective by its id."""
    return {
        key: {each.id: each.name for each in booklet.objectives}
        for key, booklet in read_binder(content, "").scenarios.items()
    }
