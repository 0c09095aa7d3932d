"""`pare annotation sample`: a folder of traces becomes runs of the store and a study of what was offered in them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from annotation.plan.reading import spec_from
from annotation.sampling.spec import SampleSpec
from annotation.sampling.trace_files import TraceFile, trace_files
from annotation.sampling.words import left_out_words
from pare_site.cli.annotation_finding import YAML, numbered, plan_in, write
from pare_site.cli.annotation_looks import looks_prepared
from pare_site.cli.annotation_telling import drawn_lines, show_strata
from pare_site.cli.benchmark_ground import store, whoever_starts
from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console, counted
from pare_site.cli.trace_reading import content_of
from simulator.plans.problems import BadPlan
from simulator.trace.header import TraceError

if TYPE_CHECKING:
    from annotation.plan.schema import MarkedItem
    from annotation.sampling.drawing import Drawn

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


class Taken(NamedTuple):
    """What became of the files."""

    runs: tuple[int, ...]
    new: int
    noisy: int
    refused: int


def sample(args: argparse.Namespace, console: Console) -> int:
    folder, spec = _folder(args.traces_dir), _spec(args)
    _refuse_output(args.output)
    tutorial = plan_in(args.add_tutorial_examples).practice if args.add_tutorial_examples else ()
    with store():
        of = numbered(args.study) if (args.study or "").isdigit() else None
        files = list(trace_files(folder))
        if not files:
            raise Trouble(f"{folder} holds no traces: neither .jsonl of PARE Studio nor .json of the original.")
        taken = _taken(files, args.with_noise, console)
        if not taken.runs:
            raise Trouble(*_nothing(folder, taken))
        spec = spec.model_copy(update={"runs": taken.runs, "source": folder.name[:200]})
        _refuse_strangers(spec)
        with looks_prepared() as studies:
            study, drawn = _drawn(args, of, folder, spec, tutorial)
            studies.append(study.pk)
        if args.output:
            _write(args.output, study)
        _tell(args, console, study, taken, drawn)
    return FAILED if taken.refused else OK


def _folder(name: str) -> Path:
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise Trouble(f"--traces-dir {name}: there is no such folder.")
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
        raise Trouble("How many are to be drawn? Give -n SIZE, or --per-model MODEL:NUMBER,...")
    try:
        return spec_from(values)
    except BadPlan as bad:
        lines = (f"{FLAGS.get(one.field.partition(' ')[0], one.field)}: {one.sentence}" for one in bad.problems)
        raise Trouble(*lines) from None


def _refuse_output(name: str | None) -> None:
    suffixes = (*YAML, *_WRITTEN)
    if name is not None and Path(name).suffix.lower() not in suffixes:
        raise Trouble(f"--output {name}: end it with one of {', '.join(suffixes)}; the ending says what is written.")


def _taken(files: Iterable[TraceFile], with_noise: bool, console: Console) -> Taken:
    """Every file that can be read becomes a run, unless it is here already."""
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
    return Taken(tuple(runs), new, noisy, refused)


def _nothing(folder: Path, taken: Taken) -> list[str]:
    lines = [f"Nothing can be drawn from {folder}."]
    if taken.noisy:
        lines.append(f"Left out for noise: {counted(taken.noisy, 'trace')}; --with-noise takes them too.")
    return lines


def _refuse_strangers(spec: SampleSpec) -> None:
    """A model that nobody of these runs is, is most likely misspelt."""
    from annotation.jobs.candidates import models_in

    asked = {*spec.models, *spec.per_model}
    if not asked:
        return
    known = models_in(spec.runs)
    if strangers := sorted(asked.difference(known)):
        raise Trouble(f"No trace here was made by {', '.join(strangers)}. There are: {', '.join(known)}.")


def _drawn(
    args: argparse.Namespace, of: Any, folder: Path, spec: SampleSpec, tutorial: tuple[MarkedItem, ...]
) -> tuple[Any, Drawn]:
    """The study with its new batch, and what was drawn; all of it, or nothing."""
    from django.db import transaction

    from annotation.jobs.candidates import pool_of
    from annotation.jobs.drawing import draw_batch, preview
    from annotation.jobs.studies import BadStudy

    by, pool = whoever_starts(), pool_of(spec)
    try:
        with transaction.atomic():
            study = of or _new_study(args, folder, spec, by)
            _add_practice(args, study, tutorial, by)
            drawn = preview(study, spec, pool)
            draw_batch(study, spec, by, pool)
    except BadStudy as bad:
        raise Trouble(*bad.sentences) from None
    return study, drawn


def _new_study(args: argparse.Namespace, folder: Path, spec: SampleSpec, by: Any) -> Any:
    from annotation.jobs.studies import make_study
    from annotation.plan.reading import plan_from

    questions = {"offers": "decision", "silences": "missed", "both": "decision,missed"}[spec.kinds]
    # Without practice there is nothing to pass.
    marks = {} if args.add_tutorial_examples is not None else {"pass_mark": 0}
    title = " ".join((args.study or folder.name or "Traces").split())[:200]
    try:
        return make_study(plan_from({"title": title, "questions": questions, **marks}), by)
    except BadPlan as bad:
        raise Trouble(*(f"--study: {one.sentence}" for one in bad.problems)) from None


def _add_practice(args: argparse.Namespace, study: Any, tutorial: tuple[MarkedItem, ...], by: Any) -> None:
    if args.add_tutorial_examples is None:
        return
    from annotation.jobs.demo import NOTE
    from annotation.jobs.picking import add_practice, marked_in
    from annotation.models import Study

    if not args.add_tutorial_examples:
        demo = Study.objects.filter(note=NOTE).first()
        tutorial = marked_in(demo).practice if demo is not None else ()
    if not tutorial:
        place = args.add_tutorial_examples or "the demo study, which comes with the first start of the site"
        raise Trouble(f"--add-tutorial-examples: there is no practice in {place}.")
    add_practice(study, tutorial, by)


def _write(name: str, study: Any) -> None:
    from annotation.jobs.exporting import export
    from annotation.jobs.studies import plan_of
    from annotation.plan.writing import write_plan

    suffix = Path(name).suffix.lower()
    write(name, [write_plan(plan_of(study)).encode()] if suffix in YAML else export(study, _WRITTEN[suffix]).body)


def _tell(args: argparse.Namespace, console: Console, study: Any, taken: Taken, drawn: Drawn) -> None:
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
        console.say(f"{counted(taken.noisy, 'file')}: made with noise", prefix="left out: ")
    if drawn.short:
        console.say(f"{len(drawn.items)} of {drawn.wanted} wanted could be drawn.")
    for line in drawn_lines(study):
        console.say(line)
    if args.output:
        console.remark(f"Written: {args.output}")
