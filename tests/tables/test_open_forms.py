"""The opening form of every game: as it stands, and with each choice that it asks of every table."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from companion import shelf
from companion.tables.forms import OpenTable
from companion.tables.forms.fields import Several
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
        single = [name for name in asked if not isinstance(form.fields[name], Several)]
        for name in single if game.at_table else ():
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


def companies(*ticked: str) -> dict[str, Any]:
    return untouched("parabellum") | {"o.players": list(ticked)}


@pytest.mark.parametrize("ticked", [("meridian", "ansa"), ("kestrel_vaun", "meridian", "ansa")])
def test_the_companies_that_were_ticked_sit_down_and_no_other(
    transactional_db: None, ticked: tuple[str, ...]
) -> None:
    named = {f"p.{each}": each.title() for each in ("kestrel_vaun", "meridian", "ansa")}
    answer = Client().post("/open/parabellum/", companies(*ticked) | named)
    assert answer.status_code == 302, answer.content.decode()
    seats = Seat.objects.filter(table=Table.objects.get()).order_by("place")
    assert [seat.chair for seat in seats] == list(ticked)
    assert [seat.player for seat in seats] == [each.title() for each in ticked]


@pytest.mark.parametrize("ticked", [(), ("ansa",)])
def test_too_few_companies_are_refused_in_words_and_nothing_opens(
    transactional_db: None, ticked: tuple[str, ...]
) -> None:
    answer = Client().post("/open/parabellum/", companies(*ticked))
    assert answer.status_code == 422
    assert f"Tick 2 to 4 of them; {len(ticked)} of them are ticked." in answer.content.decode()
    assert not Table.objects.exists()


def test_the_form_asks_for_two_companies_and_which() -> None:
    form = OpenTable(shelf.game("parabellum"))
    field = form.fields["o.players"]
    assert len(field.initial) == 2
    assert {value for value, _ in field.choices} >= set(field.initial)
    assert form.fields["p.ansa"].label == "Who plays Ansa Mutual Security (if it plays)"
