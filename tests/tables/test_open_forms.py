"""The opening form of every game: as it stands, and with each choice that it asks of every table."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.forms import ChoiceField
from django.test import Client

from companion import shelf
from companion.tables.forms.fields import Several
from companion.tables.forms.way_in import WayIn
from companion.tables.models import Seat, Table


def untouched(slug: str) -> dict[str, Any]:
    """What a browser sends of a form in which nothing was changed but the title."""
    form = WayIn(shelf.game(slug))
    sent = {name: form[name].initial for name in form.fields}
    return {name: value for name, value in sent.items() if value is not None} | {"title": "Thursday"}


def choices() -> Iterator[tuple[str, str, str]]:
    """Each choice of the radio buttons of each form."""
    for slug, game in shelf.games().items():
        form = WayIn(game)
        asked = ["way", *(["size"] if form.counts() else []), *(field.name for field in form.rules())]
        for name in asked if game.at_table else ():
            field = form.fields[name]
            if isinstance(field, ChoiceField) and not isinstance(field, Several):
                yield from ((slug, name, value) for value, _ in field.choices)


@pytest.mark.parametrize(("slug", "name", "value"), list(choices()))
def test_a_table_opens_however_its_people_sit_and_begins_at_the_hosts_word(
    transactional_db: None, slug: str, name: str, value: str
) -> None:
    host = Client()
    answer = host.post(f"/open/{slug}/", untouched(slug) | {name: value})
    assert answer.status_code == 302, answer.content.decode()
    table = Table.objects.get()
    assert host.get(answer["Location"]).status_code == 200
    held = Seat.objects.filter(table=table, tokens__role="seat")
    own = table.kind == "seated"
    assert held.count() == (0 if own else Seat.objects.filter(table=table).count())
    assert host.post(f"/t/{table.code}/sit/", {"deed": "begin"})["Location"] == f"/t/{table.code}/"
    assert host.get(f"/t/{table.code}/").status_code == 200


def companies(*ticked: str) -> dict[str, Any]:
    return untouched("parabellum") | {"o.players": list(ticked)}


@pytest.mark.parametrize("ticked", [("meridian", "ansa"), ("kestrel_vaun", "meridian", "ansa")])
def test_the_companies_that_were_ticked_sit_down_and_no_other(
    transactional_db: None, ticked: tuple[str, ...]
) -> None:
    answer = Client().post("/open/parabellum/", companies(*ticked))
    assert answer.status_code == 302, answer.content.decode()
    seats = Seat.objects.filter(table=Table.objects.get()).order_by("place")
    assert [seat.chair for seat in seats] == list(ticked)


@pytest.mark.parametrize("ticked", [(), ("ansa",)])
def test_too_few_companies_are_refused_in_words_and_nothing_opens(
    transactional_db: None, ticked: tuple[str, ...]
) -> None:
    answer = Client().post("/open/parabellum/", companies(*ticked))
    assert answer.status_code == 422
    assert f"Tick 2 to 4 of them; {len(ticked)} of them are ticked." in answer.content.decode()
    assert not Table.objects.exists()


def test_the_form_asks_for_two_companies_and_which() -> None:
    form = WayIn(shelf.game("parabellum"))
    field = form.fields["o.players"]
    assert len(field.initial) == 2
    assert {value for value, _ in field.choices} >= set(field.initial)
    assert [shown.name for shown in form.companies()] == ["o.players"]


@pytest.mark.parametrize("slug", [slug for slug, game in shelf.games().items() if game.at_table])
def test_a_form_asks_one_question_and_folds_away_the_rest(slug: str) -> None:
    form = WayIn(shelf.game(slug))
    folded = {field.name for field in (*form.rules(), *form.companies(), *form.files_())}
    asked = {name for name, field in form.fields.items() if not field.widget.is_hidden}
    assert asked - folded == {"way", "title"} | ({"size"} if form.counts() else set())
    assert [way.value for way, chosen in form.ways() if chosen] == ["each"]


def test_the_number_of_players_is_asked_fewest_first_and_as_many_seats_stand() -> None:
    form = WayIn(shelf.game("verraeter"))
    assert [(many, chosen) for _, many, chosen in form.counts()] == [(3, False), (4, True)]


def test_whose_cards_it_is_follows_from_how_people_sit() -> None:
    game = shelf.game("scarper")
    for way, cards in (("each", "app"), ("one", "app"), ("own", "table")):
        form = WayIn(game, untouched("scarper") | {"way": way}, {})
        assert form.is_valid(), form.errors
        assert form.setup()["options"]["cards"] == cards


def test_as_many_people_are_asked_for_as_play_whatever_seats_they_hold() -> None:
    assert [many for _, many, _ in WayIn(shelf.game("scope")).counts()] == [2, 3, 4]
