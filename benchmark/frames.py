"""Results as Polars frames and as files for other tools.

In a notebook:

    from benchmark.frames import results
    frame = results("results/benchmark_full_user_scripted_mt_own_umi_1_omi_5_emi_10")

Polars takes a while to load, so it is loaded by the functions that need it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from benchmark.results_files import read_folder, read_rows, rows_as_json
from benchmark.rows import COLUMNS, EXTRAS, Row

if TYPE_CHECKING:
    import polars as pl


def results(source: str | Path | Iterable[Row]) -> pl.DataFrame:
    """A frame with one row per run: the 29 published columns with their types, then ours.

    `source` is a folder of results, a single `*_result.json`, or rows, as `benchmark.jobs.rows.rows_of_sweep` gives
    them. Files of the original, which have the 29 columns only, are read too: ours are then empty.
    """
    if not isinstance(source, str | Path):
        return frame_of(source)
    path = Path(source)
    return frame_of(read_rows(path) if path.is_file() else read_folder(path))


def read_results(folder: str | Path) -> pl.DataFrame:
    """Every `*_result.json` of a folder but the combined one."""
    return frame_of(read_folder(Path(folder)))


def frame_of(rows: Iterable[Row]) -> pl.DataFrame:
    import polars as pl

    given = list(rows)
    columns = {name: [getattr(row, name) for row in given] for name in Row.__struct_fields__}
    return pl.DataFrame(columns, schema=schema(), strict=True)


def rows_of(frame: pl.DataFrame) -> list[Row]:
    """The rows behind a frame; it may lack extras."""
    return msgspec.convert([_known(entry) for entry in frame.iter_rows(named=True)], list[Row])


def schema() -> dict[str, pl.DataType]:
    """The published columns as the original types them; extras keep types of their own instead of becoming text."""
    import polars as pl

    types: dict[type, pl.DataType] = {str: pl.String(), int: pl.Int64(), float: pl.Float64(), bool: pl.Boolean()}
    hints = get_type_hints(Row)
    return {name: types[kind] for name, kind in COLUMNS} | {name: types[_plain_type(hints[name])] for name in EXTRAS}


def csv_of(rows: Iterable[Row]) -> bytes:
    """For spreadsheets, too: a text that they would take for a formula begins with an apostrophe here.

    Models write some of these texts. JSON and Parquet hold them as they are.
    """
    import polars as pl

    text = pl.col(pl.String)
    is_formula = text.str.contains(_FORMULA) & ~text.str.contains(_NUMBER)
    return (
        frame_of(rows)
        .with_columns(pl.when(is_formula).then("'" + text).otherwise(text).name.keep())
        .write_csv()
        .encode()
    )


def json_of_rows(rows: Iterable[Row]) -> bytes:
    return rows_as_json(rows).encode()


def parquet_of(rows: Iterable[Row]) -> bytes:
    file = io.BytesIO()
    frame_of(rows).write_parquet(file)
    return file.getvalue()


def _known(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value is not None and name in _FIELDS}


def _plain_type(kind: Any) -> type:
    """The type of a field that may be None, or that is one of some words."""
    if get_origin(kind) is Literal:
        return str
    inner = [part for part in get_args(kind) if part is not NoneType]
    found: type = inner[0] if inner else kind
    return found


_FORMULA = r"^\s*[=+@\-]|^[\t\r\n]"
_NUMBER = r"^[+-]?\d+(\.\d+)?$"
_FIELDS = frozenset(Row.__struct_fields__)
