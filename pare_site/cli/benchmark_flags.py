"""The flags of a plan: every key of a plan's YAML file is one, with dashes, beside the original's short forms."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from pare_site.cli.parser import Parser


class Flag(NamedTuple):
    key: str
    """Of the plan."""
    metavar: str
    help: str
    short: str = ""
    is_list: bool = False

    @property
    def long(self) -> str:
        return f"--{self.key.replace('_', '-')}"

    @property
    def names(self) -> list[str]:
        return [self.long, self.short] if self.short else [self.long]


SCENARIOS = (
    Flag("scenarios", "ID", "ids with commas, or a file with one id a line", "-s", True),
    Flag("split", "NAME", "those of this split, such as full; `all` takes every one"),
    Flag("limit", "N", "only the first so many", "-l"),
)
FILTERS = {
    "app": ("apps", "those with this app; of several, all"),
    "category": ("categories", "those of this category; of several, one"),
    "difficulty": ("difficulties", "those rated so, from 1 to 5; of several, one"),
    "tag": ("tags", "those with this tag; of several, all"),
}
"""Flags that together are the key `filter`."""
PLAYERS = (
    Flag("observe_model", "M", "who watches and offers; default: gpt-5", "-om", True),
    Flag("execute_model", "M", "who carries out what was accepted; default: as who watches", "-em", True),
    Flag("user_model", "M", "who plays the user; default: scripted", "-um", True),
    Flag("pairing", "HOW", "zipped: first with first and so on (default); crossed: every model with every other"),
    Flag("baselines", "B", "played beside: oracle, silent, eager, random (default: all), or none", is_list=True),
    Flag("observe_provider", "P", "provider of the watching models, if not that of their entry", "-op"),
    Flag("execute_provider", "P", "the same for the acting models", "-ep"),
    Flag("user_provider", "P", "the same for the models that play the user", "-up"),
    Flag("observe_endpoint", "URL", "address of the watching models' server", "-oe"),
    Flag("execute_endpoint", "URL", "the same for the acting models", "-ee"),
    Flag("user_endpoint", "URL", "the same for the models that play the user", "-ue"),
    Flag("prompts", "DIR", "folder with prompts in place of the built-in ones"),
)
EPISODES = (
    Flag("tool_failure_probability", "P", "noise: how likely a tool call breaks down", "-tfp", True),
    Flag("env_events_per_min", "N", "noise: unrelated events a minute", "-epm", True),
    Flag("noise", "HOW", "separate: one kind of noise at a time (default); crossed: every level with every other"),
    Flag("env_events_seed", "N", "key of the noise; default: 42"),
    Flag("seeds", "N", "keys of all other randomness, each played; default: 0", is_list=True),
    Flag("runs", "N", "how often each is played with the same seed; default: 1", "-r"),
    Flag("max_turns", "N", "turns after which an episode ends; default: the scenario's", "-mt"),
    Flag("observe_max_iterations", "N", "calls of who watches, per turn; default: 5", "-omi"),
    Flag("execute_max_iterations", "N", "calls of who acts, per accepted offer; default: 10", "-emi"),
    Flag("user_max_iterations", "N", "actions of the user, per turn; default: 1", "-umi"),
)
LIMITS = (
    Flag("max_cost", "DOLLARS", "limit for the whole sweep, which pauses when it is reached"),
    Flag("max_concurrent", "N", "episodes at once; default: as many as there are cores", "-c"),
    Flag("timeout", "SECONDS", "after so long an episode is given up; default: no limit", "-t"),
    Flag("priority", "P", "low, normal (default) or high: which sweep goes first"),
    Flag("experiment_name", "NAME", "name of the sweep and of its results; default: benchmark", "-n"),
)
ALL = (*SCENARIOS, *PLAYERS, *EPISODES, *LIMITS)
COMMAND_KEYS = ("results_dir", "output_dir", "export", "export_format", "log_level", "executor_type")
"""Not of the plan, but a plan's file may have them too."""
_BY_KEY = {flag.key: flag for flag in ALL}
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def add_plan_flags(parser: Parser) -> None:
    chosen = _group(parser, "scenarios (choose by one of the ways)", SCENARIOS)
    for name, (_, help) in FILTERS.items():
        chosen.add_argument(f"--{name}", action="append", metavar=name[0].upper(), help=help)
    played = _group(
        parser, "who plays (M: a short name of `pare models list`, provider/name, or a player such as oracle)", PLAYERS
    )
    played.add_argument("--oracle", action="store_true", default=None, help="the same as -om oracle -em oracle")
    how = _group(parser, "how it is played", EPISODES)
    how.add_argument(
        "--set", action="append", metavar="KEY=VALUE", help="any other option of an episode, as for `pare run --set`"
    )
    limits = _group(parser, "limits", LIMITS)
    limits.add_argument(
        "--cache",
        action=argparse.BooleanOptionalAction,
        help="whether finished episodes of the same content are taken instead of played again; default: yes",
    )
    limits.add_argument(
        "--executor-type",
        choices=("sequential", "thread", "process"),
        help="sequential: one episode at a time; thread and process are accepted, workers are processes anyway",
    )


def add_output_flags(parser: Parser) -> None:
    group = parser.add_argument_group("what comes out")
    group.add_argument("--results-dir", metavar="DIR", help="where the folder of results is made; default: results")
    group.add_argument(
        "--export", action=argparse.BooleanOptionalAction, help="whether traces are written too; default: no"
    )
    group.add_argument("--output-dir", metavar="DIR", help="where traces are written; default: traces")
    group.add_argument(
        "--export-format", choices=("hf", "lite", "trace"), help="of the traces; default: hf, as the original's"
    )
    group.add_argument("--log-level", type=str.upper, choices=LEVELS, help="of the workers' logs; default: WARNING")


def flag_name(key: str) -> str:
    """How a key of the plan is typed."""
    flag = _BY_KEY.get(key)
    if flag is None:
        return f"--{key.replace('_', '-')}"
    return f"{flag.long} ({flag.short})" if flag.short else flag.long


def given_values(args: argparse.Namespace) -> dict[str, Any]:
    """What was typed, by the keys of a plan; what was not is left out."""
    keys = [*(flag.key for flag in ALL), "oracle", "cache", *COMMAND_KEYS]
    found = {key: getattr(args, key, None) for key in keys}
    wanted = {key: getattr(args, name, None) for name, (key, _) in FILTERS.items()}
    if any(wanted.values()):
        found["filter"] = {key: values for key, values in wanted.items() if values}
    return {key: value for key, value in found.items() if value is not None}


def _group(parser: Parser, title: str, flags: Sequence[Flag]) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(title)
    for flag in flags:
        group.add_argument(
            *flag.names,
            dest=flag.key,
            metavar=flag.metavar,
            help=flag.help,
            action="append" if flag.is_list else "store",
        )
    return group
