"""Admin pages of studies."""

from __future__ import annotations

from annotation.admin.study_admin import StudyAdmin

__all__ = ["StudyAdmin"]
