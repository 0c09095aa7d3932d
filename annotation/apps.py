"""The Django app of studies, and the permissions that its groups have at first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.db.models import Q
from django.db.models.signals import post_migrate

if TYPE_CHECKING:
    from django.http import HttpRequest

    from simulator.jobs.verdict_sources import GivenVerdict
    from simulator.models import Episode, Seat
    from simulator.views.play_return import ReturnLink

# Annotators need no permissions: they see only studies that they joined. Leads may manage the studies that list them.
RIGHTS = {
    "viewer": ("view_study",),
    "annotator": (),
    "researcher": ("view_study", "add_study"),
}
FIRST = ("annotation", "0001_studies")
# The group "admin" gets every right of these apps.
OF_ADMIN = ("simulator", "benchmark", "annotation")


class AnnotationConfig(AppConfig):
    name = "annotation"
    verbose_name = "Annotation"

    def ready(self) -> None:
        # The registered functions import inside their bodies: modules with models load only once all apps are ready.
        from simulator import access
        from simulator.jobs import practice_runs, verdict_sources
        from simulator.views import play_return

        verdict_sources.register("answers", _answers)
        practice_runs.register("play studies", _practice)
        play_return.register("play studies", _back_to_study, _hides_outcome)
        access.register_seat_check("play studies", _check_browser)
        post_migrate.connect(give_rights, sender=self)


def _answers(run: Episode) -> Iterable[GivenVerdict]:
    from annotation.results.run_answers import verdicts_about

    return verdicts_about(run)


def _practice() -> Q:
    from annotation.models import PlayAssignment

    return Q(pk__in=PlayAssignment.objects.filter(is_practice=True, episode__isnull=False).values("episode"))


def _back_to_study(seat: Seat) -> ReturnLink | None:
    from annotation.views.play_seats import back_to_study

    return back_to_study(seat)


def _hides_outcome(seat: Seat) -> bool:
    from annotation.views.play_seats import hides_outcome

    return hides_outcome(seat)


def _check_browser(request: HttpRequest, seat: Seat) -> None:
    from annotation.views.play_seats import check_browser

    check_browser(request, seat)


def give_rights(using: str, plan: Any = None, **ignored: Any) -> None:
    """Grant permissions to the groups when the tables are created, and never again: administrators may change them."""
    from django.contrib.auth.models import Group, Permission

    first = [not back for migration, back in plan or () if (migration.app_label, migration.name) == FIRST]
    if plan is not None and not any(first):
        return
    permissions = Permission.objects.using(using)
    for name, rights in RIGHTS.items():
        group, _ = Group.objects.using(using).get_or_create(name=name)
        group.permissions.add(*permissions.filter(content_type__app_label="annotation", codename__in=rights))
    admin, _ = Group.objects.using(using).get_or_create(name="admin")
    admin.permissions.add(*permissions.filter(content_type__app_label__in=OF_ADMIN))
