"""Two rooms that fail: one for want of room, one otherwise."""

import errno

from django.http import HttpRequest, HttpResponse
from django.urls import path


def form(_request: HttpRequest) -> HttpResponse:
    raise OSError(errno.ENOSPC, "No space left on device")


def other(_request: HttpRequest) -> HttpResponse:
    raise OSError("something else")


urlpatterns = [path("form/", form), path("other/", other)]
