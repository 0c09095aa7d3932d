"""`pare benchmark list`, `resume`, `retry`, `pause` and `cancel`."""

from __future__ import annotations

import argparse
from typing import Any

from pare_site.cli.benchmark_ground import ground, store
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console, counted
from pare_site.cli.tables import show_table

_MOST_SHOWN = 50


def list_sweeps(args: argparse.Namespace, console: Console) -> int:
    with store():
        from benchmark.models import Sweep
        from pare_site.cli.benchmark_following import look_at

        found = [(sweep, look_at(sweep)[0]) for sweep in Sweep.objects.defer("plan", "configurations")[:_MOST_SHOWN]]
    if args.json:
        console.json({"sweeps": [_as_json(sweep, standing) for sweep, standing in found]})
        return OK
    if not found:
        console.remark("There are no sweeps yet. Start one with `pare benchmark sweep`.")
        return OK
    rows = [
        [
            str(sweep.pk),
            sweep.name,
            sweep.state,
            f"{standing.done}/{standing.total}",
            str(standing.successes),
            str(standing.broken or "-"),
            f"{sweep.created_at:%Y-%m-%d %H:%M}",
        ]
        for sweep, standing in found
    ]
    show_table(console, ("sweep", "name", "state", "done", "ok", "not played", "begun (UTC)"), rows, flexible=1)
    return OK


def go_on(args: argparse.Namespace, console: Console) -> int:
    """Resume, or retry what failed; then as if the sweep had just been started."""
    with ground(console) as where:
        from benchmark.jobs.settings import settings_of
        from benchmark.jobs.steering import NotNow, resume, retry_failed
        from benchmark.models import SweepState
        from pare_site.cli.benchmark_flags import given_values
        from pare_site.cli.benchmark_playing import Playing
        from pare_site.cli.benchmark_results import places

        sweep = _sweep(args.sweep)
        if args.detach and where.is_own:
            raise Trouble("--detach leaves the sweep to a running site, and none runs here. Leave it out.")
        goes_to = places(given_values(args))
        with Playing(console, where, goes_to, args.json) as playing:
            if args.verb == "retry" or sweep.state != SweepState.FINISHED:
                playing.get_ready([setting.config for setting in settings_of(sweep)], sweep.at_once)
            try:
                if args.verb == "retry":
                    again = retry_failed(sweep)
                    console.remark(f"{counted(again, 'episode')} will be played again.")
                else:
                    _resumed(sweep, resume)
            except NotNow as problem:
                raise Trouble(str(problem)) from None
            sweep.refresh_from_db()
            if args.detach:
                console.say(f"Sweep {sweep.pk} is {sweep.state}.")
                return OK
            return playing.to_its_end(sweep)


def steer(args: argparse.Namespace, console: Console) -> int:
    with store():
        from benchmark.jobs import steering

        sweep = _sweep(args.sweep)
        try:
            {"pause": steering.pause, "cancel": steering.cancel}[args.verb](sweep)
        except steering.NotNow as problem:
            raise Trouble(str(problem)) from None
        sweep.refresh_from_db()
    console.say(f"Sweep {sweep.pk} is {sweep.state}.")
    return OK


def _resumed(sweep: Any, resume: Any) -> None:
    """One that counts as running but that nobody plays needs nothing but workers; so does one that is finished."""
    from benchmark.models import SweepState

    if sweep.state not in (SweepState.RUNNING, SweepState.FINISHED):
        resume(sweep)


def _sweep(number: int) -> Any:
    from benchmark.models import Sweep

    found = Sweep.objects.filter(pk=number).first()
    if found is None:
        raise Trouble(f"There is no sweep {number}; `pare benchmark list` shows those that there are.")
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
