"""What people see when the site is ready."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from pare_site import machine


def greeting(home: str, token: str, host: str, log_folder: Path) -> Iterator[str]:
    """`home`: where people find the site. `token`: signs one person in; empty if there is none to give."""
    from pare_site.sign_in import link_url

    yield ""
    yield "  PARE Studio is ready."
    yield ""
    yield f"    {link_url(token, home) if token else home + '/'}"
    yield ""
    if token:
        yield "  Open this link in a browser: it signs you in, once, within 24 hours."
        yield f"  Another one: {_command()} sign-in"
    others = machine.addresses() if host in machine.ANYWHERE else []
    if others:
        port = home.rpartition(":")[2]
        yield f"  From other machines: http://{machine.as_host(others[0])}:{port}/"
    yield f"  Stop: Ctrl-C   Logs: {_short(log_folder)}"
    yield ""


def _command() -> str:
    """How this command can be called from here."""
    own = Path(sys.executable).parent / "pare"
    found = shutil.which("pare")
    return "pare" if found is not None and Path(found) == own else _short(own)


def _short(path: Path) -> str:
    """From here on, if it lies below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
