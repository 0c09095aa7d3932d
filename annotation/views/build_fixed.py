"""What can no longer be changed in a study, and why. The jobs refuse it too; here it is shown before anybody tries."""

from __future__ import annotations

from annotation.jobs.studies import ANY_TIME, UPWARDS
from annotation.models import Study, StudyState
from annotation.plan.schema import SETTINGS, TEXTS

OPENED = "Fixed since it opened: answers before and after would not be alike."
CLOSED = "The study is closed."


def fixed_of(study: Study) -> dict[str, str]:
    """By field why it stands as it is; those that are not named can be changed."""
    if study.state == StudyState.DRAFT:
        return {}
    if study.state == StudyState.CLOSED:
        return dict.fromkeys((*SETTINGS, *TEXTS), CLOSED)
    return dict.fromkeys((name for name in SETTINGS if name not in (*UPWARDS, *ANY_TIME)), OPENED)
