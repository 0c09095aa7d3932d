"""`pare models test`: sends one small request to a model and reports whether a run could use the reply."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pare_site.cli.exits import BAD_INPUT, FAILED, OK, Trouble
from pare_site.cli.output import Console, one_line
from simulator.words.english import counted
from simulator.words.money import dollars

if TYPE_CHECKING:
    from simulator.agents.llm.replies.said import Said
    from simulator.agents.llm.wire import Answer, Request

# One tool with one argument: the smallest request that shows whether a model can act.
_TOOL, _ARGUMENT, _WORD = "say_hello", "word", "hello"
_ASK = "This is a test of the connection. Say hello with the action you have, and do nothing else."
_HOW = f"""\
You act by writing exactly this and nothing after it, on one line each:
Thought: why you do it
Action: {{"action": "{_TOOL}", "action_input": {{"{_ARGUMENT}": "{_WORD}"}}}}<end_action>"""


def test(args: argparse.Namespace, console: Console) -> int:
    """Send the request, print the reply, and return OK, or FAILED if a run could not use the reply. Raises Trouble."""
    request = _request(args)
    if not args.json:
        console.remark(f"Asking {request.model.name} ({_way(request)}) ...")
    answer = _answer(request)
    said = _read(request, answer)
    if args.json:
        console.json(_as_json(request, answer, said))
    else:
        _show(console, request, answer, said)
    return FAILED if said.problem else OK


def _request(args: argparse.Namespace) -> Request:
    from simulator.agents.llm.aliases import UnknownModel, choose
    from simulator.agents.llm.replies.text import STOP
    from simulator.agents.llm.wire import Message, Request, Tool

    try:
        model, route = choose(args.alias, endpoint=args.endpoint, reply_format=args.reply_format)
    except UnknownModel as problem:
        raise Trouble(str(problem)) from None
    schema = {"type": "object", "properties": {_ARGUMENT: {"type": "string"}}, "required": [_ARGUMENT]}
    by_tools = model.reply_format == "tools"
    return Request(
        stage="user",
        model=model,
        route=route,
        messages=(Message("system", "You answer briefly." if by_tools else _HOW), Message("user", _ASK)),
        tools=(Tool(_TOOL, "Say hello.", schema),) if by_tools else (),
        stop=() if by_tools else STOP,
        timeout_seconds=args.timeout,
        # A test should show the first error, not wait through retries.
        retries=0,
    )


def _answer(request: Request) -> Answer:
    from simulator.agents.llm.litellm_client import LiteLLMClient
    from simulator.agents.llm.wire import TooLong
    from simulator.agents.policy import PlayerFailed

    try:
        return LiteLLMClient().complete(request)
    except PlayerFailed as failure:
        raise Trouble(str(failure), code=BAD_INPUT if failure.kind == "setup" else FAILED) from None
    except TooLong as problem:
        raise Trouble(
            f"Even this small request is too long for {request.model.name}: {problem}.",
            "Start the server with a larger context window.",
            code=FAILED,
        ) from None


def _read(request: Request, answer: Answer) -> Said:
    from simulator.agents.llm.replies import text, tools

    # Runs parse replies with the same functions, so a reply that passes this test can be played.
    read = tools.read if request.tools else text.read
    said = read(answer.reply, {})
    return said if said.problem else replace(said, problem=_misfit(said))


def _misfit(said: Said) -> str:
    """Return why the reply does not correctly call the only action that the request allows; empty if it does."""
    from simulator.agents.llm.replies.said import quoted

    if said.name != _TOOL:
        return f"The reply calls {quoted(said.name)}, but the only action is '{_TOOL}'."
    if _ARGUMENT not in said.args:
        return f"The reply calls '{_TOOL}' without the argument '{_ARGUMENT}', which is required."
    if not isinstance(said.args[_ARGUMENT], str):
        return f"The argument '{_ARGUMENT}' must be a text, but it is {quoted(said.args[_ARGUMENT])}."
    unknown = [name for name in said.args if name != _ARGUMENT]
    return f"'{_TOOL}' has no argument {quoted(unknown[0])}, only '{_ARGUMENT}'." if unknown else ""


def _show(console: Console, request: Request, answer: Answer, said: Said) -> None:
    price = "unknown price" if answer.cost is None else dollars(answer.cost)
    tokens = f"{counted(answer.tokens_in, 'token')} in, {answer.tokens_out} out"
    console.say(f"The model answered after {answer.latency_ms / 1000:.1f} s ({tokens}, {price}).")
    if answer.reply.reasoning:
        console.say(one_line(answer.reply.reasoning, 200), prefix="  reasoning  ", prefix_style="dim")
    if answer.reply.text.strip():
        console.say(one_line(answer.reply.text, 200), prefix="  text       ", prefix_style="dim")
    for call in answer.reply.calls:
        console.say(one_line(f"{call.name}({call.arguments})", 200), prefix="  call       ", prefix_style="dim")
    if not said.problem:
        console.say(f"✓ The reply can be played in the reply format {request.model.reply_format}.", style="good")
        return
    other = "text" if request.tools else "tools"
    console.say(f"✗ The reply cannot be played: {said.problem}", style="bad")
    console.say(f"Try the other reply format: --reply-format {other}. Small models sometimes break the format.")


def _as_json(request: Request, answer: Answer, said: Said) -> dict[str, Any]:
    import msgspec

    return {
        "alias": request.model.alias,
        "model": request.model.name,
        "provider": request.route.provider,
        "reply_format": request.model.reply_format,
        "ok": not said.problem,
        "problem": said.problem,
        "action": said.name,
        "reply": msgspec.to_builtins(answer.reply),
        "tokens_in": answer.tokens_in,
        "tokens_out": answer.tokens_out,
        "cost": answer.cost,
        "latency_ms": answer.latency_ms,
    }


def _way(request: Request) -> str:
    from simulator.agents.llm import providers

    address = providers.address(request.route)
    return f"{request.route.provider} at {providers.shown(address)}" if address else request.route.provider
