"""Texts of plans as YAML: blocks where they can be, and read back exactly whatever they hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.plans.plan_yaml import block, flow
from simulator.scenario.yaml12 import load_yaml

_AWKWARD = st.sampled_from("\n\n \t#:-|>'\"{}[]&*!%@`\\\u2028\x85\xa0\ufeff\r")
_TEXTS = st.text(st.one_of(_AWKWARD, st.characters(codec="utf-8")), max_size=40)


@settings(max_examples=200)
@given(_TEXTS, st.sampled_from(["", "  ", "    "]))
def test_every_text_is_read_back_as_it_was(text: str, indent: str) -> None:
    outer = "" if not indent else "outer:\n" if indent == "  " else "outer:\n  inner:\n"
    written = f"{outer}{indent}key: {block(text, indent)}\n{indent}after: 1\n"
    data = load_yaml(written, "").data
    for name in ("outer", "inner")[: len(indent) // 2]:
        data = data[name]
    assert data == {"key": text, "after": 1}


@pytest.mark.parametrize("text", ["One\ntwo", "  indented\nfirst", "a: b\n\n# no comment\n- item"])
def test_several_lines_stand_as_lines(text: str) -> None:
    assert block(text, "").split("\n")[1:] == [f"  {line}" if line else "" for line in text.split("\n")]


@pytest.mark.parametrize("text", ["one line", "", " \n ", "ends with a break\n", "bell\x07\nhere"])
def test_what_a_block_could_not_hold_is_quoted(text: str) -> None:
    assert block(text, "") == flow(text) and "\n" not in flow(text)
