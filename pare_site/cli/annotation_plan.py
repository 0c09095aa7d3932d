"""`pare annotation plan` and `pare annotation new`: studies to files, and from them."""

from __future__ import annotations

import argparse

from pare_site.cli.annotation_finding import plan_in, the_study
from pare_site.cli.annotation_looks import looks_prepared
from pare_site.cli.annotation_telling import drawn_lines
from pare_site.cli.benchmark_ground import store, whoever_starts
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console


def show_plan(args: argparse.Namespace, console: Console) -> int:
    with store():
        from annotation.jobs.studies import plan_of
        from annotation.plan.writing import write_plan

        text = write_plan(plan_of(the_study(args)))
    console.raw(text)
    return OK


def make_from(args: argparse.Namespace, console: Console) -> int:
    plan = plan_in(args.plan)
    with store():
        from annotation.jobs.studies import BadStudy, make_study

        try:
            with looks_prepared() as studies:
                study = make_study(plan, whoever_starts())
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
