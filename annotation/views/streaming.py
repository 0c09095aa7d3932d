"""Files that are sent while they are being written, so that a large study needs no large memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from annotation.jobs.exporting import Export


def streamed(request: HttpRequest, export: Export) -> StreamingHttpResponse:
    """Django would gather all bits first if an asynchronous server were given an ordinary iterator."""
    body = _one_by_one(export.body) if isinstance(request, ASGIRequest) else export.body
    response = StreamingHttpResponse(body, content_type=export.content_type)
    response["Content-Disposition"] = f'attachment; filename="{export.name}"'
    return response


async def _one_by_one(bits: Iterable[bytes]) -> AsyncIterator[bytes]:
    rest = iter(bits)

    @sync_to_async
    def following() -> bytes | None:
        return next(rest, None)

    while (bit := await following()) is not None:
        yield bit
