"""`pare policies`: lists the players, with the errors of installed policies that cannot be loaded."""

from __future__ import annotations

import argparse

from pare_site.cli.exits import FAILED, OK
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json
from pare_site.cli.tables import show_table

ABOUT = """\
list the players of the user and the assistant

Other Python packages can add players as entry points of the group `pare.policies`; docs/own_agents.md shows how. This
command loads all of these players. The exit code is 1 if a player cannot be loaded; the others can still play."""


def add(commands: Commands) -> None:
    """Add `pare policies` with its subcommand to the parser."""
    group = add_group(commands, "policies", "list the players of the user and the assistant")
    lists = add_command(group, "list", list_policies, ABOUT, "pare policies list\npare policies list --json")
    add_json(lists)


def list_policies(args: argparse.Namespace, console: Console) -> int:
    """Run `pare policies list` and return the exit code."""
    from simulator.agents.entry_points import ROLES, Checked, checked
    from simulator.agents.registry import ASSISTANTS, USERS

    built_in = {"user": USERS.keys(), "assistant": ASSISTANTS.keys()}
    # `llm` plays both sides and is listed once.
    names = dict.fromkeys([*USERS, *ASSISTANTS])
    roles = {name: tuple(role for role in ROLES if name in built_in[role]) for name in names}
    players = [*(Checked(name, "built in", roles[name], "") for name in names), *checked(names.keys())]
    faults = [player.fault for player in players if player.fault]
    if args.json:
        console.json({"policies": [player._asdict() for player in players]})
    else:
        rows = [[player.name, " and ".join(player.roles) or "nobody", player.value] for player in players]
        show_table(console, ("policy", "plays", "from"), rows, flexible=2)
        for fault in faults:
            console.remark(fault)
    return FAILED if faults else OK
