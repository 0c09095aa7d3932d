"""The text that people see when the site is ready."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from pare_site import machine


def greeting(
    home: str, token: str, listens_at: tuple[str, int], log_folder: Path, invitation: str = ""
) -> Iterator[str]:
    """Yield the lines that the terminal shows after the start.

    `home` is the address of the site. `token` signs one person in, and `invitation` opens the demo study; either may be
    empty.
    """
    from pare_site.sign_in.links import link_url

    yield ""
    yield "  PARE Studio is ready."
    yield ""
    yield f"    {link_url(token, home) if token else home + '/'}"
    yield ""
    if token:
        yield "  Open this link in a browser: it signs you in. The link works once, within 24 hours."
        yield f"  For another link: {machine.to_type('sign-in')}"
    if invitation:
        yield f"  To try the demo study as an annotator, open in a private window: {home}/join/{invitation}/"
    host, port = listens_at
    others = machine.addresses() if host in machine.ANYWHERE else []
    if others and not home.startswith("https:"):  # cookies of an https site are not sent over http
        yield f"  From other machines: http://{machine.as_host(others[0])}:{port}{urlsplit(home).path}/"
    yield f"  Press Ctrl-C to stop. Logs: {machine.from_here(log_folder)}"
    yield ""
