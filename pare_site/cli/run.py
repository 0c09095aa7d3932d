"""`pare run`: defines the arguments and help of the command that plays one scenario."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_json, help_section
from pare_site.cli.rejudge import add_judge

ABOUT = """\
play one scenario and print every step

SCENARIO is the id of a known scenario, or a YAML file. --out writes the trace, however the run ends.

The exit code is 0 if the run succeeded, 1 if it did not, 2 for wrong usage or bad input, 3 if the run crashed or
stopped early, for example because a model could not be reached, and 130 after Ctrl-C. With --replay-models, the exit
code is 0 if the replay gives the same run as the trace, and 1 if not."""
EXAMPLES = """\
pare run email_reminder_batch_cancellation
pare run my_scenario.yaml --assistant random --seed 7
pare run email_reminder_batch_cancellation --set max_turns=20 --set consent=standing
pare run email_notification --set env_events_per_minute=6 --set tool_failure_probability=0.2
pare run email_reminder_batch_cancellation --quiet --out var/run.jsonl
pare run email_reminder_batch_cancellation --model gpt-5-mini --out var/run.jsonl
pare run email_reminder_batch_cancellation --observe-model qwen3 --endpoint http://127.0.0.1:8000/v1
pare run email_notification --model gpt-5-mini --judge-model gpt-5 --judge-budget 0.20 --out var/run.jsonl
pare run --resume var/run.jsonl
pare run --replay-models var/run.jsonl"""


def add(commands: Commands) -> None:
    """Add `pare run` to the parser."""
    parser = add_command(commands, "run", run_scenario, ABOUT, EXAMPLES, more=_settings)
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="id of a known scenario, or a YAML file")
    parser.add_argument("--user", metavar="U", help="player of the user; default: scripted")
    parser.add_argument("--assistant", metavar="A", help="player of the assistant; default: oracle")
    parser.add_argument("--seed", metavar="N", help="seed of all randomness except noise; default: the scenario's seed")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="one of the settings below; can be repeated"
    )
    parser.add_argument(
        "--tool-mapping",
        metavar="FILE",
        help="show the assistant its tools under the names and descriptions in this file",
    )
    parser.add_argument("--out", metavar="FILE", help="write the trace to this file, as JSON Lines")
    parser.add_argument("--quiet", action="store_true", help="print only the outcome, not every step")
    add_json(parser)
    _add_models(parser)
    parser.set_defaults(wrong_use=parser.error)


def _add_models(parser: Parser) -> None:
    group = parser.add_argument_group("language models", "M: a name from `pare models list`, or provider/name.")
    group.add_argument(
        "--model", metavar="M", help="model for the user and the assistant, unless another is named below"
    )
    group.add_argument("--user-model", metavar="M", help="model that plays the user")
    group.add_argument("--observe-model", metavar="M", help="model that watches and makes offers")
    group.add_argument("--execute-model", metavar="M", help="model that carries out accepted offers")
    add_judge(group)
    group.add_argument("--endpoint", metavar="URL", help="server address of the models")
    group.add_argument(
        "--reply-format",
        choices=("tools", "text"),
        help="tools: models reply with tool calls; text: with Thought and Action lines",
    )
    group.add_argument("--prompts", metavar="DIR", help="folder with prompts that replace the built-in ones")
    group.add_argument(
        "--resume",
        metavar="TRACE",
        help="continue an unfinished run; without --out, its file is replaced by the longer trace",
    )
    group.add_argument(
        "--replay-models",
        metavar="TRACE",
        help="replay a run with its recorded replies instead of a model, and compare both runs",
    )


def run_scenario(args: argparse.Namespace, console: Console) -> int:
    """Run `pare run` and return the exit code."""
    # Imported here: `pare --help` must not load the engine.
    from pare_site.cli.run_play import run

    # argparse cannot say "required unless one of these two is given".
    if args.scenario is None and args.resume is None and args.replay_models is None:
        args.wrong_use("SCENARIO is missing; `pare scenarios list` shows all scenarios")
    return run(args, console)


def _settings() -> str:
    from pare_site.cli.run_settings import settings_help
    from simulator.agents.registry import assistant_names, user_names

    server = "or the address of a server that plays, such as http://127.0.0.1:8765/"
    known = {"user": user_names(), "assistant": assistant_names()}
    players = help_section("players", {role: f"{', '.join(names)}, {server}" for role, names in known.items()})
    return f"{players}\n\n{settings_help()}"
