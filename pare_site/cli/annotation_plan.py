"""`pare annotation plan` prints the plan of a study, and `pare annotation new` makes a study from a plan."""

from __future__ import annotations

import argparse

from pare_site.cli.annotation_lookup import plan_in, the_study
from pare_site.cli.annotation_output import drawn_lines, items_prepared
from pare_site.cli.benchmark_host import machine_owner, store
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console


def show_plan(args: argparse.Namespace, console: Console) -> int:
    """Run `pare annotation plan` and return the exit code."""
    with store():
        from annotation.plan.plan_writing import write_plan
        from annotation.studies.lifecycle import plan_of

        text = write_plan(plan_of(the_study(args)))
    console.raw(text)
    return OK


def make_from(args: argparse.Namespace, console: Console) -> int:
    """Run `pare annotation new` and return the exit code."""
    plan = plan_in(args.plan)
    with store():
        from annotation.studies.lifecycle import BadStudy, make_study

        try:
            with items_prepared() as studies:
                study = make_study(plan, machine_owner())
                studies.append(study.pk)
        except BadStudy as bad:
            raise Trouble(*bad.sentences) from None
        told = drawn_lines(study)
    if args.json:
        console.json({"study": study.pk, "title": study.title, "state": study.state, "items": study.items.count()})
        return OK
    for line in told:
        console.say(line)
    return OK
