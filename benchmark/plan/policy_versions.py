"""Finds the version of an installed policy without importing it, because an import would run its code."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from simulator.agents.entry_points import points_called

# With more files or bytes, hashing the content would keep the launch page waiting; see `_hashed`.
MOST_FILES = 2000
MOST_BYTES = 50_000_000
_PASSED_OVER = ("__pycache__", ".git")
Stamp = tuple[tuple[str, int, int], ...]


def version_of(name: str) -> list[dict[str, Any]]:
    """Return the entry point, distribution, version and code hash of every installed policy of this name."""
    return [_described(point) for point in points_called(name)]


def _described(point: EntryPoint) -> dict[str, Any]:
    name, version = _distribution(point)
    source = source_hash(point.module)
    return {"value": point.value, "distribution": name, "version": version, "source": source}


def _distribution(point: EntryPoint) -> tuple[str, str]:
    try:
        return ("", "") if point.dist is None else (point.dist.name, point.dist.version)
    except (KeyError, OSError, TypeError):
        # The package was removed or replaced meanwhile; the hash still identifies its current code.
        return "", ""


def source_hash(module: str) -> str:
    """Return a hash of all files in the module's top package, or "" if the module is not found.

    The hash covers all files, not only code, because a policy may keep prompts beside its code.
    """
    found = _outermost(module)
    if found is None:
        return ""
    places = [Path(place) for place in found.submodule_search_locations or ()]
    files = _files_in(places) if places else [Path(found.origin or "")]
    return _hashed(_stamp(files))


def _outermost(module: str) -> ModuleSpec | None:
    """Return the outermost package or module that is not a namespace package; None if the module is not found."""
    path: Iterable[str] | None = None
    for end in range(1, module.count(".") + 2):
        spec = _spec(".".join(module.split(".")[:end]), path)
        if spec is None or spec.has_location:
            return spec
        path = spec.submodule_search_locations
        if path is None:
            break
    return None


def _spec(name: str, path: Iterable[str] | None) -> ModuleSpec | None:
    where = None if path is None else list(path)
    # importlib.util.find_spec would import the parent packages.
    for finder in sys.meta_path:
        find = getattr(finder, "find_spec", None)
        spec = None if find is None else find(name, where)
        if isinstance(spec, ModuleSpec):
            return spec
    return None


def _files_in(folders: Iterable[Path]) -> list[Path]:
    files = (file for folder in folders for file in sorted(folder.rglob("*")))
    return [file for file in files if file.is_file() and not any(part in _PASSED_OVER for part in file.parts)]


def _stamp(files: Iterable[Path]) -> Stamp:
    found = []
    for file in files:
        try:
            stat = file.stat()
        except OSError:
            continue
        found.append((str(file), stat.st_size, stat.st_mtime_ns))
    return tuple(found)


# The stamp is the cache key: files with the same size and time are not read again.
@lru_cache(maxsize=32)
def _hashed(stamp: Stamp) -> str:
    """Return a hash of the files' content. For very many or large files, hash only sizes and times, which is fast."""
    digest = hashlib.sha256()
    is_large = len(stamp) > MOST_FILES or sum(size for _, size, _ in stamp) > MOST_BYTES
    start = _shared_start([name for name, _, _ in stamp])
    for name, size, changed in stamp:
        digest.update(f"{name[start:]}\0{size}\0".encode("utf-8", "surrogatepass"))
        digest.update(str(changed).encode() if is_large else _content(name))
    return digest.hexdigest()


def _content(name: str) -> bytes:
    try:
        return hashlib.sha256(Path(name).read_bytes()).digest()
    except OSError:
        return b""


def _shared_start(names: list[str]) -> int:
    """Return the length of the path prefix to cut off, so that the installation folder does not change the hash."""
    return min((len(str(Path(name).parent)) for name in names), default=0)
