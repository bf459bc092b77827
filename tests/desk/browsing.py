"""A browser's view of a form: what it would send, were the button pressed at once."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

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
