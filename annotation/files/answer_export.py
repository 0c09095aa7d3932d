"""Exports a study: answers with all revisions, items, agreement, and the codebook that explains them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from django.db.models import Prefetch

from annotation.agreement.agreement_text import agreement_text
from annotation.file_formats import table_writing
from annotation.file_formats.codebook import BatchFacts, StudyFacts, TextVersion, codebook_of
from annotation.file_formats.columns import ITEMS, FileColumn, Row, answer_columns
from annotation.labelling.answer_checks import questions_of
from annotation.models import Answer, Assignment, Batch, Item, Rater, Role, Study, StudyText
from annotation.results.rating_table import agreement_of, as_csv_process

Kind = Literal["jsonl", "csv", "parquet", "codebook", "items", "items_jsonl", "items_parquet", "results", "agreement"]
KINDS: tuple[str, ...] = get_args(Kind)
_AT_ONCE = 2000
_TYPES = {
    "jsonl": "application/jsonl",
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "md": "text/markdown; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}


class ExportFile(NamedTuple):
    """A file whose bytes are produced while it is sent."""

    name: str
    content_type: str
    body: Iterable[bytes]

    @property
    def content(self) -> bytes:
        return b"".join(self.body)


def export(study: Study, kind: str, with_panel_ids: bool = False) -> ExportFile:
    """Return a file of a study, such as its answers as CSV. Raise LookupError for an unknown kind of file.

    Rows of answers are sorted by item, pseudonym, revision and question, so that the same data give the same bytes.
    """
    if kind not in KINDS:
        raise LookupError(f"Unknown export {kind!r}. Known exports: {', '.join(KINDS)}.")
    stem = f"study-{study.pk}"
    if kind == "codebook":
        return ExportFile(f"{stem}-codebook.md", _TYPES["md"], _later(codebook_text, study))
    if kind == "agreement":
        return ExportFile(f"{stem}-agreement.txt", _TYPES["txt"], _later(figures_text, study))
    if kind == "results":
        return ExportFile(f"{stem}-results.csv", _TYPES["csv"], _later(as_csv_process, study))
    if kind.startswith("items"):
        form = kind.partition("_")[2] or "csv"
        return _table(f"{stem}-items", form, item_rows(study), ITEMS)
    columns = answer_columns(with_panel_ids)
    return _table(f"{stem}-answers", kind, answer_rows(study, with_panel_ids), columns)


def answer_rows(study: Study, with_panel_ids: bool = False) -> Iterator[Row]:
    """Yield one row per question, person, item and revision.

    One query reads all answers, so that the rows show one consistent state.
    """
    items = {item.pk: item for item in _items(study)}
    places = {
        (item, rater): (place, claimed)
        for item, rater, place, claimed in Assignment.objects.filter(item__study=study).values_list(
            "item_id", "rater_id", "place", "claimed_at"
        )
    }
    for pk, group in groupby(_answers(study), key=itemgetter("item_id")):
        # A batch may have been drawn between the queries for items and for answers.
        item = items.get(pk) or _items(study).get(pk=pk)
        start = _item_cells(study, item)
        by_name = sorted(group, key=lambda one: (one["rater__pseudonym"], one["revision"], one["key"]))
        for one in by_name:
            person = [one["rater__pseudonym"], one["rater__kind"]]
            person += [one["rater__panel_id"]] if with_panel_ids else []
            held = places.get((pk, one["rater_id"]), (None, None))
            yield (*start, *person, *_answer_cells(study, one, held))


def item_rows(study: Study) -> Iterator[Row]:
    for item in _items(study):
        right = msgspec.json.encode(item.right_answers).decode() if item.right_answers else ""
        yield (*_item_cells(study, item), right, item.explanation, item.answered, item.trouble)


def codebook_text(study: Study) -> str:
    """Return the codebook of a study in Markdown."""
    batches = Batch.objects.filter(study=study).prefetch_related(Prefetch("items", Item.objects.only("pk", "batch")))
    people = Rater.objects.filter(study=study)
    roles = Item.objects.filter(study=study).values_list("role", flat=True)
    facts = StudyFacts(
        number=study.pk,
        title=study.title,
        state=study.get_state_display(),
        created_at=study.created_at,
        opened_at=study.opened_at,
        closed_at=study.closed_at,
        settings={field.name: getattr(study, field.name) for field in Study._meta.fields if field.name in _SETTINGS},
        about_settings={field.name: str(field.help_text) for field in Study._meta.fields if field.name in _SETTINGS},
        questions=questions_of(study),
        texts=tuple(
            TextVersion(one.get_kind_display(), one.version, one.made_at, one.text)
            for one in StudyText.objects.filter(study=study).order_by("kind", "version")
        ),
        drawings=tuple(
            BatchFacts(batch.number, batch.made_at, len(batch.items.all()), batch.spec, batch.strata)
            for batch in batches
        ),
        items={label: count for role, label in Role.choices if (count := sum(one == role for one in roles))},
        people=people.count(),
        withdrawn=people.exclude(withdrawn_at=None).count(),
        left_out=people.filter(left_out=True).count(),
        answers=Answer.objects.filter(study=study).current().count(),
        revisions=Answer.objects.filter(study=study).count(),
    )
    return codebook_of(facts)


def figures_text(study: Study) -> str:
    """Return the figures of agreement on every question as text."""
    found = ((question, agreement_of(study, question.key)) for question in questions_of(study))
    return "\n".join(f"{question.key}: {question.text}\n{agreement_text(one)}" for question, one in found)


_SETTINGS = (
    "seed",
    "per_item",
    "per_person",
    "most_people",
    "gold_every",
    "gold_mark",
    "pass_mark",
    "practice_attempts",
    "too_fast_seconds",
    "lease_seconds",
    "hide_goal",
)


def _table(stem: str, form: str, rows: Iterable[Row], columns: tuple[FileColumn, ...]) -> ExportFile:
    body: Iterable[bytes]
    if form == "parquet":
        body = _later(table_writing.parquet_of, rows, columns)
    else:
        body = table_writing.jsonl_of(rows, columns) if form == "jsonl" else table_writing.csv_of(rows, columns)
    return ExportFile(f"{stem}.{form}", _TYPES[form], body)


def _later(make: Any, *given: Any) -> Iterator[bytes]:
    # A generator, so that the work starts when the file is sent, not when the response is built.
    made = make(*given)
    yield made.encode() if isinstance(made, str) else made


def _items(study: Study) -> Any:
    rows = Item.objects.filter(study=study).select_related("batch", "episode").order_by("number")
    # `only`: the configuration and result of a run are large JSON columns that no file needs.
    own = [field.name for field in Item._meta.concrete_fields]
    return rows.only(*own, "batch__number", "episode__content_hash")


def _answers(study: Study) -> Iterator[Mapping[str, Any]]:
    there = Answer.objects.filter(study=study, rater__withdrawn_at=None).order_by("item__number", "pk")
    return there.values(
        "item_id",
        "rater_id",
        "rater__pseudonym",
        "rater__kind",
        "rater__panel_id",
        "rater__consent_version",
        "rater__left_out",
        "key",
        "value",
        "reason",
        "revision",
        "is_latest",
        "attempt",
        "given_at",
        "seconds",
        "guidelines",
    ).iterator(chunk_size=_AT_ONCE)


def _item_cells(study: Study, item: Item) -> Row:
    return (
        study.pk,
        study.title,
        item.number,
        item.identity,
        item.batch.number,
        item.role,
        item.episode_id,
        item.episode.content_hash,
        item.moment,
        item.kind,
        item.offer,
        item.model,
        item.scenario,
        item.outcome,
        item.simulated,
        item.probability,
    )


def _answer_cells(study: Study, one: Mapping[str, Any], held: tuple[Any, Any]) -> Row:
    return (
        one["key"],
        one["value"],
        one["reason"],
        one["revision"],
        one["is_latest"],
        one["attempt"],
        *held,
        one["given_at"],
        one["seconds"],
        # Taking an answer back is recorded with 0 seconds, and is not a hasty answer.
        bool(one["value"]) and one["seconds"] < study.too_fast_seconds,
        one["guidelines"],
        one["rater__consent_version"],
        one["rater__left_out"],
    )
