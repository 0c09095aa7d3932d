#!/usr/bin/env python3
"""Django's management commands, for developers. Users run the command `pare` instead."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pare_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from pare_site import dotenv

    try:
        # Before anything reads the settings, which take their values from the environment.
        dotenv.load()
        execute_from_command_line(sys.argv)
    except (dotenv.BadEnvFile, ImproperlyConfigured) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
