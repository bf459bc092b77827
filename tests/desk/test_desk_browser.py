"""The desk in a browser: forms filled by taps, keys and without scripts."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Browser, Page

from companion import shelf
from tests.accessible import faults
from tests.conftest import House

VOID = ("radio", "checkbox")


@dataclass
class Form(HTMLParser):
    """The fields of the page's form with the values that stand in them."""

    sent: dict[str, list[str]] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    _inside: bool = False
    _select: str = ""
    _chosen: str | None = None
    _area: str = ""
    _text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        if "id" in told:
            self.ids.append(told["id"])
        self._inside = self._inside or tag == "form"
        if self._inside and tag in ("input", "select", "option", "textarea"):
            getattr(self, f"_on_{tag}")(told, dict(attrs))

    def _on_input(self, told: dict[str, str], raw: dict[str, str | None]) -> None:
        kind = told.get("type", "text")
        if kind == "file" or (kind in VOID and "checked" not in raw):
            return
        self._send(told["name"], told.get("value", ""))

    def _on_select(self, told: dict[str, str], raw: dict[str, str | None]) -> None:
        self._select, self._chosen = told["name"], None

    def _on_option(self, told: dict[str, str], raw: dict[str, str | None]) -> None:
        if self._chosen is None or "selected" in raw:
            self._chosen = told["value"]

    def _on_textarea(self, told: dict[str, str], raw: dict[str, str | None]) -> None:
        self._area, self._text = told.get("name", ""), ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select" and self._inside:
            self._send(self._select, self._chosen or "")
        elif tag == "textarea" and self._inside:
            self._send(self._area, self._text)

    def _send(self, name: str, value: str) -> None:
        self.sent.setdefault(name, []).append(value)


def form(page: bytes) -> Form:
    """The form of a page, read."""
    read = Form()
    read.feed(page.decode())
    return read


SIZES = {"tablet": (1024, 768), "upright": (768, 1024), "phone": (390, 844)}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all: the desk has no memory, and needs no database."""
    house = House(tmp_path_factory.mktemp("desk"))
    house.start()
    yield house
    house.stop()


def opened(browser: Browser, size: str, scheme: str) -> tuple[Page, list[str]]:
    """A page of that size, and what its console complains of."""
    width, height = SIZES[size]
    page = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
    ).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said


def press(page: Page) -> None:
    page.locator(".desk__send .button--main").click()
    page.wait_for_selector("#answer .steps")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("slug", "size", "scheme"),
    [("scarper", "tablet", "light"), ("scarper", "phone", "dark"), ("parabellum", "phone", "dark")],
)
def test_every_question_reads_well_at_every_size(
    house: House, browser: Browser, slug: str, size: str, scheme: str
) -> None:
    page, said = opened(browser, size, scheme)
    for name in shelf.game(slug).procedures:
        page.goto(f"{house.url}/desk/{slug}/{name}/")
        press(page)
        assert not faults(page), name
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], f"{name} is too wide"
    assert not said


@pytest.mark.sampled
def test_steppers_count_and_keep_their_limits(house: House, browser: Browser) -> None:
    page, _ = opened(browser, "tablet", "light")
    page.goto(f"{house.url}/desk/scarper/concentrated-assault/")
    morale = page.get_by_label("Morale", exact=True)
    more = page.get_by_label("Morale: one more")
    for _ in range(20):
        more.click()
    assert morale.input_value() == "15"
    page.get_by_label("Morale: one less").click()
    assert morale.input_value() == "14"


def test_an_answer_and_a_refusal_come_without_leaving_the_place(house: House, browser: Browser) -> None:
    page, _ = opened(browser, "tablet", "light")
    page.goto(f"{house.url}/desk/scarper/concentrated-assault/")
    page.evaluate("window.stays = true")
    press(page)
    morale = page.get_by_label("Morale", exact=True)
    morale.fill("x")
    page.locator(".desk__send .button--main").click()
    page.locator("#refusal").wait_for()
    assert morale.input_value() == "x"
    assert morale.get_attribute("aria-invalid") == "true"
    page.get_by_role("button", name="Morale: one more", exact=True).click()
    press(page)
    assert page.locator("#refusal").count() == 0
    assert "morale" in page.url, "the question stands in the address"
    page.go_back()
    page.locator("#answer .steps").wait_for(state="detached")
    assert page.evaluate("window.stays")


@pytest.mark.sampled
def test_a_handful_of_dice_is_tapped_by_its_faces(house: House, browser: Browser) -> None:
    page, _ = opened(browser, "tablet", "light")
    page.goto(f"{house.url}/desk/parabellum/direct-attack/")
    for face, times in ((6, 2), (4, 3)):
        for _ in range(times):
            page.get_by_role("button", name=f"Attack: one more {face}", exact=True).click()
    page.get_by_role("button", name="Attack: one 4 less", exact=True).click()
    assert page.locator(".pool__total").first.inner_text() == "4"
    page.get_by_role("button", name="Attack: one more 1", exact=True).click()
    for face in (6, 5, 3, 2, 1):
        page.get_by_role("button", name=f"Defence: one more {face}", exact=True).click()
    press(page)
    assert page.locator("#answer h2").first.inner_text() == "The defender loses 2"
    idle = ["2 is left over", "1 is left over"]
    marks = page.locator(".pairing__column").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert marks == ["6 stops 6", "6 comes through", "5 stops 4", "4 comes through", "3 stops 1", *idle]


@pytest.mark.sampled
def test_a_charge_is_asked_by_tapping_alone(house: House, browser: Browser) -> None:
    page, _ = opened(browser, "tablet", "light")
    page.goto(f"{house.url}/desk/scarper/frontal-charge/")
    page.get_by_role("radio", name="Verdun", exact=True).check(force=True)
    assert page.locator(".track-row:visible").count() == 3
    page.get_by_label("Marne, frontline on −2").check(force=True)
    page.get_by_label("Verdun, trenches on −1").select_option("3")
    page.get_by_label("Attacker: 6").check(force=True)
    page.get_by_label("Defender: 2").check(force=True)
    press(page)
    assert page.locator(".told__verdict").inner_text() == "The charge on Verdun succeeds by 5"
    assert "dice=app" not in page.url
    address = page.url
    other, _ = opened(browser, "phone", "light")
    other.goto(address)
    assert other.locator(".told__verdict").inner_text() == "The charge on Verdun succeeds by 5"


@pytest.mark.sampled
def test_the_form_works_without_scripts(house: House, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{house.url}/desk/scarper/end-of-year/")
    assert page.locator("[data-step]:visible").count() == 0
    page.locator(".desk__send .button--main").click()
    assert page.locator("#answer .steps li").count() > 3


@pytest.mark.sampled
def test_the_question_is_copied_without_https(house: House, browser: Browser) -> None:
    page, _ = opened(browser, "tablet", "light")
    page.goto(f"{house.url}/desk/scarper/initiative/")
    press(page)
    page.get_by_text("Share, or ask from a program").click()
    page.evaluate("delete Navigator.prototype.clipboard")
    page.get_by_role("button", name="Copy as JSON").click()
    page.wait_for_selector("text=Copied")
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))")
    page.locator("#paste").press("Control+v")
    assert '"previous_first": "german"' in page.locator("#paste").input_value()
