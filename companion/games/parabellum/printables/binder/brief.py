"""The binder's first chapters: the campaign brief, and of a live campaign how it has gone (C1, C2, E1)."""

from collections.abc import Iterator

from companion.games.parabellum.printables.binder.typed import Type
from companion.games.parabellum.printables.binder.words import next_ways
from companion.games.parabellum.printables.minis import livery_line
from companion.games.parabellum.printables.tree.drawing import tree_face
from companion.games.parabellum.procedures.campaign.ways import CHOOSER
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.pieces import Chapter
from companion.press.book import Cell, Leaf, Strip, leaves
from companion.press.face import Box, Face
from companion.press.page import Size


def brief(binder: Binder, type_: Type) -> Iterator[Strip]:
    """What the campaign is about, its budget, its companies, and the tree as a table."""
    yield from type_.title(binder.name, "Campaign brief", "name")
    yield from type_.words(binder.brief, "brief")
    yield from type_.head("Terms", "brief")
    yield from type_.points(
        (f"Budget: {binder.budget} credits for each company, once.", *binder.circumstances), "circumstances"
    )
    yield from type_.head("Companies", "companies")
    rows = [
        (each.name, " and ".join(spoken(c).lower() for c in each.livery), _livery(each.id, binder, type_))
        for each in binder.companies.values()
    ]
    yield from type_.table(("Company", "Livery", "Its flags begin with"), rows, "companies")
    yield from type_.head("Scenarios", "scenarios")
    ways = [(each.id.upper(), each.name, next_ways(binder, each)) for each in binder.scenarios.values()]
    yield from type_.table(("", "Scenario", "Afterwards"), ways, "scenarios")


def tree_leaf(binder: Binder, state: State | None, type_: Type) -> Leaf:
    """The scenario tree on a page of its own, lying."""
    title = list(type_.title("Scenario tree", "", "scenarios"))
    down = type_.room.height - sum(strip.height for strip in title) - 2
    face = tree_face(binder, state, type_.look, Size(down, type_.room.width))
    [leaf] = leaves([*title, type_.picture(face, gap=2.0, lies=True)], type_.room.height)
    return leaf


def _livery(company: str, binder: Binder, type_: Type) -> Face:
    """A company's two colours as beads of its flags."""
    return Face(12, 5, tuple(livery_line(company, binder, type_.look, Box(0, 0, 12, 5))))


def so_far(state: State, type_: Type) -> Iterator[Strip]:
    """The scenarios fought, as everybody at the table knows them."""
    binder = state.binder
    yield from type_.title("The campaign so far", binder.name, "history")
    company = {player: binder.companies[each.company].name for player, each in state.players.items()}
    stands = {"in": "playing"}
    seats = [
        (each.seat, spoken(name), company[name], stands.get(each.status, each.status))
        for name, each in state.players.items()
    ]
    yield from type_.table(("Seat", "Player", "Company", "Stands"), _told(sorted(seats)), "players")
    yield from type_.head("Fought", "history")
    rows = [_fought(state, chapter) for chapter in state.history]
    if rows:
        yield from type_.table(("", "Scenario", "Rounds", "Ranking", "Completed", "Then"), rows, "history")
    else:
        yield from type_.words("Nothing yet: this is the first scenario.", "history")
    yield from type_.words(_now(state), "history")


def _now(state: State) -> str:
    """Where the campaign stands, in what everybody knows."""
    here = state.booklet
    now = "The campaign is over" if state.phase == "over" else f"Now: {here.id.upper()} {here.name}"
    winner = f", won by {spoken(state.winner)}" if state.winner else ""
    pool = f"{state.supply.manpower} people are left in the pool, {state.casualties} are dead."
    return f"{now}{winner}. {pool}"


def _told(rows: list[tuple[int, str, str, str]]) -> list[tuple[str, ...]]:
    return [(str(seat), player, company, status) for seat, player, company, status in rows]


def _fought(state: State, chapter: Chapter) -> tuple[Cell, ...]:
    """A finished scenario in one row."""
    scenario = state.binder.scenarios[chapter.scenario]
    names = {each.id: each.name for each in scenario.objectives}
    done = [
        f"{spoken(player)}: {', '.join(names[each] for each in found)}"
        for player, found in chapter.completed.items()
        if found
    ]
    ranking = "\n".join(f"{n} {spoken(player)}" for n, player in enumerate(chapter.ranking, 1))
    return (
        scenario.id.upper(), scenario.name, str(chapter.rounds), ranking,
        "\n".join(done) or "nothing", _then(state, chapter),
    )  # fmt: skip


def _then(state: State, chapter: Chapter) -> str:
    """What came next, and whose choice it was."""
    if not chapter.next:
        return "still to be chosen" if state.phase == "choose_next" else "the end"
    word = CHOOSER[state.binder.scenarios[chapter.scenario].chooser]
    chosen = f" by {spoken(chapter.chooser)}, {word}" if chapter.chooser else ""
    return f"{chapter.next.upper()}{chosen}"
