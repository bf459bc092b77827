"""How the answers about the year's end read: finished values for their pages."""

from collections.abc import Iterable

from companion.engine.told import Drawing, Figure, Line, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import Values, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, SIDES

SIGNS = "Numbers with a sign favour the Allied side above 0, the German side below."
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


def by_side(head: str, rows: Iterable[tuple[str, Json]]) -> Table:
    """A table with a column a side."""
    told_rows = [(name, *(pair[side] for side in SIDES)) for name, pair in rows]
    return Table((head, *(SIDE_NAMES[side] for side in SIDES)), told_rows)


def year(question: Json, result: Json) -> Told:
    """A year's end as a walk: missions, then the tracks all at once, the marker moving twice."""
    fields, after = result["battlefields"], result["after"]
    walk = {
        "year": question["year"],
        "before": signed(question["morale"]),
        "halfway": signed(result["missions"]["morale"]),
        "after": signed(result["morale"]),
        "missions": _missions(question, result["missions"]),
        "scores": _scores(fields["scores"]) if fields else [],
        "lines": _lines(result) if fields else [],
        "net": signed(result["net"]) if fields else "",
    }
    return told(
        outcome(result["winner"], result["win_by"]) or leader(result["morale"]),
        Drawing("scarper/desk/walk.html", walk),
        by_side("Afterwards", (("Propaganda", after["propaganda"]), ("Economy", after["economy"]))),
        Line(
            "Numbers with a sign favour the Allied side above 0, the German side below.", manner="quiet small"
        ),
        side=side_of(result["morale"]),
    )


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


def initiative(question: Json, result: Json) -> Told:
    """Who decides who goes first, and why."""
    if result["chooser"] is None:
        return told("The German side goes first", "In 1914 nobody chooses.", side="german")
    why = {
        "behind_on_morale": f"It is behind on morale: {leader(question['morale'])}.",
        "tie": "Morale is level, so the house rule for a tie decides.",
    }[result["reason"]]
    chooser = result["chooser"]
    return told(f"The {SIDE_NAMES[chooser]} side decides who goes first", why, side=chooser)


def final(question: Json, result: Json) -> Told:
    """Whether the war is over, and who has won."""
    return told(
        outcome(result["winner"], result["win_by"]) or "The war goes on.",
        Figure("", signed(question["morale"]), leader(question["morale"])),
        side=result["winner"] if result["winner"] in SIDES else "",
    )
