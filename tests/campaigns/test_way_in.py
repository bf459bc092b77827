"""A campaign, an evening of a series and a series open with one question in the frame of the stage."""

from typing import Any

import pytest
from django.test import Client

from campaigns.forms import OpenCampaign
from companion import shelf


def form(slug: str, **said: Any) -> OpenCampaign:
    asked = OpenCampaign(shelf.game(slug))
    begun = {field.name: field.value() for field in (*asked.rules(), *asked.companies())}
    given = {"title": "War", "on": "2026-09-03", "way": "each", "size": "0", **begun, **said}
    return OpenCampaign(shelf.game(slug), {name: value for name, value in given.items() if value is not None})


@pytest.mark.parametrize("path", ["open/parabellum", "series/verraeter", "series/scarper"])
def test_it_is_one_question_in_the_frame_of_the_stage(path: str, transactional_db: None) -> None:
    page = Client().get(f"/campaigns/{path}/").content.decode()
    assert 'class="stage stage--open"' in page
    assert page.count("<h2") == 1
    assert 'class="s-main"' in page


def test_each_seat_is_named_where_so_many_play() -> None:
    places = {place.chair.id: place.sizes for place in form("verraeter").places()}
    three = next(n for n, size in enumerate(shelf.game("verraeter").sizes) if size.words == "Three")
    without = [chair for chair, sizes in places.items() if str(three) not in sizes.split()]
    assert len(places) - len(without) == 3


def test_one_tablet_holds_every_seat_and_ones_own_only_the_ticked() -> None:
    alone, each = form("verraeter", way="one"), form("verraeter", sits=["green"])
    assert alone.is_valid(), alone.errors
    assert each.is_valid(), each.errors
    assert len(alone.cleaned_data["sits"]) == 4
    assert each.cleaned_data["sits"] == ["green"]
    assert (alone.opening().kind, each.opening().kind) == ("open", "seated")


def test_the_people_are_named_and_who_does_not_play_sits_nowhere() -> None:
    three = next(n for n, size in enumerate(shelf.game("verraeter").sizes) if size.words == "Three")
    asked = form("verraeter", way="one", size=str(three), **{"p.green": "Ada"})
    assert asked.is_valid(), asked.errors
    assert len(asked.cleaned_data["sits"]) == 3
    assert asked.opening().players == {"green": "Ada"}


def test_what_is_amiss_lies_open() -> None:
    asked = form("parabellum", title="", **{"o.players": ["kestrel_vaun"]})
    assert not asked.is_valid()
    assert asked.amiss == {"people": True, "called": True}
