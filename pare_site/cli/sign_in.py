"""`pare sign-in`: a fresh link that signs somebody in, once."""

from __future__ import annotations

import argparse

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command

ABOUT = """\
print a link that signs somebody in, once

The link is good for 24 hours. Without --user it is for the owner of this machine, who is an administrator. For others,
make accounts in the administration first."""
EXAMPLES = """\
pare sign-in
pare sign-in --user leila"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "sign-in", print_link, ABOUT, EXAMPLES)
    parser.add_argument("--user", metavar="NAME", help="whom the link signs in; default: the owner")


def print_link(args: argparse.Namespace, console: Console) -> int:
    from pare_site.django_setup import set_up
    from pare_site.runtime import running

    set_up()
    from django.conf import settings
    from django.db import DatabaseError

    from pare_site.sign_in.links import link_url
    from pare_site.supervisor.probing import health

    local = running().get("local_url", "")
    try:
        token = _token(args.user)
    except DatabaseError as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"No link can be made: {reason}.", "Start the site first: make run") from None
    if not local or not health(local)[0]:
        console.remark("The site does not run here at the moment. Start it with `make run`, then open the link:")
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
            raise Trouble(f"There is no account '{name}'. Make it in the administration, under Users.")
        user = found
    if not user.is_active:
        raise Trouble(f"The account '{user}' is switched off. Switch it on in the administration, under Users.")
    return make_link(user)
