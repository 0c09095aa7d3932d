"""What models are told in a long run with real screens and tools takes little room in its trace."""

from __future__ import annotations

from itertools import cycle

import pytest

from simulator.agents.llm.wire import Answer, Request
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.trace.exchange import ReplyFormat
from simulator.trace.trace_writer import trace_bytes
from tests.simulator.agents.llm.models import Line, Script, assistant_with, config, spoken, user_with

LOOKS: tuple[Line, ...] = (
    ("Emails__list_emails", {"offset": 0, "limit": 20}),
    ("Contacts__get_contacts", {}),
    ("Messages__list_recent_conversations", {}),
    ("Shopping__list_all_products", {}),
)
TAPS: tuple[Line, ...] = (("open_app", {"app_name": "Emails"}), ("list_emails", {}), ("go_home", {}))


class Busy(Script):
    """Looks around all the time and never waits."""

    def __init__(self) -> None:
        super().__init__()
        self._taps, self._looks = cycle(TAPS), cycle(LOOKS)

    def complete(self, request: Request) -> Answer:
        self.requests.append(request)
        line = next(self._taps if request.stage == "user" else self._looks)
        return Answer(spoken(*line, request.model.reply_format), 2000, 50, 0.001, 1200.0)


@pytest.mark.parametrize("reply_format", ["tools", "text"])
def test_ten_turns_take_less_than_a_megabyte_however_often_a_message_is_sent(reply_format: ReplyFormat) -> None:
    busy = Busy()
    options = config(reply_format, max_turns=10)
    story = Library().get("group_purchase_coordinator")
    episode = Episode(story, options, user_with(busy), assistant_with(busy)).run()
    assert len(busy.requests) >= 60
    assert len(trace_bytes(episode)) < 1_000_000
