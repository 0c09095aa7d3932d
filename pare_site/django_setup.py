"""Sets Django up for commands; wrong settings become an error message instead of a traceback."""

from __future__ import annotations

import os

from pare_site.cli.exits import Trouble


def set_up() -> None:
    """Set Django up once. Raises Trouble if a setting is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
    import django
    from django.apps import apps
    from django.core.exceptions import ImproperlyConfigured

    if apps.ready:
        # A second setup would configure logging again and drop the handlers that were added since.
        return
    try:
        django.setup()
    except ImproperlyConfigured as problem:
        raise Trouble(str(problem)) from None
