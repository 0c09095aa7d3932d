"""`pare annotation process`: prints agreement and writes the answers to a file."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from pare_site.cli.annotation_lookup import the_study, write
from pare_site.cli.annotation_output import state_words
from pare_site.cli.benchmark_host import store
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console

FORMS = (".csv", ".jsonl", ".parquet")


def process(args: argparse.Namespace, console: Console) -> int:
    """Run `pare annotation process` and return the exit code."""
    if args.output is not None and Path(args.output).suffix.lower() not in FORMS:
        raise Trouble(
            f"--output {args.output}: the name must end with one of {', '.join(FORMS)}, which sets the format."
        )
    for name in ("annotations", "n_annotators"):
        if getattr(args, name) is not None:
            console.remark(f"--{name.replace('_', '-')} is ignored: all answers in the store count.")
    with store():
        from annotation.agreement.agreement_text import agreement_text
        from annotation.files.answer_export import export
        from annotation.labelling.answer_checks import questions_of
        from annotation.results.rating_table import agreement_of

        study = the_study(args)
        found = {one.key: agreement_of(study, one.key, args.without_flagged) for one in questions_of(study)}
        if args.output is not None:
            write(args.output, export(study, Path(args.output).suffix.lower()[1:]).body)
    if args.json:
        console.json({"study": study.pk, "questions": {key: msgspec.to_builtins(one) for key, one in found.items()}})
        return OK
    console.say(f"Study {study.pk} “{study.title}” is {state_words(study)}.")
    for key, one in found.items():
        console.heading(key)
        console.raw(agreement_text(one))
    if args.output is not None:
        console.remark(f"Written: {args.output}")
    return OK
