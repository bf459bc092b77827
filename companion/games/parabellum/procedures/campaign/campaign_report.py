"""The campaign so far: scenario by scenario what came in and went out, and how everybody stands (6.18)."""

from collections.abc import Iterator, Mapping

from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.procedures.money.worth import scrap_value
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.pieces import Chapter
from companion.games.parabellum.state.table import State, read_state


def resolve(question: Json) -> Resolution:
    """Procedure `campaign-report`."""
    state = read_state(Reading.complete(question, ("state",)).raw("state"), "state")
    report = campaign_report(state)
    return Resolution(report, tuple(_steps(report)))


def campaign_report(state: State) -> dict[str, Json]:
    """The whole report."""
    chapters = [_past(state, chapter) for chapter in state.history]
    if state.phase not in ("choose_next", "over"):
        chapters.append(_present(state))
    return {
        "path": [chapter["scenario"] for chapter in chapters],
        "scenarios": _with_books(state, chapters),
        "standings": standings(state),
        "winner": state.winner,
        "casualties": state.casualties,
    }


def _past(state: State, chapter: Chapter) -> dict[str, Json]:
    return {
        "scenario": chapter.scenario,
        "ended_by": chapter.ended_by,
        "rounds": chapter.rounds,
        "completed": {player: list(done) for player, done in chapter.completed.items()},
        "chooser": chapter.chooser,
        "next": chapter.next,
    }


def _present(state: State) -> dict[str, Json]:
    completed = {
        player: [each.id for each in state.booklet.objectives if player in state.objectives[each.id].done]
        for player in state.having("in", "withdrawn")
    }
    head = {"scenario": state.scenario, "ended_by": None, "rounds": state.round}
    return {**head, "completed": completed, "chooser": None, "next": None}


def _with_books(state: State, chapters: list[dict[str, Json]]) -> list[Json]:
    """Each chapter with every player's money; a scenario is played at most once (R57)."""
    balance = dict.fromkeys(state.players, 0)
    told = []
    for chapter in chapters:
        books = {}
        for player in state.seated:
            kinds = _by_kind(state.ledger, player, chapter["scenario"])
            opening = balance[player]
            balance[player] += sum(kinds.values())
            books[player] = {"opening": opening, "by_kind": kinds, "closing": balance[player]}
        told.append({**chapter, "players": books})
    return told


def _by_kind(ledger: tuple[Line, ...], player: str, scenario: str) -> dict[str, int]:
    kinds: dict[str, int] = {}
    for line in ledger:
        if line.player == player and line.scenario == scenario:
            kinds[line.kind] = kinds.get(line.kind, 0) + line.amount
    return kinds


def standings(state: State) -> list[dict[str, Json]]:
    """Everybody's means: winner first, then survivors, by liquid assets, net worth and seat."""
    rows = [_standing(state, player) for player in state.seated]

    def key(row: Mapping[str, Json]) -> tuple[bool, bool, int, int]:
        out = row["status"] not in ("in", "withdrawn")
        scrapped = state.options.liquid_assets == "credits_and_scrap"
        liquid = row["net_worth"] if scrapped else row["credits"]
        return row["player"] != state.winner, out, -liquid, -row["net_worth"]

    return sorted(rows, key=key)


def _standing(state: State, player: str) -> dict[str, Json]:
    each, units = state.players[player], list(state.of(player))
    worth = scrap_value(state, player)
    return {
        "player": player,
        "status": each.status,
        "credits": each.credits,
        "scrap_value": worth,
        "net_worth": each.credits + worth,
        "units": len(units),
        "personnel": each.reserve.personnel + sum(state.units[unit].strength for unit in units),
    }


def _steps(report: Mapping[str, Json]) -> Iterator[Step]:
    for chapter in report["scenarios"]:
        for player, books in chapter["players"].items():
            values = {"id": chapter["scenario"].upper(), "who": spoken(player), **books}
            yield Step("S1", "Scenario {id}, {who}: from {opening} to {closing} credits.", values)
    for n, row in enumerate(report["standings"], start=1):
        values = {"n": n, **row, "who": spoken(row["player"])}
        words = "{n}. {who}: {credits} credits and {scrap_value} of scrap value, {personnel} people."
        yield Step("RULING R51", words, values)
