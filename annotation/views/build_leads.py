"""Who leads a study, as names in a field."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User

from annotation.models import Study
from annotation.views.access import SEE
from simulator.phone.wording import close_to
from simulator.plans.problems import BadPlan, PlanProblem

_NOBODY = PlanProblem("leads", "Nobody would lead it.", "Write your own user name, or somebody else's.")


def names_of(leads: Iterable[User]) -> list[str]:
    return sorted(lead.get_username() for lead in leads)


def leads_named(text: str) -> list[User]:
    """Raises BadPlan if there is no such person, or one who could not see what they lead."""
    names = list(dict.fromkeys(name.strip() for name in text.replace("\n", ",").split(",") if name.strip()))
    if not names:
        raise BadPlan([_NOBODY])
    known = {user.get_username(): user for user in User.objects.filter(username__in=names, is_active=True)}
    problems = [_unknown(name) for name in names if name not in known]
    problems += [_blind(name) for name in names if name in known and not known[name].has_perm(SEE)]
    if problems:
        raise BadPlan(problems)
    return [known[name] for name in names]


def set_leads(study: Study, leads: Iterable[User]) -> None:
    study.leads.set(leads)


def _unknown(name: str) -> PlanProblem:
    # Annotators are known to nobody by an account of theirs.
    everybody = User.objects.filter(is_active=True, groups__name__in=("researcher", "viewer", "admin"))
    hint = close_to(name, everybody.values_list("username", flat=True))
    return PlanProblem("leads", f"There is nobody with the user name “{name[:60]}”{hint}.", "Write names that sign in.")


def _blind(name: str) -> PlanProblem:
    remedy = "Ask an administrator to put them into the group “researcher”."
    return PlanProblem("leads", f"{name} may not see studies.", remedy)
