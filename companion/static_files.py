"""Static files, served by whitenoise."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """Whitenoise, which answers with a file in one piece.

    Its own answer is a stream of pieces, which the door would have to fetch from a thread one by one.
    """

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
