"""`pare annotation process`: what people agree on, and their answers as a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from pare_site.cli.annotation_finding import the_study, write
from pare_site.cli.annotation_telling import state_words
from pare_site.cli.benchmark_ground import store
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console, counted
from pare_site.cli.tables import show_table

FORMS = (".csv", ".jsonl", ".parquet")


def process(args: argparse.Namespace, console: Console) -> int:
    if args.output is not None and Path(args.output).suffix.lower() not in FORMS:
        raise Trouble(
            f"--output {args.output}: end it with one of {', '.join(FORMS)}; the ending says what is written."
        )
    for name in ("annotations", "n_annotators"):
        if getattr(args, name) is not None:
            console.remark(f"--{name.replace('_', '-')} is not needed: all answers in the store count.")
    with store():
        from annotation.jobs.exporting import export
        from annotation.jobs.ratings import agreement_of

        study = the_study(args)
        found = {entry["key"]: agreement_of(study, entry["key"], args.without_flagged) for entry in study.questions}
        if args.output is not None:
            write(args.output, export(study, Path(args.output).suffix.lower()[1:]).body)
    if args.json:
        console.json({"study": study.pk, "questions": {key: _as_json(one) for key, one in found.items()}})
        return OK
    console.say(f"Study {study.pk} “{study.title}” is {state_words(study)}.")
    for key, agreement in found.items():
        _tell(console, key, agreement)
    if args.output is not None:
        console.remark(f"Written: {args.output}")
    return OK


def _tell(console: Console, key: str, one: Any) -> None:
    console.heading(key)
    people = counted(one.raters, "person", "people")
    console.say(f"{counted(one.answers, 'answer')} of {people} to {counted(one.items, 'item')}.")
    if not one.answers:
        return
    among = [("Percent", one.among.percent), ("Cohen, mean of pairs", one.among.cohen)]
    among += [("Fleiss", one.among.fleiss), ("Krippendorff", one.among.alpha)]
    against = [("Majority, percent", one.against.percent), ("Majority, Cohen", one.against.cohen)]
    against += [
        ("Each person, mean Cohen", one.against.mean_kappa),
        ("With it as one more, Fleiss", one.against.fleiss),
    ]
    against += [("With it as one more, Krippendorff", one.against.alpha)]
    rows = [_row("among people", *figure) for figure in among]
    if one.against.confusion.rows and any(figure.value is not None for _, figure in against):
        rows += [_row("with the simulated user", *figure) for figure in against]
    show_table(console, ("agreement", "figure", "value", "95 %", "items", "remark"), rows, flexible=5)


def _row(side: str, name: str, figure: Any) -> list[str]:
    interval = f"{figure.low:.2f} to {figure.high:.2f}" if figure.low is not None and figure.high is not None else "-"
    value = "-" if figure.value is None else f"{figure.value:.3f}"
    return [side, name, value, interval, str(figure.n), figure.why_none or figure.remark or "-"]


def _as_json(agreement: Any) -> Any:
    return msgspec.to_builtins(agreement)
