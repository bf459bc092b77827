"""What a house with another one beside it does before anybody is served."""

from collections.abc import Callable
from contextlib import closing
from time import sleep

from companion.beside import lines
from companion.beside.calling import FAULTS, Answer, Line, state_of
from companion.beside.following import PATIENCE, Follower, edition, join
from companion.beside.leading import LEAD, database
from companion.beside.role import Role, follow, role

TRIES = 3


class ComeUpAgain(Exception):
    """All of the first house has come: its key is read when this process begins anew."""


def settle(
    url: str, code: Callable[[], str], port: int, *, safe: bool, tell: Callable[[str], object]
) -> Role | None:
    """What this house is. A new follower fetches the first; one that was replaced follows who did so."""
    now = role()
    if url and (now is None or now.other != url):
        tell(f"Fetching the house at {url} …")
        join(url, code(), port, safe=safe)
        raise ComeUpAgain
    if now and now.does == "leads":
        for _ in range(TRIES):
            state = state_of(now.other, now.secret)
            if state and state.leads and state.term > now.term:
                now = follow(now, state.term)
            if state:
                break
            sleep(0.3)
    if now and now.does == "follows":
        _await(now, port, tell)
    return now


def _await(now: Role, port: int, tell: Callable[[str], object]) -> None:
    """Until the first answers: who has not heard it since he began may be behind, and takes nothing over."""
    said = ""
    while True:
        answer = _first(now)
        if answer and answer.status in (200, 204):
            return
        if answer and answer.status == 409 and not answer.body:
            tell(f"Fetching the house at {now.other} …")
            join(now.other, "", port, safe=now.safe)
            raise ComeUpAgain
        words = f"Waiting for the house at {now.other}; --alone goes on without it."
        words = answer.body.decode(errors="replace") if answer and answer.status == 409 else words
        if said != (said := words):
            tell(said)
        sleep(0.5)


def _first(now: Role) -> Answer | None:
    """What the first house says to its follower's first question."""
    name, at = "", 0
    if database().exists():
        with closing(lines.opened(database())) as file:
            if name := lines.name_of(file):
                at = lines.at_of(file)
    line = Line(now.other, now.secret, PATIENCE)
    try:
        return line.ask(f"lines?name={name}&after={at}&edition={edition()}")
    except FAULTS:
        return None
    finally:
        line.close()


def begin(now: Role, taken: Callable[[], None]) -> Follower | None:
    """The database is there, and this house is about to be served: it leads, or follows from now on."""
    if now.does == "follows":
        return Follower(now, taken).start()
    name = ""
    if not now.lost:  # Who is lost will fetch all of it anew.
        with closing(lines.opened(database())) as file:
            name = lines.name_of(file) if lines.is_noted(file) else lines.note_from_now_on(file)
    LEAD.begin(now, name)
    return None
