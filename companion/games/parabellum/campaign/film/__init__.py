"""A campaign as it is looked back on: what each company has, what turned it, whose dice were kind."""

from collections.abc import Iterator

from companion.engine.campaign.annals import lasting
from companion.engine.film import Film, Replay, Turning
from companion.engine.luck import Throw
from companion.engine.wording import sentence
from companion.games.parabellum.campaign.film.course import course, look
from companion.games.parabellum.campaign.story import story
from companion.games.parabellum.campaign.throws import throws
from companion.games.parabellum.state import State


def turnings(replay: Replay) -> Iterator[Turning]:
    """The heavy sentences of the story, for what they weigh."""
    for each in lasting(story(replay, ())):
        if each.weight:
            small = f"{each.moment} · {each.because}" if each.because else each.moment
            # A fight in full is long; the log's line and what it cost are enough here.
            words = "" if each.tone == "fight" else each.text
            yield Turning(each.numbers[-1], words, sentence(small), weight=each.weight)


def thrown(replay: Replay) -> tuple[Throw, ...]:
    """Every throw at people."""
    return throws(replay)


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="what fell and what was won",
    throws=thrown,
    thrown="People felled",
    look=look,
)
