"""`pare annotation sample`: imports a folder of traces as runs, and draws items for a study from these runs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from annotation.plan.plan_reading import spec_from
from annotation.sampling.drawing import left_out_words
from annotation.sampling.spec import SampleSpec
from annotation.sampling.trace_files import TraceFile, trace_files
from pare_site.cli.annotation_lookup import YAML, numbered, plan_in, write
from pare_site.cli.annotation_output import drawn_lines, items_prepared, show_strata
from pare_site.cli.benchmark_host import machine_owner, store
from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.trace_reading import content_of
from simulator.plans.plan_file import BadPlan
from simulator.trace.header import TraceError
from simulator.words.english import counted

if TYPE_CHECKING:
    from annotation.plan.schema import MarkedItem
    from annotation.sampling.drawing import Drawn

# Problems name fields of a sample. Error messages name the flags instead, because people type flags.
FLAGS = {
    "size": "-n",
    "per_model": "--per-model",
    "models": "--target-models",
    "seed": "--seed",
    "per_scenario": "--per-scenario",
    "kinds": "--kinds",
    "silence_share": "--silence-share",
}
_WRITTEN = {".parquet": "items_parquet", ".csv": "items", ".jsonl": "items_jsonl"}


class ImportedTraces(NamedTuple):
    """The ids of the runs in a folder of traces, and three counts: new runs, files skipped for noise, refused files."""

    runs: tuple[int, ...]
    new: int
    noisy: int
    refused: int


def sample(args: argparse.Namespace, console: Console) -> int:
    """Run `pare annotation sample` and return the exit code."""
    folder, spec = _folder(args.traces_dir), _spec(args)
    _refuse_output(args.output)
    tutorial = plan_in(args.add_tutorial_examples).practice if args.add_tutorial_examples else ()
    with store():
        of = numbered(args.study) if (args.study or "").isdigit() else None
        files = list(trace_files(folder))
        if not files:
            raise Trouble(
                f"{folder} contains no traces. Give a folder with .jsonl files of PARE Studio or .json files of the "
                "original PARE."
            )
        # Traces are imported before the study is made: verifying them takes time, and some may be refused.
        taken = _import_traces(files, args.with_noise, console)
        if not taken.runs:
            raise Trouble(*_nothing(folder, taken))
        spec = spec.model_copy(update={"runs": taken.runs, "source": folder.name[:200]})
        _refuse_strangers(spec)
        with items_prepared() as studies:
            study, drawn = _drawn(args, of, folder, spec, tutorial)
            studies.append(study.pk)
        if args.output:
            _write(args.output, study)
        _tell(args, console, study, taken, drawn)
    return FAILED if taken.refused else OK


def _folder(name: str) -> Path:
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise Trouble(f"--traces-dir {name}: the folder does not exist. Check the name.")
    return folder.resolve()


def _spec(args: argparse.Namespace) -> SampleSpec:
    values = {
        "size": args.sample_size,
        "per_model": args.per_model,
        "models": args.target_models,
        "seed": args.seed,
        "per_scenario": args.per_scenario,
        "kinds": args.kinds,
        "silence_share": args.silence_share,
        "noise_free": not args.with_noise,
        "unanswered": args.unanswered,
        "transcripts": args.transcripts,
    }
    if args.sample_size is None and args.per_model is None:
        raise Trouble("The number of items is missing. Give -n SIZE, or --per-model MODEL:NUMBER,...")
    try:
        return spec_from(values)
    except BadPlan as bad:
        lines = (f"{FLAGS.get(one.field.partition(' ')[0], one.field)}: {one.sentence}" for one in bad.problems)
        raise Trouble(*lines) from None


def _refuse_output(name: str | None) -> None:
    suffixes = (*YAML, *_WRITTEN)
    if name is not None and Path(name).suffix.lower() not in suffixes:
        raise Trouble(f"--output {name}: the name must end with one of {', '.join(suffixes)}, which sets the format.")


def _import_traces(files: Iterable[TraceFile], with_noise: bool, console: Console) -> ImportedTraces:
    """Import every readable file as a run, unless the database has this run already.

    Files of runs with noise are skipped unless `with_noise` is true.
    """
    from django.conf import settings

    from replay.jobs.importing import import_file

    runs: dict[int, None] = {}
    new = noisy = refused = 0
    for file in files:
        if file.noisy and not with_noise:
            noisy += 1
            continue
        try:
            row, is_new = import_file(content_of(file.path, settings.MOST_UPLOAD), str(file.path))
        except TraceError as error:
            console.remark(str(error), "bad")
            refused += 1
        else:
            runs[row.pk] = None
            new += is_new
    return ImportedTraces(tuple(runs), new, noisy, refused)


def _nothing(folder: Path, taken: ImportedTraces) -> list[str]:
    lines = [f"No run could be imported from {folder}, so there is nothing to draw."]
    if taken.noisy:
        lines.append(f"Left out for noise: {counted(taken.noisy, 'trace')}. Use --with-noise to include them.")
    return lines


def _refuse_strangers(spec: SampleSpec) -> None:
    """Raise Trouble for models that no run has, which are most likely misspelt."""
    from annotation.studies.candidate_pool import models_in

    asked = {*spec.models, *spec.per_model}
    if not asked:
        return
    known = models_in(spec.runs)
    if strangers := sorted(asked.difference(known)):
        raise Trouble(f"The traces contain no run of {', '.join(strangers)}. Their models: {', '.join(known)}.")


def _drawn(
    args: argparse.Namespace, of: Any, folder: Path, spec: SampleSpec, tutorial: tuple[MarkedItem, ...]
) -> tuple[Any, Drawn]:
    """Draw a batch, and return its study and the drawn items. If it raises Trouble, nothing is stored."""
    from django.db import transaction

    from annotation.studies.batches import draw_batch, preview_batch
    from annotation.studies.candidate_pool import pool_of
    from annotation.studies.lifecycle import BadStudy

    # The runs are read before the transaction: with SQLite, nobody else can write while a transaction is open.
    by, pool = machine_owner(), pool_of(spec)
    try:
        with transaction.atomic():
            study = of or _new_study(args, folder, spec, by)
            _add_practice(args, study, tutorial, by)
            drawn = preview_batch(study, spec, pool)
            draw_batch(study, spec, by, pool)
    except BadStudy as bad:
        raise Trouble(*bad.sentences) from None
    return study, drawn


def _new_study(args: argparse.Namespace, folder: Path, spec: SampleSpec, by: Any) -> Any:
    from annotation.plan.plan_reading import plan_from
    from annotation.studies.lifecycle import make_study

    questions = {"offers": "decision", "silences": "missed", "both": "decision,missed"}[spec.kinds]
    # Without practice items there is nothing to pass, so the pass mark is 0.
    marks = {} if args.add_tutorial_examples is not None else {"pass_mark": 0}
    title = " ".join((args.study or folder.name or "Traces").split())[:200]
    try:
        return make_study(plan_from({"title": title, "questions": questions, **marks}), by)
    except BadPlan as bad:
        raise Trouble(*(f"--study: {one.sentence}" for one in bad.problems)) from None


def _add_practice(args: argparse.Namespace, study: Any, tutorial: tuple[MarkedItem, ...], by: Any) -> None:
    if args.add_tutorial_examples is None:
        return
    from annotation.models import Study
    from annotation.studies.demo_study import NOTE
    from annotation.studies.item_roles import add_practice, marked_in

    if not args.add_tutorial_examples:
        demo = Study.objects.filter(note=NOTE).first()
        tutorial = marked_in(demo).practice if demo is not None else ()
    if not tutorial:
        place = args.add_tutorial_examples or "the demo study, which the first start of the site makes"
        raise Trouble(
            f"--add-tutorial-examples: no practice items in {place}.",
            "Name a plan that has practice items, or leave out this flag.",
        )
    add_practice(study, tutorial, by)


def _write(name: str, study: Any) -> None:
    from annotation.files.answer_export import export
    from annotation.plan.plan_writing import write_plan
    from annotation.studies.lifecycle import plan_of

    suffix = Path(name).suffix.lower()
    write(name, [write_plan(plan_of(study)).encode()] if suffix in YAML else export(study, _WRITTEN[suffix]).body)


def _tell(args: argparse.Namespace, console: Console, study: Any, taken: ImportedTraces, drawn: Drawn) -> None:
    strata = [stratum.plain() for stratum in drawn.strata]
    if args.json:
        found = {"study": study.pk, "title": study.title, "state": study.state, "drawn": len(drawn.items)}
        console.json(
            {
                **found,
                "short": drawn.short,
                "strata": strata,
                "left_out": dict(drawn.left_out),
                "runs": len(taken.runs),
                "new_runs": taken.new,
                "noisy_files": taken.noisy,
                "refused_files": taken.refused,
            }
        )
        return
    console.say(f"{counted(len(taken.runs), 'run')} from {Path(args.traces_dir).name}, {taken.new} of them new.")
    show_strata(console, strata)
    for line in left_out_words(drawn.left_out):
        console.say(line, prefix="left out: ")
    if taken.noisy:
        console.say(f"{counted(taken.noisy, 'file')}: played with noise", prefix="left out: ")
    if drawn.short:
        console.say(f"Only {len(drawn.items)} of {drawn.wanted} wanted items could be drawn.")
    for line in drawn_lines(study):
        console.say(line)
    if args.output:
        console.remark(f"Written: {args.output}")
