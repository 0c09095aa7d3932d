"""Studies in the administration."""

from __future__ import annotations

from annotation.admin.studies import StudyAdmin

__all__ = ["StudyAdmin"]
