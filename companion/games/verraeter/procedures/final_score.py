"""The end score: points, offices times supply, ranks (specification 6.8)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.verraeter.data import BUILDING_CARDS, MOST_OFFICES
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.procedures.supply_refill import LARGEST_HAND
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.options import Options

KEYS = ("players", "options")
PLAYER_KEYS = ("id", "vp", "offices", "supply")
LOWEST_VP, HIGHEST_VP = -99, 999


class Standing(NamedTuple):
    """One player at the end: points so far, offices under any landscape, supply cards in hand."""

    id: str
    vp: int
    offices: int
    supply: int


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


def resolve(question: Json) -> Resolution:
    """Procedure 6.8: the end score."""
    reading = Reading(question, KEYS)
    standings = [_standing(row) for row in asked.rows_of_players(reading, PLAYER_KEYS)]
    options = asked.asked_options(reading)
    asked.check_seated([each.id for each in standings])
    _check(standings, options)
    result = final_score(standings, options)
    return Resolution(result, score_steps(result, options))


def _standing(row: Reading) -> Standing:
    return Standing(
        asked.asked_id(row),
        row.integer("vp", LOWEST_VP, HIGHEST_VP),
        row.integer("offices", 0, BUILDING_CARDS),
        row.integer("supply", 0, LARGEST_HAND),
    )


def _check(standings: Sequence[Standing], options: Options) -> None:
    for n, each in enumerate(standings):
        if each.offices > MOST_OFFICES:
            said = f"A player has at most {MOST_OFFICES} offices; {each.offices} were given."
            raise IllegalAction(f"players.{n}.offices", said)
    for n, each in enumerate(standings):
        if each.supply > options.hand_limit:
            said = f"A hand holds at most {options.hand_limit} cards; {each.supply} were given."
            raise IllegalAction(f"players.{n}.supply", said)
