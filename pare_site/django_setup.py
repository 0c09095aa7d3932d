"""Django made ready for commands, with a sentence instead of a traceback if the settings make no sense."""

from __future__ import annotations

import os

from pare_site.cli.exits import Trouble


def set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except ImproperlyConfigured as problem:
        raise Trouble(str(problem)) from None
