"""Returns results as Polars frames, CSV, JSON and Parquet.

In a notebook:

    from benchmark.frames import results
    frame = results("results/benchmark_full_user_scripted_mt_own_umi_1_omi_8_emi_15")

Polars is slow to import, so only the functions that need it import it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from benchmark.result_row import COLUMNS, EXTRAS, ResultRow
from benchmark.results_files import read_folder, read_rows, rows_as_json

if TYPE_CHECKING:
    import polars as pl


def results(source: str | Path | Iterable[ResultRow]) -> pl.DataFrame:
    """Return a frame with one row per result: the 29 columns of the original benchmark, then our extra columns.

    `source` is a folder of results, a single `*_result.json`, or rows from `benchmark.jobs.sweep_rows.rows_of_sweep`.
    Files of the original benchmark lack our extra columns: these are null or "", except `kind`, which is "model".
    """
    if not isinstance(source, str | Path):
        return frame_of(source)
    path = Path(source)
    return frame_of(read_rows(path) if path.is_file() else read_folder(path))


def frame_of(rows: Iterable[ResultRow]) -> pl.DataFrame:
    import polars as pl

    given = list(rows)
    columns = {name: [getattr(row, name) for row in given] for name in ResultRow.__struct_fields__}
    # Strict, so that a value of the wrong type raises an error instead of becoming null.
    return pl.DataFrame(columns, schema=schema(), strict=True)


def schema() -> dict[str, pl.DataType]:
    """Return the type of each column: from `COLUMNS` for the original's 29 columns, from `ResultRow` for ours."""
    import polars as pl

    types: dict[type, pl.DataType] = {str: pl.String(), int: pl.Int64(), float: pl.Float64(), bool: pl.Boolean()}
    hints = get_type_hints(ResultRow)
    return {name: types[kind] for name, kind in COLUMNS} | {name: types[_plain_type(hints[name])] for name in EXTRAS}


def csv_of(rows: Iterable[ResultRow]) -> bytes:
    """Return the rows as CSV. Texts that a spreadsheet would run as a formula get a leading apostrophe.

    The apostrophe is needed because texts that models write are not trusted. JSON and Parquet keep all texts unchanged.
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


def json_of_rows(rows: Iterable[ResultRow]) -> bytes:
    return rows_as_json(rows).encode()


def parquet_of(rows: Iterable[ResultRow]) -> bytes:
    file = io.BytesIO()
    frame_of(rows).write_parquet(file)
    return file.getvalue()


def _plain_type(kind: Any) -> type:
    """Return the type of a field's values: str for a Literal, and T for `T | None`."""
    if get_origin(kind) is Literal:
        return str
    inner = [part for part in get_args(kind) if part is not NoneType]
    found: type = inner[0] if inner else kind
    return found


# Starts of formulas, from OWASP's page on CSV injection. Some spreadsheets skip spaces in front of a formula.
_FORMULA = r"^\s*[=+@\-]|^[\t\r\n]"
# A negative number starts like a formula but is harmless, and must stay a number.
_NUMBER = r"^[+-]?\d+(\.\d+)?$"
