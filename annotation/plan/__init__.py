"""The plan of a study, as a file for git: what is asked of whom under which rules, and what is sampled."""

from __future__ import annotations

from annotation.plan.reading import plan_from, read_plan, spec_from
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.plan.writing import write_plan
from annotation.sampling.spec import SampleSpec
from simulator.plans.problems import BadPlan, PlanProblem

__all__ = [
    "BadPlan",
    "MarkedItem",
    "PlanProblem",
    "SampleSpec",
    "StudyPlan",
    "plan_from",
    "read_plan",
    "spec_from",
    "write_plan",
]
