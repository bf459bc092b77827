"""Where the rooms and the deeds of a table are."""

from functools import lru_cache

from django.urls import NoReverseMatch, reverse

from companion import shelf
from companion.tables.models import Table

KEPT = 64


def urls(table: Table) -> dict[str, str]:
    """The addresses of a table's pages."""
    return dict(_urls(table.code))


@lru_cache(maxsize=KEPT)
def _urls(code: str) -> dict[str, str]:
    rooms = ("table", "hand", "tv", "film", "log", "seats", "join", "lobby")
    deeds = ("act", "undo", "redo", "say", "walk", "ready", "mark", "again", "bell", "guide", "cover")
    return {room: reverse(f"tables:{room}", args=[code]) for room in (*rooms, *deeds)} | {
        "print": f"{there}?table={code}" if (there := address("print:home")) else "",
        "campaign": address("campaigns:of", code),
        "paper": reverse("tables:paper", args=[code]),
    }


def branch(table: Table) -> dict[str, str]:
    """At a branch, where it is compared and where its true table is."""
    if not table.branch_line:
        return {"branch": "", "true_line": ""}
    true = table.branch_of
    return {
        "branch": reverse("tables:branch", args=[table.code]) if true else "",
        "true_line": _urls(true.code)["table"] if true else "",
    }


def front_page(table: Table) -> str:
    """Where the table's game is printed as a front page; empty where its game has none."""
    there = address("print:pdf", table.system, "front-page")
    has_one = table.system in shelf.slugs() and "front-page" in shelf.game(table.system).printables
    return f"{there}?table={table.code}" if there and has_one else ""


def correcting(table: Table, line: int) -> dict[str, str]:
    """The addresses of the pages on which a line is corrected, in the place of the table's own."""
    rooms = {"table": "correct", "hand": "correct_hand", "act": "correct_act"}
    return {room: reverse(f"tables:{name}", args=[table.code, line]) for room, name in rooms.items()}


def address(name: str, *args: str) -> str:
    """Where a room of the house is; empty where the house has none of that name."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
