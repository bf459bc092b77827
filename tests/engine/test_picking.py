"""Machine words are picked: every cell there and back, and what no picks can say stays as it was written."""

import pytest

from companion import shelf
from companion.engine.own import Column, row_of
from companion.engine.picking import Line, cell_of, lines


def sent(shown: list[Line], was: str, name: str = "1.c", **more: list[str]) -> dict[str, list[str]]:
    form = {f"{name}.was": [was], f"{name}.line": [str(n) for n in range(len(shown))]}
    for line in shown:
        if line.raw:
            form[line.name] = [line.raw]
        form |= {pick.name: list(pick.values) for pick in line.picks}
    return form | more


def picked(column: Column, cell: str, **more: list[str]) -> str:
    form = sent(lines(column, "1.c", cell), cell, **more)
    return cell_of(column, "1.c", lambda name: form.get(name, []))


COLUMNS = [
    (slug, kind.key, column)
    for slug, game in shelf.games().items()
    if game.workshop
    for kind in game.workshop.kinds
    for column in kind.columns
    if column.parts
]


@pytest.mark.parametrize(("slug", "key", "column"), COLUMNS, ids=[f"{a}-{c.key}" for a, _, c in COLUMNS])
def test_every_starter_cell_comes_back_as_it_went_and_most_are_picked(
    slug: str, key: str, column: Column
) -> None:
    workshop = shelf.game(slug).workshop
    assert workshop
    kind = workshop.kind(key)
    rows = [row_of(kind, each) for base in workshop.bases for each in workshop.starter(base)[key]]
    cells = [row[column.key] for row in rows if row.get(column.key)]
    raw = 0
    for cell in cells:
        assert picked(column, cell) == cell
        raw += any(line.raw for line in lines(column, "1.c", cell))
    assert raw <= len(cells) / 3


EFFECTS = next(column for _, key, column in COLUMNS if column.key == "effects")


def test_an_effect_is_picked_part_by_part() -> None:
    assert picked(EFFECTS, "", **{"1.c.0.kind": ["build"]}) == "kind: build"
    more = {"1.c.0.side": ["own"], "1.c.0.count": ["3"], "1.c.0.battlefields": ["ypres", "arras"]}
    assert (
        picked(EFFECTS, "kind: build", **more)
        == "kind: build, side: own, count: 3, battlefields: [ypres, arras]"
    )
    [line, blank] = lines(EFFECTS, "1.c", "kind: build, side: own, count: 3")
    assert [pick.part.key for pick in line.picks] == ["kind", "side", "count", "battlefields", "if"]
    assert [pick.part.key for pick in blank.picks] == ["kind"]


def test_what_belongs_to_another_kind_goes_when_the_kind_is_changed() -> None:
    cell = "kind: build, side: own, count: 3"
    assert picked(EFFECTS, cell, **{"1.c.0.kind": ["assault"]}) == "kind: assault, side: own"
    assert picked(EFFECTS, cell, **{"1.c.0.kind": [""]}) == ""


def test_what_no_picks_can_say_stays_as_it_was_written() -> None:
    for cell in (
        "kind: build, colour: red",
        "not a record",
        "kind:build,  side: own",
        "p: all, of: [{p: run}]",
    ):
        assert picked(EFFECTS, cell) == cell
