"""A whole game walked by what only sees the pages: `python -m tests.bench.bench_taps proelii SEED`.

Run by hand. Each seat has a device. What presses knows no rule: of the links, buttons and boxes of a page's
question, board, hand and requests it takes the main button, or what is of a kind that it has seldom pressed,
as a browser without scripts would. It counts a tap for each of them; tells what was open and never done, what
was refused, and where nothing led on. What a finger needs to see a small square near is not counted. `TELL=1`
tells each tap.
"""

import os
import sys
import tempfile
from collections import Counter
from random import Random
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urljoin

if __name__ == "__main__":
    os.environ["COMPANION_HOME"] = tempfile.mkdtemp()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from lxml import html  # type: ignore[import-untyped]  # noqa: E402

from companion import shelf  # noqa: E402

ZAMA = {"scenario": "zama", "options": {}}
OPENINGS: dict[str, Any] = {"scarper": {}, "verraeter": {}, "scope": {}, "parabellum": None, "proelii": ZAMA}

WHERE = " or ".join(f'@id="{part}"' for part in ("ask", "board", "hand", "waiting", "cover"))
INSIDE = f'//*[{WHERE} or contains(@class, "s-strip")]'
PRESSED = f"{INSIDE}//a[@href] | {INSIDE}//button | {INSIDE}//input[@type='radio' or @type='checkbox']"
ASIDE = (
    "s-head__rule",
    "s-head__house",
    "s-again",
    "s-zoom",
    "s-mini",
    "s-grab",
    "s-to-hand",
    "s-line__why",
    "s-first",
)
HEADERS = {"Accept": "text/html"}


class Control(NamedTuple):
    """Something to press: its kind is what it shares with its like, its mark is its own."""

    element: Any
    kind: str
    mark: str

    @property
    def is_main(self) -> bool:
        return bool(self.element.get("id") == "main-deed")

    @property
    def is_back(self) -> bool:
        return "s-head__back" in self.element.get("class", "")


def said(element: Any) -> str:
    return " ".join((element.get("aria-label") or element.text_content()).split())[:70]


def control(element: Any) -> Control | None:
    """What it is to press; None where it leads away from the table, is barred, or is a script's."""
    around = [element, *element.iterancestors()]
    if any(each.get("class") and set(each.get("class").split()) & set(ASIDE) for each in around):
        return None
    if element.get("aria-disabled") == "true" or "disabled" in element.attrib:
        return None
    href, name, value = (element.get(key) or "" for key in ("href", "name", "value"))
    if element.tag == "a":
        if not href.startswith("?") and element.get("id") != "main-deed":
            return None
        keys = [part if part.startswith("do=") else part.partition("=")[0] for part in href[1:].split("&")]
        return Control(element, f"a {'&'.join(keys)}", href)
    if element.tag == "button" and element.get("type") == "button":
        return None
    letters = "".join(each for each in value if not each.isdigit())
    kind = f"{element.tag} {name} {letters if element.tag == 'button' else ''}"
    return Control(element, kind, f"{element.tag} {name} {value} {said(element)}")


class Device:
    """One seat's device: the page that it shows, with what is ticked on it."""

    def __init__(self, seat: str, token: str, code: str) -> None:
        self.seat, self.client, self.address = seat, Client(), f"/t/{code}/"
        self.client.cookies["companion_device"] = token
        self.client.cookies["companion_open"] = "yes"
        self.look(self.address)

    def look(self, address: str) -> None:
        answer = self.client.get(address, headers=HEADERS, follow=True)
        self._shows(answer)

    def _shows(self, answer: Any) -> None:
        for url, _ in answer.redirect_chain:
            self.address = url
        self.page = html.fromstring(answer.content.decode())
        table = self.page.xpath('//*[@id="table"]')
        self.version = int(table[0].get("data-version")) if table else -1
        answered = 'boolean(//*[@id="waiting"]//button) or boolean(//button[@id="main-deed"])'
        self.acts = bool(table and table[0].get("data-turn")) or bool(self.page.xpath(answered))
        title = self.page.xpath('//*[@id="ask-title"]')
        self.title = title[0].text_content().strip() if title else ""
        refused = self.page.xpath('//*[@id="refusal-words"]')
        self.refusal = " ".join(refused[0].text_content().split()) if refused else ""

    def controls(self) -> list[Control]:
        found = [control(each) for each in self.page.xpath(PRESSED)]
        return [each for each in found if each]

    def press(self, one: Control) -> bool:
        """One tap; whether it could be made."""
        element = one.element
        if element.tag == "a":
            href = element.get("href")
            self.address = (
                self.address.partition("?")[0] + href if href[0] == "?" else urljoin(self.address, href)
            )
            self.look(self.address)
            return True
        if element.tag == "input":
            self._tick(element)
            return True
        form = element.get("form")
        of = self.page.xpath(f'//form[@id="{form}"]') if form else list(element.iterancestors("form"))
        if not of or ("formnovalidate" not in element.attrib and self._lacks(of[0])):
            return False
        fields = list(of[0].form_values())
        if element.get("name"):
            fields.append((element.get("name"), element.get("value") or ""))
        address = urljoin(self.address, element.get("formaction") or of[0].get("action") or "")
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        if (of[0].get("method") or "get").lower() == "get":
            self.look(urljoin(address, "?" + "&".join(f"{k}={v}" for k, vs in data.items() for v in vs)))
        else:
            self._shows(self.client.post(address, data, headers=HEADERS, follow=True))
        return True

    def _tick(self, element: Any) -> None:
        if element.get("type") == "radio":
            for other in self.page.xpath(f'//input[@name="{element.get("name")}"]'):
                other.attrib.pop("checked", None)
        elif "checked" in element.attrib:
            del element.attrib["checked"]
            return
        element.set("checked", "")

    def _lacks(self, form: Any) -> bool:
        """Whether a browser would not send it: what is required is not said."""
        given = {name for name, _ in form.form_values()}
        return any(each.get("name") not in given for each in form.xpath(".//input[@required]"))


LONGEST = 9
"""Taps on one question until the main button is pressed where it can be."""


class Robot:
    """What presses at one table; `curious` is how often it looks further than the main button."""

    def __init__(self, system: str, seed: str, curious: float) -> None:
        self.luck, self.curious = Random(f"{system} {seed}"), curious
        game, setup = shelf.game(system), OPENINGS[system]
        if setup is None and game.demo:
            setup = game.demo()[0]
        body = {"system": system, "title": "Walked", "kind": "seated", "setup": setup}
        answer = Client().post("/api/tables", body, content_type="application/json").json()
        self.code, self.host = answer["code"], answer["host"]
        self.tokens = {seat["id"]: seat["token"] for seat in answer["seats"]}
        self.devices = [Device(seat, token, self.code) for seat, token in self.tokens.items()]
        self.taps: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.offered: set[str] = set()
        self.pressed: dict[str, tuple[int, set[str], int]] = {}

    def asked(self, path: str, token: str) -> Any:
        bearer = {"Authorization": f"Bearer {token}"}
        return Client().get(f"/api/tables/{self.code}{path}", headers=bearer).json()

    def play(self, until: float) -> str:
        """Press until nothing is open to anybody; how it ended."""
        version = -1
        while monotonic() < until:
            now = self.asked("", self.host)["version"]
            if now != version:
                version = now
                legal = [
                    each["type"] for token in self.tokens.values() for each in self.asked("", token)["legal"]
                ]
                self.offered.update(legal)
            for device in self.devices:
                if device.version != now or device.page.xpath('//*[@id="waiting"]//button'):
                    device.look(device.address.partition("?")[0])
            if any(each.page.xpath('//*[@id="ask"]//button[@name="again"]') for each in self.devices):
                return "over"
            # Whose go it is comes first; what the whole table is asked anybody answers.
            if self._any():
                continue
            # What one asks of the others comes to their screens without a new line of the journal.
            for device in self.devices:
                device.look(device.address.partition("?")[0])
            if not self._any():
                return "stuck: " + self._told()
        return "out of time"

    def _any(self) -> bool:
        return any(self._one(each) for each in sorted(self.devices, key=lambda one: not one.acts))

    def _told(self) -> str:
        return "; ".join(
            f"{one.seat} “{one.title}” {[said(c.element) for c in one.controls()][:9]}"
            for one in self.devices
        )

    def _one(self, device: Device) -> bool:
        version, marks, count = self.pressed.get(device.seat, (-1, set[str](), 0))
        if version != device.version:
            version, marks, count = device.version, set(), 0
        chosen = self._chosen(device.controls(), marks, count)
        if chosen is None:
            return False
        if chosen.element.tag == "input":
            marks = {mark for mark in marks if not mark.startswith("button")}
        self.pressed[device.seat] = (version, marks | {chosen.mark}, count + 1)
        self.kinds[chosen.kind] += 1
        title = device.title
        if device.press(chosen):
            self.taps[device.seat] += 1
        if os.environ.get("TELL"):
            print(
                sum(self.taps.values()),
                device.seat,
                version,
                title,
                "|",
                chosen.mark[:110],
                "->",
                device.address,
                flush=True,
            )
        if device.refusal and chosen.element.tag == "button":
            # What was ticked is to be ticked anew; the same button again only once something is.
            self.pressed[device.seat] = (version, {chosen.mark}, count + 1)
            self.faults[f"refused at “{title}”: {said(chosen.element)}: {device.refusal}"] += 1
        return True

    def _chosen(self, controls: list[Control], marks: set[str], count: int) -> Control | None:
        main = next((one for one in controls if one.is_main), None)
        # Who is asked answers first, and who asked waits for it.
        answers = [one for one in controls if one.element.get("name") == "word"]
        if answers:
            likely = {"yes": 9, "no": 1}
            asked = [one for one in answers if one.element.get("value") in likely]
            weights = [likely[one.element.get("value")] for one in asked]
            return self.luck.choices(asked, weights)[0] if asked else None
        fresh = [
            one for one in controls
            if one.mark not in marks and not one.is_back and not one.is_main
            and not (one.element.tag == "a" and one.element.get("aria-current") == "true")
        ]  # fmt: skip
        if main and main.mark not in marks and (count >= LONGEST or self.luck.random() > self.curious):
            return main
        if fresh and count < 6 * LONGEST:
            alike = Counter(one.kind for one in fresh)
            weights = [1 / (1 + self.kinds[one.kind]) ** 2 / alike[one.kind] for one in fresh]
            return self.luck.choices(fresh, weights)[0]
        back = next((one for one in controls if one.is_back), None)
        return (main or back) if count < 8 * LONGEST else None


def main(system: str, seed: str = "1", seconds: str = "600", curious: str = "0.3") -> None:
    call_command("migrate", verbosity=0)
    robot = Robot(system, seed, float(curious))
    end = robot.play(monotonic() + float(seconds))
    actions = [
        each["action"] for each in robot.asked("/journal", robot.host)["entries"] if each.get("action")
    ]
    done, taps = Counter(each.get("type", "?") for each in actions), sum(robot.taps.values())
    print(f"{system}, seed {seed}, curious {curious}: {end}")
    print(
        f"  {taps} taps ({', '.join(f'{seat} {n}' for seat, n in robot.taps.items())}), {len(actions)} lines,"
        f" {taps / max(1, len(actions)):.2f} a line"
    )
    print(f"  open and never done: {sorted(robot.offered - done.keys())}")
    print(f"  {dict(done)}")
    for fault, n in robot.faults.most_common(12):
        print(f"  {n} × {fault}")


if __name__ == "__main__":
    main(*sys.argv[1:])
