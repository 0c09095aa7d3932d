"""Writes Markdown tables into documents, between two marker lines, so that a command can update them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pare_site.cli.exits import Trouble


def markers(block: str) -> tuple[str, str]:
    """Return the two marker lines around a block of tables."""
    return f"<!-- {block}:begin -->", f"<!-- {block}:end -->"


def block_in(text: str, block: str) -> str | None:
    """Return the text between the two marker lines of a block; None if a marker line is missing."""
    begin, end = markers(block)
    _, found, rest = text.partition(f"{begin}\n")
    inside, closed, _ = rest.partition(end)
    return inside if found and closed else None


def write_blocks(name: str, blocks: Mapping[str, str], new: str) -> None:
    """Replace the blocks whose marker lines are in the file.

    If the file does not exist, create it with the block `new`. Raises Trouble if the file has no marker lines.
    """
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else "{}\n{}\n".format(*markers(new))
        known = [block for block in blocks if block_in(text, block) is not None]
        if not known:
            places = " or ".join(" and ".join(markers(block)) for block in blocks)
            raise Trouble(f"--table: {name} has no place for the tables. Add the lines {places}.")
        for block in known:
            begin, end = markers(block)
            head, _, rest = text.partition(f"{begin}\n")
            tail = rest.partition(end)[2]
            text = f"{head}{begin}\n{blocks[block]}{end}{tail}"
        path.write_text(text, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--table: {name} cannot be written: {reason}. Choose a different file.") from None


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
