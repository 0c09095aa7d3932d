"""`pare apps`: list, graph and tools."""

from __future__ import annotations

import json

import pytest

from pare_site.cli.main import main
from simulator.phone.registry import all_apps


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["apps", *args]) == 0
    return capsys.readouterr().out


def test_every_app_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    first_words = [line.split()[0] for line in shown(capsys, "list").splitlines()]
    assert first_words == ["app", *all_apps()]


def test_the_list_as_json_names_screens_tools_and_events(capsys: pytest.CaptureFixture[str]) -> None:
    apps = {app["name"]: app for app in json.loads(shown(capsys, "list", "--json"))["apps"]}
    assert "ReminderList" in apps["reminder"]["screens"]
    assert "Reminders__add_reminder" in apps["reminder"]["tools"]
    assert "fall_due" in apps["reminder"]["events"]


def test_a_graph_is_mermaid_unless_asked_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "graph", "reminder")
    assert out.startswith("stateDiagram-v2\n")
    assert "[*] --> ReminderList" in out
    assert shown(capsys, "graph", "reminder", "--format", "mermaid") == out


def test_a_graph_as_json_has_screens_and_edges(capsys: pytest.CaptureFixture[str]) -> None:
    graph = json.loads(shown(capsys, "graph", "reminder", "--format", "json"))
    assert graph["root"] == "ReminderList"
    assert {edge["screen"] for edge in graph["edges"]} <= set(graph["screens"])


@pytest.mark.parametrize("name", ["reminder", "Reminders", "REMINDER"])
def test_an_app_goes_by_its_name_its_title_or_its_prefix(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert "ReminderList" in shown(capsys, "graph", name)


def test_an_unknown_app_gives_the_closest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "graph", "remindr"]) == 2
    assert "did you mean 'reminder'" in capsys.readouterr().err


def test_an_app_without_screens_has_no_graph(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "graph", "files"]) == 2
    assert "no screens" in capsys.readouterr().err


def test_an_unknown_format_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apps", "graph", "reminder", "--format", "dot"]) == 2
    assert "mermaid" in capsys.readouterr().err


def test_tools_of_all_apps_are_listed_with_read_or_write(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "tools")
    assert "  write  Reminders__add_reminder(title, due_datetime, " in out
    assert "  read   Reminders__get_all_reminders(" in out
    for app in all_apps().values():
        for action in app.tools.values():
            assert action.full_name in out


def test_tools_of_one_app_explain_their_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, "tools", "reminder")
    assert "Emails__" not in out
    assert "due_datetime: text, required. " in out
    assert "second or minute" in out or "day" in out


def test_tools_as_json_carry_their_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    tools = {tool["name"]: tool for tool in json.loads(shown(capsys, "tools", "reminder", "--json"))["tools"]}
    added = tools["Reminders__add_reminder"]
    assert added["write"] is True
    assert "title" in added["arguments"]["required"]


def test_tools_of_an_app_without_any_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    without = [app.name for app in all_apps().values() if not app.tools]
    for name in without:
        assert "0 tools" in shown(capsys, "tools", name)
    assert json.loads(shown(capsys, "tools", "home", "--json"))["tools"]
