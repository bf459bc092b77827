"""The opening form of every game: as it stands, and with each choice that it asks of every table."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from companion import shelf
from companion.tables.forms import OpenTable
from companion.tables.models import Seat, Table


def untouched(slug: str) -> dict[str, Any]:
    """What a browser sends of a form in which nothing was changed but the title."""
    form = OpenTable(shelf.game(slug))
    sent = {name: form[name].initial for name in form.fields}
    return {name: value for name, value in sent.items() if value is not None} | {"title": "Thursday"}


def choices() -> Iterator[tuple[str, str, str]]:
    """Each choice of the radio buttons of each form."""
    for slug, game in shelf.games().items():
        form = OpenTable(game)
        asked = ["kind", *(field.name for field in form.leading()), *(["size"] if form.size() else [])]
        for name in asked if game.at_table else ():
            yield from ((slug, name, value) for value, _ in form.fields[name].choices)


@pytest.mark.parametrize(("slug", "name", "value"), list(choices()))
def test_a_table_opens_with_every_side_that_plays_in_one_hand(
    transactional_db: None, slug: str, name: str, value: str
) -> None:
    answer = Client().post(f"/open/{slug}/", untouched(slug) | {name: value})
    assert answer.status_code == 302, answer.content.decode()
    table = Table.objects.get()
    held = Seat.objects.filter(table=table, tokens__role="seat")
    assert held.count() == Seat.objects.filter(table=table).count() >= 2
