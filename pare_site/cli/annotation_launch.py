"""`pare annotation launch`: opens a study and prints its invite link."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from pare_site.cli import up as up_command
from pare_site.cli.annotation_lookup import the_study
from pare_site.cli.benchmark_host import machine_owner, store
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.environment import BadSetting, Environment
from pare_site.runtime import running
from simulator.words.english import counted
from simulator.words.numbers import whole_number


def launch(args: argparse.Namespace, console: Console) -> int:
    """Run `pare annotation launch` and return the exit code."""
    port = _port(args.port)
    if args.annotations is not None:
        console.remark("--annotations is ignored: answers are in the store.")
    with store():
        from pare_site.supervisor.health_probe import health

        study = the_study(args)
        _open(study, args.annotators_per_sample)
        here = running().get("local_url", "")
        runs = bool(here) and health(here)[0]
        link = _link(study, running().get("url", "") or here if runs else f"http://{up_command.HOST}:{port}")
    if args.json:
        console.json({"study": study.pk, "title": study.title, "state": study.state, "link": link, "site_runs": runs})
    else:
        answers = counted(study.per_item, "answer")
        console.say(f"Study {study.pk} “{study.title}” is open, {answers} per item. Its invite link:")
        console.raw(f"{link}\n")
    if runs:
        return OK
    # With --json no site is started, because the program that reads the JSON waits for this command to end.
    if args.no_start or args.json:
        console.remark("No site is running. The link works after you start the site with `pare up`.")
        return OK
    _start(port)
    return OK


def _start(port: int) -> None:
    """Replace this process with `pare up`, so that the site reads its settings again."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "pare_site.cli.main", "up", "--port", str(port)])


def _port(text: str | None) -> int:
    try:
        if text is None:
            return Environment().number("PARE_PORT", up_command.PORT, *up_command.PORTS)
    except BadSetting as problem:
        raise Trouble(str(problem)) from None
    port = whole_number(text, up_command.PORTS[1])
    if not port:
        raise Trouble(f"--port {text}: give a whole number from 1 to {up_command.PORTS[1]}.")
    return port


def _open(study: Any, per_item: str | None) -> None:
    from annotation.models import StudyState
    from annotation.studies.lifecycle import BadStudy, change_study, open_study, plan_of

    if study.state == StudyState.CLOSED:
        raise Trouble(f"Study {study.pk} is closed. Reopen it in the browser, on its page.")
    try:
        if per_item is not None:
            plan = plan_of(study).model_copy(update={"per_item": _count(per_item)})
            study.per_item = change_study(study, plan, machine_owner()).per_item
        if study.state == StudyState.DRAFT:
            open_study(study)
    except BadStudy as bad:
        raise Trouble(*bad.sentences) from None


def _count(text: str) -> int:
    count = whole_number(text, 1000)
    if not count:
        raise Trouble(f"--annotators-per-sample {text}: give a whole number from 1 to 1000.")
    return count


def _link(study: Any, home: str) -> str:
    """Return the study's open link, with which anybody can join. Make a new link if all open links were revoked."""
    from annotation.models import Invitation
    from annotation.people.invite_links import link_of, make_invitation

    known = Invitation.objects.filter(study=study, pseudonym="", revoked_at=None).first()
    return link_of(
        known or make_invitation(study, label="pare annotation launch", by=machine_owner()), home.rstrip("/")
    )
