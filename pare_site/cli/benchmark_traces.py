"""The traces of a sweep as files: one a run, under the names of the folder of results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from benchmark.results_folder import PlanFacts, file_stem, folder_name
from benchmark.rows import NO_VALIDATION, Row
from replay.formats import CannotExport, FormatName
from replay.jobs.exporting import exported
from simulator.models import Episode
from simulator.trace.writing import whole_file

_ENDINGS = {"hf": "json", "lite": "json", "trace": "jsonl"}
_AT_ONCE = 100


class Traces:
    def __init__(self, root: Path, format: str, facts: PlanFacts) -> None:
        self._root = root
        self._format = format
        self._facts = facts
        self._written: dict[Path, str] = {}
        """By the name without its ending; what is over does not change any more."""

    def written(self, rows: Sequence[Row]) -> list[Row]:
        """The same rows, with where the trace of each is; those that are not over have none."""
        over = [row for row in rows if row.episode is not None and row.status != NO_VALIDATION]
        missing = [row for row in over if self._stem(row) not in self._written]
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            episodes = Episode.objects.select_related("version__scenario").in_bulk([row.episode for row in some])
            for row in some:
                self._write(episodes[row.episode or 0], self._stem(row))
        return [self._with_path(row) for row in rows]

    def _stem(self, row: Row) -> Path:
        number = "" if row.run_number is None else f"_run_{row.run_number}"
        folder = self._root / folder_name(self._facts, row.user_model) / file_stem(self._facts, row)
        return folder / f"{row.base_scenario_id}{number}"

    def _with_path(self, row: Row) -> Row:
        path = self._written.get(self._stem(row))
        return row if not path else msgspec.structs.replace(row, export_path=path)

    def _write(self, episode: Episode, stem: Path) -> None:
        stem.parent.mkdir(parents=True, exist_ok=True)
        self._written[stem] = ""
        for name in self._formats():
            try:
                data = exported(episode, name).data
            except CannotExport:
                continue
            path = stem.with_name(f"{stem.name}.{_ENDINGS[name]}")
            with whole_file(path) as handle:
                handle.write(data)
            self._written[stem] = str(path)
            return

    def _formats(self) -> Iterable[FormatName]:
        """What broke off has no end, which only our own format can hold; it is needed most of all."""
        wanted: FormatName = "lite" if self._format == "lite" else "trace" if self._format == "trace" else "hf"
        return dict.fromkeys((wanted, "trace"))
