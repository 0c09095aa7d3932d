"""The checklist “Before you open”: the parts that a study has or lacks, each with a link to its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from django.urls import NoReverseMatch, reverse

from annotation.labelling.answer_checks import questions_of
from annotation.models import Invitation, Item, Role, Study, StudyText, TextKind
from annotation.questions import asked_about
from simulator.words.english import counted, spoken

StepState = Literal["done", "missing", "advice"]
SIGNS = {"done": "check", "missing": "cross", "advice": "open"}


class ChecklistStep(NamedTuple):
    title: str
    how: StepState
    """"missing" keeps the study from being opened; "advice" does not."""
    says: str
    address: str
    do: str
    """Text of the link."""

    @property
    def sign(self) -> str:
        return SIGNS[self.how]

    @property
    def tone(self) -> str:
        return {"done": "good", "missing": "bad", "advice": ""}[self.how]


class Checklist(NamedTuple):
    steps: Sequence[ChecklistStep]

    @property
    def is_ready(self) -> bool:
        return not self.missing

    @property
    def missing(self) -> list[ChecklistStep]:
        return [step for step in self.steps if step.how == "missing"]


class _Facts(NamedTuple):
    study: Study
    roles: Counter[str]
    kinds: set[str]
    """Kinds (offer, silence) of all real, practice and gold items."""
    troubled: int
    """Number of items that cannot be shown."""
    texts: dict[str, int]
    """Newest version by kind of text; 0 if that version is empty."""
    links: int


def checklist_of(study: Study) -> Checklist:
    found = list(Item.objects.filter(study=study).order_by().values_list("role", "kind", "trouble"))
    rows = [(role, kind) for role, kind, trouble in found if not trouble]
    texts: dict[str, int] = {}
    for kind, version, text in StudyText.objects.filter(study=study).values_list("kind", "version", "text"):
        # The default ordering puts the newest version first.
        if kind not in texts:
            texts[kind] = version if text.strip() else 0
    facts = _Facts(
        study,
        Counter(role for role, _ in rows),
        {kind for role, kind in rows if role != Role.DROPPED},
        len(found) - len(rows),
        texts,
        Invitation.objects.filter(study=study, revoked_at=None).count(),
    )
    return Checklist(list(_steps(facts)))


def _steps(facts: _Facts) -> Iterator[ChecklistStep]:
    yield _items(facts)
    yield from _questions(facts)
    yield _practice(facts)
    yield _guidelines(facts)
    yield _consent(facts)
    yield _gold(facts)
    yield _people(facts)


def _items(facts: _Facts) -> ChecklistStep:
    address, count = reverse("sample_study", args=[facts.study.pk]), facts.roles[Role.REAL]
    if not count:
        return ChecklistStep("Items", "missing", "There are no items to judge yet.", address, "Draw items from runs")
    each = "one person each" if facts.study.per_item == 1 else f"{facts.study.per_item} people each"
    troubled = f"; {facts.troubled} can’t be shown and are skipped" if facts.troubled else ""
    return ChecklistStep("Items", "done", f"{counted(count, 'item')}, {each}{troubled}", address, "Draw more items")


def _questions(facts: _Facts) -> Iterator[ChecklistStep]:
    """Yield a step only if the study has items that no question asks about."""
    questions = questions_of(facts.study)
    unasked = [f"{kind}s" for kind in sorted(facts.kinds) if not asked_about(questions, kind)]
    if unasked:
        says = f"No question asks about {spoken(unasked)}, but some items are {spoken(unasked)}."
        yield ChecklistStep("Questions", "missing", says, _settings(facts.study, "asked"), "Add a question")


def _practice(facts: _Facts) -> ChecklistStep:
    study, count = facts.study, facts.roles[Role.PRACTICE]
    address = reverse("study_items", args=[study.pk])
    if count and not study.pass_mark:
        return ChecklistStep("Practice", "done", f"{counted(count, 'item')}, no pass mark", address, "See the items")
    if count:
        says = f"{counted(count, 'item')}, {100 * study.pass_mark:.0f} % to pass"
        return ChecklistStep("Practice", "done", says, address, "See the items")
    if study.pass_mark:
        says = f"The pass mark is {100 * study.pass_mark:.0f} %, but there are no practice items."
        return ChecklistStep("Practice", "missing", says, address, "Mark items, or set the pass mark to 0")
    return ChecklistStep(
        "Practice", "advice", "No practice: people start with the real items.", address, "Mark items for practice"
    )


def _guidelines(facts: _Facts) -> ChecklistStep:
    address, version = _settings(facts.study, "guidelines"), facts.texts.get(TextKind.GUIDELINES, 0)
    if not version:
        return ChecklistStep(
            "Guidelines", "missing", "There are no guidelines on how to answer.", address, "Write guidelines"
        )
    return ChecklistStep("Guidelines", "done", f"Version {version}", address, "Read or change the text")


def _consent(facts: _Facts) -> ChecklistStep:
    address, version = _settings(facts.study, "consent"), facts.texts.get(TextKind.CONSENT, 0)
    if not version:
        says = "People are not asked for consent."
        return ChecklistStep("Consent", "advice", says, address, "Write a consent text")
    return ChecklistStep("Consent", "done", f"Version {version}", address, "Read or change the text")


def _gold(facts: _Facts) -> ChecklistStep:
    address, count = reverse("study_items", args=[facts.study.pk]), facts.roles[Role.GOLD]
    if not count:
        says = "No gold items: careless people can be recognised only by their speed."
        return ChecklistStep("Gold", "advice", says, address, "Mark gold items")
    says = f"{counted(count, 'item')}; one in {facts.study.gold_every} items is gold"
    return ChecklistStep("Gold", "done", says, address, "See the items")


def _people(facts: _Facts) -> ChecklistStep:
    try:
        address = reverse("study_people", args=[facts.study.pk])
    except NoReverseMatch:
        address = ""
    if not facts.links:
        return ChecklistStep("Invitation", "advice", "There is no link yet.", address, "Invite people")
    return ChecklistStep("Invitation", "done", counted(facts.links, "link"), address, "See the links")


def _settings(study: Study, section: str) -> str:
    return f"{reverse('edit_study', args=[study.pk])}#{section}"
