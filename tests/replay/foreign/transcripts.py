"""The transcript of an evening with three agents, as another system writes it."""

from __future__ import annotations

import json
from typing import Any

from replay.foreign.brought import Brought
from replay.foreign.lite import read_lite
from simulator.trace.moments import Acted, Said

START = 1_763_456_400.0
CARD = "PAREAgentUserInterface"


def message(role: str, content: Any, seconds: float) -> dict[str, Any]:
    return {"role": role, "content": content, "attachments": None, "timestamp": START + seconds}


def call(name: str, seconds: float, thought: str = "Let me see.", **args: Any) -> dict[str, Any]:
    action = json.dumps({"action": name, "action_input": args}, indent=2)
    return message("assistant", f"Thought: {thought}\n\nAction:\n{action}<end_action>\n", seconds)


def answer(content: str, seconds: float, step: int = 1, kind: str = "Observation") -> dict[str, Any]:
    return message("tool-response", f"[OUTPUT OF STEP {step}] {kind}:\n***\n{content}\n***\n", seconds)


def told(content: str, seconds: float, head: str = "[TASK]: \n{}\n") -> dict[str, Any]:
    return message("user", head.format(content), seconds)


NEWS = "Environment notifications updates:\n***\n{}\n***\n"
USER = [
    message("system", "You are the owner of a phone. " + "Be kind. " * 100, 0),
    call("System__open_app", 5, thought="I look at my mail.", app_name="Emails"),
    answer("Opened Emails App.", 5.1),
    told("Shall I answer Cleo?", 21),
    call(f"{CARD}__accept_proposal", 30, thought="That helps.", content="Yes, do."),
    answer("0b2e", 30.1),
    call("Emails__open_email_by_id", 40, email_id="kiln"),
    answer("No mail with the id kiln", 40.1, kind="ERROR"),
    message("assistant", "I do not know what to do now.", 50),
]
OBSERVE = [
    message("system", "You look on and offer help.", 6),
    told("[2025-11-18 09:00:02] New email from cleo@marsh.example: The kiln", 7, NEWS),
    call("Emails__list_emails", 10, folder_name="INBOX"),
    answer("[Email(...)]", 10.1),
    told("[2025-11-18 09:00:10] None", 11, NEWS),
    call(f"{CARD}__send_message_to_user", 20, content="Shall I answer Cleo?"),
    answer("None", 20.1),
    call(f"{CARD}__wait", 45),
    answer("Watching on.", 45.1),
]
EXECUTE = [
    message("system", "The user has agreed.", 31),
    call("Emails__reply_to_email", 32, email_id="k1", content="I come at five."),
    answer("9f1c", 32.1),
    call(f"{CARD}__send_message_to_user", 33, content="Cleo knows."),
    answer("None", 33.1),
]


def lite(**fields: Any) -> bytes:
    usage = {"total_llm_calls": 4, "prompt_tokens": [100, 0, 7, 8], "completion_tokens": [10, 0, 1, 1]}
    document = {
        "scenario_id": "kiln_evening",
        "model_id": "user:tiny|observe:acme/big|execute:acme/big",
        "main_agent_type": "user:A|proactive:B",
        "validation_decision": "Valid",
        "validation_rationale": "All is well.",
        "run_duration": 61.5,
        "per_agent_interaction_histories": {"agent_1": USER, "agent_2": OBSERVE, "agent_3": EXECUTE},
        "per_agent_llm_usage_stats": {"agent_1": {**usage, "completion_duration": [2.5, 0, 0, 0]}},
    }
    return json.dumps({**document, **fields}).encode()


def brought(**fields: Any) -> Brought:
    return read_lite(lite(**fields), "kiln.json")


def acts(found: Brought) -> list[Acted]:
    return [moment for moment in found.trace.moments if isinstance(moment, Acted)]


def words(found: Brought) -> list[Said]:
    return [moment for moment in found.trace.moments if isinstance(moment, Said)]
