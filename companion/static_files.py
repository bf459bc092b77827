"""Static files, served by whitenoise under the name of this house's edition; and pages of another edition."""

from collections.abc import Callable
from functools import cache
from typing import ClassVar

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRefresh
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class Addresses(StaticFilesStorage):
    """Where each file is, worked out once: a page names some of them thirty times."""

    @cache  # noqa: B019  # There is one, for as long as the house is up.
    def url(self, name: str | None) -> str:
        return super().url(name)


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """Whitenoise, which answers with a file in one piece.

    Its own answer is a stream of pieces, which the door would have to fetch from a thread one by one.
    """

    FOUND: ClassVar[dict[str, StaticFile]] = {}

    def add_files_from_finders(self) -> None:
        """Which files there are, found once a process: each browser of a test asks anew."""
        if not self.FOUND:
            super().add_files_from_finders()
            self.FOUND.update(self.files)
        self.files.update(self.FOUND)

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


def edition(_request: HttpRequest) -> dict[str, str]:
    """The name that every page says, for what it is made of."""
    return {"edition": settings.EDITION}


def is_renewed(name: str | None) -> bool:
    """Whether the house has been upgraded since a page was made that says so of itself."""
    return bool(name) and name != settings.EDITION


class Editions:
    """A page that was made before an upgrade is loaded anew where it asks for a part, which would not fit.

    What somebody sends is taken all the same, and answered: typed words are not thrown away.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and is_renewed(request.headers.get("Edition")):
            return HttpResponseClientRefresh()
        return self.get_response(request)
