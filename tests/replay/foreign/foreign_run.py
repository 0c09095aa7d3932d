"""Writes runs as the original PARE exports them, with invented content: events, and the logs of the models."""

from __future__ import annotations

import json
from typing import Any

from tests.replay.foreign.foreign_states import CARD, START, fid

AGENTS = {stage: fid(f"agent {stage}") for stage in ("user", "observe", "execute")}
PROMPTS = {"user": "You play the owner of a phone.", "observe": "You look on.", "execute": "You carry out."}
MODELS = "user:tiny-user|observe:acme/big-one|execute:acme/big-one"
AT_ONCE = 0.0001


class ForeignRun:
    """A run under way. Every method adds what that system would have noted, in its order."""

    def __init__(self, apps: list[dict[str, Any]], scenario_id: str = "kiln_evening", card: str = CARD) -> None:
        self.apps = apps
        self.card = card
        self.scenario_id = scenario_id
        self.now = START
        self.turn: int | None = 0
        self.events: list[dict[str, Any]] = []
        self.logs: list[dict[str, Any]] = []
        self.scheduled: list[dict[str, Any]] = []
        self.definition: dict[str, Any] = {}
        self._heard: dict[str, list[dict[str, Any]]] = {}

    # What happens

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def env(self, app: str, function: str, result: Any = None, error: str | None = None, **args: Any) -> str:
        event = self._event("ENV", app, function, args, result, error, "WRITE")
        self.scheduled.append({**event, "class_name": "Event", "event_time": None, "event_relative_time": 1.0})
        self._add(event)
        self._log_action(event)
        return str(event["event_id"])

    def poll(self, times: int = 1) -> None:
        for number in range(times):
            event = self._event("CONDITION", "", "", {}, None, None, None)
            self._add({**event, "action": None, "event_id": f"COND-CHECK_{number}"})

    def user(
        self,
        app: str,
        function: str,
        result: Any = None,
        error: str | None = None,
        inside: tuple[str, dict[str, Any]] | None = None,
        **args: Any,
    ) -> None:
        self._ask("user", app, function, args)
        self.now += 1.0
        event = self._event("USER", app, function, args, result, error, "READ")
        self._add(event)
        if inside is not None:
            name, inner_args = inside
            self.now += AT_ONCE
            inner = self._event("AGENT", app, name, inner_args, result, error, "READ", mode="observe")
            self._add(inner)
            self._log_action(inner)
        self._log_action(event)
        self._answer("user", result, error)

    def agent(
        self, app: str, function: str, result: Any = None, error: str | None = None, mode: str = "observe", **args: Any
    ) -> None:
        stage = "execute" if mode == "execute" else "observe"
        self._ask(stage, app, function, args)
        self.now += 1.0
        event = self._event("AGENT", app, function, args, result, error, "READ", mode=mode)
        self._add(event)
        self._log_action(event)
        self._answer(stage, result, error)

    def says(self, words: str, mode: str = "observe") -> None:
        self.agent(self.card, "send_message_to_user", mode=mode, content=words)

    def stays_silent(self) -> None:
        self.agent(self.card, "wait", result="Going on.")

    def accepts(self, words: str = "Yes.") -> None:
        self.user(self.card, "accept_proposal", result=fid(f"said {len(self.events)}"), content=words)

    def rejects(self, words: str = "No.") -> None:
        self.user(self.card, "reject_proposal", result=fid(f"said {len(self.events)}"), content=words)

    def calls_in_vain(self, stage: str, name: str, error: str) -> None:
        """A call of something that is not there: only the logs know of it."""
        app, _, function = name.partition("__")
        self._ask(stage, app, function, {})
        self.now += 1.0
        self._answer(stage, None, error)

    def babbles(self, stage: str) -> None:
        """A reply from which no call can be read."""
        self._log(stage, "llm_input", content=self._told(stage))
        self._log(stage, "llm_output", content="Hm.")
        self._log(stage, "error", error="InvalidActionAgentError", exception="No action was found.", agent=stage)

    def turns(self) -> None:
        self.turn = (-1 if self.turn is None else self.turn) + 1

    # The file

    def data(self) -> dict[str, Any]:
        definition = {
            "scenario_id": self.scenario_id,
            "seed": 7,
            "duration": None,
            "time_increment_in_seconds": 1,
            "start_time": START,
            "run_number": 3,
            "hints": [],
            "config": None,
            "has_a2a_augmentation": False,
            "has_tool_augmentation": False,
            "has_env_events_augmentation": False,
            "has_exception": False,
            "exception_type": None,
            "exception_message": None,
            "tags": [],
            "hf_metadata": None,
        }
        return {
            "version": "are_simulation_v1",
            "metadata": {
                "definition": {**definition, **self.definition},
                "simulation": {"agent_id": "user:PAREUserAgent|proactive:PAREProactiveAgent", "model_id": MODELS},
                "annotation": {
                    "annotation_id": None,
                    "annotator": None,
                    "validation_decision": "Valid",
                    "comment": None,
                    "date": START + 9e6,
                },
                "execution": None,
                "runner_config": None,
            },
            "apps": self.apps,
            "events": self.scheduled,
            "completed_events": self.events,
            "world_logs": [json.dumps(log) for log in self.logs],
            "context": None,
            "augmentation": None,
        }

    def bytes(self) -> bytes:
        return json.dumps(self.data()).encode()

    # How that system writes it down

    def _event(
        self,
        kind: str,
        app: str,
        function: str,
        args: dict[str, Any],
        result: Any,
        error: str | None,
        operation: str | None,
        mode: str | None = None,
    ) -> dict[str, Any]:
        return {
            "class_name": "CompletedEvent",
            "event_type": kind,
            "event_time": self.now,
            "event_id": f"{kind}-{app}.{function}-{fid(f'event {len(self.events)} {len(self.logs)}')}",
            "dependencies": [],
            "event_relative_time": None,
            "action": {
                "action_id": f"{app}.{function}",
                "app": app,
                "function": function,
                "operation_type": operation,
                "args": [_argument(name, value) for name, value in args.items()],
            },
            "metadata": {
                "return_value": str(result) if result and error is None else None,
                "return_value_type": type(result).__name__ if result and error is None else None,
                "exception": error,
                "exception_stack_trace": None if error is None else "Traceback (most recent call last): ...",
                "proactive_mode": mode,
                "turn_number": self.turn,
            },
        }

    def _add(self, event: dict[str, Any]) -> None:
        self.events.append(event)

    def _ask(self, stage: str, app: str, function: str, args: dict[str, Any]) -> None:
        thought = f"Thought: I shall {function.replace('_', ' ')}.\n"
        if stage == "user":
            self._log(stage, "available_tools", content="...")
        self._log(stage, "llm_input", content=self._told(stage))
        call = {"action": f"{app}__{function}", "action_input": args}
        output = f"{thought}\nAction:\n{json.dumps(call)}"
        self.now += 2.0
        self._log(stage, "llm_output", content=output, prompt_tokens=0, completion_tokens=0, completion_duration=0)
        self._log(stage, "thought", content=thought)
        self._log(stage, "rationale", content=thought)
        self._log(stage, "tool_call", tool_name=f"{app}__{function}", tool_arguments=args)
        self._heard[stage].append({"role": "assistant", "content": output, "attachments": []})

    def _answer(self, stage: str, result: Any, error: str | None) -> None:
        told = str(result) if error is None else error
        if error is None:
            self._log(stage, "observation", content=told, attachments=[])
        else:
            self._log(stage, "error", error="JsonExecutionAgentError", exception=error, agent=f"{stage}_base_agent")
        self._heard[stage].append({"role": "tool-response", "content": told, "attachments": []})

    def _told(self, stage: str) -> list[dict[str, Any]]:
        if stage not in self._heard:
            self._heard[stage] = [{"role": "system", "content": PROMPTS[stage], "attachments": []}]
            self._log(stage, "system_prompt", content=PROMPTS[stage])
        return list(self._heard[stage])

    def _log_action(self, event: dict[str, Any]) -> None:
        action, metadata = event["action"], event["metadata"]
        entry = {
            "timestamp": self.now,
            "id": event["event_id"],
            "agent_id": "unknown",
            "log_type": "action",
            "content": f"{action['app']}: {action['function']}",
            "input": {one["name"]: one["value"] for one in action["args"]},
            "event_type": event["event_type"],
            "output": metadata["return_value"],
            "action_name": action["function"],
            "app_name": action["app"],
            "exception": metadata["exception"],
            "exception_stack_trace": metadata["exception_stack_trace"],
        }
        self.logs.append(entry)

    def _log(self, stage: str, kind: str, **fields: Any) -> None:
        common = {
            "timestamp": self.now,
            "id": fid(f"log {len(self.logs)}"),
            "agent_id": AGENTS[stage],
            "log_type": kind,
        }
        self.logs.append({**common, **fields})


def _argument(name: str, value: Any) -> dict[str, Any]:
    if value is None:
        return {"name": name, "value": None, "value_type": None}
    text = json.dumps(value) if isinstance(value, list | dict) else str(value)
    return {"name": name, "value": text, "value_type": type(value).__name__}
