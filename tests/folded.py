"""A page as a browser reads it: where the lines of its source break says nothing."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

KEPT = re.compile(rb'(<textarea.*?</textarea>|<pre\b.*?</pre>|\bvalue="[^"]*")', re.S)
"""Where a break is a person's own."""


def folded(page: bytes) -> bytes:
    """Each run of white space with a break in it is one space, and none stands before the end of a tag."""
    parts = KEPT.split(page)
    parts[::2] = (re.sub(rb"\s*\n\s*", b" ", re.sub(rb"\s*\n\s*(/?>)", rb"\1", part)) for part in parts[::2])
    return b"".join(parts)


class Folded(MiddlewareMixin):
    """Pages come folded to whoever asks the house within a test."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        plain = not response.streaming and not response.has_header("Content-Encoding")
        if plain and response.get("Content-Type", "").startswith("text/html"):
            response.content = folded(response.content)
        return response
