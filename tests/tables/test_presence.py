"""Who is here is seen, also by a watch that began after he came, and after a clock was set back."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.utils import timezone

from companion.tables.bell.hub import HUB, Listener
from companion.tables.models import Token
from companion.tables.presence import Presence, present
from tests.tables.conftest import Person, Table


@contextmanager
def listening(person: Person) -> Iterator[None]:
    listener = Listener(person.table.pk, frozenset(person.device.tokens), "127.0.0.1")
    assert HUB.join(listener, 9)
    yield
    HUB.leave(listener)


def stirs(table: Table) -> int:
    table.refresh_from_db()
    return int(table.stir)


def silent_for(person: Person, seconds: float) -> None:
    at = timezone.now() - timedelta(seconds=seconds)
    Token.objects.filter(pk__in=person.device.tokens).update(heard_at=at)


def test_who_comes_rings_once(table: Table, alice: Person, bob: Person) -> None:
    silent_for(bob, 60)
    watch = Presence()
    with listening(alice):
        watch.tick()
        before = stirs(table)
        watch.tick()
        assert stirs(table) == before
        with listening(bob):
            watch.tick()
            assert stirs(table) == before + 1
            assert present(table) == {"red": True, "blue": True}


def test_who_went_while_nobody_watched_is_seen_to_have_gone(table: Table, alice: Person, bob: Person) -> None:
    with listening(bob):
        Presence().tick()
    watch = Presence()  # Begun anew: the thread ends where for a moment nobody listens.
    with listening(alice):
        watch.tick()
        assert present(table)["blue"]
        before = stirs(table)
        silent_for(bob, 21)
        watch.tick()
        assert stirs(table) == before + 1
        assert present(table) == {"red": True, "blue": False}


def test_a_clock_set_back_leaves_nobody_here_for_a_day(table: Table, alice: Person, bob: Person) -> None:
    silent_for(bob, -86_400)
    silent_for(alice, -86_400)
    with listening(alice):
        Presence().tick()
        assert present(table) == {"red": True, "blue": False}
    heard = Token.objects.get(table=table, role="seat", seat__chair="red").heard_at
    assert heard is not None
    assert heard < timezone.now() + timedelta(seconds=5)
