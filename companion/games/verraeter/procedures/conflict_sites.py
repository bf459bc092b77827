"""Where the next conflict may be, and what is at stake there (phase 1, specification 6.6)."""

from dataclasses import dataclass, field
from typing import Annotated

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import CIRCLE, HOUSES
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.state.cards import Cards, starter_cards


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.6's input: the circle, clockwise."""

    circle: Annotated[tuple[Ground, ...], Sized(CIRCLE, CIRCLE)]
    cards: Cards = field(default_factory=starter_cards)


def resolve(question: Json) -> Resolution:
    """Procedure 6.6: every pair of neighbours of different houses."""
    said: Question = shape.read(Question, question)
    circle, sites = said.circle, stakes(said.circle, said.cards)
    held: dict[str, Json] = {house: sum(ground.house == house for ground in circle) for house in HOUSES}
    values: dict[str, Json] = {"count": len(sites), **held}
    steps = (
        Step("5", "The Eagle holds {eagle:# landscape|# landscapes}, the Rose {rose}.", values),
        Step("1", "A conflict may be fought at {count:# place|# places}.", values)
        if sites
        else Step("end", "One house holds all twelve landscapes: the game is about to end."),
    )
    return Resolution({"sites": sites, "held": held}, steps)


def stakes(circle: tuple[Ground, ...], cards: Cards) -> list[Json]:
    """Every site with what each house brings and would win: the points of the enemy landscape."""
    pairs = [(i, (i + 1) % CIRCLE) for i in range(CIRCLE)]
    return [_site(circle, cards, i, j) for i, j in pairs if circle[i].house != circle[j].house]


def _site(circle: tuple[Ground, ...], cards: Cards, i: int, j: int) -> Json:
    own = {circle[n].house: n for n in (i, j)}
    foe = {circle[n].house: m for n, m in ((i, j), (j, i))}
    each: dict[str, Json] = {
        house: {
            "landscape": own[house],
            "type": circle[own[house]].type,
            "base": cards.landscapes[circle[own[house]].type].conflict,
            "prize": list(cards.landscapes[circle[foe[house]].type].vp),
        }
        for house in HOUSES
    }
    return {"site": [i, j], **each, "lead": each["eagle"]["base"] - each["rose"]["base"]}
