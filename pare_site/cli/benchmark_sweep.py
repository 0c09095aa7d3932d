"""`pare benchmark sweep` and `run`: from the plan to the report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pare_site.cli.benchmark_ground import Ground, ground
from pare_site.cli.benchmark_plan import Asked, asked_for, save_plan
from pare_site.cli.benchmark_preview import agree, preview_json, show_preview
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console, counted
from simulator.plans.problems import BadPlan

if TYPE_CHECKING:
    from benchmark.jobs.planning import Preview


def sweep(args: argparse.Namespace, console: Console) -> int:
    asked = asked_for(args)
    with ground(console) as where:
        seen = _previewed(asked)
        if args.save_config is not None:
            save_plan(asked.plan, args.save_config)
            console.remark(f"The plan is in {args.save_config}.")
        if not args.json:
            show_preview(console, seen)
        if args.dry_run:
            return _only_shown(console, args, seen)
        if args.detach and where.is_own:
            raise Trouble(
                "--detach leaves the sweep to a running site, and none runs here.",
                "Start one with `make run`, or leave --detach out.",
            )
        agree(console, args, seen)
        return _play(args, console, asked, seen, where)


def _previewed(asked: Asked) -> Preview:
    from benchmark.jobs.planning import bring_in, preview

    try:
        seen = preview(asked.plan)
        return preview(asked.plan) if bring_in(seen) else seen
    except BadPlan as bad:
        raise asked.refused(bad) from None


def _only_shown(console: Console, args: argparse.Namespace, seen: Preview) -> int:
    if args.json:
        console.json(preview_json(seen))
    else:
        console.say("A dry run: nothing was started.", style="dim")
    return OK


def _play(args: argparse.Namespace, console: Console, asked: Asked, seen: Preview, where: Ground) -> int:
    from benchmark.jobs.planning import start_sweep
    from pare_site.cli.benchmark_ground import whoever_starts
    from pare_site.cli.benchmark_playing import Playing
    from pare_site.cli.benchmark_results import places

    goes_to = places(asked.output)
    if asked.output.get("output_dir") and goes_to.traces is None:
        console.remark("No traces are written to --output-dir without --export.")
    with Playing(console, where, goes_to, args.json) as playing:
        played = {cell.configuration for cell in seen.to_play}
        playing.get_ready([seen.configurations[index].config for index in played], asked.plan.max_concurrent)
        try:
            begun = start_sweep(asked.plan, whoever_starts())
        except BadPlan as bad:
            raise asked.refused(bad) from None
        if args.detach:
            return _detached(console, begun, where, args.json)
        return playing.to_its_end(begun)


def _detached(console: Console, begun: Any, where: Ground, as_json: bool) -> int:
    place = f"{where.url}{begun.get_absolute_url()}" if where.url else ""
    if as_json:
        console.json({"sweep": begun.pk, "state": begun.state, "url": place})
        return OK
    cells = counted(begun.cells.count(), "episode")
    console.say(f"Sweep {begun.pk} of {cells} is played by the running site{': ' + place if place else '.'}")
    return OK
