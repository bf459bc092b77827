"""What comes in has a size and a time; who exceeds them hears why, and the house goes on."""

import time
import urllib.request

import pytest

from tests.conftest import House
from tests.limits.wire import answered, ask, connect

POST = b"POST /join/ HTTP/1.1\r\nHost: house\r\nContent-Type: application/x-www-form-urlencoded\r\n"
API = b"POST /api/tables HTTP/1.1\r\nHost: house\r\nContent-Type: application/json\r\n"


@pytest.fixture
def hasty(empty_house: House) -> House:
    """A house that waits a second where others wait ten or twenty."""
    empty_house.first = "from companion.limits import bodies, heads; bodies.SLOWEST = 10**9; "
    empty_house.first += "heads.PATIENCE = bodies.GRACE = bodies.LINGER = 1.0"
    empty_house.start()
    return empty_house


def still_open(house: House) -> None:
    with urllib.request.urlopen(house.url + "/about/", timeout=10) as page:
        assert page.status == 200


def test_half_a_head_is_answered_in_words_when_its_time_is_over(hasty: House) -> None:
    said = ask(hasty, b"GET / HTTP/1.1\r\nHost: ho")
    assert said.startswith("HTTP/1.1 408 ")
    assert "took longer than" in said
    still_open(hasty)


def test_half_a_second_head_on_the_same_connection_is_timed_too(hasty: House) -> None:
    said = ask(hasty, b"GET /about/ HTTP/1.1\r\nHost: house\r\n\r\nGET / HT")
    assert said.startswith("HTTP/1.1 200 ")
    assert "HTTP/1.1 408 " in said


def test_a_connection_that_says_nothing_is_closed_without_a_word(hasty: House) -> None:
    assert ask(hasty, b"") == ""


def test_too_long_a_head_is_refused_in_words(hasty: House) -> None:
    said = ask(hasty, b"GET / HTTP/1.1\r\nHost: house\r\nX-Long: " + b"x" * 40_000)
    assert said.startswith("HTTP/1.1 431 ")
    assert "longer than 32 kB" in said
    still_open(hasty)


def test_a_body_that_does_not_come_is_answered_in_words(hasty: House) -> None:
    said = ask(hasty, POST + b"Content-Length: 1000\r\n\r\nhalf of it")
    assert said.startswith("HTTP/1.1 408 ")
    assert "was not taken" in said


def test_a_program_is_told_in_its_own_form(hasty: House) -> None:
    said = ask(hasty, API + b"Content-Length: 1000\r\n\r\n{")
    assert '"code": "too_slow"' in said
    assert "Content-Type: application/json" in said.title() or "application/json" in said


def test_too_large_a_body_is_refused_before_it_is_read(hasty: House) -> None:
    said = ask(hasty, POST + b"Content-Length: 99000000\r\n\r\n")
    assert said.startswith("HTTP/1.1 413 ")
    assert "larger than the 10 MB" in said
    still_open(hasty)


def test_who_is_still_sending_hears_that_it_is_too_much(hasty: House) -> None:
    with connect(hasty) as line:
        line.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
        for _ in range(12):
            line.sendall(chunk)
        line.sendall(b"0\r\n\r\n")
        assert answered(line).startswith("HTTP/1.1 413 ")


def test_what_drips_steadily_is_given_its_time(empty_house: House) -> None:
    empty_house.first = "from companion.limits import bodies; bodies.GRACE = 0.6; bodies.SLOWEST = 10"
    empty_house.start()
    with connect(empty_house) as line:
        line.sendall(API + b"Content-Length: 40\r\nConnection: close\r\n\r\n")
        for _ in range(5):
            time.sleep(0.2)
            line.sendall(b"[1, 2] ,")
        assert "408" not in answered(line).splitlines()[0]
