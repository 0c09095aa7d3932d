"""The scenario that the docs explain line by line is the one that is played."""

from __future__ import annotations

import re
from pathlib import Path

SCENARIO = "benchmark/scenarios/email_notification.yaml"
HEADING = "## One scenario, line by line"


def test_every_line_that_is_explained_stands_in_the_scenario(root: Path) -> None:
    text = (root / "docs" / "scenarios.md").read_text()
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    assert SCENARIO in section
    explained = [line for block in re.findall(r"```yaml\n(.*?)```", section, re.S) for line in block.splitlines()]
    lines = (root / SCENARIO).read_text().splitlines()
    assert len(explained) > 20
    assert [line for line in explained if line not in lines] == []
