"""The text that people see when the site is ready."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from pare_site import machine


def greeting(
    home: str, token: str, listens_at: tuple[str, int], log_folder: Path, invitation: str = ""
) -> Iterator[str]:
    """`home`: where people find the site. `token`: signs one person in; empty if there is none to give. `invitation`:
    lets people into the study of the demo."""
    from pare_site.sign_in.links import link_url

    yield ""
    yield "  PARE Studio is ready."
    yield ""
    yield f"    {link_url(token, home) if token else home + '/'}"
    yield ""
    if token:
        yield "  Open this link in a browser: it signs you in, once, within 24 hours."
        yield f"  Another one: {machine.to_type('sign-in')}"
    if invitation:
        yield f"  To judge offers, in a private window: {home}/join/{invitation}/"
    host, port = listens_at
    others = machine.addresses() if host in machine.ANYWHERE else []
    if others and not home.startswith("https:"):  # its cookies would not be sent to this address
        yield f"  From other machines: http://{machine.as_host(others[0])}:{port}{urlsplit(home).path}/"
    yield f"  Stop: Ctrl-C   Logs: {machine.from_here(log_folder)}"
    yield ""
