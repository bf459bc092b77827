"""Static files, served by whitenoise without leaving the event loop.

Whitenoise's own middleware knows no async: between async neighbours it costs every request two changes of
thread, and every open stream a thread of its own.
"""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

type Next = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


class StaticFiles(WhiteNoiseMiddleware):
    """Whitenoise, async where its neighbours are."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Next) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """The file of that address, or what the rooms behind answer."""
        file = self.files.get(request.path_info)
        if file is None:
            return self.get_response(request)
        return self._soon(file, request) if iscoroutinefunction(self) else self.serve(file, request)

    async def _soon(self, file: StaticFile, request: HttpRequest) -> HttpResponse:
        return self.serve(file, request)

    @staticmethod
    def serve(file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file whole: the largest is a font, and small."""
        found = file.get_response(request.method, request.META)
        response = HttpResponse(found.file.read() if found.file else b"", status=int(found.status))
        del response["content-type"]
        for key, value in found.headers:
            response[key] = value
        if found.file:
            found.file.close()
        return response
