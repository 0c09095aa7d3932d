"""The plan of a study as a file for git: questions, rules, texts and samples."""

from __future__ import annotations

from annotation.plan.plan_reading import plan_from, read_plan, spec_from
from annotation.plan.plan_writing import write_plan
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.sampling.spec import SampleSpec
from simulator.plans.plan_file import BadPlan, PlanProblem

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
