"""Runs `pare benchmark list`, `resume`, `retry`, `pause` and `cancel`."""

from __future__ import annotations

import argparse
from typing import Any

from pare_site.cli.benchmark_host import store, sweep_host
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.tables import show_table
from simulator.words.english import counted

_MOST_SHOWN = 50


def list_sweeps(args: argparse.Namespace, console: Console) -> int:
    """Run `pare benchmark list` and return the exit code."""
    with store():
        from benchmark.models import Sweep
        from pare_site.cli.benchmark_play import look_at

        # Plans and configurations can be large, and the list shows neither.
        found = [(sweep, look_at(sweep)[0]) for sweep in Sweep.objects.defer("plan", "configurations")[:_MOST_SHOWN]]
    if args.json:
        console.json({"sweeps": [_as_json(sweep, standing) for sweep, standing in found]})
        return OK
    if not found:
        console.remark("No sweeps yet. Start a sweep with `pare benchmark sweep`.")
        return OK
    rows = [
        [
            str(sweep.pk),
            sweep.name,
            sweep.state,
            f"{standing.done}/{standing.total}",
            str(standing.successes),
            str(standing.undecided or "-"),
            str(standing.broken or "-"),
            f"{sweep.created_at:%Y-%m-%d %H:%M}",
        ]
        for sweep, standing in found
    ]
    show_table(
        console, ("sweep", "name", "state", "done", "ok", "undecided", "not played", "started (UTC)"), rows, flexible=1
    )
    return OK


def go_on(args: argparse.Namespace, console: Console) -> int:
    """Resume a sweep or retry its failed runs, and return the exit code. Raises Trouble.

    Unless --detach is given, follow the sweep to its end.
    """
    with sweep_host(console) as where:
        from benchmark.jobs.sweep_configurations import configurations_of_sweep
        from benchmark.jobs.sweep_control import SweepRefusal, resume, retry_failed
        from benchmark.models import SweepState
        from pare_site.cli.benchmark_flags import given_values
        from pare_site.cli.benchmark_play import SweepPlayer
        from pare_site.cli.benchmark_results import places

        sweep = _sweep(args.sweep)
        if args.detach and where.is_own:
            raise Trouble(
                "--detach needs a running site, and no site is running here.",
                "Start the site with `make run`, or leave out --detach.",
            )
        goes_to = places(given_values(args))
        with SweepPlayer(console, where, goes_to, args.json) as playing:
            # The queue must answer before runs are put on it. If a finished sweep is resumed, nothing is left to play:
            # only its results are written again.
            if args.verb == "retry" or sweep.state != SweepState.FINISHED:
                playing.get_ready([setting.config for setting in configurations_of_sweep(sweep)], sweep.at_once)
            try:
                if args.verb == "retry":
                    again = retry_failed(sweep)
                    console.remark(f"Retrying {counted(again, 'run')}.")
                else:
                    _resumed(sweep, resume)
            except SweepRefusal as problem:
                raise Trouble(str(problem)) from None
            sweep.refresh_from_db()
            if args.detach:
                console.say(f"Sweep {sweep.pk} is {sweep.state}.")
                return OK
            return playing.to_its_end(sweep)


def steer(args: argparse.Namespace, console: Console) -> int:
    """Run `pare benchmark pause` or `pare benchmark cancel`, and return the exit code."""
    with store():
        from benchmark.jobs import sweep_control

        sweep = _sweep(args.sweep)
        try:
            {"pause": sweep_control.pause, "cancel": sweep_control.cancel}[args.verb](sweep)
        except sweep_control.SweepRefusal as problem:
            raise Trouble(str(problem)) from None
        sweep.refresh_from_db()
    console.say(f"Sweep {sweep.pk} is {sweep.state}.")
    return OK


def _resumed(sweep: Any, resume: Any) -> None:
    """Resume the sweep, unless it is running or finished.

    For a running sweep, this command only starts workers. For a finished sweep, it only writes the results.
    """
    from benchmark.models import SweepState

    if sweep.state not in (SweepState.RUNNING, SweepState.FINISHED):
        resume(sweep)


def _sweep(number: int) -> Any:
    from benchmark.models import Sweep

    found = Sweep.objects.filter(pk=number).first()
    if found is None:
        raise Trouble(f"There is no sweep {number}. Run `pare benchmark list` to see all sweeps.")
    return found


def _as_json(sweep: Any, standing: Any) -> dict[str, Any]:
    return {
        "sweep": sweep.pk,
        "name": sweep.name,
        "state": sweep.state,
        "why": sweep.why,
        **standing._asdict(),
        "begun": sweep.created_at.isoformat(),
    }
