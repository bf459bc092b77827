"""A tap form's fields become the action; every game's opening form; what is asked is said in full."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.forms import ChoiceField
from django.http import QueryDict
from django.test import Client

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.tables.forms import Several, WayIn, action_of, seen_of
from companion.tables.models import Seat, Table
from companion.tables.pleas import PLEAS, plea


def action(**fields: str | list[str]) -> object:
    form = QueryDict(mutable=True)
    for name, value in fields.items():
        form.setlist(name, value if isinstance(value, list) else [value])
    return action_of(form)


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"action": '{"type": "x"}'}, {"type": "x"}),
        ({"action": '{"type": "x"}', "a.n": "4", "a.m": "-3", "a.z": ""}, {"type": "x", "n": 4, "m": -3}),
        ({"a.rolls.d6": "6"}, {"rolls": {"d6": 6}}),
        ({"a.keep[]": ["b", "", "a"]}, {"keep": ["b", "a"]}),
        (
            {"a.changes.0.path": "morale", "a.changes.0.value": "7"},
            {"changes": [{"path": "morale", "value": 7}]},
        ),
        (
            {"action": '{"choices": [null, {"k": 1}]}', "a.choices.1.d6": "2"},
            {"choices": [None, {"k": 1, "d6": 2}]},
        ),
        ({"a.choices.1.d6": "2"}, {"choices": [None, {"d6": 2}]}),
        ({"a.verdicts.m": "true", "a.verdicts.n": "false"}, {"verdicts": {"m": True, "n": False}}),
        ({"a.reason:text": "12"}, {"reason": "12"}),
        ({"a.code": "007", "a.big": "99999999999"}, {"code": "007", "big": "99999999999"}),
        ({"other": "1"}, {}),
        ({"needs": ["a.r.x", "a.r.y"], "a.r.x": "1", "a.r.y": "6", "dice": "these"}, {"r": {"x": 1, "y": 6}}),
        ({"needs": ["a.r.x", "a.r.y"], "a.r.x": "1", "dice": "app"}, {}),
    ],
)
def test_fields_become_the_action(fields: dict[str, str | list[str]], wanted: object) -> None:
    assert action(**fields) == wanted


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"action": "{"}, ""),
        ({"action": '{"a": 1}', "a.a.b": "2"}, "a"),
        ({"action": '{"a": []}', "a.a.b": "2"}, "a"),
        ({"action": '{"a": []}', "a.a.5000": "2"}, "a"),
        ({"action": "7", "a.b": "2"}, ""),
        ({"needs": ["a.r.x", "a.r.y"], "dice": "these"}, "r.x"),
        ({"needs": ["a.r.x", "a.r.y"], "a.r.x": "1", "a.r.y": "", "dice": "these"}, "r.y"),
        ({"needs": "a.r.x"}, "r.x"),
    ],
)
def test_fields_that_fit_nowhere_are_refused(fields: dict[str, str], path: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        action(**fields)
    assert refused.value.path == path


def test_what_was_seen_is_a_number_or_refused_later() -> None:
    assert seen_of(QueryDict("seen=12")) == 12
    assert seen_of(QueryDict("seen=x")) == "x"
    assert seen_of(QueryDict("")) == ""


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


NAMED = {"who": "Jo", "by": "red", "seat": "Blue", "deed": "“a charge”", "wanted": "Ada and Ben"}


@pytest.mark.parametrize("kind", PLEAS)
def test_a_request_says_who_and_what_and_leaves_no_blank(kind: str) -> None:
    said = plea(kind, NAMED)
    assert said.lead
    assert said.what
    assert "{" not in said.lead + said.what + said.why


@pytest.mark.parametrize("kind", ["undo", "redo", "amend", "claim", "host", "host-lost"])
def test_who_has_a_say_has_two_answers_and_the_reason_for_his_say(kind: str) -> None:
    said = plea(kind, NAMED)
    assert said.yes
    assert said.no
    assert said.why


@pytest.mark.parametrize("kind", [kind for kind in PLEAS if kind.partition("-")[2] in ("mine", "enough")])
def test_who_waits_can_only_take_his_request_back(kind: str) -> None:
    assert (plea(kind, NAMED).yes, plea(kind, NAMED).no) == ("", "Withdraw")
