"""The door for uvicorn."""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread
from time import sleep
from typing import IO

import django
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import HttpResponseBadRequest, HttpResponseBase, StreamingHttpResponse
from django.template import Engine
from django.template.loaders.cached import Loader
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
django.setup(set_prefix=False)

from companion import limits  # noqa: E402
from companion.tables.bell import HUB  # noqa: E402
from companion.tables.house import watch  # noqa: E402
from companion.tables.live import Stream  # noqa: E402
from companion.tables.models import ELSEWHERE  # noqa: E402

NO_STREAM = "The house has as many live screens as it can hold. This one looks for news by itself."
THREADS, PAINTERS = 24, 1
BREATH = 0.005
"""Seconds between two templates that are read ahead: whoever plays already is served between them."""

# The loop that rings the bells waits no longer than this for a thread that paints.
sys.setswitchinterval(0.0005)


class Door(ASGIHandler):
    """Django's own door, with a room of threads behind it.

    Pages are plain functions behind plain middleware. Django's door would start a thread for each request and
    change between it and the loop for each half of each middleware, which costs three times the page itself;
    here a page is made in one go, by a thread that keeps its connection to the database. A bell begins as a
    page does, and then waits in the loop: it holds no thread.
    """

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(THREADS, "room")
        # Screens that hear a bell ask in the same instant. Served all at once they would share the processor,
        # and each would get its picture as late as the last of them.
        self._pictures = ThreadPoolExecutor(PAINTERS, "picture")
        # A tap waits for the house beside, which must be able to ask for it meanwhile.
        self._beside = ThreadPoolExecutor(3, "beside")
        self._templates = Thread(target=load_templates, name="templates", daemon=True)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: limits.Scope, receive: limits.Receive, send: limits.Send) -> None:
        """A page, a stream, or the words why not."""
        if scope["type"] != "http":
            raise ValueError(f"The house speaks HTTP, not {scope['type']}.")
        try:
            if not ELSEWHERE.is_set():
                watch.wake()
            if is_bell(scope):
                if self._templates.ident is None:
                    self._templates.start()
                if HUB.count() >= limits.streams():
                    raise limits.Refused(503, NO_STREAM)
            body = await limits.read_body(scope, receive)
        except RequestAborted:
            return
        except limits.Refused as why:
            await limits.refuse(scope, receive, send, why)
            return
        with closing(body):
            await self._serve(scope, body, receive, send)

    async def _serve(
        self, scope: limits.Scope, body: IO[bytes], receive: limits.Receive, send: limits.Send
    ) -> None:
        run = partial(asyncio.get_running_loop().run_in_executor, self._pool(scope))
        response = await run(self._answer, scope, body)
        try:
            if isinstance(response, Stream):
                response.listener.piece = scope.get("extensions", {}).get(limits.PIECE, {}).get("write")
            if isinstance(response, StreamingHttpResponse) and response.is_async:
                await until_gone(self.send_response(response, send), receive)
            else:
                await self.send_response(response, send)
        finally:
            if response.streaming:
                await run(response.close)

    def _pool(self, scope: limits.Scope) -> ThreadPoolExecutor:
        if scope["path"].startswith("/house/beside/"):
            return self._beside
        return self._pictures if is_picture(scope) else self._threads

    def _answer(self, scope: limits.Scope, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = self.get_response(request) if request else refusal or HttpResponseBadRequest()
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # as Django's own door notes it
        if not isinstance(response, StreamingHttpResponse):
            response.close()
        elif response.is_async:
            # It lasts for an evening: what this thread borrowed for its beginning is given back now.
            close_old_connections()
        return response


def is_picture(scope: limits.Scope) -> bool:
    """Whether a table's page that is open already asks for its part that changes."""
    asks = scope["method"] == "GET" and scope["path"].startswith("/t/")
    return asks and any(name == b"hx-request" for name, _ in scope["headers"])


def is_bell(scope: limits.Scope) -> bool:
    return bool(scope["path"].rstrip("/").endswith("/bell"))


async def until_gone(
    telling: Coroutine[object, object, None], receive: Callable[[], Awaitable[object]]
) -> None:
    """Tell until there is no more to tell, or nobody listens."""
    task = asyncio.ensure_future(telling)
    gone = asyncio.ensure_future(receive())  # After the body the only message is that the screen has gone.
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        task.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)
    if not task.cancelled():
        task.result()


def load_templates() -> None:
    """Read every template once somebody plays: later there may be no file to spare for one."""
    engine = Engine.get_default()
    loaders = [loader for loader in engine.template_loaders if isinstance(loader, Loader)]
    for folder in {folder for loader in loaders for folder in loader.get_dirs()}:
        for path in Path(folder).rglob("*.html"):
            engine.get_template(path.relative_to(folder).as_posix())
            sleep(BREATH)
    from companion.tables.painting import read_ahead

    for _ in read_ahead():
        sleep(BREATH)


def end_with_the_house() -> None:
    """One of several workers ends when the process that keeps them has ended, however that went."""
    keeper = multiprocessing.parent_process()
    if keeper is not None:
        Thread(target=_end_after, args=[keeper.join], daemon=True).start()


def _end_after(waiting: Callable[[], None]) -> None:
    waiting()
    os.kill(os.getpid(), signal.SIGTERM)


end_with_the_house()
application = Door()
