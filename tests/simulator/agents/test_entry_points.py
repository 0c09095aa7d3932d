"""Players from other packages, installed with real metadata."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from simulator.agents.entry_points import checked, installed_names
from simulator.agents.policy import PlayerFailed
from simulator.agents.registry import (
    ASSISTANTS,
    USERS,
    UnknownPlayer,
    assistant_maker,
    assistant_names,
    user_names,
    waits_outside,
)
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.hashing import content_hash
from tests.simulator.agents.installing import Shelf
from tests.simulator.scenario.stories import played, sound, tale

WAITING = """
    from simulator.agents.policy import WAIT, Decision

    class Waiting:
        def __init__(self, story, config, evidence):
            self.config = config

        def decide(self, view):
            return Decision(WAIT)
"""
BOTH = """
    from simulator.agents.policy import WAIT, Decision

    class Still:
        def __init__(self, name):
            self.name = name

        def decide(self, view):
            return Decision(self.name)

    def user(story, config, evidence):
        return Still("put_phone_down")

    def assistant(story, config, evidence):
        return Still(WAIT)
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


def deciding(line: str) -> str:
    return f"""
    from simulator.agents.policy import *

    class Odd:
        def __init__(self, *given): pass

        def decide(self, view):
            {line}
"""


def failure(assistant: str = "mine", **options: str) -> str:
    episode = Episode(tale(), EpisodeConfig(assistant=assistant, **options))
    with pytest.raises(PlayerFailed) as caught:
        episode.run()
    assert caught.value.kind == "setup"
    assert episode.ended is None
    return str(caught.value)


def test_a_class_plays_the_assistant(shelf: Shelf) -> None:
    shelf.install(WAITING, {"mine": "own_agent:Waiting"})
    episode = played(tale(), assistant="mine")
    assert content_hash(episode.moments) == content_hash(played(tale(), assistant="silent").moments)
    envelope = episode.ledger.assistant_acts[0].envelope
    assert envelope is not None and envelope.latency_ms is not None


def test_a_module_may_play_both(shelf: Shelf) -> None:
    shelf.install(BOTH, {"both": "own_agent"})
    episode = sound(Episode(tale(), EpisodeConfig(user="both", assistant="both")).run())
    assert {act.name for act in episode.ledger.user_acts} == {"put_phone_down"}


def test_installed_players_are_listed_and_hinted_at_without_being_loaded(shelf: Shelf) -> None:
    shelf.install("raise SystemExit('loaded')", {"marvin": "own_agent:Marvin"})
    assert "marvin" in installed_names()
    assert "marvin" in user_names() and "marvin" in assistant_names()
    with pytest.raises(
        UnknownPlayer, match=r"called 'marvim'\. Did you mean 'marvin'\? Known: oracle, .*, marvin, and"
    ):
        assistant_maker("marvim")
    assert waits_outside(EpisodeConfig(assistant="marvin"))
    Episode(tale(), EpisodeConfig(assistant="marvin"))
    assert "own_agent" not in sys.modules


def test_an_uninstalled_player_is_unknown() -> None:
    with pytest.raises(UnknownPlayer, match="There is no assistant called 'marvin'"):
        assistant_maker("marvin")


def test_a_broken_package_is_told_by_name_and_the_others_play(shelf: Shelf) -> None:
    shelf.install("import no_such_library", {"broken": "broken_agent:Agent"}, "broken_agent")
    shelf.install(WAITING, {"mine": "own_agent:Waiting"})
    sound(Episode(tale(), EpisodeConfig(assistant="mine")).run())
    told = failure("broken")
    assert told == (
        "The policy 'broken' (broken_agent:Agent) can't be loaded: ModuleNotFoundError: No module named "
        "'no_such_library' (broken_agent.py, line 1). Fix its package. Then resume the run."
    )


@pytest.mark.parametrize(
    ("code", "value", "says"),
    [
        ("raise SystemExit(3)", "own_agent:Mine", "can't be loaded: SystemExit: 3"),
        ("def broken(:", "own_agent:Mine", "can't be loaded: SyntaxError: "),
        ("x = 1", "own_agent:Mine", "can't be loaded: AttributeError: "),
        ("x = 1", "no_such_module:Mine", "can't be loaded: ModuleNotFoundError: "),
        ("Mine = 1", "own_agent:Mine", "can't create a player."),
        ("", "own_agent", "can't create a player."),
        ("class Mine: pass", "own_agent:Mine", "can't be created from story, config and evidence: TypeError: "),
        ("def mine(*given): return 7", "own_agent:mine", "returned 7, which has no method `decide`."),
        (deciding("return None"), "own_agent:Odd", "returned None from `decide`, which is not a Decision."),
        (
            deciding("return {}['x']"),
            "own_agent:Odd",
            "raised an error in `decide`: KeyError: 'x' (own_agent.py, line 8).",
        ),
    ],
)
def test_a_policy_that_cannot_play_says_why_and_the_run_can_be_resumed(
    shelf: Shelf, code: str, value: str, says: str
) -> None:
    shelf.install(code, {"mine": value})
    told = failure()
    assert "'mine'" in told and value in told
    assert says in told
    assert told.endswith("hen resume the run.")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("return Decision(7)", "The name of an action is a text, not 7."),
        ("return Decision('x', ['y'])", "Arguments are given by name, as in {'content': '...'}, not as ['y']."),
        ("return Decision('')", "The decision names no action."),
        ("return Decision('', problem='It only mumbled.')", "It only mumbled."),
    ],
)
def test_a_decision_that_cannot_be_read_counts_as_one(shelf: Shelf, line: str, says: str) -> None:
    shelf.install(deciding(line), {"mine": "own_agent:Odd"})
    episode = played(tale(), assistant="mine", max_turns=1)
    errors = [act.error for act in episode.ledger.assistant_acts]
    assert {(error.code, error.message) for error in errors if error is not None} == {("bad_reply", says)}


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("1.5", 2),
        ("7", 7),
        ("-3", 0),
        ("-float('inf')", 0),
        ("float('inf')", 86_400),
        ("10**400", 86_400),
        ("'long'", 0),
    ],
)
def test_however_long_a_policy_says_it_thought_the_trace_can_be_read(shelf: Shelf, said: str, kept: int) -> None:
    shelf.install(deciding(f"return Decision(WAIT, thinking_seconds={said})"), {"mine": "own_agent:Odd"})
    episode = played(tale(), assistant="mine", thinking="measured", max_turns=1)
    assert {act.thinking for act in episode.ledger.assistant_acts} == {kept}


def test_a_policy_may_fail_by_itself(shelf: Shelf) -> None:
    shelf.install(deciding("raise PlayerFailed('setup', 'Give me a key.')"), {"mine": "own_agent:Odd"})
    assert failure() == "Give me a key."


def test_no_secret_is_told_with_a_failure(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE_API_KEY", "canary-1234567890")
    shelf.install(deciding("import os; raise OSError(os.environ['MINE_API_KEY'])"), {"mine": "own_agent:Odd"})
    told = failure()
    assert "canary" not in told and "[secret]" in told


def test_the_wrong_role_is_refused(shelf: Shelf) -> None:
    shelf.install(WAITING, {"mine": "own_agent:Waiting"})
    assert failure("silent", user="mine") == (
        "The policy 'mine' plays only the assistant. Choose a different user, or add a function `user` to the "
        "object that its entry point names. Then resume the run."
    )


def test_two_packages_with_one_name_are_told_apart_by_nobody(shelf: Shelf) -> None:
    shelf.install(WAITING, {"mine": "own_agent:Waiting"})
    shelf.install(WAITING, {"mine": "other_agent:Waiting"}, "other_agent")
    assert failure().startswith(
        "Several packages have a policy 'mine' (other_agent:Waiting, own_agent:Waiting). "
        "Rename or uninstall all but one."
    )


def test_a_built_in_player_cannot_be_replaced(shelf: Shelf) -> None:
    shelf.install(WAITING, {"oracle": "own_agent:Waiting"})
    assert assistant_maker("oracle") is ASSISTANTS["oracle"]
    assert assistant_names().count("oracle") == 1
    (fault,) = [one.fault for one in checked({*USERS, *ASSISTANTS}) if one.name == "oracle"]
    assert (
        fault
        == "A built-in player has the name 'oracle' too and takes precedence. Give the entry point a different name."
    )


def test_odd_names_are_not_offered_but_told(shelf: Shelf) -> None:
    shelf.install(WAITING, {"my agent": "own_agent:Waiting"})
    assert "my agent" not in assistant_names()
    (fault,) = [one.fault for one in checked(()) if one.name == "my agent"]
    assert fault == (
        "The entry point 'my agent' of pare.policies has a name that can't be used. "
        "Rename it with letters, digits, '_', '-' and '.' only."
    )


def test_all_are_checked_each_apart(shelf: Shelf) -> None:
    shelf.install(WAITING, {"mine": "own_agent:Waiting"})
    shelf.install("1 / 0", {"broken": "broken_agent:Agent"}, "broken_agent")
    shelf.install(BOTH, {"both": "both_agents"}, "both_agents")
    found = {one.name: (one.roles, bool(one.fault)) for one in checked(())}
    assert found["mine"] == (("assistant",), False)
    assert found["both"] == (("user", "assistant"), False)
    assert found["broken"] == ((), True)
