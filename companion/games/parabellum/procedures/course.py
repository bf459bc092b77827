"""The course of a campaign: turn order, ways through the tree, the report so far (T1, C1, E3, 6.18)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from companion.engine.dice import roll
from companion.engine.errors import InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.procedure import rolling_for
from companion.engine.tree import Status, Way
from companion.engine.wire import Json, Reading, integer, items, say
from companion.engine.wording import in_a_row
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS, TURN_DICE, Chooser
from companion.games.parabellum.procedures.money import scrap_value
from companion.games.parabellum.state.notation import Line, player_named, read_id, spoken
from companion.games.parabellum.state.table import Chapter, State, read_state

type Groups = list[list[str]]
type Roll = Mapping[str, int]


def decide(
    dice: Mapping[str, int], rolls: Json, path: str = "rolls"
) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """The order of the players who roll these dice, and why; `InvalidInput` where the rolls do not fit."""
    groups: Groups = [list(dice)]
    steps: list[Step] = []
    for n, each in enumerate(items(rolls, path)):
        at = join(path, n)
        if not (rolling := tied(groups)):
            raise InvalidInput(at, "Nobody is tied any more; no further roll is wanted.")
        thrown = _read_roll(each, at, {player: dice[player] for player in rolling})
        groups = _split(groups, thrown)
        steps += _told(thrown, dice, groups)
    if still := tied(groups):
        raise InvalidInput(
            path, f"{', '.join(map(spoken, still))} are tied; another roll of theirs is wanted."
        )
    order = tuple(player for (player,) in groups)
    names, values = _names(order)
    return order, (*steps, Step("T1", f"The order is {names}.", values))


def tied(groups: Groups) -> list[str]:
    """The players who must still roll."""
    return [player for group in groups if len(group) > 1 for player in group]


def _split(groups: Groups, thrown: Roll) -> Groups:
    after: Groups = []
    for group in groups:
        if len(group) == 1:
            after.append(group)
            continue
        for face in sorted({thrown[player] for player in group}, reverse=True):
            after.append([player for player in group if thrown[player] == face])
    return after


def _read_roll(value: Json, path: str, dice: Mapping[str, int]) -> Roll:
    reading = Reading(value, dice, path)
    return {player: integer(reading.raw(player), reading.at(player), 1, die) for player, die in dice.items()}


def roll_order(dice: Mapping[str, int], random: Random) -> list[dict[str, int]]:
    """Dice that the app rolls until nobody is tied."""
    groups: Groups = [list(dice)]
    rolls: list[dict[str, int]] = []
    while rolling := tied(groups):
        rolls.append({player: roll(random, dice[player]) for player in rolling})
        groups = _split(groups, rolls[-1])
    return rolls


def _told(thrown: Roll, dice: Mapping[str, int], groups: Groups) -> list[Step]:
    rolled = [{"who": player_named(each), "face": face, "die": dice[each]} for each, face in thrown.items()]
    faces, values = in_a_row("{who} {face} (d{die})", rolled)
    found = [Step("T1", f"They roll: {faces}.", values)]
    for group in groups:
        if len(group) > 1:
            names, values = _names(group)
            values["face"] = thrown[group[0]]
            found.append(Step("T1", f"{names} are tied at {{face}} and roll again among themselves.", values))
    return found


def _names(players: Sequence[str]) -> tuple[str, dict[str, object]]:
    return in_a_row("{who}", [{"who": player_named(player)} for player in players])


def resolve_turn_order(question: Json) -> Resolution:
    """Procedure 6.3: who goes first."""
    reading = Reading.complete(question, ("dice",), ("rolls",))
    dice = read_turn_dice(reading.raw("dice"), "dice")
    order, steps = decide(dice, reading.raw("rolls"))
    return Resolution({"order": list(order), "rounds": len(reading.raw("rolls"))}, steps)


def read_turn_dice(value: Json, path: str) -> dict[str, int]:
    """The die of each of two to four players."""
    given = Reading(value, value if type(value) is dict else (), path).value
    if not FEWEST_PLAYERS <= len(given) <= MOST_PLAYERS:
        raise InvalidInput(path, f"Two to four players roll; {len(given)} were given.")
    return {
        read_id(player, join(path, player)): _die(die, join(path, player)) for player, die in given.items()
    }


def _die(value: Json, path: str) -> int:
    if type(value) is int and value in TURN_DICE:
        return value
    raise InvalidInput(path, f"The die for the turn order is a d6 or a d8; {say(value)} was given.")


def _roll(question: Json, random: Random) -> Json:
    return roll_order(read_turn_dice(question.get("dice"), "dice"), random)


complete_turn_order = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""


CHOOSER: Mapping[Chooser, str] = {
    "victor": "the victor",
    "loser": "the last in the ranking",
    "richest": "the richest company",
    "poorest": "the poorest company",
}


def visited(state: State) -> tuple[str, ...]:
    """The scenarios so far, that of now included."""
    ended = tuple(chapter.scenario for chapter in state.history)
    return ended if state.scenario in ended else (*ended, state.scenario)


def ways_on(state: State) -> tuple[str, ...]:
    """What can be next: the ways from the scenario of now."""
    return () if state.phase == "over" else state.booklet.next


def standing(state: State) -> dict[str, Status]:
    """How each scenario of the binder stands."""
    near = ways_on(state)
    found: dict[str, Status] = dict.fromkeys(state.binder.scenarios, "shut")
    found |= dict.fromkeys(_behind(state, near), "locked")
    found |= dict.fromkeys(near, "open")
    found |= dict.fromkeys(visited(state), "played")
    return found if state.phase == "over" else found | {state.scenario: "now"}


def _behind(state: State, near: Collection[str]) -> frozenset[str]:
    """What can come after what can be next."""
    found: set[str] = set()
    row = set(near)
    while row:
        row = {goal for each in row for goal in state.binder.scenarios[each].next} - found
        found |= row
    return frozenset(found)


def way(state: State, origin: str, goal: str, status: Mapping[str, Status]) -> Way:
    """Whether a way was taken, is open, lies ahead or is shut, as the scenario stands from which it leads."""
    if any((chapter.scenario, chapter.next) == (origin, goal) for chapter in state.history):
        return "taken"
    if status[origin] == "now":
        return "open"
    return "ahead" if status[origin] in ("open", "locked") else "shut"


def resolve_campaign_report(question: Json) -> Resolution:
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
