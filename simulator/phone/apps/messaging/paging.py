"""Which part of a long list is wanted, and from which days."""

from __future__ import annotations

from typing import NamedTuple

from simulator.phone.call import Look
from simulator.phone.errors import ActionError

MOST_RECENT_MESSAGES = 10
_FURTHEST = 1_000_000


class Window(NamedTuple):
    """Only what is from this time to that time, both included; None leaves that side open."""

    since: int | None = None
    until: int | None = None


def check_page(offset: int, limit: int, most: int, what: str = "", least: int = 1) -> None:
    """`what` names the pair of arguments where there is more than one, such as `_recent_messages_per_conversation`."""
    # The number itself is not repeated: it may be absurdly long.
    if not 0 <= offset <= _FURTHEST:
        raise ActionError("bad_argument", f"offset{what} is out of range.", f"Give 0 to {_FURTHEST}.")
    if not least <= limit <= most:
        raise ActionError("bad_argument", f"limit{what} is out of range.", f"Give {least} to {most}.")


def check_recent_messages(offset: int, limit: int) -> None:
    """How many of the newest messages of each listed chat are wanted."""
    check_page(offset, limit, MOST_RECENT_MESSAGES, "_recent_messages_per_conversation", least=0)


def window(look: Look, min_date: str | None, max_date: str | None) -> Window:
    since = look.parse_time(min_date, "min_date") if min_date else None
    until = look.parse_time(max_date, "max_date") if max_date else None
    if since is not None and until is not None and since > until:
        raise ActionError("bad_argument", "min_date is later than max_date.", "Give the earlier time as min_date.")
    return Window(since, until)
