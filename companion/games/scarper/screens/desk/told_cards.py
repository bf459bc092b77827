"""How the answers about cards, missions and files read: finished values for their pages."""

from collections.abc import Mapping

from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed
from companion.games.scarper.data import CARD_SIDES, SIDE_NAMES
from companion.games.scarper.screens.desk.questions import board_of, library_of
from companion.games.scarper.screens.desk.strip import strip


def told_missions(question: Json, result: Json) -> Values:
    """Each mission with its verdict."""
    known = library_of(question).missions
    verdicts = {True: "Fulfilled", False: "Failed", None: "For the table to judge"}
    return {
        "missions": [
            {
                "side": each["side"],
                "who": SIDE_NAMES[each["side"]],
                "title": known[each["id"]].title,
                "text": known[each["id"]].text,
                "success": each["success"],
                "verdict": verdicts[each["success"]],
            }
            for each in result["missions"]
        ]
    }


def told_event(question: Json, result: Json) -> Values:
    """One card: what it may be played for, and whose event it is."""
    known = library_of(question).cards
    card = known[question["card"]]

    def titles(ids: list[str]) -> str:
        return listed(f"“{known[each].title}”" for each in ids)

    reasons = [f"It needs {titles(result['missing'])} in play."] if result["missing"] else []
    reasons += [f"It is forbidden by {titles(result['prevented_by'])}."] if result["prevented_by"] else []
    return {
        "side": result["side"],
        "who": SIDE_NAMES[result["side"]],
        "title": card.title,
        "year": card.year,
        "text": card.text,
        "points": result["points"],
        "verdict": _event_verdict(result),
        "reasons": reasons,
        "after": _event_after(result, titles),
    }


def _event_verdict(result: Json) -> str:
    if result["blocked"]:
        return "Its event cannot happen: points only"
    if "event" in result["modes"]:
        return "Playable for its event or for its points"
    return f"Played for points; the event happens too, for the {SIDE_NAMES[result['owner']]} side"


def _event_after(result: Json, titles: object) -> list[str]:
    told = (
        ["The player chooses whether the event comes before or after the points."]
        if result["event_order"]
        else []
    )
    told += ["After its event the card stays in play."] if result["remain"] else []
    told += (
        [f"Its event takes {titles(result['cancels'])} out of play."]
        if result["cancels"] and callable(titles)
        else []
    )
    return told


def told_library(question: Json, result: Json) -> Values:
    """A library in figures: cards by year and side, missions, what stays in play, what comes too late."""
    box = library_of(question)
    rows = [
        {"year": year, "sides": [row[side] for side in CARD_SIDES], "points": row["points"]}
        for year, row in result["by_year"].items()
    ]
    return {
        "title": box.title,
        "verdict": f"{count(result['cards'], 'card')} and "
        f"{count(sum(result['missions'].values()), 'mission')}: the library can be played",
        "heads": [SIDE_NAMES[side] for side in CARD_SIDES],
        "rows": rows,
        "totals": [result["by_side"][side] for side in CARD_SIDES],
        "all_points": sum(row["points"] for row in rows),
        "missions": result["missions"],
        "remain": [box.cards[each].title for each in result["remain"]],
        "late": [box.cards[each].title for each in result["late"]],
    }


def told_board(question: Json, result: Json) -> Values:
    """A board in figures: tracks with their values, the most that can be scored, the trenches of 1914."""
    board = board_of(question)
    opening = {name: {"frontline": 0, "trenches": _counts(board.trenches[name])} for name in result["spaces"]}
    return {
        "title": board.title,
        "verdict": "The board can be played" + (", the same for both sides" if result["symmetric"] else ""),
        "strips": [strip(board, name, front) for name, front in opening.items()],
        "max_score": result["max_score"],
        "trenches": result["trenches"],
    }


def _counts(trenches: Mapping[int, int]) -> dict[str, int]:
    return {str(space): count for space, count in trenches.items()}
