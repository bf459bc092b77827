"""Machine words are picked: every cell there and back, and what no picks can say stays as it was written."""

from collections.abc import Sequence

import pytest

from companion import shelf
from companion.engine.own import Column, row_of
from companion.engine.picking import Line, cell_of, lines


def sent(shown: Sequence[Line], name: str = "1.c") -> dict[str, list[str]]:
    """What a browser sends of lines as they stand there."""
    form = {f"{name}.line": [str(n) for n in range(len(shown))]}
    for line in shown:
        if line.raw:
            form[line.name] = [line.raw]
        for pick in line.picks:
            form |= sent(pick.lines, pick.name) if pick.part.shape else {pick.name: list(pick.values)}
    return form


def picked(column: Column, cell: str, **more: list[str]) -> str:
    form = {"1.c.was": [cell], **sent(lines(column, "1.c", cell)), **more}
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
def test_every_starter_cell_is_picked_and_comes_back_as_it_went(slug: str, key: str, column: Column) -> None:
    workshop = shelf.game(slug).workshop
    assert workshop
    kind = workshop.kind(key)
    rows = [row_of(kind, each) for base in workshop.bases for each in workshop.starter(base)[key]]
    cells = [row[column.key] for row in rows if row.get(column.key)]
    for cell in cells:
        assert picked(column, cell) == cell
        assert not any(line.raw for line in lines(column, "1.c", cell))


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


def test_a_condition_is_picked_within_an_effect_and_conditions_within_a_condition() -> None:
    cell = "kind: morale, side: own, amount: 1"
    more = {"1.c.0.if.line": ["0"], "1.c.0.if.0.p": ["any"], "1.c.0.if.0.of.line": ["0", "1", "2"]}
    more |= {"1.c.0.if.0.of.0.p": ["in_play"], "1.c.0.if.0.of.0.card": ["bef-lands"]}
    more |= {"1.c.0.if.0.of.1.p": ["not"], "1.c.0.if.0.of.1.of.line": ["0"]}
    more |= {
        "1.c.0.if.0.of.1.of.0.p": ["run"],
        "1.c.0.if.0.of.1.of.0.length": ["3"],
        "1.c.0.if.0.of.2.p": [""],
    }
    either = "{p: in_play, card: bef-lands}, {p: not, of: {p: run, length: 3}}"
    made = f"{cell}, if: {{p: any, of: [{either}]}}"
    assert picked(EFFECTS, cell, **more) == made
    assert picked(EFFECTS, made) == made
    [line, _] = lines(EFFECTS, "1.c", made, {"events": {"bef-lands": "The BEF Lands"}})
    [inner] = line.picks[-1].lines
    cards = inner.picks[-1].lines[0].picks[-1]
    assert cards.offered == [("bef-lands", "The BEF Lands", True)]
    assert [each.part.key for each in inner.picks[-1].lines[-1].picks] == ["p"]
    assert picked(EFFECTS, made, **{"1.c.0.if.0.p": [""]}) == cell


def test_conditions_too_deep_for_picks_are_written_still() -> None:
    deep = "{p: run, length: 3}"
    for _ in range(30):
        deep = f"{{p: not, of: {deep}}}"
    cell = f"kind: morale, side: own, amount: 1, if: {deep}"
    assert lines(EFFECTS, "1.c", cell)[0].raw == cell
    assert picked(EFFECTS, cell) == cell


def test_what_no_picks_can_say_stays_as_it_was_written() -> None:
    for cell in (
        "kind: build, colour: red",
        "not a record",
        "kind:build,  side: own",
        "p: all, of: [{p: run}]",
        "kind: morale, amount: 1, if: {p: any, of: []}",
        "kind: morale, amount: 1, if: {length: 3}",
        'kind: table, text: "3"',
    ):
        assert picked(EFFECTS, cell) == cell
