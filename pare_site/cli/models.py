"""`pare models`: lists the language models that can play, and tests whether a model answers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json
from pare_site.cli.tables import show_table
from simulator.words.english import counted

if TYPE_CHECKING:
    from simulator.agents.llm.aliases import Alias

LIST_ABOUT = """\
list the models that have a short name

Every other model is named provider/name, as litellm spells it: hosted_vllm/qwen3, openrouter/z-ai/glm-5. To add short
names of your own, set PARE_MODELS_FILE; docs/models.md shows how."""
TEST_ABOUT = """\
ask a model for one small action, and show the reply or how to fix the problem

ALIAS is a name from `pare models list`, provider/name, or with --endpoint the name that the server uses. The request is
real: a hosted model costs a small fraction of a cent. The exit code is 0 if the reply can be played, 1 if the model did
not answer or its reply cannot be played, and 2 if the model is unknown or its key is not set."""
TEST_EXAMPLES = """\
pare models test gpt-5-mini
pare models test ollama/llama3.2
pare models test qwen3 --endpoint http://127.0.0.1:8000/v1 --reply-format text"""


def add(commands: Commands) -> None:
    """Add `pare models` with its subcommands to the parser."""
    group = add_group(commands, "models", "list the language models that can play, and test a model")
    lists = add_command(
        group, "list", list_models, LIST_ABOUT, "pare models list\npare models list --ready\npare models list --json"
    )
    lists.add_argument("--ready", action="store_true", help="list only models whose key or address is set")
    add_json(lists)
    test = add_command(group, "test", test_model, TEST_ABOUT, TEST_EXAMPLES)
    test.add_argument("alias", metavar="ALIAS", help="the model to test")
    test.add_argument("--endpoint", metavar="URL", default="", help="server address, including /v1")
    test.add_argument(
        "--reply-format", choices=("tools", "text"), help="reply format; default: as in `pare models list`"
    )
    test.add_argument(
        "--timeout", type=_seconds, default=60.0, metavar="SECONDS", help="time limit for the reply; default: 60"
    )
    add_json(test)


def list_models(args: argparse.Namespace, console: Console) -> int:
    """Run `pare models list` and return the exit code."""
    from simulator.agents.llm import providers
    from simulator.agents.llm.aliases import UnknownModel, known_models

    try:
        models = [(alias, entry, providers.lacking(entry)) for alias, entry in known_models().items()]
    except UnknownModel as problem:
        raise Trouble(str(problem)) from None
    shown = [(alias, entry, lacking) for alias, entry, lacking in models if not (args.ready and lacking)]
    if args.json:
        console.json({"models": [_as_json(*model) for model in shown]})
        return OK
    if shown:
        show_table(
            console, ("alias", "provider", "model", "replies", "state"), [_row(*model) for model in shown], flexible=2
        )
    # On standard error, so that a script that reads the table gets rows only.
    ready = sum(not lacking for *_, lacking in models)
    hint = [] if shown else ["Run `pare models list` to see which key or address each model needs."]
    counts = f"{ready} of {counted(len(models), 'model')} are ready."
    console.remark(" ".join([counts, *hint, *providers.wrong_addresses()]))
    return OK


def test_model(args: argparse.Namespace, console: Console) -> int:
    """Run `pare models test` and return the exit code."""
    from pare_site.cli.model_test import test

    return test(args, console)


def _row(alias: str, entry: Alias, lacking: str) -> list[str]:
    return [alias, entry.provider, entry.name, entry.reply_format, f"needs {lacking}" if lacking else "ready"]


def _as_json(alias: str, entry: Alias, lacking: str) -> dict[str, Any]:
    return {"alias": alias, **entry.model_dump(mode="json"), "ready": not lacking, "needs": lacking}


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    # Written so that NaN is refused too: every comparison with it is false.
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time; write seconds, above 0 and at most 3600")
    return seconds
