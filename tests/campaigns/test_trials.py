"""A binder plays itself from its page: put down, followed, stopped, and its result with its version."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from campaigns.designer import trials
from companion.shop.models import Job
from companion.shop.tasks import Stopped
from tests.campaigns.binders import Workbench, begun, words
from tests.shop.orders import work

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def bench() -> Workbench:
    return begun(Client())


def asked(bench: Workbench, **changes: str) -> Any:
    return bench.browser.post(f"{bench.base}trials/", {"plays": "2", "players": "2", "seed": "5", **changes})


@pytest.mark.sampled
def test_a_binder_plays_itself_and_its_result_stays_with_its_version(bench: Workbench) -> None:
    there = asked(bench)["Location"]
    assert "Waiting for its turn" in words(bench.open(there.removeprefix(bench.base)))
    work()
    page = words(bench.open(there.removeprefix(bench.base)))
    assert "No rule broke in 2 plays" in page
    assert "2 plays of version 1" in page
    assert "Breach of Contract" in page
    assert "older than the binder" not in page
    bench.keep("at/binder/", budget="2450")
    assert "1 version older than the binder now" in words(bench.open(there.removeprefix(bench.base)))
    assert "2 plays of version 1" in words(bench.open("trials/"))
    played = bench.browser.get(f"{there}6.json").json()
    assert {"setup", "actions"} == played.keys()
    assert bench.browser.get(f"{there}9.json").status_code == 404


def test_the_same_plays_are_put_down_once_and_can_be_stopped(bench: Workbench) -> None:
    there = asked(bench)["Location"]
    assert asked(bench)["Location"] == there
    assert bench.browser.post(f"{there}stop/").status_code == 302
    assert "Stopped." in words(bench.open(there.removeprefix(bench.base)))
    work()
    assert Job.objects.get().result is None
    assert bench.browser.get(f"/print/jobs/{Job.objects.get().key}/").status_code == 404


def test_plays_that_are_stopped_count_as_far_as_they_went(bench: Workbench) -> None:
    job = trials.begin(bench.latest, trials.Order(plays=50, players=2, seed=5))

    def told(done: int) -> None:
        if done == 1:
            raise Stopped

    made = trials.do(job.order, told)
    assert (len(made["result"]), made["done"]) == (1, 1)
    Job.objects.filter(pk=job.pk).update(state="done", cancelled=True, **made)
    page = words(bench.open(f"trials/{job.key}/"))
    assert "1 play of version 1" in page
    assert "stopped before the 50" in page
    with pytest.raises(Stopped):
        trials.do(job.order, lambda done: told(1))


def test_only_who_writes_a_binder_sees_its_plays(bench: Workbench) -> None:
    there = asked(bench)["Location"]
    assert Client().get(there).status_code == 302
    other = begun(Client())
    assert other.browser.get(there.replace(bench.code, other.code)).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "words_of_it"),
    [
        ({"plays": "0"}, "from 1 to 2,000"),
        ({"plays": "x"}, "whole number"),
        ({"players": "9"}, "can sit down"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    bench: Workbench, wrong: dict[str, str], words_of_it: str
) -> None:
    answer = asked(bench, **wrong)
    assert answer.status_code == 422
    assert words_of_it in words(answer.content.decode())
    bench.change("remove", "scenarios.2a")
    assert asked(bench).status_code == 422
    assert not Job.objects.exists()


def test_the_rule_that_breaks_first_is_told_with_its_play(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = asked(bench)["Location"]
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
    page = words(bench.open(there.removeprefix(bench.base)))
    assert "A rule broke in 1 of 2 plays" in page
    assert "First in the play of seed 6, scenario 2B, line 40: Moves u1." in page
    assert f'{there}6.json"' in bench.open(there.removeprefix(bench.base))


def test_the_command_tells_the_same(bench: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("trials", "parabellum", "--plays=1", "--seed=5", "--json")
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    job = trials.begin(bench.latest, trials.Order(plays=1, players=2, seed=5))
    work()
    assert rows == Job.objects.get(pk=job.key).result
    call_command("trials", "parabellum", "--plays=1", "--seed=5")
    assert "1 play" in capsys.readouterr().out


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
