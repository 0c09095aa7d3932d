"""Serves style sheets, scripts and icons from the web server itself."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    """Sends each file in one piece. WhiteNoise would stream it, but Django would warn and read it in full anyway."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Return the response for a file that WhiteNoise found."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with closing(found.file) as file:
                content = file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
