"""Stages of a ride or an order, as `templates/phone/stages.html` draws them."""

from __future__ import annotations

from typing import NamedTuple

# CSS classes of a stage that is done, still to come, or current. A current stage may also be late or a cancellation.
DONE, TODO = "ph-done", "ph-todo"
HERE, HERE_LATE, HERE_CANCELLED = "ph-here ph-here--on", "ph-here", "ph-here ph-here--off"


class Stage(NamedTuple):
    """One stage: its name, the time beside it (empty if there is none), and its CSS classes, such as `DONE`."""

    text: str
    when: str
    mark: str

    @property
    def present(self) -> bool:
        """Return whether the ride or order is in this stage now."""
        return "ph-here" in self.mark


def tag_classes(kind: str | None) -> str:
    """Return the CSS classes of a status tag. The kinds `good`, `warn`, `bad` and `app` have their own colours."""
    return f"ph-tag ph-tag--{kind}" if kind else "ph-tag"
