"""The end score: points, offices times supply, ranks (specification 6.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between
from companion.engine.wire import Json
from companion.games.verraeter.data import BUILDING_CARDS, MOST_OFFICES
from companion.games.verraeter.procedures import conflict
from companion.games.verraeter.state import DEFAULTS, Id, Options, spoken


@dataclass(frozen=True, slots=True)
class Standing:
    """One player at the end: points so far, offices under any landscape, supply cards in hand."""

    id: Id
    vp: Annotated[int, Between(-99, 999)]
    offices: Annotated[int, Between(0, BUILDING_CARDS)]
    supply: Annotated[int, Between(0, 9)]


@dataclass(frozen=True, slots=True)
class FinalScoreQuestion:
    """Procedure 6.8's input."""

    players: Annotated[tuple[Standing, ...], conflict.Seats]
    options: Options = DEFAULTS


def final_score(standings: Sequence[Standing], options: Options) -> dict[str, Json]:
    """Everybody's score, the best first; equals share a rank (R24) and stand as they sit."""
    rows = [_score(each, options) for each in standings]
    keys = ("total", "supply") if options.tie_break == "supply" else ("total",)

    def weight(row: dict[str, Json]) -> tuple[int, ...]:
        return tuple(row[key] for key in keys)

    rows.sort(key=weight, reverse=True)
    for row in rows:
        row["rank"] = 1 + sum(weight(other) > weight(row) for other in rows)
    return {"scores": rows, "winners": [row["player"] for row in rows if row["rank"] == 1]}


def _score(standing: Standing, options: Options) -> dict[str, Json]:
    cap = options.office_card_cap
    counted = standing.supply if cap is None else min(standing.supply, cap)
    bonus = standing.offices * counted
    return {
        "player": standing.id,
        "vp": standing.vp,
        "offices": standing.offices,
        "supply": standing.supply,
        "counted": counted,
        "bonus": bonus,
        "total": standing.vp + bonus,
    }


def score_steps(result: dict[str, Json], options: Options) -> tuple[Step, ...]:
    """One line a player, and who has won."""
    words = "{player}: {vp:# point|# points} and {offices:# office|# offices} × "
    words += "{counted:# supply card|# supply cards} = {total}."
    rows = [Step("score", words, {**row, "player": spoken(row["player"])}) for row in result["scores"]]
    winners = result["winners"]
    rule = "score" if options.tie_break == "shared" and len(winners) == 1 else "R24"
    won = "{who} wins." if len(winners) == 1 else "{who} share the victory."
    return (*rows, Step(rule, won, {"who": ", ".join(map(spoken, winners))}))


def resolve_final_score(question: Json) -> Resolution:
    """Procedure 6.8: the end score."""
    said: FinalScoreQuestion = shape.read(FinalScoreQuestion, question)
    conflict.check_seated([each.id for each in said.players])
    _check(said.players, said.options)
    result = final_score(said.players, said.options)
    return Resolution(result, score_steps(result, said.options))


def _check(standings: Sequence[Standing], options: Options) -> None:
    for n, each in enumerate(standings):
        if each.offices > MOST_OFFICES:
            said = f"A player has at most {MOST_OFFICES} offices; {each.offices} were given."
            raise IllegalAction(f"players.{n}.offices", said)
    for n, each in enumerate(standings):
        if each.supply > options.hand_limit:
            said = f"A hand holds at most {options.hand_limit} cards; {each.supply} were given."
            raise IllegalAction(f"players.{n}.supply", said)
