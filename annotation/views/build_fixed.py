"""What can no longer be changed in a study, and why. The jobs refuse it too; here it is shown before anybody tries."""

from __future__ import annotations

from annotation.models import Study, StudyState
from annotation.plan.schema import SETTINGS, TEXTS

ONLY_UP = ("per_item", "per_person", "most_people")
AT_ANY_TIME = ("title", "completion_code", "screened_code", "return_url")
OPENED = "Fixed since it opened: answers before and after would not be alike."
CLOSED = "The study is closed."


def fixed_of(study: Study) -> dict[str, str]:
    """By field why it stands as it is; those that are not named can be changed."""
    if study.state == StudyState.DRAFT:
        return {}
    if study.state == StudyState.CLOSED:
        return dict.fromkeys((*SETTINGS, *TEXTS), CLOSED)
    return dict.fromkeys((name for name in SETTINGS if name not in (*ONLY_UP, *AT_ANY_TIME)), OPENED)
