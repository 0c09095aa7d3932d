"""Bundles style sheets, scripts and fonts as texts that a page can contain, so that it needs no other file."""

from __future__ import annotations

import base64
import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

_CSS_IMPORT = re.compile(r'@import url\("([^"]+)"\);')
# One import per line with double quotes: the only form that our own scripts use.
_JS_IMPORT = re.compile(r'^((?:import|export)\b[^"\n]*")(\.{1,2}/[^"\n]+)(";)$', re.MULTILINE)
_CSS_FONT = re.compile(r'url\("?([^")]+\.woff2)"?\)')
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}")


class Bundler:
    """Bundles files below a folder; names are paths relative to the folder, such as `run/page.js`."""

    def __init__(self, folder: Path, fonts: Iterable[str] = ()) -> None:
        """Bundle files of `folder`. Fonts that are not in `fonts` are left out; the browser then uses its own fonts."""
        self._folder = folder
        self._fonts = frozenset(fonts)

    def styles(self, names: Iterable[str]) -> str:
        """Return the style sheets one after the other, each with its imports inlined."""
        return "\n".join(self._sheet(name) for name in names)

    def modules(self, entry: str, instead: Mapping[str, str]) -> str:
        """Return an import map of a module and all its imports as data URLs. `instead` maps modules to replacements."""
        found: dict[str, str] = {}
        waiting = [entry]
        while waiting:
            name = waiting.pop()
            if name not in found:
                text, imported = self._module(name, instead)
                found[name] = data_url("text/javascript", text.encode())
                waiting += imported
        return json.dumps({"imports": dict(sorted(found.items()))})

    def symbols(self, name: str, prefix: str) -> str:
        """Return a file of icons with a prefix before each id, because two files may have icons with the same name."""
        return self._read(name).replace('<symbol id="', f'<symbol id="{prefix}-')

    def script(self, name: str) -> str:
        return self._read(name)

    def _sheet(self, name: str) -> str:
        text = _CSS_IMPORT.sub(lambda found: self._sheet(_beside(name, found[1])), self._read(name))
        return _FONT_FACE.sub(lambda face: self._face(name, face[0]), text)

    def _face(self, sheet: str, face: str) -> str:
        """Return a font face with its file inlined, or an empty text for a font that is not included."""
        file = _CSS_FONT.search(face)
        if file is None:
            return face
        name = _beside(sheet, file[1])
        if name not in self._fonts:
            return ""
        inside = data_url("font/woff2", (self._folder / name).read_bytes())
        return _CSS_FONT.sub(lambda _: f'url("{inside}")', face)

    def _module(self, name: str, instead: Mapping[str, str]) -> tuple[str, list[str]]:
        """Return a module with full names such as `run/page.js` in its imports, and the list of these names."""
        # A module at a `data:` URL has no path, so it can't import other modules by relative paths.
        imported: list[str] = []

        def in_full(found: re.Match[str]) -> str:
            wanted = _beside(name, found[2])
            imported.append(instead.get(wanted, wanted))
            return f"{found[1]}{imported[-1]}{found[3]}"

        return _JS_IMPORT.sub(in_full, self._read(name)), imported

    def _read(self, name: str) -> str:
        return (self._folder / name).read_text(encoding="utf-8")


def data_url(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def _beside(name: str, relative: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))
