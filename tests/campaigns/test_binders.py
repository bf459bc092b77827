"""Binders that people design: what is printed of them, and plays that try them."""

import json
from copy import deepcopy
from typing import Any

import pypdfium2
import pytest
from django.core.management import call_command
from django.test import Client

from campaigns.designer import Save, design_of, save, trials
from campaigns.designer.drawings import compared, trees
from companion.games.parabellum.state import starter_file
from companion.shop.models import Job
from companion.shop.tasks import Stopped
from tests.campaigns.binders import Workbench, begun, words
from tests.shop.orders import work

DESIGN = design_of("parabellum")

STARTER = starter_file()


def other() -> Any:
    """The starter with a scenario less and one more, ways, sums, words and a map changed."""
    content = deepcopy(STARTER)
    scenarios = content["scenarios"]
    del scenarios["3d"]
    scenarios["2c"]["next"] = ["3a", "3c"]
    scenarios["4d"] = deepcopy(scenarios["4c"]) | {"name": "Last Orders"}
    scenarios["3c"]["next"].append("4d")
    scenarios["1"]["deployment_cost"] = 1050
    scenarios["1"]["objectives"][0]["squares"] = ["b2"]
    content["units"]["technical"]["attack_die"] = None
    content["brief"] = "Another brief altogether, much longer than what fits into one short line of a list."
    rows = content["maps"][scenarios["1"]["map"]]["rows"]
    rows[0] = "#" + rows[0][1:]
    return content


def told(content: Any) -> dict[str, list[str]]:
    return {
        each.path: [
            f"{each.how}: {each.title}",
            *(f"{change.label} {change.words}" for change in each.changes),
        ]
        for each in compared(DESIGN, STARTER, content)
    }


def test_changes_are_told_as_people_say_them() -> None:
    found = told(other())
    assert found["scenarios.1"] == ["changed: Breach of Contract", "Deploying 10 → 1,050 credits"]
    assert found["units.technical"][1].startswith("Attack die d")
    assert found["units.technical"][1].endswith(" → none")
    assert (
        found["scenarios.2c"][1]
        == "May be followed by now also 3A · Corran Refinery; no longer 3D · Dump Nine"
    )
    assert found["scenarios.3d"] == ["taken away: Dump Nine"]
    assert found["scenarios.4d"] == ["new: Last Orders"]
    assert "scenarios.4d.objectives.0" not in found
    (map_,) = (each for path, each in found.items() if path.startswith("maps."))
    assert map_[1] == "Map 1 square differs: A1 Open → Urban"
    assert compared(DESIGN, STARTER, STARTER) == []


def test_a_long_text_and_a_map_stand_as_they_were_and_as_they_are() -> None:
    found = {each.path: each.changes for each in compared(DESIGN, STARTER, other())}
    (brief,) = found[""]
    assert (brief.before, brief.after[:13]) == (STARTER["brief"], "Another brief")
    (drawn,) = (changes[0].maps for path, changes in found.items() if path.startswith("maps."))
    assert drawn
    assert [square.other for square in drawn.after[0]].index(True) == 0
    assert sum(square.other for row in drawn.before for square in row) == 1
    assert (drawn.before[0][0].tone, drawn.after[0][0].tone) == ("open", "urban")
    (squares,) = found["scenarios.1.objectives.0"]
    assert squares.maps
    assert squares.maps.after[1][1].marked
    assert squares.words.startswith("2 squares differ: B2 nothing → chosen, ")


def test_trees_mark_what_has_gone_and_what_has_come() -> None:
    content = other()
    found = trees(DESIGN, STARTER, content, compared(DESIGN, STARTER, content))
    assert found
    before = {box.node.id: (box.status, box.address) for box in found.before.boxes}
    after = {box.node.id: box.status for box in found.after.boxes}
    assert before["3d"] == ("Gone", "#at-scenarios-3d")
    assert before["2a"][1] == "#words"
    assert {key for key, status in after.items() if status == "New"} == {"4d"}
    assert {key for key, status in after.items() if status == "Changed"} == {"1", "2c", "3c"}
    ways = [
        {(line.edge.origin, line.edge.goal) for line in side.lines if line.look == look}
        for side, look in ((found.before, "gone"), (found.after, "new"))
    ]
    assert ways[0] >= {("2c", "3d")}
    assert ways[1] == {("2c", "3a"), ("3c", "4d")}
    assert trees(DESIGN, STARTER, STARTER, []) is None


def test_the_smallest_change_of_a_map_of_another_size_is_told() -> None:
    content = deepcopy(STARTER)
    name = STARTER["scenarios"]["1"]["map"]
    content["maps"][name]["rows"] = STARTER["maps"][name]["rows"][:-1]
    (found,) = compared(DESIGN, STARTER, content)[:1]
    assert "16 squares differ" in found.changes[0].words
    assert "off the map" in found.changes[0].words
    content["maps"][name]["rows"] = "no map"
    assert compared(DESIGN, STARTER, content)[0].changes[0].maps


@pytest.mark.django_db(transaction=True)
def test_a_versions_page_shows_trees_maps_and_words() -> None:
    bench = begun(Client())
    save(bench.binder, Save(content=other(), seen=1))
    page = bench.open("versions/2/?with=1")
    assert "The tree, before and after" in page
    assert page.count('class="compared__map"') == 4
    assert "way--gone" in page
    assert "way--new" in page
    assert "Deploying 10 → 1,050 credits" in words(page)
    assert 'id="at-scenarios-3d"' in page
    assert "Nothing differs" in words(bench.open("versions/2/?with=2"))
    assert f'href="{bench.base}versions/2/?with=1"' in bench.open("versions/")


@pytest.fixture
def bench(transactional_db: None) -> Workbench:
    return begun(Client())


def text(answer: Any) -> str:
    pages = pypdfium2.PdfDocument(answer.content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def test_a_name_that_no_card_can_hold_is_told_where_it_is_typed(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.name": "x" * 220})
    page = bench.open("room/catalogue/")
    assert "It can be played, but not printed:" in words(page)
    assert page.count("data-path=") == page.count('data-path="units.technical.name"') == 1
    number = bench.latest.number
    refused = bench.browser.get(f"{bench.base}versions/{number}/unit-cards.pdf?paper=a4")
    assert refused.status_code == 422
    assert "too wide" in words(refused.content.decode())
    bench.keep("at/units.technical/", **{"units.technical.name": "Pick-up"})
    assert "not printed" not in words(bench.open("room/catalogue/"))


def test_a_letter_that_no_font_has_is_told_too(bench: Workbench) -> None:
    bench.keep("at/binder/", name="𓀀")
    assert "It can be played, but not printed" in words(bench.open("room/catalogue/"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "held"), [("unit-cards", "Pick-up"), ("setup-binder", "Pick-up"), ("tree", "")]
)
def test_what_is_designed_is_what_is_printed(bench: Workbench, name: str, held: str) -> None:
    bench.keep("at/units.technical/", **{"units.technical.name": "Pick-up"})
    page = bench.open("prints/")
    address = f"{bench.base}versions/2/{name}.pdf"
    assert f"{address}?paper=a4" in page
    printed = bench.browser.get(f"{address}?paper=a4")
    assert printed["Content-Type"] == "application/pdf"
    assert held in text(printed)


def test_what_cannot_be_played_yet_is_not_printed(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.cost": "-5"})
    assert "to be mended first" in words(bench.open("prints/"))
    assert bench.browser.get(f"{bench.base}versions/2/unit-cards.pdf").status_code == 422
    for wrong in ("versions/1/flags.pdf", "versions/1/nothing.pdf", "versions/1/map.pdf?paper=b9"):
        assert bench.browser.get(f"{bench.base}{wrong}").status_code == 422
    assert bench.browser.get(f"{bench.base}versions/77/map.pdf").status_code == 404


@pytest.fixture
def trial_bench() -> Workbench:
    return begun(Client())


def asked(trial_bench: Workbench, **changes: str) -> Any:
    return trial_bench.browser.post(
        f"{trial_bench.base}trials/", {"plays": "2", "players": "2", "seed": "5", **changes}
    )


@pytest.mark.django_db(transaction=True, databases="__all__")
@pytest.mark.sampled
def test_a_binder_plays_itself_and_its_result_stays_with_its_version(trial_bench: Workbench) -> None:
    there = asked(trial_bench)["Location"]
    assert "Waiting for its turn" in words(trial_bench.open(there.removeprefix(trial_bench.base)))
    work()
    page = words(trial_bench.open(there.removeprefix(trial_bench.base)))
    assert "No rule broke in 2 plays" in page
    assert "2 plays of version 1" in page
    assert "Breach of Contract" in page
    assert "older than the binder" not in page
    trial_bench.keep("at/binder/", budget="2450")
    assert "1 version older than the binder now" in words(
        trial_bench.open(there.removeprefix(trial_bench.base))
    )
    assert "2 plays of version 1" in words(trial_bench.open("trials/"))
    played = trial_bench.browser.get(f"{there}6.json").json()
    assert {"setup", "actions"} == played.keys()
    assert trial_bench.browser.get(f"{there}9.json").status_code == 404


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_two_versions_lie_side_by_side_with_what_they_come_to(trial_bench: Workbench) -> None:
    one = asked(trial_bench, plays="1")["Location"]
    trial_bench.keep("at/binder/", budget="2450")
    other = asked(trial_bench, plays="1", strength="plays_along")["Location"]
    work()
    assert "by a quick hand" in words(trial_bench.open(one.removeprefix(trial_bench.base)))
    page = trial_bench.open(f"{one.removeprefix(trial_bench.base)}?beside={other.split('/')[-2]}")
    told = words(page)
    assert "version 1" in told
    assert "version 2" in told
    assert told.count("Who comes first in each") == told.count("What a deed is worth is told once") == 2
    stranger = begun(Client())
    unseen = f"{one}?beside={asked(stranger, plays='1')['Location'].split('/')[-2]}"
    work()
    assert trial_bench.browser.get(unseen).status_code == 404


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_what_an_older_edition_played_is_read_and_not_played_again(trial_bench: Workbench) -> None:
    there = asked(trial_bench, plays="1")["Location"]
    job = Job.objects.get()
    del job.order["strength"]
    job.state, job.result = "done", [{"seed": 5, "lines": 9, "fought": [], "broken": None}]
    job.save()
    assert "before the house played them" in words(trial_bench.open(there.removeprefix(trial_bench.base)))
    assert trial_bench.browser.get(f"{there}5.json").status_code == 404


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_same_plays_are_put_down_once_and_can_be_stopped(trial_bench: Workbench) -> None:
    there = asked(trial_bench)["Location"]
    assert asked(trial_bench)["Location"] == there
    assert trial_bench.browser.post(f"{there}stop/").status_code == 302
    assert "Stopped." in words(trial_bench.open(there.removeprefix(trial_bench.base)))
    work()
    assert Job.objects.get().result is None
    assert trial_bench.browser.get(f"/print/jobs/{Job.objects.get().key}/").status_code == 404


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_plays_that_are_stopped_count_as_far_as_they_went(trial_bench: Workbench) -> None:
    job = trials.begin(trial_bench.latest, trials.Order(plays=50, players=2, seed=5))

    def told(done: int) -> None:
        if done == 1:
            raise Stopped

    made = trials.do(job.order, told, [])
    assert (len(made["result"]), made["done"]) == (1, 1)
    Job.objects.filter(pk=job.pk).update(state="done", cancelled=True, **made)
    page = words(trial_bench.open(f"trials/{job.key}/"))
    assert "1 play of version 1" in page
    assert "stopped before the 50" in page
    with pytest.raises(Stopped):
        trials.do(job.order, lambda done: told(1), [])


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_only_who_writes_a_binder_sees_its_plays(trial_bench: Workbench) -> None:
    there = asked(trial_bench)["Location"]
    assert Client().get(there).status_code == 302
    other = begun(Client())
    assert other.browser.get(there.replace(trial_bench.code, other.code)).status_code == 404


@pytest.mark.django_db(transaction=True, databases="__all__")
@pytest.mark.parametrize(
    ("wrong", "words_of_it"),
    [
        ({"plays": "0"}, "from 1 to 2,000"),
        ({"plays": "x"}, "whole number"),
        ({"players": "9"}, "can sit down"),
        ({"strength": "a fool"}, "nobody who plays"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    trial_bench: Workbench, wrong: dict[str, str], words_of_it: str
) -> None:
    answer = asked(trial_bench, **wrong)
    assert answer.status_code == 422
    assert words_of_it in words(answer.content.decode())
    trial_bench.change("remove", "scenarios.2a")
    assert asked(trial_bench).status_code == 422
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_rule_that_breaks_first_is_told_with_its_play(
    trial_bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = asked(trial_bench)["Location"]
    work()
    job = Job.objects.get()
    job.result[1]["broken"] = {
        "scenario": "2b",
        "line": 40,
        "deed": "Moves u1.",
        "words": "No way.",
        "crash": False,
    }
    job.save()
    page = words(trial_bench.open(there.removeprefix(trial_bench.base)))
    assert "A rule broke in 1 of 2 plays" in page
    assert "First in the play of seed 6, scenario 2B, line 40: Moves u1." in page
    assert f'{there}6.json"' in trial_bench.open(there.removeprefix(trial_bench.base))


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_command_tells_the_same(trial_bench: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("trials", "parabellum", "--plays=1", "--seed=5", "--json")
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    job = trials.begin(trial_bench.latest, trials.Order(plays=1, players=2, seed=5))
    work()
    assert rows == Job.objects.get(pk=job.key).result
    call_command("trials", "parabellum", "--plays=1", "--seed=5")
    assert "1 play" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_a_program_lets_a_binder_play_itself(client: Client) -> None:
    begun_ = client.post("/api/binders", {"system": "parabellum"}, "application/json").json()
    home, bearer = f"/api/binders/{begun_['binder']['code']}/trials", f"Bearer {begun_['token']}"

    def sent(path: str = "", **body: int) -> Any:
        return client.post(home + path, body, "application/json", headers={"Authorization": bearer})

    put = sent(plays=1, seed=5)
    assert (put.status_code, put.json()["state"], put.json()["summary"]) == (201, "waiting", None)
    there = f"{home}/{put.json()['key']}"
    work()
    told = client.get(there, headers={"Authorization": bearer}).json()
    assert (told["state"], told["done"], told["summary"]["plays"]) == ("done", 1, 1)
    assert told["summary"]["tried"][0]["fought"] == {"n": 1, "of": 1}
    assert sent(plays=0).json()["error"]["path"] == "plays"
    assert sent(plays=9, seed=9).status_code == 201
    other = f"{home}/{Job.objects.get(state='waiting').key}"
    assert client.delete(other, headers={"Authorization": bearer}).json()["state"] == "cancelled"
    assert client.get(there).status_code == 401
    assert client.get(f"{home}/none", headers={"Authorization": bearer}).status_code == 404
