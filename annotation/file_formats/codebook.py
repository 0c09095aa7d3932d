"""Writes the codebook of a study in Markdown: columns, questions, texts and how items were drawn.

With the codebook, people can understand the files without the site that wrote them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from annotation.file_formats.columns import ANSWERS, ITEMS, KINDS, FileColumn
from annotation.file_formats.table_writing import time_text
from annotation.questions import Question
from simulator.words.english import listed

_ABOUT = {"offer": "offers", "silence": "silences"}
_MOST_LISTED = 50
_FILES = """## Files

Answers come as JSON lines, CSV and Parquet; all three hold the same rows in the same order: by item, pseudonym,
revision and question. Times are in UTC.

- Nothing is overwritten: a changed answer is a new row with a higher `revision`, and an answer taken back is a new row
  with an empty `value`. For current answers, keep rows with `is_latest` and a `value`; for figures of agreement,
  also require `role` = `real`, `rater_kind` = `person` and not `left_out`.
- People have pseudonyms. People who withdrew are not in the files.
- CSV: UTF-8 with commas. A text that a spreadsheet would run as a formula has an apostrophe before it, which is not
  part of the text. In a column that is not text, an empty cell means that there is no value.
- `results` has one row per real item that the first question asks about: the count of each answer, the majority, and
  the action of the simulated user.
- Files of answers can be imported into this study, or into a copy of it with the same items."""
_DRAWN = """Items of a batch are drawn at random from a pool of decision points, in two phases. First, if there is a
limit per scenario, items above the limit are removed at random. Then the wanted number is split evenly over models,
within each model over the actions of the simulated user, then over outcomes and scenarios. Within each of the resulting
groups, items are drawn at random. `probability` is the chance of passing the first phase times the chance of being
drawn in the second phase. Weights of 1 / `probability` make sums over a batch estimate sums over its pool. A later
batch draws from the items that earlier batches have left. Figures of agreement on the site do not use these weights:
they describe the sample, not the pool."""
_FIGURES = """## Figures of agreement

The figures cover real items and the current answers of people who neither withdrew nor were left out. Missing answers
are allowed; nobody and no item is left out for being incomplete.

- Percent: the share of pairs with equal answers among all pairs of answers to the same item.
- Cohen's kappa: computed for two people over the items that both answered. The mean is over pairs of people with at
  least ten items in common; each pair weighs the same.
- Fleiss' kappa: every item with two answers or more weighs the same, whatever its number of answers.
- Krippendorff's alpha: for labels without an order; every answer to an item with two or more answers weighs the same.
- If all answers have the same label, agreement beyond chance is 0 / 0; the figure is then 1, with a remark.
- Majority: the most frequent answer, even if only one person answered. If several labels tie for first place, there is
  no majority; figures “with ties settled” take the label at place SHA-256(`item_id`) modulo the number of these labels,
  in the question's order, counted from 0.
- People compared with the simulated user: the majority, and each person, compared with the action of the simulated
  user. The standard deviation over people is that of a population.
- Intervals: the middle 95 % of 2,000 bootstrap samples, each drawn from the items with replacement. The random numbers
  are the raw stream of PCG64 with a fixed seed. Samples that leave a figure without a value are left out."""
_STRATA = ("model", "decision", "available", "wanted", "taken", "short")


class TextVersion(NamedTuple):
    kind: str
    version: int
    made_at: datetime
    text: str


class BatchFacts(NamedTuple):
    number: int
    made_at: datetime
    items: int
    spec: Mapping[str, Any]
    strata: Any


class StudyFacts(NamedTuple):
    """The facts that the codebook lists."""

    number: int
    title: str
    state: str
    created_at: datetime
    opened_at: datetime | None
    closed_at: datetime | None
    settings: Mapping[str, Any]
    about_settings: Mapping[str, str]
    questions: Sequence[Question]
    texts: Sequence[TextVersion]
    drawings: Sequence[BatchFacts]
    items: Mapping[str, int]
    """Number of items by the label of their role."""
    people: int
    withdrawn: int
    left_out: int
    answers: int
    revisions: int


def codebook_of(facts: StudyFacts) -> str:
    columns = (_columns("answers", ANSWERS), _columns("items", ITEMS))
    parts = [_head(facts), [_FILES], *columns, _questions(facts.questions), _settings(facts)]
    parts += [_drawn(facts.drawings), [_FIGURES], _texts(facts.texts)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(facts: StudyFacts) -> Iterator[str]:
    yield from [f"# Codebook of “{_line(facts.title)}”", ""]
    yield f"- study {facts.number}, {facts.state.lower()}"
    yield from (
        f"- {word} {time_text(at)}" for word, at in (("opened", facts.opened_at), ("closed", facts.closed_at)) if at
    )
    yield f"- items: {', '.join(f'{count} {_line(role).lower()}' for role, count in facts.items.items()) or 'none'}"
    yield (
        f"- people who joined: {facts.people}; people who withdrew: {facts.withdrawn} (their answers are deleted); "
        f"people left out of agreement: {facts.left_out}"
    )
    yield f"- current answers: {facts.answers}; rows of answers with all revisions: {facts.revisions}"


def _columns(name: str, columns: Sequence[FileColumn]) -> Iterator[str]:
    yield from [f"## Columns of {name}", "", "| Column | Type | Meaning |", "|---|---|---|"]
    for column in columns:
        kind = KINDS[column.kind] + (", or none" if column.may_be_empty else "")
        yield _row(f"`{column.name}`", kind, column.about)


def _questions(questions: Sequence[Question]) -> Iterator[str]:
    yield "## Questions"
    for question in questions:
        yield from ["", f"### `{question.key}`: {_line(question.text)}", ""]
        yield from [f"Asked about {_ABOUT[question.about]}. {{name}} stands for the phone's owner.", ""]
        yield from ["| Value | Label | Hint below it | Keyboard keys | Reason required |", "|---|---|---|---|---|"]
        for place, choice in enumerate(question.choices, start=1):
            keys, must = f"{choice.letter}, {place}", "yes" if choice.reason else "no"
            yield _row(f"`{choice.value}`", choice.label, choice.hint, keys, must)


def _settings(facts: StudyFacts) -> Iterator[str]:
    yield from ["## Settings", "", "| Setting | Value | Meaning |", "|---|---|---|"]
    for name, value in facts.settings.items():
        yield _row(f"`{name}`", "" if value is None else value, facts.about_settings.get(name, ""))


def _drawn(drawings: Sequence[BatchFacts]) -> Iterator[str]:
    yield from ["## How items were drawn", ""]
    yield _DRAWN
    for drawing in drawings:
        yield from ["", f"### Batch {drawing.number}: {drawing.items} items, {time_text(drawing.made_at)}", ""]
        yield from (
            f"- `{name}`: {_cell(value)}" for name, value in drawing.spec.items() if value not in (None, "", [], {})
        )
        strata = [one for one in drawing.strata or () if isinstance(one, Mapping)]
        if strata:
            yield from [
                "",
                "| " + " | ".join(name.capitalize() for name in _STRATA) + " |",
                "|---|---|---|---|---|---|",
            ]
            yield from ("| " + " | ".join(_cell(one.get(name, "")) for name in _STRATA) + " |" for one in strata)


def _texts(texts: Sequence[TextVersion]) -> Iterator[str]:
    yield from ["## Texts that people read", ""]
    yield "Every version, as Markdown. Rows of answers name the versions that the person saw."
    for text in texts:
        # A text may contain fences of its own; only a longer fence can enclose it.
        fence = "~" * max(3, 1 + _longest_run(text.text))
        yield from ["", f"### {text.kind}, version {text.version}, {time_text(text.made_at)}", ""]
        yield from [f"{fence}markdown", text.text.rstrip("\n"), fence]


def _longest_run(text: str) -> int:
    longest = run = 0
    for letter in text:
        run = run + 1 if letter == "~" else 0
        longest = max(longest, run)
    return longest


def _line(text: str) -> str:
    return " ".join(text.split())


def _row(*cells: Any) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(value: Any) -> str:
    return _line(listed([*map(str, value)], _MOST_LISTED) if isinstance(value, list | tuple) else str(value)).replace(
        "|", "\\|"
    )
