from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from simulator.scenario import yaml12
from simulator.scenario.yaml12 import YamlError, load_yaml

LOADERS = [yaml12.PureLoader, yaml12.LOADER] if yaml.__with_libyaml__ else [yaml12.PureLoader]


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(yaml12, "LOADER", request.param)
    yield


def read(text: str) -> Any:
    return load_yaml(text, "trip.yaml").data


def refused(text: str) -> YamlError:
    with pytest.raises(YamlError) as refusal:
        load_yaml(text, "trip.yaml")
    return refusal.value


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    "text",
    ["12:30", "12:30:45", "2026-03-05", "2026-03-05 08:22", "yes", "no", "on", "off", "y", "n", "0b11", "1_000", "0o9",
     "nULL", "tRUE", "+5d 16:30", "-16h", "=", "1.2.3", "e5", "+", "-x", ".", "0x", "٣", "+0x1", "a b"],
)  # fmt: skip
def test_text_stays_text(text: str) -> None:
    assert read(f"a: {text}") == {"a": text}


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("NULL", None), ("true", True), ("False", False),
        ("17", 17), ("-3", -3), ("+4", 4), ("007", 7), ("0o17", 15), ("0xff", 255),
        ("17.40", 17.4), (".5", 0.5), ("2.", 2.0), ("1e3", 1000.0), ("-1.5E-2", -0.015),
    ],
)  # fmt: skip
def test_the_core_schema_resolves_the_rest(text: str, value: object) -> None:
    data = read(f"a: {text}")
    assert data == {"a": value}
    assert type(data["a"]) is type(value)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("text", ["17", "true", "null", "", "1.5", "12:30", "<<"])
def test_quoted_scalars_are_always_text(text: str) -> None:
    assert read(f"a: '{text}'\nb: \"{text}\"") == {"a": text, "b": text}


def test_block_scalars_are_text() -> None:
    assert read("a: |\n  17\nb: >-\n  true\n") == {"a": "17\n", "b": "true"}


def test_whole_number_keys_become_text_and_other_odd_words_stay_text() -> None:
    assert read("1: a\n12:30: b\non: c\n'true': d") == {"1": "a", "12:30": "b", "on": "c", "true": "d"}


def test_an_empty_file_is_nothing() -> None:
    assert [read(text) for text in ("", "\n", "# only a remark", "---\n")] == [None] * 4


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read("\ufeffa: 1") == {"a": 1}


def test_the_version_may_be_named() -> None:
    assert read("%YAML 1.2\n---\na: 1") == {"a": 1}


def test_an_alias_gives_an_equal_value_that_is_not_shared() -> None:
    data = read("a: &ride {price: 3}\nb: *ride")
    assert data["a"] == data["b"]
    assert data["a"] is not data["b"]


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "line", "column", "problem", "remedy"),
    [
        ("a: 1\nb: 2\na: 3", 3, 1, "'a' is given twice, on lines 1 and 3", "Keep one"),
        ("1: a\n'1': b", 2, 1, "given twice, on lines 1 and 2", "Keep one"),
        ("a:\n  <<: {b: 1}", 2, 3, "merge keys", "alias the whole value"),
        ("true: 1", 1, 1, "the key 'true' is not text", "quotes"),
        ("1.5: 1", 1, 1, "the key '1.5' is not text", "quotes"),
        ("~: 1", 1, 1, "the key '~' is not text", "quotes"),
        ("[a]: 1", 1, 1, "a key is a list", "plain text"),
        ("a: !!python/object:os.system x", 1, 4, "tags are not allowed", "'!'"),
        ("a: !!str 12", 1, 4, "tags are not allowed", "'!'"),
        ("a: !mine {b: 1}", 1, 4, "tags are not allowed", "'!'"),
        ("a: &x ! 12", 1, 4, "tags are not allowed", "'!'"),
        ("!!str a: 1", 1, 1, "tags are not allowed", "'!'"),
        ("a: !x!y z", 1, 4, "tag", "'!'"),
        ("a: 1\n---\nb: 2", 2, 1, "more than one document", "Split the file"),
        ("a: 1\n...\nb: 2", 3, 1, "more than one document", "Split the file"),
        ("a:\n\tb: 1", 2, 1, "a tab", "spaces"),
        ("a: b: c", 1, 5, "':'", "quotes"),
        ("a: @home", 1, 4, "YAML reserves", "quotes"),
        ("a: - b", 1, 4, "where a list can't start", "line of its own"),
        ("a: 1\nb", 2, 2, "does not fit", "': '"),
        ("- 1\nb: 2", 2, 1, "does not fit", "Indent"),
        ("a: *nobody", 1, 4, "no anchor", "&name"),
        ("a: &x 1\nb: &x 2", 2, 4, "anchor is defined twice", "its own name"),
        ("a: \0", 1, 4, "U+0000", "Remove"),
        ("ok: 1\na: \ud800", 2, 4, "U+D800", "Remove"),
        ("a: .inf", 1, 4, "not a finite number", "quote"),
        ("a: 1e999", 1, 4, "not a finite number", "quote"),
        ("a: " + "9" * 5000, 1, 4, "too long", "quotes"),
        ("a: 0x" + "f" * 5000, 1, 4, "too long", "quotes"),
    ],
)  # fmt: skip
def test_what_is_refused_names_the_place_and_the_remedy(
    text: str, line: int, column: int, problem: str, remedy: str
) -> None:
    error = refused(text)
    # The two parsers may see the end of a word one character apart.
    assert (error.file, error.line) == ("trip.yaml", line)
    assert abs(error.column - column) <= 1
    assert problem in error.problem
    assert remedy in error.remedy


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x: 1\na: [1,\n 2\n", "brackets that starts on line 2 is not closed"),
        ("x: 1\na: 'never\nending\n", "quoted text that starts on line 2 does not end"),
        ('a: "\\d"', "a known escape"),
        ('a: "\\ud800"', ""),
        ('a: "\\Uffffffff"', ""),
        ("%YAML 3.0\n---\na: 1", "YAML"),
        ("%YAML " + "1" * 5000 + ".0\n---\na: 1", "YAML"),
    ],
)
def test_broken_text_is_explained(text: str, problem: str) -> None:
    assert problem in refused(text).problem


def test_an_error_reads_as_place_problem_and_remedy() -> None:
    expected = "trip.yaml:2:1: the key 'a' is given twice, on lines 1 and 2. Keep one of the two."
    assert str(refused("a: 1\na: 2")) == expected


def test_an_error_survives_pickling() -> None:
    error = refused("a: 1\na: 2")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_file_over_one_megabyte_is_refused() -> None:
    assert read("a: " + "x" * 999_997)["a"].startswith("xxx")
    assert "larger than 1 MB" in refused("a: " + "x" * 999_998).problem
    assert "larger than 1 MB" in refused("a: " + "é" * 500_000).problem


def test_an_alias_bomb_is_refused() -> None:
    levels = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert "more than 50000 values" in refused("\n".join(levels)).problem


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000, "&a [*a]", "&a {b: *a}"]
)
def test_values_nested_too_deep_are_refused(text: str) -> None:
    assert "more than 50 levels deep" in refused(text).problem


@pytest.mark.usefixtures("loader")
def test_fifty_levels_are_fine() -> None:
    assert read("[" * 50 + "]" * 50) == json.loads("[" * 50 + "]" * 50)
    assert "more than 50 levels deep" in refused("[" * 51 + "]" * 51).problem


TRIP = """\
# A remark
title: Trip
world:
  cab:
    - {label: ride, price: 3}
    - label: other
      price: 4
  email:
    []
7: seven
"""


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("path", "line"),
    [
        ([], 2), (["title"], 2), (["world"], 3), (["world", "cab"], 4), (["world", "cab", 0, "price"], 5),
        (["world", "cab", 1], 6), (["world", "cab", 1, "price"], 7), (["world", "email"], 8), (["7"], 10), ([7], 10),
    ],
)  # fmt: skip
def test_each_value_knows_its_line(path: list[str | int], line: int) -> None:
    assert load_yaml(TRIP, "trip.yaml").line_of(path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [(["gone"], 2), (["world", "gone", 3], 3), (["world", "cab", 9], 4), (["world", "cab", "x"], 4), (["title", 0], 2)],
)
def test_a_missing_value_is_placed_at_its_nearest_ancestor(path: list[str | int], line: int) -> None:
    assert load_yaml(TRIP, "trip.yaml").line_of(path) == line


def test_in_an_empty_file_everything_is_on_the_first_line() -> None:
    assert load_yaml("", "trip.yaml").line_of(["a", 0]) == 1


printable = st.characters(min_codepoint=32, max_codepoint=0x2FFF, blacklist_categories=["Cs", "Cc"])
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e6, 1e6) | st.text(printable, max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(printable, max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(plain_values)
def test_plain_values_written_as_json_are_read_back(value: Any) -> None:
    # YAML 1.2 holds all of JSON; 1.1 would read 1e-05 as text.
    assert read(json.dumps(value)) == value


NOISE = ["a", "- ", ": ", "\n", "  ", "\t", "[", "]", "{", "}", "&x ", "*x", "!", "!!str ", "'", '"', "|", ">", "#",
         "%", "---", "<<", "? ", ",", "\\U", "ffffffff", "@", "1", "~", "é", "\u2028", "\0", "\x85"]  # fmt: skip


@pytest.mark.parametrize("loader_class", LOADERS)
@given(text=st.text(max_size=60) | st.lists(st.sampled_from(NOISE), max_size=25).map("".join))
@example(text="? - a\n: b\n--- ")
def test_random_text_is_read_or_refused_as_our_own_error(loader_class: Any, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml12, "LOADER", loader_class)
        try:
            document = load_yaml(text, "trip.yaml")
        except YamlError as error:
            assert error.line >= 1 <= error.column
            assert str(error).startswith(f"trip.yaml:{error.line}:{error.column}: ")
        else:
            json.dumps(document.data, allow_nan=False).encode()


@pytest.mark.parametrize("quote", ["'", '"'])
def test_where_a_quote_further_up_may_be_the_cause_it_is_mentioned(quote: str) -> None:
    error = refused(f"a: 1\nb: {quote}open\nc: 2\nd: {quote}closed{quote}\ne: 3\n")
    assert error.line > 2
    assert "unclosed quote or bracket further up" in error.remedy
