"""`pare sign-in`: prints a new link that signs one person in once."""

from __future__ import annotations

import argparse

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command

ABOUT = """\
print a link that signs one person in once

The link is valid for 24 hours. Without --user, the link signs in the owner of this machine, who is an
administrator. Other people need an account first: create it on the administration pages, under Users."""
EXAMPLES = """\
pare sign-in
pare sign-in --user leila"""


def add(commands: Commands) -> None:
    """Add `pare sign-in` to the parser."""
    parser = add_command(commands, "sign-in", print_link, ABOUT, EXAMPLES)
    parser.add_argument("--user", metavar="NAME", help="account to sign in; default: the owner")


def print_link(args: argparse.Namespace, console: Console) -> int:
    """Run `pare sign-in` and return the exit code."""
    from pare_site.django_setup import set_up
    from pare_site.runtime import running

    set_up()
    from django.conf import settings
    from django.db import DatabaseError

    from pare_site.sign_in.links import link_url
    from pare_site.supervisor.health_probe import health

    local = running().get("local_url", "")
    try:
        token = _token(args.user)
    except DatabaseError as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"The link cannot be stored: {reason}.", "Start the site first: make run") from None
    if not local or not health(local)[0]:
        console.remark("The site is not running. Start the site with `make run`, then open this link:")
    # Alone on standard output, so that a script can open it.
    console.raw(link_url(token, settings.BASE_URL or local or "http://127.0.0.1:8000") + "\n")
    return OK


def _token(name: str | None) -> str:
    from django.contrib.auth import get_user_model

    from pare_site.sign_in.links import make_link, owner

    if name is None:
        user = owner()
    else:
        found = get_user_model().objects.filter(username=name).first()
        if found is None:
            raise Trouble(f"There is no account '{name}'. Create it on the administration pages, under Users.")
        user = found
    if not user.is_active:
        raise Trouble(f"The account '{user}' is not active. Activate it on the administration pages, under Users.")
    return make_link(user)
