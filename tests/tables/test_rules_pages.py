"""Rules where a question arises: a page of a game's own, a part on any page, and links from every step."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from companion import shelf
from companion.engine.rulebook import rulebook
from companion.tables.templatetags.rules import rule, ruled

TOLD = [slug for slug in shelf.slugs() if rulebook(shelf.game(slug).folder)]
HTMX = {"HX-Request": "true"}


def got(address: str, **headers: str) -> str:
    answer = Client().get(address, headers=headers)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize("slug", TOLD)
def test_a_game_has_a_page_with_a_place_for_every_entry_and_ruling(slug: str) -> None:
    book, page = rulebook(shelf.game(slug).folder), got(f"/rules/{slug}/")
    for key in (*book.entries, *map(str.lower, book.rulings)):
        assert page.count(f'id="rule-{key}"') == 1, key


@pytest.mark.parametrize("slug", TOLD)
def test_whatever_can_be_looked_up_answers_as_a_page_and_as_a_part(slug: str) -> None:
    book = rulebook(shelf.game(slug).folder)
    for key in (*list(book.entries)[:5], *list(map(str.lower, book.rulings))[:5]):
        address = reverse("rules:one", args=[slug, key])
        assert "<main" in got(address)
        part = got(address, **HTMX)
        assert "<dialog" in part
        assert "<main" not in part


def test_the_part_says_the_two_sentences_the_number_and_the_ruling() -> None:
    part = got("/rules/scarper/relative-position/", **HTMX)
    for words in ("Relative position", "6.2.2.5.1", "one space nearer", "Ruling R6"):
        assert words in part


def test_a_tables_own_value_stands_in_the_words_and_nothing_else_does() -> None:
    assert "the track ends at 12." in got("/rules/scarper/propaganda/?propaganda_max=12", **HTMX)
    asked = "/rules/scarper/trench/?propaganda_max=<i>x</i>&words=<i>y</i>"
    assert "<i>" not in got(asked, **HTMX)
    assert "&lt;i&gt;" in got("/rules/scarper/propaganda/?propaganda_max=<i>", **HTMX)


@pytest.mark.parametrize("address", ["chess/", "chess/trench/", "scarper/nothing/", "scarper/r99/"])
def test_what_there_is_not_is_not_found(address: str) -> None:
    assert Client().get(f"/rules/{address}").status_code == 404


def test_a_rules_number_and_a_ruling_in_a_text_lead_to_what_they_say() -> None:
    assert 'href="/rules/scarper/relative-position/"' in rule("scarper", "6.2.2.5.1")
    assert 'href="/rules/scarper/r14/"' in rule("scarper", "RULING R14")
    assert rule("scarper", "R99") == '<span class="rule">R99</span>'
    told = ruled("By spaces (R6).", "scarper")
    assert told.startswith("By spaces (<a ")
    assert 'href="/rules/scarper/r6/"' in told
    assert "<a" not in ruled("A unit at R7 holds.", "scarper")


def test_the_desk_and_the_house_lead_to_the_rules() -> None:
    assert 'href="/rules/scarper/"' in got("/desk/scarper/")
    assert 'href="/rules/"' in got("/rules/scarper/")
    assert 'href="/rules/scarper/"' in got("/rules/")


def test_a_house_rule_leads_to_the_ruling_that_it_switches() -> None:
    assert 'href="/rules/scarper/r14/"' in got("/open/scarper/")


def test_steps_stand_plain_on_a_page_that_names_no_game_and_on_the_tv() -> None:
    steps = [{"rule": "6.2.2.5.1", "text": "Arras lends +1 (R6)."}]
    plain = render_to_string("pieces/steps.html", {"steps": steps})
    assert plain.strip() == '<li><span class="rule">6.2.2.5.1</span><span>Arras lends +1 (R6).</span></li>'
    assert render_to_string("pieces/steps.html", {"steps": steps, "slug": "scarper"}).count("<a ") == 2


def test_a_ruling_that_a_field_of_the_desk_names_is_a_link_to_it() -> None:
    page = got("/desk/verraeter/conflict/")
    assert 'href="/rules/verraeter/r9/"' in page
    assert "(R9)" not in page
