"""The page on language-model agents shows what is really sent: `PARE_WRITE_DOCS=1 pytest tests/docs/test_agents.py`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from simulator.agents.llm.prompting import built_in, slots_in
from simulator.agents.llm.wire import Message, Request
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.load import load_file
from simulator.trace.exchange import Reply, ReplyFormat, ToolCall
from tests.model_server.replies import action_text
from tests.simulator.agents.llm.models import Line, Script, assistant_with, config, user_with

ROOT = Path(__file__).resolve().parent.parent.parent
REMEDY = "run `PARE_WRITE_DOCS=1 pytest tests/docs/test_agents.py` and read docs/agents.md"
OFFER = (
    "Ngozi is in Lagos and asks you for a drink tonight at seven; your evening is free. Shall I answer by mail that "
    "you come, and send her the number of Emeka Obi, which she has lost?"
)
ANSWER = "Ngozi! Of course I will be there at seven. Emeka's number is +234 806 555 0177. Tunde"
SAY = "PAREAgentUserInterface__send_message_to_user"
WAIT = "PAREAgentUserInterface__wait"
PROMPTS = {
    "user.txt": "system prompt of the user",
    "user_strict.txt": "added to it with `user_style=strict`",
    "user_lenient.txt": "added to it with `user_style=lenient`",
    "observe.txt": "system prompt of the observer",
    "execute.txt": "system prompt of the executor",
    "standing.txt": "system prompt of the executor with `consent=standing`",
    "reply_tools.txt": "how to reply, with tool calls",
    "reply_text.txt": "how to reply, in text",
    "reply_json.txt": "how to reply, in text that the server forces to match a schema",
    "bad_reply.txt": "the answer to a reply without an action",
}


@cache
def email_notification() -> Any:
    return load_file(ROOT / "benchmark" / "scenarios" / "email_notification.yaml")


def requests(reply_format: ReplyFormat, **options: Any) -> Script:
    """The scenario played well, in spite of one breakdown."""
    labels = email_notification().labels

    def said(name: str, thought: str, **args: Any) -> Reply:
        if reply_format == "text":
            return Reply(text=action_text(name, args, thought))
        return Reply(text=thought, calls=(ToolCall(name, json.dumps(args)),))

    answer = {"email_id": labels["invitation"][1], "content": ANSWER}
    again = "What did Ngozi write the last time?"
    script = Script(
        user=[
            said("open_app", "A moment before the hem. Any mail?", app_name="Emails"),
            said("open_email_by_id", again, email_id=labels["last_time"][1]),
            said("put_phone_down", "Good old days. Back to the hem."),
            said("accept_proposal", "A drink with both of them!", content="Yes! Tell her I will be there."),
        ],
        observe=[
            said(WAIT, "The user opens the mail app. Nothing to do."),
            said(WAIT, "An old mail is being read. I wait."),
            said("Contacts__search_contacts", "Ngozi needs Emeka's number. Which Emeka?", query="Emeka"),
            said(SAY, "The one with the trumpet is Emeka Obi.", content=OFFER),
        ],
        execute=[
            said("Emails__reply_to_email", "I answer as agreed.", **answer),
            said("Emails__reply_to_email", "It broke down, so once more.", **answer),
            said(SAY, "All is done.", content="Ngozi knows that you come at seven, and has Emeka's number."),
        ],
    )
    play(script, config(reply_format, failing_writes=(0,), **options))
    return script


def play(script: Script, options: EpisodeConfig) -> None:
    episode = Episode(email_notification(), options, user_with(script), assistant_with(script)).run()
    assert episode.ended is not None and not episode.ended.error


def mistaken() -> Request:
    script = Script(observe=[Reply(text="Ngozi should be answered."), ("Emails__answer", {"to": "Ngozi"})])
    play(script, config("tools"))
    return script.of("observe")[2]


def cut_short() -> Request:
    """A user who has looked around more than there is room for."""
    opened: Line = ("open_app", {"app_name": "Emails"})
    back: Line = ("go_home", {})
    script = Script(user=[opened, back, ("open_app", {"app_name": "Contacts"}), back, opened])
    play(script, config("tools", user_context_tokens=2500))
    request = script.of("user")[5]
    assert any("left out here" in message.text for message in request.messages)
    return request


def rendered() -> dict[str, str]:
    tools, text, lenient = requests("tools"), requests("text"), requests("text", user_style="lenient")
    standing = Script()
    play(standing, config("tools", consent="standing", max_turns=1))
    return {
        "prompts": prompt_table(),
        "user-strict": whole(tools.of("user")[3]),
        "user-lenient": whole(lenient.of("user")[0]),
        "observe-tools": whole(tools.of("observe")[3]),
        "observe-text": whole(text.of("observe")[0]),
        "execute-tools": whole(tools.of("execute")[1]),
        "execute-text": shown(text.of("execute")[1].messages[-2:]),
        "standing": shown(standing.of("execute")[0].messages[:1]),
        "mistakes": shown(mistaken().messages[2:]),
        "cut": shown(cut_short().messages[1:]),
    }


def prompt_table() -> str:
    rows = ["| File | What it is | Slots |", "|---|---|---|"]
    for name, about in PROMPTS.items():
        slots = ", ".join(f"`{slot}`" for slot in sorted(slots_in(built_in().texts[name])))
        rows.append(f"| [{name}](../simulator/agents/prompts/{name}) | {about} | {slots or 'none'} |")
    return "\n".join(rows)


def whole(request: Request) -> str:
    tools = ", ".join(f"`{tool.name}`" for tool in request.tools)
    return shown(request.messages) + (f"\n\nTools: {tools}." if tools else "")


def shown(messages: Sequence[Message]) -> str:
    return "\n\n".join(f"**{message.role}**\n\n~~~text\n{_said(message)}\n~~~" for message in messages)


def _said(message: Message) -> str:
    call = f"[call {message.call.name} {message.call.arguments}]" if message.call is not None else ""
    return "\n".join(part for part in (message.text, call) if part)


def filled(page: str, parts: dict[str, str]) -> str:
    for name, text in parts.items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}"
    return page


def test_the_page_shows_what_is_really_sent() -> None:
    page = ROOT / "docs" / "agents.md"
    text = page.read_text(encoding="utf-8")
    expected = filled(text, rendered())
    if os.environ.get("PARE_WRITE_DOCS") == "1":
        page.write_text(expected, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == expected, REMEDY


def test_the_page_names_every_prompt() -> None:
    assert set(PROMPTS) == set(built_in().texts)


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_no_prompt_rambles(name: str) -> None:
    """Whoever adds a sentence takes another away."""
    assert len(re.findall(r"\S+", built_in().texts[name])) <= 460
