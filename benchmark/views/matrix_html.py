"""The matrix of a sweep as HTML, built without templates because a large one has ten thousand marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from benchmark.views.matrix_data import WORDS, MatrixColumn, MatrixData, MatrixLine, share_of
from simulator.words.english import in_words
from simulator.words.numbers import LARGEST_INTEGER, whole_number

# A cell with more runs shows only its share of successes.
MOST_MARKS = 60
_MANY = 6


class MatrixHtml:
    """HTML of the lines and columns that the filter selects."""

    def __init__(
        self,
        grid: MatrixData,
        lines: Sequence[tuple[int, MatrixLine]],
        columns: Sequence[MatrixColumn],
        query: dict[str, str],
        picked: Sequence[tuple[int, int]] = (),
    ) -> None:
        """`lines`: each with its index among all lines. `query`: the filters in the address, kept in links to cells."""
        self._lines = lines
        self._models = [column for column in columns if column.is_model]
        # Models first, as in the report; the column with the sum over models comes between models and baselines.
        self._columns = [*self._models, *(column for column in columns if not column.is_model)]
        self._has_models = bool(self._models)
        self._query = urlencode(query)
        self._picked = set(picked)
        self._slots = len(grid.slots)

    @property
    def columns(self) -> Sequence[MatrixColumn]:
        """Return the columns in order: models first, then baselines."""
        return self._columns

    @property
    def models(self) -> Sequence[MatrixColumn]:
        return self._models

    @property
    def baselines(self) -> Sequence[MatrixColumn]:
        return [column for column in self._columns if not column.is_model]

    @property
    def size(self) -> str:
        """Return the CSS class for the number of marks per cell."""
        return "bars" if self._slots > MOST_MARKS else "many" if self._slots > _MANY else "few"

    @property
    def body(self) -> SafeString:
        return mark_safe("".join(self._rows()))

    @property
    def foot(self) -> SafeString:
        """Return the cells of the last row: the success of each configuration over the lines shown."""
        cells = [self._sum(column) for column in self._columns]
        if self._has_models:
            cells.insert(len(self._models), self._sum_of_models())
        return mark_safe("".join(cells))

    def _rows(self) -> Iterator[str]:
        for place, line in self._lines:
            yield f'<tr data-row="{place}"><th scope="row"><a href="{_scenario(line.slug)}">'
            yield f'{conditional_escape(line.title)}</a></th><td class="mute">{_category(line.category)}</td>'
            yield f'<td class="num mute">{conditional_escape(line.difficulty)}</td>'
            for column in self._models:
                yield self._cell(line, column)
            if self._has_models:
                share = share_of(line.marks[column.number] for column in self._models)
                yield f'<td class="num edge" data-models>{share.words}</td>'
            for column in self.baselines:
                yield self._cell(line, column)
            yield "</tr>"

    def _cell(self, line: MatrixLine, column: MatrixColumn) -> str:
        marks = line.marks[column.number]
        edge = " edge" if column in (self._columns[0], *self.baselines[:1]) else ""
        picked = " picked" if (line.version, column.number) in self._picked else ""
        query = f"{self._query}&amp;" if self._query else ""
        return (
            f'<td class="cell{edge}{picked}" data-column="{column.number}">'
            f'<a href="?{query}cell={line.version}-{column.number}#cell" '
            f'aria-label="{conditional_escape(line.title)}, {conditional_escape(column.label)}: {_said(marks)}">'
            f"{_drawn(marks)}</a></td>"
        )

    def _sum(self, column: MatrixColumn) -> str:
        share = share_of(line.marks[column.number] for _, line in self._lines)
        edge = " edge" if column in (self._columns[0], *self.baselines[:1]) else ""
        return (
            f'<td class="num cell{edge}" data-column="{column.number}">{share.percent}'
            f'<span class="sub">{share.words}</span></td>'
        )

    def _sum_of_models(self) -> str:
        share = share_of(line.marks[column.number] for _, line in self._lines for column in self._models)
        return f'<td class="num edge" data-models>{share.words}</td>'


def cell_in(text: str) -> tuple[int, int] | None:
    """Return scenario version and configuration from the name of a cell in an address, such as `12-3`; else None."""
    version, _, configuration = text.partition("-")
    found = whole_number(version), whole_number(configuration, LARGEST_INTEGER)
    return None if found[0] is None or found[1] is None else (found[0], found[1])


# Most cells share one of a few patterns of marks, so the HTML of a pattern is built only once.
@lru_cache(maxsize=4096)
def _drawn(marks: str) -> str:
    if len(marks) > MOST_MARKS:
        share = share_of([marks])
        return f'<span class="share">{share.words}</span>'
    return "".join(f'<i class="{letter}"></i>' for letter in marks)


@lru_cache(maxsize=4096)
def _said(marks: str) -> str:
    """Return the marks in words for screen readers: a list, or counts if there are many."""
    if len(marks) <= _MANY:
        return ", ".join(WORDS[letter] for letter in marks if letter)
    counts = ((marks.count(letter), word) for letter, word in WORDS.items())
    return ", ".join(f"{count} {word}" for count, word in counts if count)


@lru_cache(maxsize=4096)
def _scenario(slug: str) -> str:
    return reverse("scenario", args=[slug])


@lru_cache(maxsize=256)
def _category(name: str) -> SafeString:
    return format_html("{}", in_words(name))
