"""Seats in sentences stay what they are wherever a sentence is carried."""

import pickle

from companion.engine.step import Called, Several, named


def test_a_row_of_seats_is_the_same_once_it_has_been_kept_and_read_again() -> None:
    row = Several([Called("Yellow", "yellow"), Called("Blue", "blue")])
    again = pickle.loads(pickle.dumps(row))
    assert again == row == "Yellow and Blue"
    assert named(again, {"yellow": "Ada"}) == "Ada and Blue"
    one = pickle.loads(pickle.dumps(Several(["Kestrel 1 of 2"])))
    assert pickle.loads(pickle.dumps(one)) == "Kestrel 1 of 2"
