"""A scan of a page for what keeps people from using it. Its tab needs `bypass_csp`: axe styles what it measures."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_SERIOUS = ("serious", "critical")
# Style sheets are not fetched a second time: the browser has applied them already.
_OPTIONS = {"preload": False, "resultTypes": ["violations"]}


def serious_faults(page: Page) -> list[str]:
    """Each with its rule and the elements."""
    found = Axe().run(page, options=_OPTIONS).response["violations"]
    return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found if one["impact"] in _SERIOUS]
