"""A run as one HTML file that replays without a server: the run page with all steps, styles and scripts inside."""

from __future__ import annotations

import base64
import gzip
import re
from typing import Any

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from replay.bundling import Bundler
from replay.formats import CannotExport
from replay.views.exchange import exchange_html
from simulator.models import Episode as EpisodeRow
from simulator.rendering.frames import status_of
from simulator.rendering.run_histories import CannotShow, SharedHistory, history_of
from simulator.rendering.run_pieces import Stretch, step_of, story_of, track_of, without_repeats
from simulator.showing.config_words import cast_of
from simulator.views.run import noise_of

MOST_STEPS = 1000
# Maximum number of characters of the exchanges with models in a file. A piece of text that repeats counts once.
MOST_EXCHANGES = 4_000_000
SHEETS = (
    "site/tokens.css",
    "site/site.css",
    "phone/phone.css",
    "run/story.css",
    "run/run.css",
    "run/exchange.css",
    "run/decisions.css",
)
FONTS = ("fonts/inter-latin.woff2",)
# Modules that need a server, and their replacements.
INSTEAD = {"run/steps.js": "offline/steps.js", "run/address.js": "offline/address.js"}
# Where an exchange is cut: before each message and each tool.
_PIECE = re.compile(r"(?=<(?:details|li)\b)")
_LINK = re.compile(r' href="(?!#|data:)([^"]*)"')


def html_of(row: EpisodeRow) -> bytes:
    """Return the run as an HTML file, including thoughts and exchanges with models.

    Raise CannotExport for a run that can't be rebuilt, or that has no steps or too many steps.
    """
    try:
        shared = history_of(row)
    except CannotShow as problem:
        # The download page and `pare trace export` turn CannotExport into a message.
        raise CannotExport(f"This run can’t be shown; export a trace instead. {problem}") from problem
    count = len(shared.history)
    if not 0 < count <= MOST_STEPS:
        raise CannotExport(
            f"A web page holds runs of 1 to {MOST_STEPS:,} steps, and this run has {count:,}. "
            "Export a trace instead, which has no limit."
        )
    body = mark_safe(_inward(shared, render_to_string("offline/_body.html", _shown(row, shared))))
    bundler = Bundler(settings.BASE_DIR / "static", FONTS)
    context = {"episode": row, "body": body, **_inside(bundler), "packed": _packed(row, shared)}
    return render_to_string("offline/run.html", context).encode()


def _shown(row: EpisodeRow, shared: SharedHistory) -> dict[str, Any]:
    """Return the template context of the run page at the first step."""
    with shared.lock:
        count = len(shared.history)
        window = story_of(shared, Stretch(0, count), True)
        window.items[0], window.marks[0] = shared.current_item(0, True), shared.current_mark(0)
        shown = {
            "status": status_of(row, shared, private=True),
            "track": track_of(shared),
            "parts": step_of(shared, 0, True),
        }
    place = {"offline": True, "step": 0, "last": count - 1, "following": False}
    cast = cast_of({**row.config_now, "user": row.user_player, "assistant": row.assistant_player})
    return {"episode": row, "cast": cast, "noise": noise_of(row), **place, **shown, **window._asdict()}


def _inside(bundler: Bundler) -> dict[str, SafeString]:
    """Return the styles, icons and scripts of the page, which contain no data of a run."""
    texts = {
        "styles": bundler.styles(SHEETS),
        "signs": bundler.symbols("site/icons.svg", "site") + bundler.symbols("phone/icons.svg", "phone"),
        "theme": bundler.script("site/theme.js"),
        "modules": bundler.modules("offline/start.js", INSTEAD),
    }
    return {name: mark_safe(text) for name, text in texts.items()}


def _packed(row: EpisodeRow, shared: SharedHistory) -> str:
    """Return every step as the server would send it, and the exchanges with models, as gzipped JSON in Base64."""
    # The lock is taken for each step, not for all: all steps together take seconds, in which other viewers would wait.
    steps = [_step(shared, n) for n in range(len(shared.history))]
    content = {"steps": without_repeats(steps), **_exchanges(row, shared)}
    # Base64 has no `<`, so no text can close the script element. `mtime=0`: the same run always gives the same file.
    return base64.b64encode(gzip.compress(msgspec.json.encode(content), mtime=0)).decode()


def _step(shared: SharedHistory, n: int) -> dict[str, Any]:
    found = step_of(shared, n, True)
    html = {name: _inward(shared, found[name]) for name in ("phone", "tapping", "detail") if found[name] is not None}
    return {**found, **html}


def _exchanges(row: EpisodeRow, shared: SharedHistory) -> dict[str, Any]:
    """Return the exchanges by URL, and the pieces of text that they consist of. An exchange is a list of piece numbers.

    Once the pieces would exceed MOST_EXCHANGES characters, all further exchanges are left out.
    """
    # Each exchange repeats most of the previous exchange, but gzip does not look back that far.
    pieces: dict[str, int] = {}
    found: dict[str, list[int]] = {}
    room = MOST_EXCHANGES
    for moment in shared.history.moments:
        if moment.envelope is None or not moment.envelope.exchange:
            continue
        parts = _PIECE.split(_inward(shared, exchange_html(row, moment.n)))
        room -= sum(len(part) for part in {*parts} - pieces.keys())
        if room >= 0:
            address = reverse("exchange", args=[row.pk, moment.n])
            found[address] = [pieces.setdefault(part, len(pieces)) for part in parts]
    return {"exchanges": found, "pieces": list(pieces)}


def _inward(shared: SharedHistory, html: str) -> str:
    """Return rendered HTML whose links stay inside the file; links that lead out are removed."""
    site, phone, own = static("site/icons.svg"), static("phone/icons.svg"), reverse("run", args=[shared.pk])
    last = len(shared.history) - 1

    def turned(found: re.Match[str]) -> str:
        address, _, fragment = found[1].partition("#")
        if address in (site, phone):
            return f' href="#{"site" if address == site else "phone"}-{fragment}"'
        if address == own:
            return f' href="#{last}"'
        step = address.removeprefix(own).removesuffix("/")
        return f' href="#{step}"' if address.startswith(own) and step.isdecimal() else ""

    return _LINK.sub(turned, html)
