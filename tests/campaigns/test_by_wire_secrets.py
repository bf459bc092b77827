"""Two wars that differ in one secret answer alike, over every route, to who may not know it."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from tests.campaigns.conftest import WAR
from tests.campaigns.recorded import numbered
from tests.tables.test_api import Program

LINES, BUYER, OTHER = 27, "meridian", "kestrel_vaun"
HIDDEN = next(
    n
    for n, each in enumerate(WAR["actions"])
    if each.get("resource") == "ammunition" and each["player"] == BUYER
)
ROUTES = (
    "",
    "/books",
    "/tree",
    "/tree/2a",
    "/afford",
    "/roster",
    "/reports",
    "/reports/evening/1",
    "/reports/scenario/1",
)
CHANCE = re.compile(r'"(code|table|at|date)": "[^"]*"')


def told(more: int) -> dict[str, Any]:
    """What the other company, and who only looks, are told of a war in which so much more was bought."""
    actions = deepcopy(numbered(WAR["actions"][:LINES]))
    actions[HIDDEN]["quantity"] += more
    new = {"system": "parabellum", "title": "Twin", "setup": WAR["setup"], "on": "2026-09-03"}
    begun = Program().at("/api/campaigns", new)[1]
    code, table = begun["campaign"]["code"], begun["campaign"]["table"]
    players = {seat["id"]: Program(table, seat["token"]) for seat in begun["seats"]}
    for n, action in enumerate(actions, 1):
        who = players[action.get("player", BUYER)]
        status, said = who.ask("/actions", {"action": action, "seen": n, "key": f"twin-{n}"})
        assert status == 201, said
    looker = Program(table, Program().at(f"/api/campaigns/{code}/join", {})[1]["token"])
    seen = {(path, BUYER): players[BUYER].at(f"/api/campaigns/{code}{path}") for path in ROUTES}
    for path in ROUTES:
        seen[path, OTHER] = players[OTHER].at(f"/api/campaigns/{code}{path}")
        seen[path, "nobody"] = looker.at(f"/api/campaigns/{code}{path}")
    for path in ("", "/journal", "/requests", "/replay", "/whole"):
        seen[f"table{path}", OTHER] = players[OTHER].ask(path)
    return {at: CHANCE.sub("", json.dumps(each)) for at, each in seen.items()}


@pytest.mark.django_db(transaction=True)
def test_a_purchase_behind_the_screen_is_told_to_its_own_token_alone() -> None:
    one, two = told(0), told(1)
    differ = {at for at in one if one[at] != two[at]}
    assert {who for _, who in differ} == {BUYER}
    assert ("/books", BUYER) in differ
