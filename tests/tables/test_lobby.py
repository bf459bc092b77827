"""Opening a table and coming in: what is asked, who sits where, what is said first."""

import json
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms.widgets import CheckboxSelectMultiple, ChoiceWidget
from django.http import QueryDict
from django.test import Client

from campaigns.books.proof import wrong
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables import lobby, play, seating
from companion.tables.devices import new_secret
from companion.tables.errors import NotBegun
from companion.tables.forms import WayIn, action_of, seen_of
from companion.tables.lobby import Opening, begin, close, open_table
from companion.tables.models import Entry, Seat, Table
from companion.tables.pleas import PLEAS, plea
from companion.tables.position import position
from companion.tables.views.entrance import reachable
from tests.tables.conftest import Person, sat_down


@pytest.fixture
def table(transactional_db: None) -> Table:
    return open_table(Opening(system="tally", title="Thursday", waits=True))


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def people(table: Table) -> dict[str, str]:
    return {seat.chair: seat.player for seat in Seat.objects.filter(table=table)}


def page(person: Person, room: str = "lobby") -> str:
    return " ".join(
        person.browser.get(f"/t/{person.table.code}/{room}".rstrip("/") + "/").content.decode().split()
    )


def test_nothing_is_dealt_before_the_host_begins(table: Table, alice: Person, bob: Person) -> None:
    assert not Entry.objects.exists()
    with pytest.raises(NotBegun):
        position(fresh(table))
    with pytest.raises(IllegalAction):
        play.act(table, alice.device, {"type": "add", "side": "red", "count": 1}, 0, "k")
    for room in ("", "hand/", "tv/", "log/"):
        answer = bob.browser.get(f"/t/{table.code}/{room}")
        assert answer["Location"] == f"/t/{table.code}/lobby/"
    assert wrong(fresh(table)) == (None, [])


def test_a_program_that_asks_early_is_told_so(table: Table, alice: Person) -> None:
    asked = Client().get(f"/api/tables/{table.code}", headers={"Authorization": f"Bearer {alice.secret}"})
    assert asked.status_code in (409, 422)
    assert "still sitting down" in asked.json()["error"]["message"]


def test_the_host_alone_begins_and_twice_is_once(table: Table, alice: Person, bob: Person) -> None:
    with pytest.raises(IllegalAction):
        begin(table, bob.device)
    assert bob.browser.post(f"/t/{table.code}/sit/", {"deed": "begin"}).status_code == 422
    begin(table, alice.device)
    begin(table, alice.device)
    assert Entry.objects.count() == 1
    assert page(alice, "lobby") == ""  # It leads to the table.
    assert alice.browser.get(f"/t/{table.code}/").status_code == 200


def test_a_closed_table_does_not_begin(table: Table, alice: Person) -> None:
    close(table)
    with pytest.raises(IllegalAction):
        begin(table, alice.device)


def test_two_people_change_places_with_their_devices(table: Table, alice: Person, bob: Person) -> None:
    answer = alice.browser.post(f"/t/{table.code}/sit/", {"deed": "swap", "seat": "red", "with": "blue"})
    assert answer.status_code == 302
    assert people(table) == {"red": "Blue", "blue": "Red"}
    assert alice.device.holds == ("blue",)
    assert bob.device.holds == ("red",)
    with pytest.raises(IllegalAction):
        lobby.swap(table, bob.device, "red", "blue")


def test_shuffling_moves_everybody_and_loses_nobody(table: Table, alice: Person, bob: Person) -> None:
    for _ in range(5):
        lobby.shuffle(table, alice.device)
        assert {alice.device.holds, bob.device.holds} == {("red",), ("blue",)}
        assert people(table) == {alice.device.holds[0]: "Red", bob.device.holds[0]: "Blue"}


def test_a_name_appears_as_it_is_typed_and_is_ready_once_its_person_sits(table: Table, alice: Person) -> None:
    phone, before = Client(), fresh(table).stir
    door = f"/join/{table.code}/"
    typed = phone.post(
        door, {"word": "type", "seat": "blue", "player": "Cleo"}, headers={"HX-Request": "true"}
    )
    assert "Sit down as Cleo" in typed.content.decode()
    assert people(table)["blue"] == "Cleo"
    assert fresh(table).stir > before
    assert "Blue, not ready" in page(alice)
    assert "Cleo must still sit down" in page(alice)
    assert phone.post(door, {"word": "sit", "seat": "blue", "player": "Cleo"}).status_code == 302
    assert "Blue, ready" in page(alice)
    assert "Begin with two players" in page(alice)


def test_whoever_chooses_another_seat_takes_his_name_along(table: Table) -> None:
    for chair in ("red", "blue"):
        lobby.call(table, None, chair, "Cleo")
    assert people(table) == {"red": "", "blue": "Cleo"}


def test_a_taken_seat_is_named_by_its_own_device_and_the_host_alone(
    table: Table, alice: Person, bob: Person
) -> None:
    with pytest.raises(IllegalAction):
        lobby.call(table, new_secret(), "blue", "Mallory")
    lobby.call(table, bob.secret, "blue", "Ben")
    lobby.call(table, alice.secret, "blue", "Benjamin")
    assert people(table)["blue"] == "Benjamin"


def test_who_begins_is_said_where_the_setup_says_so(transactional_db: None) -> None:
    table = open_table(Opening(system="verraeter", title="Thursday", waits=True))
    host = sat_down(table, "blue", host=True)
    lobby.let_begin(table, host.device, "green")
    assert "begins" in page(host)
    begin(table, host.device)
    assert Entry.objects.get(table=table).action["start_player"] == "green"


def test_where_the_rules_say_who_begins_nobody_else_does(table: Table, alice: Person) -> None:
    with pytest.raises(IllegalAction):
        lobby.let_begin(table, alice.device, "red")


def test_a_seat_taken_by_others_is_asked_for_at_the_door(table: Table, alice: Person, bob: Person) -> None:
    stranger = Client()
    shown = stranger.get(f"/join/{table.code}/").content.decode()
    assert 'value="ask:blue"' in shown
    assert stranger.post(f"/join/{table.code}/", {"word": "ask:blue"}).status_code == 302
    asked = page(alice)
    assert "asks for" in asked
    assert "<b>the seat Blue</b>" in asked


def test_a_program_finds_its_table_begun(transactional_db: None) -> None:
    body = {"system": "tally", "title": "Thursday", "setup": {}}
    made = Client().post("/api/tables", body, content_type="application/json").json()
    assert made["version"] == 1


@pytest.mark.parametrize(
    "own", ["localhost:8000", "127.0.0.1:8000", "0.0.0.0:8000", "[::1]:8000", "127.1.2.3"]
)
def test_an_address_that_only_this_machine_reaches_is_not_handed_out(own: str) -> None:
    assert own not in reachable(f"http://{own}/join/ABC234/")


def test_an_address_that_others_reach_is_handed_out_as_it_is(transactional_db: None) -> None:
    assert reachable("http://192.168.1.20:8090/join/ABC234/") == "http://192.168.1.20:8090/join/ABC234/"


def test_the_bar_says_peoples_names_first_and_whose_turn_it_is_by_name(transactional_db: None) -> None:
    named = {"blue": "Ada", "green": "Bert", "yellow": "Cleo", "black": "Dora"}
    opened = Opening(system="verraeter", title="Thursday", setup={"start_player": "green"}, players=named)
    table = open_table(opened)
    host = sat_down(table, "blue", host=True)
    shown = page(host, "")
    assert "<b><bdi>Bert</bdi></b>" in shown
    assert "Green ·</span> Bert</p>" in shown


def test_names_that_were_not_sent_yet_count_before_it_begins_and_old_ones_cover_none(
    table: Table, alice: Person, bob: Person
) -> None:
    lobby.call(table, bob.secret, "blue", "Ben")
    typed = {"deed": "begin", "plate": ["red", "blue"], "was": ["Red", "Blue"], "player": ["Ada", "Blue"]}
    assert alice.browser.post(f"/t/{table.code}/sit/", typed).status_code == 302
    assert people(table) == {"red": "Ada", "blue": "Ben"}
    assert Entry.objects.count() == 1


def laid_for(system: str, kind: str = "seated", setup: Any = None) -> Table:
    return open_table(Opening(system=system, title="Thursday", kind=kind, setup=setup or {}, waits=True))


def dealt_to(table: Table) -> list[str]:
    """The seats of the game that was dealt, which are the table's."""
    row = fresh(table)
    chairs = [chair.id for chair in shelf.game(row.system).setup_seats(Entry.objects.get(table=row).action)]
    assert list(Seat.objects.filter(table=row).values_list("chair", flat=True)) == chairs
    return chairs


def test_three_people_become_a_game_of_three_and_no_hand_goes_to_the_empty_seat(
    transactional_db: None,
) -> None:
    table = laid_for("verraeter")
    host = sat_down(table, "blue", host=True)
    ben, dora = sat_down(table, "green"), sat_down(table, "black")
    shown = page(host)
    assert "Begin with three players <small>without Yellow" in shown
    assert "Begin all the same" not in shown
    lobby.let_begin(table, host.device, "black")
    begin(table, host.device)
    assert dealt_to(table) == ["blue", "green", "yellow"]
    assert [each.device.holds for each in (host, ben, dora)] == [("blue",), ("green",), ("yellow",)]
    assert Entry.objects.get(table=table).action["start_player"] == "yellow", "who was to begin has moved"
    assert page(dora, "hand")


def test_the_host_changes_the_number_of_players_while_people_sit_down(transactional_db: None) -> None:
    table = laid_for("verraeter")
    host = sat_down(table, "black", host=True)
    told = {"deed": "size", "size": "1"}
    assert host.browser.post(f"/t/{table.code}/sit/", told).status_code == 302
    assert people(table) == {"blue": "Black", "green": "", "yellow": ""}
    assert host.device.holds == ("blue",)
    assert host.browser.post(f"/t/{table.code}/sit/", told | {"size": "0"}).status_code == 302
    assert list(people(table)) == ["blue", "green", "yellow", "black"]
    for chair in ("green", "yellow", "black"):
        other = sat_down(table, chair)
    assert host.browser.post(f"/t/{table.code}/sit/", told).status_code == 422, "four people are not three"
    assert other.browser.post(f"/t/{table.code}/sit/", told).status_code == 422, "the host alone says it"
    assert host.browser.post(f"/t/{table.code}/sit/", told | {"size": "9"}).status_code == 422
    assert len(people(table)) == 4


def test_on_a_tablet_that_goes_round_the_names_say_how_many_play(transactional_db: None) -> None:
    for everybody, chairs in ((False, 3), (True, 4)):
        table = laid_for("verraeter", "open")
        host = sat_down(table, "blue", host=True)
        for chair in ("green", "yellow", "black"):
            seating.sit(table, host.secret, chair)
        for chair, name in (("green", "Ben"), ("black", "Dora")):
            lobby.call(table, host.secret, chair, name)
        lobby.call(table, host.secret, "blue", "Ada")
        assert "Begin with three players" in page(host)
        assert "Begin with four players" in page(host)
        begin(table, host.device, everybody=everybody)
        assert len(dealt_to(table)) == chairs
        assert set(host.device.holds) == set(people(table))
        assert list(people(table).values()).count("Dora") == 1


@pytest.mark.parametrize("slug", [slug for slug in shelf.slugs() if len(shelf.game(slug).sizes) > 1])
def test_every_game_of_several_sizes_is_dealt_to_those_who_sit(transactional_db: None, slug: str) -> None:
    game = shelf.game(slug)
    by_chairs = {len(game.setup_seats(size.setup)): size for size in reversed(game.sizes)}
    most = by_chairs[max(by_chairs)]
    for many in by_chairs:
        table = laid_for(slug, setup=dict(most.setup))
        chairs = [seat.chair for seat in Seat.objects.filter(table=table)]
        host, *_ = [sat_down(table, chair, host=not n) for n, chair in enumerate(chairs[-many:])]
        begin(table, host.device)
        assert len(dealt_to(table)) == many
        assert not Seat.objects.filter(table=table).exclude(tokens__role="seat").exists()


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
        asked = ["way", *(["size"] if form.counts() else []), *(["play"] if form.plays else [])]
        asked += [field.name for field in (*form.rules(), *form.leading())]
        for name in asked if game.at_table else ():
            widget = form.fields[name].widget
            if isinstance(widget, ChoiceWidget) and not isinstance(widget, CheckboxSelectMultiple):
                yield from ((slug, name, value) for value, _ in widget.choices)


@pytest.mark.sampled("name", "value")
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
    assert {value for value, _ in field.widget.choices} >= set(field.initial)
    assert [shown.name for shown in form.companies()] == ["o.players"]


def test_an_element_of_djangos_says_what_it_is_and_none_is_shut() -> None:
    page = Client().get("/open/parabellum/").content.decode()
    assert 'type="file" name="f.binder"' in " ".join(page.split())
    assert 'disabled="' not in page
    assert page.count('type="radio" name="o.metric"') == 2
    assert 'min="0"' in Client().get("/open/scarper/").content.decode()


@pytest.mark.parametrize("slug", [slug for slug, game in shelf.games().items() if game.at_table])
def test_a_form_asks_one_question_and_folds_away_the_rest(slug: str) -> None:
    form = WayIn(shelf.game(slug))
    folded = {field.name for field in (*form.rules(), *form.leading(), *form.companies(), *form.files_())}
    asked = {name for name, field in form.fields.items() if not field.widget.is_hidden}
    first = {"play"} if form.plays else set()
    assert asked - folded == {"way", "title"} | first | ({"size"} if form.counts() else set())
    assert [way.value for way, chosen in form.ways() if chosen] == ["each"]


PLAYED = [slug for slug, game in shelf.games().items() if game.plays]


@pytest.mark.parametrize("slug", PLAYED)
def test_what_is_played_comes_first_with_its_picture_and_account(slug: str) -> None:
    form, browser = WayIn(shelf.game(slug)), Client()
    page = browser.get(f"/open/{slug}/").content.decode()
    assert form.plays.question in page
    for tile, chosen in form.tiles():
        assert tile.title in page
        assert chosen == (tile.key == form.tile.key)
        drawn = browser.get(f"/open/{slug}/{tile.key}.png")
        assert (drawn["Content-Type"], drawn.content[1:4]) == ("image/png", b"PNG")
        assert all(len(row) == len(tile.hosts or "1") + 1 for row in tile.facts)
    assert page.index("w-tile") < page.index("House rule")
    assert browser.get(f"/open/{slug}/nothing.png").status_code == 404


@pytest.mark.parametrize("slug", PLAYED)
def test_each_that_may_be_played_is_weighed_and_opens(transactional_db: None, slug: str) -> None:
    for tile, _ in WayIn(shelf.game(slug)).tiles():
        form, browser = untouched(slug) | {"play": tile.key}, Client()
        weighed = browser.post(f"/open/{slug}/", form, headers={"HX-Request": "true"}).content.decode()
        assert f"Open {tile.title}" in weighed
        assert "<html" not in weighed
        assert (tile.rule[0] or "as printed") in weighed
        assert not Table.objects.filter(title="Thursday", system=slug).exists(), "nothing opens unasked"
        assert browser.post(f"/open/{slug}/", form).status_code == 302
        table = Table.objects.get()
        drawn = shelf.game(slug).open(shelf.game(slug).shuffle(tile.drawn, Random(0))).state
        browser.post(f"/t/{table.code}/sit/", {"deed": "begin"})
        state = position(Table.objects.get()).state
        assert getattr(state, "board", None) == getattr(drawn, "board", None)
        assert getattr(state, "counts", None) == getattr(drawn, "counts", None)
        table.delete()


def test_house_rules_say_what_is_not_as_printed() -> None:
    game = shelf.game("proelii")
    given = untouched("proelii")
    assert WayIn(game, given, {}).changed() == ["ends after 12 rounds"]
    changed = WayIn(game, given | {"o.gain_cap": "gross"}, {}).changed()
    assert changed[0] == "ends after 12 rounds"
    assert len(changed) == 2
    scope = untouched("scope")
    assert WayIn(shelf.game("scope"), scope, {}).changed() == []


def test_a_battle_of_ones_own_is_shown_with_its_faults_before_a_table_opens() -> None:
    whole = shelf.game("proelii").files[0].sample()
    own = {**whole, "title": "Lake Trasimene"}
    lame = {**own, "white": {**own["white"], "units": []}}
    for file, words in ((own, "Lake Trasimene"), (lame, "notice--bad")):
        upload = SimpleUploadedFile("own.json", json.dumps(file).encode())
        given = untouched("proelii") | {"f.scenario": upload}
        weighed = Client().post("/open/proelii/", given, headers={"HX-Request": "true"}).content.decode()
        assert words in weighed
        assert ("data:image/png" in weighed) == (file is own)


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


@pytest.mark.parametrize(
    ("slug", "key"), [(slug, file.key) for slug, game in shelf.games().items() for file in game.files]
)
def test_a_file_is_looked_at_before_a_table_opens_with_it(db: None, slug: str, key: str) -> None:
    game, browser = shelf.game(slug), Client()
    file = next(each for each in game.files if each.key == key)
    whole, htmx = file.sample(), {"HX-Request": "true"}
    for given, seen, unseen in (
        (whole, file.check(whole).steps[0].text, "cannot open"),
        ({**whole, "nonsense": 1}, "cannot open with it yet", 'alt="Its field"'),
    ):
        upload = SimpleUploadedFile("mine.json", json.dumps(given).encode())
        answer = browser.post(f"/open/{slug}/", untouched(slug) | {f"f.{key}": upload}, headers=htmx)
        page = unescape(answer.content.decode())
        assert seen in page, page
        assert unseen not in page
    assert not Table.objects.exists()


def test_what_comes_along_from_the_desk_is_drawn_before_its_battle_opens(db: None) -> None:
    battle = json.dumps(shelf.game("proelii").files[0].sample())
    page = Client().get("/open/proelii/", {"scenario": battle}).content.decode()
    assert 'alt="Its field"' in page
    assert "Open The Trebia, 218 BC" in " ".join(page.replace("\u2068", "").replace("\u2069", "").split())
