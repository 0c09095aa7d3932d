"""Markdown tables in documents: writes them between two marker lines, so that a command can bring them up to date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pare_site.cli.exits import Trouble


def markers(block: str) -> tuple[str, str]:
    """Return the two lines between which a block of tables stands."""
    return f"<!-- {block}:begin -->", f"<!-- {block}:end -->"


def block_in(text: str, block: str) -> str | None:
    """Return what stands between the two markers of a block; None if the text does not have both."""
    begin, end = markers(block)
    _, found, rest = text.partition(f"{begin}\n")
    inside, closed, _ = rest.partition(end)
    return inside if found and closed else None


def write_blocks(name: str, blocks: Mapping[str, str], new: str) -> None:
    """Replace those blocks that a file has. A file that does not exist is created with the block `new`."""
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
        raise Trouble(f"--table: {name} cannot be written: {reason}. Choose another file.") from None


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
