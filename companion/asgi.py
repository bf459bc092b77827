"""The door for uvicorn."""

import os
import sys
from asyncio import get_running_loop
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import IO, Any

import django
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
django.setup(set_prefix=False)

THREADS, PAINTERS = 24, 1
# The loop that rings the bells waits no longer than this for a thread that paints.
sys.setswitchinterval(0.0005)


class Door(ASGIHandler):
    """Django's own door for the bells, which wait in the event loop; for pages a room of threads.

    Pages are plain functions behind plain middleware. Django's door would start a thread for each request and
    change between it and the loop for each half of each middleware, which costs three times the page itself;
    here a page is made in one go, by a thread that keeps its connection to the database.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rooms = BaseHandler()
        self._rooms.load_middleware()
        self._threads = ThreadPoolExecutor(THREADS, "room")
        # Screens that hear a bell ask in the same instant. Served all at once they would share the processor,
        # and each would get its picture as late as the last of them.
        self._pictures = ThreadPoolExecutor(PAINTERS, "picture")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A bell is a stream; everything else is a page."""
        if scope["type"] != "http" or scope["path"].rstrip("/").endswith("/bell"):
            await super().__call__(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    async def _page(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        run = partial(get_running_loop().run_in_executor, self._pool(scope))
        with closing(body):
            response = await run(self._answer, scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await run(response.close)

    def _pool(self, scope: Any) -> ThreadPoolExecutor:
        is_picture = scope["method"] == "GET" and any(name == b"x-part" for name, _ in scope["headers"])
        return self._pictures if is_picture else self._threads

    def _answer(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal or self._rooms.get_response(request)
        response._handler_class = self.__class__
        if not response.streaming:
            response.close()
        return response


application = Door()
