"""Django made ready for commands, with a sentence instead of a traceback if the settings make no sense."""

from __future__ import annotations

import os

from pare_site.cli.exits import Trouble


def set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
    import django
    from django.apps import apps
    from django.core.exceptions import ImproperlyConfigured

    if apps.ready:
        # Again it would only take the log away from where it goes.
        return
    try:
        django.setup()
    except ImproperlyConfigured as problem:
        raise Trouble(str(problem)) from None
