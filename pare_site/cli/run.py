"""`pare run`: plays one scenario, tells it as it happens, and says what came of it."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_json, help_section

ABOUT = """\
play one scenario and tell what happens

SCENARIO is the id of a known scenario, or a YAML file. The exit code is 0 if the episode succeeded, 1 if it
did not, 2 for wrong use or bad input, 3 if the episode crashed, and 130 if it was stopped with Ctrl-C. However it
ends, --out has the trace."""
EXAMPLES = """\
pare run email_reminder_batch_cancellation
pare run my_scenario.yaml --assistant random --seed 7
pare run email_reminder_batch_cancellation --set max_turns=20 --set consent=standing
pare run email_notification --set env_events_per_minute=6 --set tool_failure_probability=0.2
pare run email_reminder_batch_cancellation --quiet --out var/run.jsonl"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "run", run_scenario, ABOUT, EXAMPLES, more=_settings)
    parser.add_argument("scenario", metavar="SCENARIO", help="id of a known scenario, or a YAML file")
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


def run_scenario(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.running import run

    return run(args, console)


def _settings() -> str:
    from pare_site.cli.settings import settings_help
    from simulator.agents.registry import ASSISTANTS, USERS

    players = help_section("players", {"user": ", ".join(USERS), "assistant": ", ".join(ASSISTANTS)})
    return f"{players}\n\n{settings_help()}"
