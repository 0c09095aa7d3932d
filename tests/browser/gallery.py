"""Pictures of the phone's screens: `python -m tests.browser.gallery OUT.png [--app email ...] [--dark]`."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.browser.chromium import chromium
from tests.simulator.showing.room import Room, picture_in, rooms
from tests.waiting import join

ROOT = Path(__file__).resolve().parent.parent.parent
_PAGE = """<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8">
<title>The phone</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/site/tokens.css"><link rel="stylesheet" href="/static/phone/phone.css">
<link rel="stylesheet" href="/tests/browser/gallery.css"></head><body class="{classes}">{rooms}</body></html>"""


def page(wanted: Sequence[Room], theme: str, sheet: bool = False) -> str:
    """All these rooms on one page; for a sheet that is scaled down, with larger captions."""
    from simulator.rendering.phone_html import render_phone

    shown = (
        f'<figure id="{room.app}-{number}"><figcaption>{escape(room.caption)}</figcaption>'
        f"{render_phone(picture_in(room), room.tapped)}</figure>"
        for number, room in enumerate(wanted)
    )
    return _PAGE.format(theme=theme, classes="gallery gallery--sheet" if sheet else "gallery", rooms="\n".join(shown))


def picture(wanted: Sequence[Room], target: Path, theme: str = "light", width: int = 1640) -> None:
    """One picture with all these rooms side by side."""
    with served(page(wanted, theme)) as address, chromium() as browser:
        tab = browser.new_page(viewport={"width": width, "height": 900})
        tab.goto(address)
        tab.evaluate("() => document.fonts.ready.then(() => true)")
        tab.screenshot(path=target, full_page=True)


@contextmanager
def served(html: str) -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode())
            return None

        def log_message(self, *ignored: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(ROOT)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        join(thread)


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--app", action="append", help="only rooms of this app; may be repeated")
    parser.add_argument("--dark", action="store_true")
    args = parser.parse_args()
    picture(
        [room for room in rooms() if not args.app or room.app in args.app], args.out, "dark" if args.dark else "light"
    )


if __name__ == "__main__":
    main()
