"""How a campaign's answers read on the desk: who begins, who is paid, where the tree leads, what is wrong."""

from companion.engine.told import Drawing, Heading, Row, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import counted
from companion.games.parabellum.data import SEATS
from companion.games.parabellum.screens.desk.binders import binder_of
from companion.games.parabellum.screens.desk.map_preview import map_preview
from companion.games.parabellum.screens.desk.told.shared import money, moved, names
from companion.games.parabellum.state.naming import spoken

PROBLEMS = {
    "personnel": "People have been lost or made",
    "cash": "Credits are not what the ledger says",
    "negative": "Less than nothing",
    "counter": "More than the card has room for",
    "flag": "No flag, or another unit's",
    "occupancy": "Overlaps another unit",
    "passenger": "Aboard something that cannot carry it",
    "cache": "Empty, or more than fits there",
}


def turn_order(question: Json, result: Json) -> Told:
    """The order."""
    rows = [(n, spoken(player)) for n, player in enumerate(result["order"], 1)]
    return told(
        f"{spoken(result['order'][0])} goes first",
        f"Rolls: {result['rounds']}.",
        Table(("", "Player"), rows),
    )


def scenario_end(question: Json, result: Json) -> Told:
    """Where everybody stands now, and what was paid."""
    rows = [
        (
            spoken(player),
            ", ".join(map(spoken, done)) or "–",
            result["credits"][player],
            result["liquid"][player],
            f"d{result['turn_dice'][player]}",
        )
        for player, done in result["completed"].items()
    ]
    paid = [
        (spoken(line["player"]), line["kind"], spoken(line["item"]), moved(line["amount"]))
        for line in result["lines"]
    ]
    tokens = [
        f"{spoken(player)}: {each['fuel']} fuel, {each['ammunition']} ammunition."
        for player, each in result["tokens"].items()
        if any(each.values())
    ]
    return told(
        _verdict(result),
        f"Eliminated: {names(result['eliminated'])}." if result["eliminated"] else "",
        *tokens,
        Table(("Player", "Completed", "Credits", "Liquid", "Next turn die"), rows),
        Table(("Player", "Line", "For", "Credits"), paid, "Into the books"),
    )


def _verdict(result: Json) -> str:
    if not result["campaign_over"]:
        return f"{spoken(result['choosers'][0])} chooses the next scenario"
    return f"The campaign is over: {spoken(result['winner'])} wins" if result["winner"] else "Nobody is left"


def binder_check(question: Json, result: Json) -> Told:
    """The tree and the maps."""
    tree = [_scenario_of(row) for row in result["scenarios"]]
    maps = [
        (spoken(name), f"{each['columns']} × {each['rows']}", *(each["deployment"][str(n)] for n in SEATS))
        for name, each in result["maps"].items()
    ]
    lost = ", ".join(result["unreachable"]).upper()
    unused = ", ".join(map(spoken, result["unused_maps"]))
    drawn = [map_preview(sheet) for sheet in binder_of(question).maps.values()]
    ways, longest = counted(result["paths"], "way"), counted(result["longest"], "scenario")
    return told(
        f"The binder reads: up to {counted(result['players'], 'player')}",
        f"{ways} through, the longest over {longest}.",
        lost and f"No way leads to {lost}.",
        unused and f"Maps that nobody uses: {unused}.",
        Table(("Scenario", "Depth", "Leads to", "Ways on"), tree, "The tree"),
        Table(("Map", "Squares", "Seat 1", "Seat 2", "Seat 3", "Seat 4"), maps, "Deployment squares"),
        Heading("The maps"),
        Drawing("parabellum/desk/maps.html", drawn),
    )


def _scenario_of(row: Json) -> Row:
    depth = "–" if row["depth"] is None else row["depth"]
    return (row["scenario"].upper(), depth, ", ".join(row["next"]).upper() or "an ending", row["paths"])


def campaign_report(question: Json, result: Json) -> Told:
    """The standings, then a table for every scenario."""
    rows = [
        (
            spoken(each["player"]),
            each["status"],
            each["credits"],
            each["scrap_value"],
            each["net_worth"],
            each["units"],
            each["personnel"],
        )
        for each in result["standings"]
    ]
    heads = ("Player", "Status", "Credits", "Scrap value", "Net worth", "Units", "People")
    winner = result["winner"]
    first = result["standings"][0]
    return told(
        f"{spoken(winner)} has won" if winner else f"{spoken(first['player'])} leads",
        f"The way so far: {', '.join(result['path']).upper()}.",
        f"{counted(result['casualties'], 'person', 'people')} fell for good.",
        Table(heads, rows, "Standings"),
        *(_scenario(each) for each in result["scenarios"]),
    )


def _scenario(scenario: Json) -> Table:
    rows = [
        (
            spoken(player),
            each["opening"],
            ", ".join(f"{kind} {moved(sum)}" for kind, sum in each["by_kind"].items()) or "–",
            each["closing"],
            ", ".join(map(spoken, scenario["completed"].get(player, ()))) or "–",
        )
        for player, each in scenario["players"].items()
    ]
    ended = scenario["ended_by"] or "still played"
    title = f"{scenario['scenario'].upper()}: {ended}, {counted(scenario['rounds'], 'round')}"
    return Table(("Player", "Opening", "Moved", "Closing", "Completed"), rows, title)


def audit(question: Json, result: Json) -> Told:
    """Every finding at its place."""
    rows = [(each["path"], PROBLEMS[each["code"]]) for each in result["problems"]]
    if result["ok"]:
        sums = question["state"]["players"].values()
        return told("Everything is in order", f"{money(sum(each['credits'] for each in sums))} in all hands.")
    found = counted(len(rows), "finding")
    return told(found, Table(("Where", "What is wrong"), rows))
