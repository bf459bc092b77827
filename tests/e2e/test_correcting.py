"""A correction is looked at before it counts, and told on every screen after."""

from playwright.sync_api import expect

from tests.accessible import faults
from tests.e2e.people import Recorded, Seated
from tests.e2e.taps import version, wait_for

CHARGE = 52


def test_a_charge_is_corrected_in_sight_of_what_it_changes(seated: Seated, war: Recorded) -> None:
    table = seated.open(war.setup, "open")
    for action in war.actions[: CHARGE + 2]:
        table.act(action)
    page, other = seated.holding(table, "allied"), seated.holding(table, "german")
    wall = other.context.new_page()
    at = f"{seated.url}/t/{table.code}/"
    other.goto(at)
    wall.goto(f"{at}tv/")
    line = CHARGE + 2
    page.goto(f"{at}log/")
    page.locator(f"#line-{line}").get_by_role("link", name="Correct").click()
    for die, face in war.actions[CHARGE]["rolls"].items():
        expect(page.locator(f'input[name="a.rolls.{die}"]:checked')).to_have_value(str(face))
    for die, face in (("attacker", 1), ("defender", 6)):
        page.locator(f'input[name="a.rolls.{die}"][value="{face}"]').check(force=True)
    page.locator("#main-deed").click()
    page.wait_for_url("**/check/**")
    expect(page.locator(".beside section").first).to_contain_text("attacker 6")
    expect(page.locator(".beside section", has_text="As it would be")).to_contain_text("attacker 1")
    stands, would = (
        page.locator(f"#{one}frontline-somme").get_attribute("transform") for one in ("", "other-")
    )
    assert stands != would
    expect(page.locator("ul.changes")).to_contain_text("Somme")
    assert not faults(page)
    before, decides = version(page), page.get_by_role("button", name=f"Correct line {line}")
    for width, height in ((390, 844), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect(decides).to_be_in_viewport(ratio=1)
    decides.click()
    for screen in (other, wall):
        wait_for(screen, before + 1)
        expect(screen.locator("#corrected")).to_contain_text(f"Line {line} is corrected")
        assert not faults(screen)
