"""How the answers about cards, missions and files read: finished values for their pages."""

from companion.engine import shape
from companion.engine.told import Drawing, Line, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.games.scarper.data import CARD_SIDES, SIDE_NAMES
from companion.games.scarper.screens.desk.questions import board_of, library_of
from companion.games.scarper.screens.desk.strip import strips
from companion.games.scarper.screens.desk.told.year import by_side
from companion.games.scarper.state import Battlefield


def missions(question: Json, result: Json) -> Told:
    """Each mission with its verdict."""
    known = library_of(question).missions
    verdicts = {True: "Fulfilled", False: "Failed", None: "For the table to judge"}
    missions = [
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
    return told("", Drawing("scarper/desk/missions.html", missions))


def event(question: Json, result: Json) -> Told:
    """One card: what it may be played for, and whose event it is."""
    known = library_of(question).cards
    card, side = known[question["card"]], result["side"]

    def titles(ids: list[str]) -> str:
        return listed(f"“{known[each].title}”" for each in ids)

    missing, forbidding, cancelled = (result[key] for key in ("missing", "prevented_by", "cancels"))
    return told(
        card.title,
        card.text,
        Line(f"{_event_verdict(result)}.", manner="told__left"),
        missing and f"It needs {titles(missing)} in play.",
        forbidding and f"It is forbidden by {titles(forbidding)}.",
        result["event_order"] and "The player chooses whether the event comes before or after the points.",
        result["remain"] and "After its event the card stays in play.",
        cancelled and f"Its event takes {titles(cancelled)} out of play.",
        side=side,
        over=f"{SIDE_NAMES[side]} · {card.year} · {result['points']} points",
    )


def _event_verdict(result: Json) -> str:
    if result["blocked"]:
        return "Its event cannot happen: points only"
    if "event" in result["modes"]:
        return "Playable for its event or for its points"
    return f"Played for points; the event happens too, for the {SIDE_NAMES[result['owner']]} side"


def library(question: Json, result: Json) -> Told:
    """A library in figures: cards by year and side, missions, what stays in play, what comes too late."""
    box, missions, years = library_of(question), result["missions"], result["by_year"]
    rows = [(year, *(row[side] for side in CARD_SIDES), row["points"]) for year, row in years.items()]
    sums = ("All", *(result["by_side"][side] for side in CARD_SIDES), sum(row[-1] for row in rows))
    remain, late = (", ".join(box.cards[each].title for each in result[key]) for key in ("remain", "late"))
    told_late = f"{late}. Each needs a card of a later year."
    return told(
        f"{count(result['cards'], 'card')} and {count(sum(missions.values()), 'mission')}: "
        "the library can be played",
        Table(("Year", *(SIDE_NAMES[side] for side in CARD_SIDES), "Points"), [*rows, sums], manner="summed"),
        f"Missions: Allied {missions['allied']}, German {missions['german']}.",
        remain and Line("", "Stay in play:", f"{remain}."),
        late and Line("", "Too early for what they need:", told_late, "notice"),
        over=box.title,
    )


def board(question: Json, result: Json) -> Told:
    """A board in figures: tracks with their values, the most that can be scored, the trenches of 1914."""
    board = board_of(question)
    opening = {name: shape.write(Battlefield(0, board.trenches[name])) for name in result["spaces"]}
    rows = (("Most to score in a year", "max_score"), ("Trenches of 1914", "trenches"))
    return told(
        "The board can be played" + (", the same for both sides" if result["symmetric"] else ""),
        strips(board, opening),
        by_side("", ((name, result[key]) for name, key in rows)),
        over=board.title,
    )
