"""What the house could not do for want of room is answered in words, and nothing of it is written."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from companion.limits import disk


class FullDisk:
    """507 where the disk is full: a screen's outbox waits, a program is told, a form gets a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do unless something breaks."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The words, where it was the disk."""
        if not disk.is_full(error):
            return None
        if request.path.startswith("/api/"):
            said = {"code": "disk_full", "path": "", "message": disk.FULL}
            response: HttpResponse = JsonResponse({"error": said}, status=507)
        else:
            response = render(request, "full.html", {"words": disk.FULL}, status=507)
        response.headers["Retry-After"] = "5"
        response.headers["Cache-Control"] = "no-store"
        return response
