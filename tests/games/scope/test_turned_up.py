"""At a table that is played over HTTP: what was turned up is told with the answer and stands in no log."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.games.scope.drawn import deed, duel

pytestmark = pytest.mark.django_db(transaction=True)


class Programs:
    """A table and the tokens of its seats."""

    def __init__(self, **options: Any) -> None:
        opening = {"system": "scope", "title": "Thursday", "setup": duel(options=options)}
        self.table = Client().post("/api/tables", json.dumps(opening), content_type="application/json").json()
        self.tokens = {seat["id"]: seat["token"] for seat in self.table["seats"]}

    def ask(self, seat: str, path: str, body: Any = None) -> Any:
        told = {"headers": {"Authorization": f"Bearer {self.tokens[seat]}"}}
        home = f"/api/tables/{self.table['code']}{path}"
        if body is None:
            return Client().get(home, **told).json()
        return Client().post(home, json.dumps(body), content_type="application/json", **told).json()

    def act(self, seen: int, action: Any) -> Any:
        return self.ask(action["seat"], "/actions", {"action": action, "seen": seen, "key": f"tap-{seen}"})


TURNED = "b4: a Soviet card is turned up: empty area."


def steps(entries: Any) -> list[str]:
    return [step["text"] for entry in entries for step in entry["steps"]]


@pytest.mark.parametrize("remembers", [False, True])
def test_an_empty_area_is_told_with_the_answer_and_later_only_where_the_app_remembers(
    remembers: bool,
) -> None:
    table = Programs(memory_aid=remembers)
    answer = table.act(1, deed("search", cell="b4"))
    assert {"rule": "search", "text": TURNED} in answer["steps"]
    for seat in ("german", "soviet"):
        assert (TURNED in steps(table.ask(seat, "/journal")["entries"])) is remembers


def test_all_is_told_when_the_game_is_over() -> None:
    table = Programs()
    table.act(1, deed("search", cell="b4"))
    table.act(2, deed("resign", "soviet"))
    assert TURNED in steps(table.ask("soviet", "/journal")["entries"])


def test_a_search_is_not_tried_without_a_trace() -> None:
    table = Programs()
    table.act(1, deed("move", quadrant="a1", order=[0, 1, 2, 3]))
    tried = {"to": 2, "action": deed("search", cell="a4")}
    assert "error" in table.ask("german", "/amend/preview", tried)
