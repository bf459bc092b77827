"""Reports and the history on paper: running text, set by the press."""

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from companion.engine.errors import InvalidInput
from companion.press.book.booklet import stitched
from companion.press.markup import Markup
from companion.press.page import EDITION
from companion.press.prose import Prose

PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "letter"}
FOLDS = ("pages", "sheets")


def report(context: Mapping[str, Any], paper: str) -> Prose:
    """An evening's report, or a scenario's; `InvalidInput` at `paper`."""
    return _prose("campaigns/reports/print_report.html", context, paper, str(context["title"]))


def from_the_log(context: Mapping[str, Any], paper: str) -> Prose:
    """An evening's lines; `InvalidInput` at `paper`."""
    return _prose("campaigns/reports/print_log.html", context, paper, str(context["title"]))


def _prose(template: str, context: Mapping[str, Any], paper: str, note: str) -> Prose:
    if paper not in PAPERS:
        wanted = " or ".join(PAPERS)
        raise InvalidInput("paper", f"A report is printed on {wanted}; “{paper[:20]}” was asked.")
    body = render_to_string(template, dict(context))
    style = render_to_string("campaigns/reports/print.css", {"small": False})
    title = f"{context['campaign'].title}: {note}"
    return Prose(
        title=title,
        body=Markup(body),
        style=style,
        page=PAPERS[paper],
        note=note,
    )


def booklet(context: Mapping[str, Any], fold: str) -> bytes:
    """The history on pages of A5; as `sheets` two of them on each side of A4, to fold and staple."""
    body = render_to_string("campaigns/reports/print_history.html", dict(context))
    style = render_to_string("campaigns/reports/print.css", {"small": True, "edition": EDITION})
    title = f"{context['campaign'].title}: the history"
    printed = Prose(title=title, body=Markup(body), style=style, page="A5")
    pages = printed.pdf()
    return stitched(pages) if fold == "sheets" else pages
