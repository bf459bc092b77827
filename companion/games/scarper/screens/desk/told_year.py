"""How the answers about the year's end read: finished values for their pages."""

from companion.engine.wire import Json
from companion.engine.wording import Values, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, SIDES

HOW = {
    "direct": "by reaching 15",
    "attrition": "after five years of war",
    "resignation": "as the other side gave up",
}


def leader(morale: int) -> str:
    """Who leads, in words."""
    side = "allied" if morale > 0 else "german"
    return f"{SIDE_NAMES[side]} lead of {abs(morale)}" if morale else "Morale is level"


def side_of(number: int) -> str:
    """The side that a signed number favours; empty for neither."""
    return "allied" if number > 0 else "german" if number < 0 else ""


def outcome(winner: str | None, by: str | None) -> str:
    """The end of the war in a sentence; empty while it goes on."""
    if winner is None:
        return ""
    if winner == "draw":
        return "The war ends in a draw."
    return f"The {SIDE_NAMES[winner]} side wins, {HOW[by or 'direct']}."


def told_year(question: Json, result: Json) -> Values:
    """A year's end as a walk: missions, then the tracks all at once, the marker moving twice."""
    fields = result["battlefields"]
    return {
        "year": question["year"],
        "side": side_of(result["morale"]),
        "verdict": outcome(result["winner"], result["win_by"]) or leader(result["morale"]),
        "before": signed(question["morale"]),
        "halfway": signed(result["missions"]["morale"]),
        "after": signed(result["morale"]),
        "missions": _missions(question, result["missions"]),
        "scores": _scores(fields["scores"]) if fields else [],
        "lines": _lines(result) if fields else [],
        "net": signed(result["net"]) if fields else "",
        "next": [
            {"name": name, "allied": pair["allied"], "german": pair["german"]}
            for name, pair in (
                ("Propaganda", result["after"]["propaganda"]),
                ("Economy", result["after"]["economy"]),
            )
        ],
    }


def _missions(question: Json, told: Json) -> Values:
    listed = [
        {"side": side, "who": SIDE_NAMES[side], "name": mission["name"], "success": mission["success"]}
        for side in SIDES
        for mission in question["missions"][side]
    ]
    return {"listed": listed, "allied": told["allied"], "german": told["german"], "net": signed(told["net"])}


def _scores(scores: Json) -> list[Values]:
    return [
        {"name": BATTLEFIELD_NAMES[name], "value": abs(scores[name]), "side": side_of(scores[name])}
        for name in BATTLEFIELDS
    ]


def _lines(result: Json) -> list[Values]:
    fields = result["battlefields"]
    lines = [("Battlefields", fields["net"], f"Allied {fields['allied']}, German {fields['german']}")]
    lines += [("Propaganda", result["propaganda"], ""), ("Economy", result["economy"], "")]
    lines += [("Cards in play", result["ongoing"], "")] if result["ongoing"] else []
    return [
        {"name": name, "net": signed(net), "side": side_of(net), "note": note} for name, net, note in lines
    ]


def told_initiative(question: Json, result: Json) -> Values:
    """Who decides who goes first, and why."""
    if result["chooser"] is None:
        return {"side": "german", "verdict": "The German side goes first", "why": "In 1914 nobody chooses."}
    why = {
        "behind_on_morale": f"It is behind on morale: {leader(question['morale'])}.",
        "tie": "Morale is level, so the house rule for a tie decides.",
    }[result["reason"]]
    chooser = result["chooser"]
    return {"side": chooser, "verdict": f"The {SIDE_NAMES[chooser]} side decides who goes first", "why": why}


def told_final(question: Json, result: Json) -> Values:
    """Whether the war is over, and who has won."""
    verdict = outcome(result["winner"], result["win_by"]) or "The war goes on."
    side = result["winner"] if result["winner"] in SIDES else ""
    return {
        "side": side,
        "verdict": verdict,
        "lead": leader(question["morale"]),
        "morale": signed(question["morale"]),
    }
