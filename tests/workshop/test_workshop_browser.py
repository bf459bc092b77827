"""The workshop in a real browser: the card stands beside its form and follows what is typed."""

import pytest
from playwright.sync_api import Browser, expect

from tests.accessible import faults
from tests.conftest import House

pytestmark = pytest.mark.browser


@pytest.mark.sampled
def test_the_card_beside_its_form_follows_what_is_typed(browser: Browser, house: House) -> None:
    page = browser.new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{house.url}/workshop/?game=scarper")
    page.locator("form.game--scarper button[value=copy]").click()
    page.get_by_role("link", name="Card 3,").click()
    drawn = page.locator(".workshop__drawn svg")
    page.get_by_label("Title", exact=True).fill("The Dykes Open")
    expect(drawn).to_contain_text("The Dykes Open")
    expect(drawn).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Points", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_label("Points", exact=True).fill("9")
    expect(page.locator(".workshop__fault", has_text="1 to 6")).to_be_visible()
    assert not faults(page)
    page.get_by_role("button", name="Save the card").click()
    expect(page.get_by_label("Points", exact=True)).to_have_value("9")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("textbox", name="title, row 3")).to_have_value("Flooding of the Yser")
    assert not faults(page)


@pytest.mark.sampled
def test_an_effect_is_picked_and_its_parts_come_with_its_kind(browser: Browser, house: House) -> None:
    page = browser.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{house.url}/workshop/?game=scarper")
    page.locator("form.game--scarper button[value=copy]").click()
    page.get_by_role("link", name="Card 3,").click()
    page.locator("select[name='3.effects.1.kind']").select_option("morale")
    amount = page.locator("input[name='3.effects.1.amount']")
    amount.fill("2")
    page.locator("select[name='3.effects.1.side']").select_option("own")
    expect(page.locator("select[name='3.effects.2.kind']")).to_be_visible()
    expect(amount).to_have_value("2")
    page.locator("select[name='3.effects.1.if.0.p']").select_option("not")
    page.locator("select[name='3.effects.1.if.0.of.0.p']").select_option("in_play")
    page.locator("select[name='3.effects.1.if.0.of.0.card']").select_option(label="The Spanish Flu")
    assert not faults(page)
    page.get_by_role("button", name="Save the card").click()
    page.goto(page.url.removesuffix("3/"))
    cell = page.get_by_role("textbox", name="effects, row 3", exact=True)
    expect(cell).to_have_value(
        "kind: build, side: own, count: 2, battlefields: [ypres]\nkind: morale, side: own, amount: 2, "
        "if: {p: not, of: {p: in_play, card: spanish-flu}}"
    )


@pytest.mark.sampled
def test_a_class_is_picked_among_those_there_are_or_is_a_new_one(browser: Browser, house: House) -> None:
    page = browser.new_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{house.url}/workshop/?game=parabellum")
    page.locator("form.game--parabellum button[value=copy]").click()
    page.get_by_role("link", name="Card 1,").click()
    page.get_by_label("Class", exact=True).select_option("walker")
    page.get_by_role("button", name="Save the card").click()
    expect(page.get_by_label("Class", exact=True)).to_have_value("walker")
    page.get_by_label("Another class").fill("zeppelin")
    assert not faults(page)
    page.get_by_role("button", name="Save, and the next").click()
    page.get_by_label("Class", exact=True).select_option("zeppelin")


@pytest.mark.sampled
def test_cells_are_brought_in_once_they_were_seen_and_one_tap_undoes_it(
    browser: Browser, house: House
) -> None:
    page = browser.new_page()
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"{house.url}/workshop/?game=scarper")
    page.locator("form.game--scarper button[value=copy]").click()
    page.locator("textarea[name=text]").fill("Wort;Jahr\nDas Lied;1915")
    page.get_by_role("button", name="Bring it in").click()
    expect(page.get_by_role("button", name="Bring in what is ticked")).to_have_count(0)
    page.get_by_label("Wort").select_option("title")
    page.get_by_label("Jahr").select_option("year")  # before the first answer is here
    expect(page.get_by_text("Not understood")).to_be_visible()
    expect(page.get_by_label("Wort")).to_have_value("title")
    expect(page.get_by_label("Jahr")).to_have_value("year")
    page.get_by_label("Das Lied").check()
    assert not faults(page)
    page.get_by_role("button", name="Bring in what is ticked").click()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Events 60")).to_be_visible()
