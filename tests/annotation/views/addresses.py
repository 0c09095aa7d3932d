"""Every address of the site with who may ask for it: an address that is not here makes the tests of refusals fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto

from django.urls import URLPattern, URLResolver, get_resolver


class For(Enum):
    ANYBODY = auto()
    """Also without an account; says nothing about runs, studies or people."""
    HOME = auto()
    """Leads everybody to a page of their own."""
    MEMBER = auto()
    """Whoever takes part in the study; it is not there for anybody else."""
    LOOKING = auto()
    """Studies, for those who may look at them."""
    LOOKING_AT_PLAY = auto()
    """Studies in which people play, for those who may look at studies; other studies have no such page."""
    PLAYER = auto()
    """A run, for the people who play it; it is not there for anybody else."""
    BUILDING = auto()
    """For those who may build studies of their own."""
    LEADING = auto()
    """For those who lead this very study."""
    STUDIO = auto()
    """Runs, scenarios, sweeps, models: nothing for people who came to judge."""


WHO = {
    "": For.HOME,
    "healthz": For.ANYBODY,
    "glossary/": For.ANYBODY,
    "enter/<str:token>/": For.ANYBODY,
    "sign-in/": For.ANYBODY,
    "sign-out/": For.ANYBODY,
    "join/<str:token>/": For.ANYBODY,
    "play/join/<str:token>/": For.ANYBODY,
    "annotate/": For.HOME,
    **dict.fromkeys(
        [
            "annotate/<int:pk>/",
            "annotate/<int:pk>/consent/",
            "annotate/<int:pk>/practice/",
            "annotate/<int:pk>/answers/",
            "annotate/<int:pk>/code/",
            "annotate/<int:pk>/leave/",
            "annotate/<int:pk>/withdraw/",
            "annotate/<int:pk>/item/<str:code>/",
            "annotate/<int:pk>/item/<str:code>/frames/",
            "annotate/<int:pk>/guidelines/",
            "annotate/<int:pk>/answer/",
            "annotate/<int:pk>/undo/",
            "annotate/<int:pk>/draft/",
            "annotate/<int:pk>/beat/",
            "annotate/<int:pk>/play/",
            "annotate/<int:pk>/leaderboard/",
        ],
        For.MEMBER,
    ),
    **dict.fromkeys(
        [
            "studies/",
            "studies/<int:pk>/",
            "studies/<int:pk>/live/",
            "studies/<int:pk>/disagreements/",
        ],
        For.LOOKING,
    ),
    "studies/<int:pk>/leaderboard/": For.LOOKING_AT_PLAY,
    "studies/new/": For.BUILDING,
    "studies/new/play/": For.BUILDING,
    # Shows the sender what they wrote themselves.
    "studies/new/text/": For.LOOKING,
    **dict.fromkeys(
        [
            "studies/<int:pk>/edit/",
            "studies/<int:pk>/plan.yaml",
            "studies/<int:pk>/copy/",
            "studies/<int:pk>/open/",
            "studies/<int:pk>/close/",
            "studies/<int:pk>/sample/",
            "studies/<int:pk>/sample/preview/",
            "studies/<int:pk>/sample/<int:number>/remove/",
            "studies/<int:pk>/items/",
            "studies/<int:pk>/items/mark/",
            "studies/<int:pk>/items/practice/",
            "studies/<int:pk>/items/<int:number>/",
            "studies/<int:pk>/items/<int:number>/frames/",
            "studies/<int:pk>/items/<int:number>/role/",
            "studies/<int:pk>/people/",
            "studies/<int:pk>/people/<int:rater>/",
            "studies/<int:pk>/people/<int:rater>/leave-out/",
            "studies/<int:pk>/people/<int:rater>/code/",
            "studies/<int:pk>/invite/",
            "studies/<int:pk>/invite/<int:invitation>/revoke/",
            "studies/<int:pk>/export/<str:kind>/",
            "studies/<int:pk>/import/",
        ],
        For.LEADING,
    ),
    **dict.fromkeys(
        [
            "play/<int:pk>/",
            "play/<int:pk>/now/",
            "play/<int:pk>/act/",
            "play/<int:pk>/look/",
            "play/<int:pk>/invite/",
            "play/<int:pk>/end/",
            "play/<int:pk>/remark/",
            "play/<int:pk>/hand-over/",
        ],
        For.PLAYER,
    ),
    **dict.fromkeys(
        [
            "now/",
            "models/",
            "compare/",
            "compare/<int:left>/<int:right>/",
            "compare/<int:left>/<int:right>/turns/",
            "runs/",
            "runs/start/",
            "runs/import/",
            "runs/<int:pk>/",
            "runs/<int:pk>/<int:step>/",
            "runs/<int:pk>/<signed:step>/",
            "runs/<int:pk>/<int:step>/parts/",
            "runs/<int:pk>/<int:step>/raw/",
            "runs/<int:pk>/<int:step>/exchange/",
            "runs/<int:pk>/<int:step>/fork/",
            "runs/<int:pk>/<int:step>/take-over/",
            "play/start/",
            "fidelity/",
            "fidelity/compute/",
            "runs/<int:pk>/story/",
            "runs/<int:pk>/slice/",
            "runs/<int:pk>/find/",
            "runs/<int:pk>/controls/",
            "runs/<int:pk>/decisions/",
            "runs/<int:pk>/readings/",
            "runs/<int:pk>/rejudge/",
            "runs/<int:pk>/compare/",
            "runs/<int:pk>/blame/",
            "runs/<int:pk>/blame/undo/",
            "runs/<int:pk>/download/<str:name>/",
            "runs/<int:pk>/<str:action>/",
            "scenarios/",
            "scenarios/<slug:slug>/",
            "scenarios/<slug:slug>/flag/",
            "scenarios/<slug:slug>/unflag/",
            "sweeps/",
            "sweeps/<int:pk>/",
            "sweeps/<int:pk>/live/",
            "sweeps/<int:pk>/report/",
            "sweeps/<int:pk>/plan.yaml",
            "sweeps/<int:pk>/export/<str:kind>/",
            "sweeps/<int:pk>/<str:action>/",
        ],
        For.STUDIO,
    ),
}
ADMINISTRATION = "admin/"
"""All of it is for staff, whatever is added to it."""
_HOLE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)\??")


def routes() -> list[str]:
    """Of the whole site, as they are written."""
    return list(dict.fromkeys(_walk(get_resolver().url_patterns)))


def routes_for(*who: For) -> list[str]:
    return [route for route, whom in WHO.items() if whom in who]


def filled(route: str, values: dict[str, object]) -> str:
    """The address with its holes filled; those that nobody named with 1."""
    address = _HOLE.sub(lambda hole: str(values.get(hole[1] or hole[2], 1)), route)
    return "/" + address.replace("^", "").replace("/?$", "/").replace("$", "").replace("\\", "")


def _walk(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _walk(pattern.url_patterns, route)
