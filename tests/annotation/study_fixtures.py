"""Studies for tests: of made-up items, which are cheap and can be many; for items of real runs see `played`."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from annotation.models import Batch, Item, Rater, Role, Study, StudyState, StudyText, TextKind
from annotation.questions import DECISION
from simulator.models import Episode
from tests.simulator.views.cast import run


def study(state: StudyState = StudyState.OPEN, **fields: Any) -> Study:
    """Open, with the usual question, guidelines and a consent page; it has no items yet."""
    questions = [question.model_dump(mode="json") for question in fields.pop("asks", (DECISION,))]
    made = Study.objects.create(**{"title": "Offers", "state": state, "questions": questions, **fields})
    for kind in TextKind:
        StudyText.objects.create(study=made, kind=kind, version=1, text=f"# {kind.label}\n\nBe *kind*.")
    return made


def items(of: Study, count: int, role: Role = Role.REAL, episode: Episode | None = None, **fields: Any) -> list[Item]:
    """So many items, each of another run that nobody played unless one is given; they can be handed out and answered,
    but not shown."""
    episodes = [episode] * count if episode is not None else _runs(count)
    batch = Batch.objects.filter(study=of).first()
    if batch is None:
        batch = Batch.objects.create(study=of, number=1, spec={}, strata=[])
    first = Item.objects.filter(study=of).count() + 1
    known = {
        "study": of,
        "batch": batch,
        "role": role,
        "kind": "offer",
        "offer": "Shall I order a cab?",
        "model": "oracle",
        "scenario": "late_train",
        "outcome": "success",
        "simulated": "accept",
        "probability": 0.5,
        "right_answers": {} if role == Role.REAL else {"decision": "accept"},
        **fields,
    }
    rows = [
        Item(number=n, code=f"c{of.pk}x{n}", identity=f"{of.pk}-{n}", moment=n, episode=one, **known)
        for n, one in enumerate(episodes, first)
    ]
    return Item.objects.bulk_create(rows)


def _runs(count: int) -> list[Episode]:
    first = Episode.objects.first() or run()
    values = {field.attname: getattr(first, field.attname) for field in Episode._meta.concrete_fields}
    return Episode.objects.bulk_create(Episode(**{**values, "id": None, "import_hash": ""}) for _ in range(count))


def rater(of: Study, pseudonym: str = "Sorrel", ready: bool = True, **fields: Any) -> Rater:
    """Somebody who was let in by a link; `ready`: with consent given and practice passed."""
    user = User.objects.create_user(f"annotator-{of.pk}-{pseudonym}".lower())
    user.groups.add(Group.objects.get(name="annotator"))
    now = timezone.now() if ready else None
    known = {"consented_at": now, "passed_at": now, "consent_version": 1 if ready else None, "seed": user.pk}
    return Rater.objects.create(study=of, pseudonym=pseudonym, user=user, **{**known, **fields})


def browser_of(one: Rater) -> Client:
    """A browser in which this person has come in."""
    client = Client(headers={"accept": "text/html"})
    assert one.user is not None
    client.force_login(one.user)
    return client
