"""Collects the messages that each side of a run gets from the other side and from the environment.

The texts follow the format “hf”, which other programs parse, and differ from the texts of `simulator.showing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from replay.foreign.hf_calls import Noted, Sheet
from simulator.phone.actions import Side
from simulator.phone.apps.assistant import NAME as CARD
from simulator.phone.state import AssistantNotice, UserNotice
from simulator.trace.moments import Acted, Moment

TASK, NEWS, DEEDS = "task", "environment_notifications", "user_action"
_INBOXES: dict[str, Side] = {UserNotice.table: "user", AssistantNotice.table: "assistant"}
_ANSWERS = {"accepted": "[ACCEPT]: ", "rejected": "[REJECT]: "}


class Hearing:
    """Collects the messages to each side until `heard` returns them."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._lines: dict[tuple[Side, str], list[str]] = {}

    def take(self, moment: Moment) -> None:
        """Collect the notices that a moment added to the inboxes."""
        for patch in moment.patches:
            side = _INBOXES.get(patch.table)
            if side is not None and patch.op == "add":
                kind, line = self._line(moment, patch.fields)
                self._lines.setdefault((side, kind), []).append(line)

    def heard(self, side: Side) -> Iterator[tuple[str, str]]:
        """Yield the messages to a side since the last call.

        Each kind of log entry comes at most once, with the texts of all its messages joined by line breaks.
        """
        for kind in (TASK, NEWS, DEEDS):
            lines = self._lines.pop((side, kind), [])
            if lines:
                yield kind, "\n".join(lines)

    def _line(self, moment: Moment, notice: Mapping[str, Any]) -> tuple[str, str]:
        stamp = moment.local
        if isinstance(moment, Acted) and notice.get("moment") is not None:
            return DEEDS, f"[{stamp}] {_called(self._sheet.noted(moment))}"
        title, text = str(notice.get("title", "")), str(notice.get("text", ""))
        if notice.get("app") == CARD and isinstance(moment, Acted) and moment.actor != "environment":
            words = str(moment.args.get("content", ""))
            return TASK, f"{_ANSWERS.get(str(notice.get('kind')), '')}{words}" if words else text
        return NEWS, f"[{stamp}] " + ": ".join(filter(None, (title, text)))


def _called(noted: Noted) -> str:
    args = ", ".join(f"{name}={value!r}" for name, value in noted.args.items())
    return f"{noted.class_name}__{noted.function}({args})"
