"""In every game: what stands after a correction is what its lines lead to, played by the rules alone."""

import pytest

from companion import shelf
from companion.tables.correcting.amending import Fix, corrected
from companion.tables.devices import HOUSE
from companion.tables.dice import dice_of
from companion.tables.house import Opening, open_table
from companion.tables.journal import write
from companion.tables.models import Entry, Table
from companion.tables.position import forget, position
from companion.tables.reconciling import wrong
from companion.tables.writing import writing_at

MANY = 60


def recorded(slug: str) -> Table:
    """The first lines of its demo, straight in the journal."""
    game = shelf.game(slug)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=slug, title="Recorded", kind="open", setup=setup))
    state, rows = game.open(setup).state, []
    for number, action in enumerate(actions[:MANY], 2):
        outcome = game.apply(state, action)
        state, steps = outcome.state, [step.as_kept() for step in outcome.steps]
        rows.append(Entry(table=table, number=number, kind="action", action=action, dice=dice_of(action),
                          steps=steps, key=f"k{number}", edition=game.edition))  # fmt: skip
    Entry.objects.bulk_create(rows)
    headline = game.headline(state)[:200]
    Table.objects.filter(pk=table.pk).update(version=len(rows) + 1, headline=headline)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("slug", [game.slug for game in shelf.games().values() if game.demo])
@pytest.mark.parametrize("place", [3, 9, 20])
def test_a_struck_line_leaves_a_journal_that_the_rules_follow(
    transactional_db: None, slug: str, place: int
) -> None:
    table = recorded(slug)
    with writing_at(table) as now:
        known = position(now)
        done = corrected(known, now, HOUSE, Fix(place, None))
        write(now, known, done.entry(key="fix", asked="", by="house"))
    table.refresh_from_db()
    game, known = shelf.game(slug), position(table)
    state = known.before(1)
    for number in known.numbers[1:]:
        repair = known.actions.repair(number)
        state = repair.ready(state, game.apply) if repair else state
        state = game.apply(state, known.actions[number]).state
    forget(table)
    folded = game.state_json(position(table).state)
    assert game.state_json(state) == folded == game.state_json(done.state)
    assert wrong(table)[1] == []
