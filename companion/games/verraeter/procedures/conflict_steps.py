"""Why a conflict ended as it did, line by line (phases 4 to 6)."""

from collections.abc import Iterator, Sequence

from companion.engine.game import Step
from companion.games.verraeter.data import (
    ACTION_NAMES,
    BONUS,
    HOUSES,
    OTHER,
    House,
)
from companion.games.verraeter.procedures.outcome import Field, Fighter, Fought
from companion.games.verraeter.state.naming import spoken


def conflict_steps(field: Field, fighters: Sequence[Fighter], fought: Fought) -> tuple[Step, ...]:
    """The story of one conflict."""
    return (
        *_oaths(field, fighters, fought),
        *_totals(field, fought),
        *_verdict(field, fought),
        *_bonuses(field, fighters, fought),
    )


def _oaths(field: Field, fighters: Sequence[Fighter], fought: Fought) -> Iterator[Step]:
    for each in fighters:
        if each.action == "traitor":
            values = {"who": spoken(each.id), "house": field.words.houses[fought.allegiances[each.id]]}
            yield Step("4", "{who} is the traitor and now serves the {house}.", values)
            return
    yield Step("4", "Nobody holds the traitor; all keep their oaths.")


def _totals(field: Field, fought: Fought) -> Iterator[Step]:
    by_house = {ground.house: ground.type for ground in field.grounds}
    for house in HOUSES:
        total = fought.totals[house]
        values = {**total._asdict(), "total": total.total, "house": field.words.houses[house]}
        values |= {"landscape": field.words.landscapes[by_house[house]].lower()}
        words = "{house}: {landscape} {base}, supply {supply}, diplomats {diplomats}: {total} together."
        yield Step("5", words, values)


def _verdict(field: Field, fought: Fought) -> Iterator[Step]:
    if fought.winner is None or fought.flipped is None:
        yield Step("5", "Both totals are equal: nobody wins and no landscape turns.")
        return
    names = {"winner": field.words.houses[fought.winner], "loser": field.words.houses[OTHER[fought.winner]]}
    landscape = field.words.landscapes[field.grounds[fought.flipped].type].lower()
    yield Step("5", "The {winner} wins by {margin}.", {**names, "margin": fought.margin})
    yield _prize(field, fought.winner, landscape, fought)
    yield Step(
        "6", "The {loser}'s {landscape} turns and is now the {winner}'s.", {**names, "landscape": landscape}
    )


def _prize(field: Field, winner: House, landscape: str, fought: Fought) -> Step:
    winners = [spoken(who) for who, house in fought.allegiances.items() if house == winner]
    values = {"house": field.words.houses[winner], "landscape": landscape, "prize": fought.prize}
    values |= {"who": ", ".join(winners), "count": len(winners)}
    if not winners:
        return Step("R8", "Nobody serves the {house}: the {landscape} gives no points.", values)
    rule = "6" if field.options.vp_mode == "table" else "R7"
    if len(winners) == 1:
        return Step(rule, "{who} alone won the {landscape}: {prize:# point|# points}.", values)
    return Step(rule, "{who} share the {landscape} between {count}: {prize:# point|# points} each.", values)


def _bonuses(field: Field, fighters: Sequence[Fighter], fought: Fought) -> Iterator[Step]:
    for each in fighters:
        if each.action is not None and each.action in BONUS:
            values = {
                "who": spoken(each.id),
                "card": ACTION_NAMES[each.action].lower(),
                "bonus": BONUS[each.action],
            }
            if fought.points[each.id].bonus:
                yield Step("6", "{who} scores {bonus} more as {card}.", values)
            elif field.options.bonus == "winning_side":
                yield Step("R9", "{who}'s house did not win: the {card} scores nothing.", values)
