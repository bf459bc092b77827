"""Whatever is asked of a table is said in full: who asks, for what, and both answers."""

import pytest

from companion.tables.plea_words import PLEAS, plea

NAMED = {"who": "Jo", "by": "red", "seat": "Blue", "deed": "“a charge”", "wanted": "Ada and Ben"}


@pytest.mark.parametrize("kind", PLEAS)
def test_a_request_says_who_and_what_and_leaves_no_blank(kind: str) -> None:
    said = plea(kind, NAMED)
    assert said.lead
    assert said.what
    assert "{" not in said.lead + said.what + said.why


@pytest.mark.parametrize("kind", ["undo", "redo", "amend", "claim", "host", "host-lost"])
def test_who_has_a_say_has_two_answers_and_the_reason_for_his_say(kind: str) -> None:
    said = plea(kind, NAMED)
    assert said.yes
    assert said.no
    assert said.why


@pytest.mark.parametrize("kind", [kind for kind in PLEAS if kind.partition("-")[2] in ("mine", "enough")])
def test_who_waits_can_only_take_his_request_back(kind: str) -> None:
    assert (plea(kind, NAMED).yes, plea(kind, NAMED).no) == ("", "Withdraw")
