"""The lab: what lies at a table plays itself, and tells who wins, how it ends, what a card is worth."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from companion import shelf
from companion.engine import shape
from companion.engine.campaign.design import Broken, Share, Trial
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.player.lab import journal, summed, trial
from companion.shop import lab
from companion.shop.models import Job
from companion.shop.tasks import Stopped
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table

both = pytest.mark.django_db(transaction=True, databases="__all__")


def played(seed: int, first: str, *, card: bool) -> Trial:
    """A game that the first won; with the card black was nine points ahead, without it one behind."""
    ahead = {"white": -9.0, "black": 9.0} if card else {"white": 1.0, "black": -1.0}
    left = {side: float(side == first) for side in ahead}
    deeds = {"white": ("pass",), "black": ("pass", "play: ace") if card else ("pass",)}
    return Trial(
        seed, 40 + seed, (first,), "by a mile", left, ahead, {"black": ("play: ace", "pass", "flee")}, deeds
    )


def test_many_games_come_to_shares_and_to_what_a_card_is_worth() -> None:
    told = summed([played(n, "black" if n % 2 else "white", card=n % 2 == 1) for n in range(20)])
    assert (told.plays, told.lines) == (20, 50)
    assert told.first == (("black", Share(10, 20)), ("white", Share(10, 20)))
    assert told.ends == (("by a mile", Share(20, 20)),)
    (ace, *rest) = told.worth
    assert (ace.deed, ace.done, ace.points, ace.reach) == ("play: ace", Share(10, 20), 10.0, 0.0)
    assert [each.points for each in rest] == [None, None]
    assert told.never == ("flee",)


def test_a_card_is_played_on_with_it_and_without_it_from_the_same_moment() -> None:
    trials = [trial(shelf.game("scarper"), {}, n, "plays_along") for n in range(12)]
    assert all(deed.startswith("play card: ") for each in trials for deed in each.gained)
    told = [
        played(n, "white", card=False)._replace(gained={"play card: ace": 2.0 + n % 2}) for n in range(10)
    ]
    (ace,) = summed(told).gains
    assert (ace.deed, ace.times, ace.gain) == ("play card: ace", 10, 2.5)
    assert 0.2 < ace.reach < 0.4
    assert summed(trials).gains or max(map(len, (each.gained for each in trials))) <= 6


def test_what_broke_is_told_and_counts_for_nobody() -> None:
    broken = Trial(3, 12, broken=Broken("", 12, "Flees.", "It cannot.", crash=False))
    told = summed([played(1, "black", card=False), broken])
    assert (told.plays, told.first[0], told.broken) == (1, ("black", Share(1, 1)), (broken.broken,))
    assert summed([broken]).plays == 0


@pytest.mark.parametrize(
    ("error", "crash"), [(IllegalAction("side", "It cannot."), False), (KeyError("u1"), True)]
)
def test_what_breaks_a_game_is_told_with_its_line_and_its_deed(error: Exception, crash: bool) -> None:
    game = shelf.game("scarper")

    def apply(state: Any, action: Any) -> Any:
        if action["type"] == "play_card":
            raise error
        return game.apply(state, action)

    faulty = replace(game, apply=apply)
    broken = trial(faulty, {}, 1, "plays_along").broken
    assert broken
    assert (broken.crash, bool(broken.deed)) == (crash, True)
    lines = journal(faulty, {}, 1, "plays_along")["actions"]
    assert (len(lines), lines[-1]["type"]) == (broken.line, "play_card")


@pytest.mark.parametrize("slug", ["scarper", "verraeter", "scope", "proelii"])
def test_the_same_seed_is_the_same_trial(slug: str) -> None:
    one, again = (trial(shelf.game(slug), {}, 7, "plays_along") for _ in range(2))
    assert one == again
    assert one.first
    assert {deed for deeds in one.open.values() for deed in deeds}


def opened() -> tuple[Table, Client]:
    table, secret, browser = open_table(Opening(system="scope", title="Ours")), new_secret(), Client()
    seating.host(table, secret)
    browser.cookies[COOKIE] = secret
    return table, browser


def done(job: Job, upto: int = 6) -> None:
    """A worker plays it, and is stopped after so many games."""

    def told(n: int) -> None:
        if n >= upto:
            raise Stopped

    Job.objects.filter(pk=job.pk).update(state="done", cancelled=True, **lab.do(job.order, told))


@both
def test_a_table_plays_itself_and_two_lie_beside_each_other() -> None:
    table, browser = opened()
    page = browser.get(f"/lab/{table.code}/")
    assert page.status_code == 200
    assert "50 times" in page.content.decode()
    sent = browser.post(f"/lab/{table.code}/", {"plays": "50", "strength": "plays_along"})
    assert sent.status_code == 302
    first = Job.objects.get(kind=lab.KIND)
    assert "0 of 50 games" in browser.get(sent.headers["Location"]).content.decode()
    browser.post(f"/lab/{table.code}/{first.pk}/stop/")
    done(first)
    assert first.order["setup"].keys() <= {"scenario", "mode", "options", "players"}
    other = lab.begin(table, lab.Asked(200, "plays_along"))
    done(other, 4)
    page_of = browser.get(f"/lab/{table.code}/{first.pk}/?beside={other.pk}").content.decode()
    assert "6 games by a quick hand" in page_of
    assert "4 games by a quick hand" in page_of
    assert "Stopped before the 50" in page_of
    other.refresh_from_db()
    other.result[0]["broken"] = shape.write(Broken("", 9, "Flees.", "It cannot.", crash=False))
    other.save()
    page_of = browser.get(f"/lab/{table.code}/{other.pk}/").content.decode()
    assert "1 came to no" in page_of
    assert "line 9, Flees. It cannot." in page_of
    assert "3 games by a quick hand" in page_of
    assert browser.get(f"/lab/{table.code}/nothing/").status_code == 404


@both
def test_what_cannot_be_played_so_is_refused() -> None:
    table, browser = opened()
    refused = browser.post(f"/lab/{table.code}/", {"plays": "7", "strength": "plays_along"})
    assert (refused.status_code, "50, 200, 500" in refused.content.decode()) == (422, True)
    with pytest.raises(InvalidInput, match="nobody who plays"):
        lab.begin(table, lab.Asked(50, "well"))
    own = open_table(Opening(system="scarper", title="Own", setup={"options": {"cards": "table"}}))
    with pytest.raises(InvalidInput, match="sees none"):
        lab.begin(own, lab.Asked(50, "plays_along"))
    assert Client().get(f"/lab/{table.code}/").status_code == 302


@both
def test_a_program_lets_a_table_play_itself() -> None:
    table, _ = opened()
    host, _ = seating.hand_out(table)
    there, who = f"/api/tables/{table.code}/lab", {"Authorization": f"Bearer {host}"}
    client = Client(headers=who)
    sent = client.post(there, {"plays": 50}, content_type="application/json")
    assert sent.status_code == 202, sent.content
    key = sent.json()["key"]
    assert sent.json() | {"key": ""} == {
        "key": "",
        "state": "waiting",
        "done": 0,
        "total": 50,
        "summary": None,
    }
    done(Job.objects.get(pk=key), 3)
    told = client.get(f"{there}/{key}").json()
    assert (told["state"], told["summary"]["plays"]) == ("done", 3)
    assert client.get(f"{there}/nothing").status_code == 422
    assert client.post(there, {"plays": 7}, content_type="application/json").status_code == 422
    assert Client().get(f"{there}/{key}").status_code in (401, 403)
