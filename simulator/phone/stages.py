"""Stages of a ride or an order, as `templates/phone/stages.html` draws them."""

from __future__ import annotations

from typing import NamedTuple

# CSS classes, one for each way a stage can be drawn.
DONE, TODO = "ph-done", "ph-todo"
HERE, HERE_LATE, HERE_CANCELLED = "ph-here ph-here--on", "ph-here", "ph-here ph-here--off"


class Stage(NamedTuple):
    """One stage: its name, the time beside it (empty if unknown), and one of the classes above."""

    text: str
    when: str
    mark: str

    @property
    def present(self) -> bool:
        """Return whether this is the current stage."""
        return "ph-here" in self.mark


def tag_classes(kind: str | None) -> str:
    """Return the CSS classes of a status tag; the kinds good, warn, bad and app have colours."""
    return f"ph-tag ph-tag--{kind}" if kind else "ph-tag"
