"""Whether a study is ready to be answered, and all that it lacks."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.jobs.bad_study import BadStudy
from annotation.jobs.checking import questions_of
from annotation.models import Role, Study, TextKind
from annotation.questions import asked_about


def refuse_unready(study: Study) -> None:
    if missing := list(lacks_of(study)):
        raise BadStudy(*missing)


def lacks_of(study: Study) -> Iterator[str]:
    """What is missing before it can be opened, each in a sentence with what to do."""
    items = study.items.filter(trouble="")
    if not items.filter(role=Role.REAL).exists():
        yield "There is nothing to judge yet: draw a sample first."
    if not study.texts.filter(kind=TextKind.GUIDELINES).exclude(text="").exists():
        yield "There are no guidelines: write what people go by."
    if study.pass_mark > 0 and not items.filter(role=Role.PRACTICE).exists():
        yield "There is a pass mark but no practice: mark some items as practice, or set the pass mark to 0."
    questions = questions_of(study)
    for kind in sorted(set(items.exclude(role=Role.DROPPED).order_by().values_list("kind", flat=True))):
        if not asked_about(questions, kind):
            yield f"Nothing is asked about a {kind}: add a question, or leave these items out."
