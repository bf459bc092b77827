"""Why a conflict ended as it did, line by line (phases 4 to 6)."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from companion.engine.game import Step
from companion.games.verraeter.data import (
    ACTION_NAMES,
    BONUS,
    HOUSE_NAMES,
    HOUSES,
    LANDSCAPE_NAMES,
    OTHER,
    ActionCard,
    House,
)
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.outcome import Fought
from companion.games.verraeter.state.options import Options


class Holder(Protocol):
    """Somebody who took part, with what he held."""

    @property
    def id(self) -> str:
        """Who."""

    @property
    def action(self) -> ActionCard | None:
        """His action card."""


def conflict_steps(
    grounds: Sequence[Ground], fighters: Sequence[Holder], options: Options, fought: Fought
) -> tuple[Step, ...]:
    """The story of one conflict."""
    return (
        *_oaths(fighters, fought),
        *_totals(grounds, fought),
        *_verdict(grounds, options, fought),
        *_bonuses(fighters, options, fought),
    )


def _oaths(fighters: Sequence[Holder], fought: Fought) -> Iterator[Step]:
    for each in fighters:
        if each.action == "traitor":
            values = {"who": each.id, "house": HOUSE_NAMES[fought.allegiances[each.id]]}
            yield Step("4", "{who} is the traitor and now serves the {house}.", values)
            return
    yield Step("4", "Nobody holds the traitor; all keep their oaths.")


def _totals(grounds: Sequence[Ground], fought: Fought) -> Iterator[Step]:
    by_house = {ground.house: ground.type for ground in grounds}
    for house in HOUSES:
        total = fought.totals[house]
        values = {**total._asdict(), "total": total.total, "house": HOUSE_NAMES[house]}
        values |= {"landscape": LANDSCAPE_NAMES[by_house[house]].lower()}
        words = "{house}: {landscape} {base}, supply {supply}, diplomats {diplomats}: {total} together."
        yield Step("5", words, values)


def _verdict(grounds: Sequence[Ground], options: Options, fought: Fought) -> Iterator[Step]:
    if fought.winner is None or fought.flipped is None:
        yield Step("5", "Both totals are equal: nobody wins and no landscape turns.")
        return
    names = {"winner": HOUSE_NAMES[fought.winner], "loser": HOUSE_NAMES[OTHER[fought.winner]]}
    landscape = LANDSCAPE_NAMES[grounds[fought.flipped].type].lower()
    yield Step("5", "The {winner} wins by {margin}.", {**names, "margin": fought.margin})
    yield _prize(fought.winner, landscape, options, fought)
    yield Step(
        "6", "The {loser}'s {landscape} turns and is now the {winner}'s.", {**names, "landscape": landscape}
    )


def _prize(winner: House, landscape: str, options: Options, fought: Fought) -> Step:
    winners = [who for who, house in fought.allegiances.items() if house == winner]
    values = {"house": HOUSE_NAMES[winner], "landscape": landscape, "prize": fought.prize}
    values |= {"who": ", ".join(winners), "count": len(winners)}
    if not winners:
        return Step("R8", "Nobody serves the {house}: the {landscape} gives no points.", values)
    rule = "6" if options.vp_mode == "table" else "R7"
    if len(winners) == 1:
        return Step(rule, "{who} alone won the {landscape}: {prize} points.", values)
    return Step(rule, "{who} share the {landscape} between {count}: {prize} points each.", values)


def _bonuses(fighters: Sequence[Holder], options: Options, fought: Fought) -> Iterator[Step]:
    for each in fighters:
        if each.action is not None and each.action in BONUS:
            values = {"who": each.id, "card": ACTION_NAMES[each.action].lower(), "bonus": BONUS[each.action]}
            if fought.points[each.id].bonus:
                yield Step("6", "{who} scores {bonus} more as {card}.", values)
            elif options.bonus == "winning_side":
                yield Step("R9", "{who}'s house did not win: the {card} scores nothing.", values)
