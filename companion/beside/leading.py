"""The house that writes, and the follower that it knows of: a tap is answered once both have it."""

import os
import signal
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Condition, Event, Thread
from time import monotonic

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.csp import CSP

from companion import serving
from companion.beside import lines
from companion.beside.calling import state_of
from companion.beside.role import Role, become, follow, role
from companion.caretaking import WORRIES
from companion.tables.bell import Other
from companion.tables.models import WrittenElsewhere, writing

PATIENCE = 3.0
"""Seconds without the follower's word after which it is asked what it is."""
SILENT = 6.0
"""And after which one that does not say it either is gone."""
LONGEST = 9.0
"""Seconds that a tap waits at most for a follower that is there, and slow; then the tap is sent again."""
LISTEN, LOOK, PROBE = 0.8, 0.2, 2.0
"""Seconds that a follower's question waits for news, and between two looks at what nobody told; and how often
a house that goes on alone asks whether the other has come back."""
OFTEN = 2000
"""Changes after which what the follower has is thrown away."""

TAPS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
OURS = "/house/beside/"
REPLACED = "Another house carries on here. Screens go over by themselves; what was tapped is sent there."
SLOW = "The house beside this one is slow to answer; the tap waits, and is sent again."
FOLLOWS = "This house follows another one, where taps are taken; here one can look, and print."


class Lead:
    """What this process knows of its follower."""

    def __init__(self) -> None:
        self.news = Condition()
        self.role: Role | None = None
        self.name = ""
        self.at = self.forgotten = 0
        self.heard = 0.0
        self.is_replaced = Event()

    def begin(self, now: Role, name: str) -> None:
        """From now on each tap waits for the follower, if it is to be safe."""
        Other.url = now.other
        with self.news:
            self.role, self.name, self.heard, self.at = now, name, monotonic(), 0
        if now.lost:
            Thread(target=self._look_out, name="beside", daemon=True).start()

    def pulled(self, name: str, after: int) -> lines.Step | None:
        """The follower has all up to there on its disk: what is next, or None after a moment of peace."""
        with self.news:
            if not self.role or not name or name != self.name:
                raise lines.OtherHouse
            self.heard, self.at = monotonic(), max(self.at, after)
            back = self.role.lost
            self.news.notify_all()
        if back:
            self._say(replace(self.role, lost=""))
        with closing(lines.opened(database())) as line:
            until = monotonic() + LISTEN
            while (step := lines.step(line, name, after)) is None and (left := until - monotonic()) > 0:
                with self.news:
                    self.news.wait(min(left, LOOK))
        if after - self.forgotten > OFTEN:
            self.forgotten = after
            with writing(), connection.cursor() as cursor:
                cursor.execute(f"DELETE FROM {lines.LOG} WHERE seq <= %s", [after])
        return step

    def hinders(self) -> str:
        """Why what this thread has just committed may not be answered, once the follower was waited for."""
        if self.is_replaced.is_set():
            return REPLACED
        with connection.cursor() as cursor:
            cursor.execute(lines.LAST)
            last = int(cursor.fetchone()[0])
        until = monotonic() + LONGEST
        while monotonic() < until:
            if self._has(last):
                return ""
            self._ask()
            if self.is_replaced.is_set():
                return REPLACED
            if self.role is None or self.role.lost:
                return ""
        return SLOW

    def _has(self, last: int) -> bool:
        """Waits a moment for the follower to have it."""
        with self.news:
            self.news.notify_all()
            if self.role is None or self.role.lost:
                return True
            if not self.role.safe and monotonic() - self.heard < PATIENCE:
                return True
            return self.news.wait_for(lambda: self.at >= last, PATIENCE)

    def _ask(self) -> None:
        """The follower has fallen silent: whether it is there and slow, gone, or leads by now."""
        now = self.role
        state = state_of(now.other, now.secret) if now else None
        if now and state and state.leads and state.term > now.term:
            self.step_down(state.term)
        elif state is None and monotonic() - self.heard < SILENT:
            return  # It may merely be late: one that believes itself in step could take over.
        elif now and not now.lost and (state is None or not state.in_step):
            self._say(replace(now, lost=timezone.now().isoformat(timespec="seconds")))
            Thread(target=self._look_out, name="beside", daemon=True).start()

    def _look_out(self) -> None:
        """Alone: where both have gone on, the one that took over later leads."""
        wait = Event()
        while (now := self.role) and now.lost and not wait.wait(PROBE):
            state = state_of(now.other, now.secret)
            if state and state.leads and state.term > now.term:
                self.step_down(state.term)
                return

    def step_down(self, term: int) -> None:
        """It was replaced: no tap is answered any more, and it comes up again as the follower."""
        with self.news:
            if self.role is None or self.is_replaced.is_set():
                return
            self.is_replaced.set()
            follow(self.role, term)
        turn()

    def _say(self, new: Role) -> None:
        self.role = become(new)
        print(words(new) or "The house beside is there again.", flush=True)


LEAD = Lead()
TURNED = Event()
"""Set where this process is to begin anew, as another one of the two."""


def turn() -> None:
    """End this process gracefully; `up` begins it anew."""
    TURNED.set()
    if os.environ.get(serving.UP):
        os.kill(int(os.environ[serving.UP]), signal.SIGTERM)


def other(_request: HttpRequest) -> dict[str, str]:
    """The address of the house beside, as every page says it."""
    return {"beside": Other.url}


def words(now: Role | None = None) -> str:
    """What a keeper should know of the other house; "" where all is well or there is none."""
    now = now or role()
    if now is None or not now.lost:
        return ""
    return f"The house beside ({now.other}) does not answer since {now.lost}: this one goes on alone."


def database() -> Path:
    """The file in which a house on SQLite keeps its journals."""
    return Path(settings.HOME) / "companion.sqlite3"


class Beside:
    """No answer to what was tapped before both houses have it; none at all from one that was replaced."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if Other.url:  # A screen asks the other house whether it is the one that leads by now.
            reach = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, Other.url]}
            response._csp_config = reach  # type: ignore[attr-defined]  # as Django's own decorator notes it
        if LEAD.role is None or request.method not in TAPS or request.path.startswith(OURS):
            return response
        words = LEAD.hinders()
        return refused(request, words) if words else response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What would be written is written elsewhere."""
        return refused(request, FOLLOWS) if isinstance(error, WrittenElsewhere) else None


def refused(request: HttpRequest, words: str) -> HttpResponse:
    """503: a screen's outbox keeps the tap and sends it again."""
    if request.path.startswith("/api/"):
        said = {"code": "elsewhere", "path": "", "message": words}
        response: HttpResponse = JsonResponse({"error": said}, status=503)
    else:
        response = render(request, "house/elsewhere.html", {"words": words}, status=503)
    response.headers["Retry-After"] = "2"
    response.headers["Cache-Control"] = "no-store"
    return response


WORRIES.append(words)
