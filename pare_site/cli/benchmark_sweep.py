"""`pare benchmark sweep` and `run`: preview a plan, start it, and follow it to its report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pare_site.cli.benchmark_host import SweepHost, sweep_host
from pare_site.cli.benchmark_plan import RequestedSweep, requested_sweep, save_plan
from pare_site.cli.benchmark_preview import agree, preview_json, show_preview
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from simulator.plans.plan_file import BadPlan
from simulator.words.english import counted

if TYPE_CHECKING:
    from benchmark.jobs.sweep_start import Preview


def sweep(args: argparse.Namespace, console: Console) -> int:
    """Run `pare benchmark sweep` or `pare benchmark run`, and return the exit code."""
    asked = requested_sweep(args)
    with sweep_host(console) as where:
        seen = _previewed(asked)
        if args.save_config is not None:
            save_plan(asked.plan, args.save_config)
            console.remark(f"Saved the plan to {args.save_config}.")
        if not args.json:
            show_preview(console, seen)
        if args.dry_run:
            return _only_shown(console, args, seen)
        if args.detach and where.is_own:
            raise Trouble(
                "--detach needs a running site, and no site is running here.",
                "Start the site with `make run`, or leave out --detach.",
            )
        agree(console, args, seen)
        return _play(args, console, asked, seen, where)


def _previewed(asked: RequestedSweep) -> Preview:
    from benchmark.jobs.sweep_start import import_shared_results, preview

    try:
        # Imported results are in the cache afterwards, so the preview must be computed again.
        seen = preview(asked.plan)
        return preview(asked.plan) if import_shared_results(seen) else seen
    except BadPlan as bad:
        raise asked.refused(bad) from None


def _only_shown(console: Console, args: argparse.Namespace, seen: Preview) -> int:
    if args.json:
        console.json(preview_json(seen))
    else:
        console.say("Dry run: nothing was started.", style="dim")
    return OK


def _play(args: argparse.Namespace, console: Console, asked: RequestedSweep, seen: Preview, where: SweepHost) -> int:
    from benchmark.jobs.sweep_start import start_sweep
    from pare_site.cli.benchmark_host import machine_owner
    from pare_site.cli.benchmark_play import SweepPlayer
    from pare_site.cli.benchmark_results import places

    goes_to = places(asked.output)
    if asked.output.get("output_dir") and goes_to.traces is None:
        console.remark("--output-dir has no effect without --export: no traces are written.")
    with SweepPlayer(console, where, goes_to, args.json) as playing:
        played = {cell.configuration for cell in seen.to_play}
        playing.get_ready([seen.configurations[index].config for index in played], asked.plan.max_concurrent)
        try:
            begun = start_sweep(asked.plan, machine_owner())
        except BadPlan as bad:
            raise asked.refused(bad) from None
        if args.detach:
            return _detached(console, begun, where, args.json)
        return playing.to_its_end(begun)


def _detached(console: Console, begun: Any, where: SweepHost, as_json: bool) -> int:
    place = f"{where.url}{begun.get_absolute_url()}" if where.url else ""
    if as_json:
        console.json({"sweep": begun.pk, "state": begun.state, "url": place})
        return OK
    cells = counted(begun.cells.count(), "run")
    console.say(f"Sweep {begun.pk} with {cells} is played by the running site{': ' + place if place else '.'}")
    return OK
