"""Reads YAML 1.2 (core schema) into plain values, and finds the line of each value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import yaml

# Files may come from other people, so size, number of values and depth are limited.
LARGEST_FILE = 1_000_000
MOST_NODES = 50_000
DEEPEST = 50
LONGEST_NUMBER = 30

_PLAIN, _QUOTED, _COLLECTION = "plain", "quoted", "collection"
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_UNREADABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BARE_TAG = re.compile(r"(?:&\S+\s+)?!")

_FURTHER_UP = "an unclosed quote or bracket further up can also cause this"
_INDENT = f"Indent the line like its neighbours, and end each key with ': '; {_FURTHER_UP}"
_BRACKETS = "Close the bracket, and put quotes around text with commas or brackets"
_COLON = f"Put quotes around text that contains ': ', and check the indentation; {_FURTHER_UP}"
_TAG = "Remove the word that starts with '!', or quote the text"
# PyYAML's messages and their meaning in plain words; the first match counts.
_EXPLANATIONS = (
    (r"single document|document start>", "the file contains more than one document", "Split the file at '---'"),
    (r"undefined alias", "an alias has no anchor above it", "Write &name before its first *name, or quote the text"),
    (r"duplicate anchor", "an anchor is defined twice", "Give each anchor its own name"),
    (r"mapping values are not allowed", "there is a ':' where a key is not allowed", _COLON),
    (r"unexpected (end of stream|document indicator)", "a quoted text{since} does not end", "Close the quote"),
    (r"escape|hexdecimal", "a backslash in double quotes is not followed by a known escape", "Use single quotes"),
    (r"',' or", "a list or mapping in brackets{since} is not closed or lacks a comma", _BRACKETS),
    (r"expected (':'|key|<block|'-'|the node)|simple key", "the line does not fit the lines around it", _INDENT),
    (r"entries are not allowed", "there is a '-' where a list can't start", "Start the list on a line of its own"),
    (r"\btag\b", "a tag is not valid", _TAG),
    (r"start any token", "a text starts with a character that YAML reserves", "Put quotes around the text"),
)


class YamlError(Exception):
    """A file that cannot be read; the message says where, what is wrong and how to fix it."""

    def __init__(self, file: str, line: int, column: int, problem: str, remedy: str) -> None:
        super().__init__(file, line, column, problem, remedy)
        self.file, self.line, self.column = file, line, column
        self.problem, self.remedy = problem, remedy

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.problem}. {self.remedy}."


class _Refusal(Exception):
    """A mistake at a place in the text, raised where the name of the file is not known."""

    def __init__(self, node: yaml.Node, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.line, self.column = node.start_mark.line + 1, node.start_mark.column + 1
        self.problem, self.remedy = problem, remedy


class _CoreSchema:
    """A mixin for PyYAML loaders: leaves scalars unresolved, marks how they were written, limits the nesting."""

    depth = 0

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: Any) -> str:
        if kind is not yaml.ScalarNode:
            return _COLLECTION
        return _PLAIN if implicit[0] else _QUOTED

    def descend_resolver(self, parent: yaml.Node | None, index: object) -> None:
        # The C composer recurses without a limit of its own, so a hostile file must be stopped here.
        self.depth += 1
        if parent is not None and self.depth > DEEPEST:
            raise _too_deep(parent)

    def ascend_resolver(self) -> None:
        self.depth -= 1


class PureLoader(_CoreSchema, yaml.SafeLoader):
    """The loader for a PyYAML that was built without libyaml."""


LOADER: Any = type("FastLoader", (_CoreSchema, yaml.CSafeLoader), {}) if yaml.__with_libyaml__ else PureLoader


@dataclass(frozen=True)
class Document:
    """The plain data of a file, with the lines of its values."""

    data: Any
    _root: yaml.Node | None = field(default=None, repr=False, compare=False)

    def line_of(self, path: Sequence[str | int]) -> int:
        """Return the line of the value at that path, or of its nearest ancestor that exists."""
        node, line = self._root, 1 if self._root is None else self._root.start_mark.line + 1
        for step in path:
            child = None if node is None else _child(node, step)
            if child is None:
                break
            node, line = child
        return line


def _child(parent: yaml.Node, step: str | int) -> tuple[yaml.Node, int] | None:
    if isinstance(parent, yaml.MappingNode):
        for key, value in parent.value:
            if key.value == str(step):
                return value, key.start_mark.line + 1
    elif isinstance(parent, yaml.SequenceNode) and isinstance(step, int) and 0 <= step < len(parent.value):
        item = parent.value[step]
        return item, item.start_mark.line + 1
    return None


def load_yaml(text: str, file: str) -> Document:
    """Return the document. Numbers, true, false and null are resolved; 12:30, 2026-03-05, yes and off stay text."""
    # Some editors write a byte order mark.
    text = text.removeprefix("\ufeff")
    _refuse_unreadable(text, file)
    try:
        root = yaml.compose(text, Loader=LOADER)
        data = None if root is None else _Builder(text).value_of(root, depth=1)
    except _Refusal as refusal:
        raise YamlError(file, refusal.line, refusal.column, refusal.problem, refusal.remedy) from None
    except yaml.MarkedYAMLError as error:
        raise _explained(error, text, file) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # The pure parser lets a few of Python's own errors through, such as an escape beyond Unicode.
        raise YamlError(file, 1, 1, f"the file is not YAML ({error})", "Check the characters and escapes") from None
    return Document(data, root)


def _refuse_unreadable(text: str, file: str) -> None:
    if len(text) > LARGEST_FILE or len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        raise YamlError(file, 1, 1, "the file is larger than 1 MB", "Split the file or shorten its texts")
    if found := _UNREADABLE.search(text):
        before = text[: found.start()]
        line, column = before.count("\n") + 1, found.start() - before.rfind("\n")
        problem = f"the character U+{ord(found[0]):04X} is not allowed in YAML"
        raise YamlError(file, line, column, problem, "Remove the character, or write it as an escape in double quotes")


def _explained(error: yaml.MarkedYAMLError, text: str, file: str) -> YamlError:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    said = " ".join(part for part in (error.context, error.problem) if part)
    lines = text.splitlines() or [""]
    if line > len(lines):
        line, column = len(lines), len(lines[-1]) + 1
    shown = lines[line - 1]
    if "\t" in shown[: len(shown) - len(shown.lstrip())] or shown[column - 1 : column] == "\t":
        return YamlError(file, line, column, "a tab is used for indentation", "Use spaces instead of tabs")
    since = f" that starts on line {error.context_mark.line + 1}" if error.context_mark else ""
    for pattern, problem, remedy in _EXPLANATIONS:
        if re.search(pattern, said):
            return YamlError(file, line, column, problem.format(since=since), remedy)
    remedy = f"Check the indentation and the quotes here; {_FURTHER_UP}"
    return YamlError(file, line, column, f"this is not YAML ({said})", remedy)


def _too_deep(node: yaml.Node) -> _Refusal:
    problem = f"values are nested more than {DEEPEST} levels deep"
    return _Refusal(node, problem, "Flatten the values; an alias must not contain itself")


class _Builder:
    """A builder of plain values from nodes; aliased parts are built again, so that no two places share a value."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._built = 0

    def value_of(self, node: yaml.Node, depth: int) -> Any:
        self._count(node)
        # Checked again here: aliases can nest deeper than the text, even endlessly.
        if depth > DEEPEST:
            raise _too_deep(node)
        self._refuse_tag(node)
        if isinstance(node, yaml.MappingNode):
            return {key: self.value_of(value, depth + 1) for key, value in self._pairs(node)}
        if isinstance(node, yaml.SequenceNode):
            return [self.value_of(item, depth + 1) for item in node.value]
        return _scalar(node)

    def _count(self, node: yaml.Node) -> None:
        # Aliased parts count each time: nested aliases can make billions of values out of a small file.
        self._built += 1
        if self._built > MOST_NODES:
            problem = f"the file contains more than {MOST_NODES} values"
            raise _Refusal(node, problem, "Shorten the file or use fewer aliases")

    def _refuse_tag(self, node: yaml.Node) -> None:
        tagged = node.tag not in (_PLAIN, _QUOTED, _COLLECTION)
        # A bare `!` leaves no tag on the node; only the text shows it.
        if tagged or _BARE_TAG.match(self._text, node.start_mark.index):
            raise _Refusal(node, "tags are not allowed", _TAG)

    def _pairs(self, mapping: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
        first_lines: dict[str, int] = {}
        for node, value in mapping.value:
            self._count(node)
            self._refuse_tag(node)
            text, line = _key_text(node), node.start_mark.line + 1
            # Without this check, the last value of a repeated key would silently win.
            if text in first_lines:
                lines = f"lines {first_lines[text]} and {line}"
                raise _Refusal(node, f"the key {_short(text)} is given twice, on {lines}", "Keep one of the two")
            first_lines[text] = line
            yield text, value


def _key_text(node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _Refusal(node, "a key is a list or a mapping", "Use plain text as the key; quote a text with brackets")
    if node.tag == _PLAIN and node.value == "<<":
        raise _Refusal(node, "merge keys ('<<') are not allowed", "Repeat the fields, or alias the whole value")
    value = _scalar(node)
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        # The key as it is written, so that 007 stays 007.
        return str(node.value)
    raise _Refusal(node, f"the key {_short(node.value)} is not text", "Put quotes around the key")


def _scalar(node: yaml.Node) -> str | int | float | bool | None:
    text: str = node.value
    if node.tag == _QUOTED:
        if found := re.search(r"[\ud800-\udfff]", text):
            problem = f"the escape U+{ord(found[0]):04X} is only half a character"
            raise _Refusal(node, problem, "Write the character itself")
        return text
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    # Converting many digits is slow, and a number this long is more likely an id.
    if len(text) > LONGEST_NUMBER and (_FLOAT.fullmatch(text) or _OTHER_BASE.fullmatch(text)):
        raise _Refusal(node, f"the number {_short(text)} is too long", "Put quotes around the number if it is text")
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _OTHER_BASE.fullmatch(text):
        return int(text, 0)
    if _NOT_FINITE.fullmatch(text) or (_FLOAT.fullmatch(text) and not isfinite(float(text))):
        raise _Refusal(node, f"{text} is not a finite number", "Write a finite number, or quote the text")
    return float(text) if _FLOAT.fullmatch(text) else text


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
