"""People at a table, each with a browser of their own, and the program that opened the table."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

NAMES = {"german": "Jo", "allied": "Ada", "blue": "Anna", "green": "Bert", "yellow": "Cleo", "black": "Dora"}
TABLET = {"width": 1024, "height": 768}


@dataclass(frozen=True)
class Recorded:
    """A war on paper."""

    setup: dict[str, Any]
    actions: list[dict[str, Any]]
    end: dict[str, Any]


class Opened:
    """A table that a program opened, with the host's word."""

    def __init__(
        self, url: str, setup: dict[str, Any], kind: str = "seated", system: str = "scarper"
    ) -> None:
        self.url = url
        body = {"system": system, "title": "Thursday", "kind": kind, "setup": setup}
        answer = self._call("/api/tables", body)
        self.code, self.host, self.version = answer["code"], answer["host"], answer["version"]
        self.tokens = {seat["id"]: seat["token"] for seat in answer["seats"]}

    def act(self, action: dict[str, Any], who: str = "") -> None:
        """Write an action as that seat, or as the host; whoever must agree to it does."""
        body = {"action": action, "seen": self.version, "key": f"by-program-{self.version}"}
        answer = self._call(f"/api/tables/{self.code}/actions", body, self.tokens.get(who))
        if (held := answer.get("waiting")) and held["kind"] == "deed":
            for seat in held["seats"]:
                answer = self._call(
                    f"/api/tables/{self.code}/requests/{held['request']}", {"agree": True}, self.tokens[seat]
                )
        self.version = answer["version"]

    def answer(self, said: dict[str, Any], who: str) -> None:
        """Answer as that seat what another's deed waits for."""
        home, token = f"/api/tables/{self.code}/requests", self.tokens[who]
        request = self._call(home, None, token)["requests"][0]["id"]
        self._call(f"{home}/{request}", {"answer": said}, token)

    def state(self, who: str = "") -> dict[str, Any]:
        """The table's state as that seat (or the host) sees it."""
        state: dict[str, Any] = self._call(f"/api/tables/{self.code}", None, self.tokens.get(who))["state"]
        return state

    def lines(self) -> list[dict[str, Any]]:
        """The table's journal, as the host may read it."""
        lines: list[dict[str, Any]] = self._call(f"/api/tables/{self.code}/journal", None)["entries"]
        return lines

    @staticmethod
    def laid(url: str, code: str) -> "Opened":
        """A table whose seats are still free, by its code alone."""
        table = object.__new__(Opened)
        table.url, table.code, table.host, table.version, table.tokens = url, code, "", 1, {}
        return table

    def _call(self, path: str, body: Any, token: str | None = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if path != "/api/tables":
            headers["Authorization"] = f"Bearer {token or self.host}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                answered: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            error.add_note(error.read().decode())
            raise
        return answered


class Seated:
    """The people of one house."""

    def __init__(self, url: str, browser: Browser) -> None:
        self.url, self.browser = url, browser
        self.contexts: list[BrowserContext] = []

    def open(self, setup: dict[str, Any], kind: str = "seated", system: str = "scarper") -> Opened:
        """A table, of Scarper where no other game is named."""
        return Opened(self.url, setup, kind, system)

    def join(self, table: Opened, seat: str, at: str = "") -> Page:
        """A new browser types the code, gives a name and sits down; `at` is another way to the same house."""
        page = self.page()
        page.goto(f"{at or self.url}/join/")
        page.get_by_role("textbox").first.fill(table.code)
        page.get_by_role("button", name="Join").click()
        page.get_by_label("Your name").fill(NAMES[seat])
        page.locator(f'label:has(input[name="seat"][value="{seat}"])').click()
        page.locator('button[value="sit"]').click()
        page.wait_for_selector("#table")
        return page

    def takes(self, table: Opened, seat: str, page: Page) -> None:
        """Let the program look with the word that this browser was given."""
        cookies = page.context.cookies()
        table.tokens[seat] = next(one["value"] for one in cookies if one["name"] == "companion_device")

    def holding(self, table: Opened, seat: str, **look: Any) -> Page:
        """A browser that holds a seat already, or the host's word."""
        page = self.page(**look)
        token = table.tokens.get(seat, table.host)
        page.context.add_cookies([{"name": "companion_device", "value": token, "url": self.url}])
        return page

    def page(self, **look: Any) -> Page:
        """A page of a browser of its own; what goes wrong in its scripts fails the test."""
        context = self.browser.new_context(**{"viewport": TABLET, "reduced_motion": "reduce", **look})
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        return context.new_page()

    def leave(self) -> None:
        """Everybody goes home."""
        for context in self.contexts:
            context.close()
