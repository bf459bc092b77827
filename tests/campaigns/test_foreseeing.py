"""Branches played ahead: long work, kept with the campaign, for one company's eyes alone."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from campaigns import foreseeing
from campaigns.chronicle import chronicle_of
from campaigns.foreseeing import Branch, next_night
from companion import shelf
from companion.engine.campaign import Foreseen
from companion.engine.errors import InvalidInput
from companion.shop import tasks
from companion.shop.models import Job
from tests.campaigns.conftest import ALICE, BOB, WAR, War, fought, set_by_hand

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
CHOOSING = next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "choose")


@pytest.fixture
def choosing(transactional_db: None) -> War:
    """The first scenario is over, and the next is to be chosen."""
    return fought(CHOOSING)


def ahead(war: War, when: str = "now") -> Any:
    return war.alice.post(f"/campaigns/{war.campaign.code}/tree/next/ahead/", {"when": when})


def shown(war: War, browser: Any = None) -> str:
    page = (browser or war.alice).get(f"/campaigns/{war.campaign.code}/tree/next/")
    return re.sub(r"\s+", " ", page.content.decode())


def done(plays: int) -> Job:
    """The job that was put down, played so often and kept."""
    job = Job.objects.get(kind="ahead", state="waiting")
    made = foreseeing.do({**job.order, "plays": plays}, lambda n: None)
    for key, value in {"state": "done", **made}.items():
        setattr(job, key, value)
    job.save()
    return Job.objects.get(pk=job.pk)


def test_each_branch_is_played_to_its_end_and_the_cards_show_what_came_of_it(choosing: War) -> None:
    before = shown(choosing)
    assert "by chances" in before
    assert ahead(choosing).status_code == 302
    assert "plays under way" in shown(choosing)
    assert 'hx-trigger="every 2s"' in shown(choosing)
    job = done(2)
    assert {scenario: len(plays) for scenario, plays in job.result.items()} == {"2a": 2, "2b": 2, "2c": 2}
    page = shown(choosing)
    assert "by plays" in page
    assert "The cards show what came of 6 plays" in page
    assert page.count("Purse then:") == 3
    assert "50 plays now" not in page
    assert "500 plays over night" in page


def test_who_is_somebody_else_sees_nothing_of_them_and_cannot_stop_them(choosing: War) -> None:
    ahead(choosing)
    job = Job.objects.get(kind="ahead")
    for page in (shown(choosing, choosing.bob), shown(choosing, choosing.bob)):
        assert "plays under way" not in page
        assert job.key not in page
    stop = f"/campaigns/{choosing.campaign.code}/tree/next/ahead/{job.key}/stop/"
    assert choosing.bob.post(stop).status_code == 404
    assert choosing.alice.post(stop).status_code == 302
    assert Job.objects.get(pk=job.pk).state == "cancelled"


def test_the_worker_is_handed_what_that_company_sees_and_no_more(choosing: War) -> None:
    ahead(choosing)
    job = Job.objects.get(kind="ahead")
    text = json.dumps(job.order)
    chronicle = chronicle_of(choosing.campaign)
    state: Any = chronicle.state
    for view in job.order["views"].values():
        assert view["players"][BOB]["credits"] is None
        assert view["players"][ALICE]["credits"] == state.players[ALICE].credits
        for unit in state.of(BOB):
            assert "type" not in view["units"].get(unit, {})
    assert choosing.secrets[ALICE] not in text


def test_stopped_plays_are_kept_and_the_same_seed_gives_the_same(choosing: War) -> None:
    ahead(choosing)
    job = Job.objects.get(kind="ahead")

    def told(n: int) -> None:
        if n == 4:
            raise tasks.Stopped

    made: Any = foreseeing.do(job.order, told)
    assert made["done"] == 4
    assert [len(plays) for plays in made["result"].values()] == [2, 1, 1]
    again: Any = foreseeing.do({**job.order, "plays": 1}, lambda n: None)
    assert [plays[0] for plays in again["result"].values()] == [plays[0] for plays in made["result"].values()]
    with pytest.raises(tasks.Stopped):
        foreseeing.do(job.order, lambda n: told(n + 4))


def test_what_was_played_of_another_moment_is_not_shown_as_of_now(choosing: War) -> None:
    ahead(choosing)
    done(1)
    assert "by plays" in shown(choosing)
    poorer = {"type": "adjust", "player": ALICE, "reason": "a fine", "credits": 3}
    set_by_hand(choosing.table, poorer, "poorer")
    page = shown(choosing)
    assert "by chances" in page
    assert "of another moment of the war" in page


def test_over_night_it_waits_for_the_night_and_is_not_taken_for_lost(choosing: War) -> None:
    ahead(choosing, "night")
    job = Job.objects.get(kind="ahead")
    assert job.total == 1500
    task = DBTaskResult.objects.get(pk=job.task)
    assert task.run_after == next_night()
    assert timedelta(0) < next_night() - timezone.now() <= timedelta(days=1)
    assert not DBTaskResult.objects.ready().filter(pk=job.task).exists()
    assert not tasks.recover()
    assert "begins at 02:00" in shown(choosing)
    ahead(choosing, "night")
    assert Job.objects.filter(kind="ahead").count() == 1


def test_what_is_asked_for_otherwise_is_refused(choosing: War) -> None:
    assert ahead(choosing, "never").status_code == 422
    assert not Job.objects.filter(kind="ahead").exists()
    with pytest.raises(InvalidInput):
        foreseeing.foresight_of("scarper")


def test_figures_of_plays_are_counted_rightly() -> None:
    plays = [Foreseen(10 * n, ("a",) if n < 5 else (), n % 2, ALICE if n else "", n == 0) for n in range(20)]
    branch = Branch(plays)
    assert branch.purse == (95, 20, 170)
    assert (branch.out, branch.lost) == (5, 0.5)
    assert branch.shares == ((ALICE, 95),)
    said = list(branch.words(["a", "b"]))
    assert said[1] == "Completed: a in 25 of 100 and b in 0 of 100."


def test_whoever_has_no_fuel_buys_a_carrier_and_moves_again() -> None:
    """The demo's veterans stand with empty counters: who only plays on, stands there for sixteen rounds."""
    game = shelf.game("parabellum")
    card: Any = game.campaign
    recording = card.demo()
    state: Any = game.open(recording.setup).state
    for evening in recording.evenings:
        for action in evening:
            state = game.apply(state, action).state
    seat = "kestrel_vaun"
    for view in card.branches.ahead.views(state, seat).values():
        one = card.branches.ahead.play(view, seat, 1)
        assert one.purse < state.players[seat].credits - 120, "a carrier and fuel were paid"
        assert one == card.branches.ahead.play(view, seat, 1)
