from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import cast

from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from annotation.files.answer_export import ExportFile
from annotation.views.study_files import streamed


def bits(asked: list[int]) -> Iterator[bytes]:
    for number in range(3):
        asked.append(number)
        yield b"%d" % number


def test_an_asynchronous_server_gets_one_bit_after_the_other() -> None:
    asked: list[int] = []
    response = streamed(AsyncRequestFactory().get("/"), ExportFile("a.csv", "text/csv", bits(asked)))
    first, after_first, rest = async_to_sync(first_and_rest)(response, asked)
    assert (first, after_first, rest) == (b"0", [0], [b"1", b"2"]), "the second is not made before it is wanted"


async def first_and_rest(response: StreamingHttpResponse, asked: list[int]) -> tuple[bytes, list[int], list[bytes]]:
    content = cast(AsyncIterator[bytes], response.streaming_content)
    first = await anext(content)
    made = list(asked)
    return first, made, [bit async for bit in content]


def test_any_other_server_gets_the_same_with_its_name_and_type() -> None:
    response = streamed(RequestFactory().get("/"), ExportFile("a.csv", "text/csv", bits([])))
    assert response.getvalue() == b"012"
    assert response["Content-Type"] == "text/csv" and response["Content-Disposition"] == 'attachment; filename="a.csv"'
