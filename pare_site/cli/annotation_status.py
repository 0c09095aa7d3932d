"""`pare annotation status`: shows the progress of a study."""

from __future__ import annotations

import argparse
from typing import Any

from pare_site.cli.annotation_lookup import the_study
from pare_site.cli.annotation_output import state_words
from pare_site.cli.benchmark_host import store
from pare_site.cli.exits import OK
from pare_site.cli.output import Console
from pare_site.cli.tables import show_table
from simulator.words.english import counted


def status(args: argparse.Namespace, console: Console) -> int:
    """Run `pare annotation status` and return the exit code."""
    with store():
        from annotation.models import Item, Role
        from annotation.results.study_progress import progress_of

        study = the_study(args)
        progress = progress_of(study)
        begun = Item.objects.filter(study=study, role=Role.REAL, trouble="", answered__gt=0).count()
    if args.json:
        console.json(_as_json(study, progress, begun))
        return OK
    console.say(f"Study {study.pk} “{study.title}” is {state_words(study)}.")
    console.say(
        f"{progress.complete} of {counted(progress.items, 'item')} complete, "
        f"{progress.answers} of {progress.of} answers, "
        f"{counted(progress.held, 'item')} being answered now."
    )
    if progress.gold:
        console.say(f"Gold items: {progress.gold_right} of {progress.gold} answers right.")
    if progress.people:
        console.say()
        rows = [_row(person) for person in progress.people]
        show_table(console, ("person", "answers", "of", "gold", "seconds", "remarks"), rows, flexible=0)
    else:
        console.say("Nobody has joined yet.")
    return OK


def _row(person: Any) -> list[str]:
    remarks = [
        word
        for word, applies in (
            ("withdrawn", person.rater.withdrawn_at is not None),
            ("low gold", person.low_gold),
            ("hasty", person.hasty),
            ("left out", person.rater.left_out),
        )
        if applies
    ]
    return [
        person.rater.pseudonym,
        str(person.answers),
        str(person.of),
        f"{person.gold_right}/{person.gold}" if person.gold else "-",
        "-" if person.median is None else f"{person.median:.0f}",
        ", ".join(remarks) or "-",
    ]


def _as_json(study: Any, progress: Any, begun: int) -> dict[str, Any]:
    """Return the progress with the field names of the original benchmark and a few more fields."""
    return {
        "study": study.pk,
        "title": study.title,
        "state": study.state,
        "total_samples": progress.items,
        "complete": progress.complete,
        "in_progress": max(begun - progress.complete, 0),
        "not_started": progress.items - max(begun, progress.complete),
        "total_annotations": progress.answers,
        "unique_annotators": sum(1 for person in progress.people if person.answers),
        "annotators_per_sample": study.per_item,
        "wanted_annotations": progress.of,
        "held": progress.held,
    }
