"""`pare run`: plays one scenario, tells it as it happens, and says what came of it."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_json, help_section

ABOUT = """\
play one scenario and tell what happens

SCENARIO is the id of a known scenario, or a YAML file. The exit code is 0 if the episode succeeded, 1 if it
did not, 2 for wrong use or bad input, 3 if the episode crashed or had to be given up because a model could not be
reached, and 130 if it was stopped with Ctrl-C. However it ends, --out has the trace.
With --replay-models it is 0 if the episode came out as it did before, and 1 if not."""
EXAMPLES = """\
pare run email_reminder_batch_cancellation
pare run my_scenario.yaml --assistant random --seed 7
pare run email_reminder_batch_cancellation --set max_turns=20 --set consent=standing
pare run email_notification --set env_events_per_minute=6 --set tool_failure_probability=0.2
pare run email_reminder_batch_cancellation --quiet --out var/run.jsonl
pare run email_reminder_batch_cancellation --model gpt-5-mini --out var/run.jsonl
pare run email_reminder_batch_cancellation --observe-model qwen3 --endpoint http://127.0.0.1:8000/v1
pare run --resume var/run.jsonl
pare run --replay-models var/run.jsonl"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "run", run_scenario, ABOUT, EXAMPLES, more=_settings)
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="id of a known scenario, or a YAML file")
    parser.add_argument("--user", metavar="U", help="who plays the user; default: scripted")
    parser.add_argument("--assistant", metavar="A", help="who plays the assistant; default: oracle")
    parser.add_argument("--seed", metavar="N", help="key of all randomness; default: the scenario's own")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="any setting below; may be repeated"
    )
    parser.add_argument(
        "--tool-mapping", metavar="FILE", help="show the assistant its tools under the names and words of this file"
    )
    parser.add_argument("--out", metavar="FILE", help="write the trace to this file, as lines of JSON")
    parser.add_argument("--quiet", action="store_true", help="leave the play-by-play out")
    add_json(parser)
    _add_models(parser)
    parser.set_defaults(wrong_use=parser.error)


def _add_models(parser: Parser) -> None:
    group = parser.add_argument_group("language models", "M is a short name of `pare models list`, or provider/name.")
    group.add_argument("--model", metavar="M", help="plays the user and the assistant, unless one below is named")
    group.add_argument("--user-model", metavar="M", help="plays the user")
    group.add_argument("--observe-model", metavar="M", help="watches as the assistant, and offers help")
    group.add_argument("--execute-model", metavar="M", help="carries out as the assistant what was accepted")
    group.add_argument("--endpoint", metavar="URL", help="address of the server that has the models")
    group.add_argument("--reply-format", choices=("tools", "text"), help="tool calls, or Thought/Action text with JSON")
    group.add_argument("--prompts", metavar="DIR", help="folder with prompts that take the place of the built-in ones")
    group.add_argument(
        "--resume", metavar="TRACE", help="play on what was given up; without --out, the same file gets the whole"
    )
    group.add_argument(
        "--replay-models", metavar="TRACE", help="play again with the recorded replies, asking no model, and compare"
    )


def run_scenario(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.running import run

    if args.scenario is None and args.resume is None and args.replay_models is None:
        args.wrong_use("say which SCENARIO to play; `pare scenarios list` shows those there are")
    return run(args, console)


def _settings() -> str:
    from pare_site.cli.run_settings import settings_help
    from simulator.agents.registry import assistant_names, user_names

    server = "or the address of a server, such as http://127.0.0.1:8765/"
    known = {"user": user_names(), "assistant": assistant_names()}
    players = help_section("players", {role: f"{', '.join(names)}, {server}" for role, names in known.items()})
    return f"{players}\n\n{settings_help()}"
