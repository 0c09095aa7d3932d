"""Masks one-time sign-in links in logs, so that nobody who reads a log can sign in with a link."""

from __future__ import annotations

import logging
import re

_LINK = re.compile(r"(/enter/)[^/\s'\"?#]+")


class Masked(logging.Formatter):
    """Formats a record and masks the whole text, because a traceback can contain a link as well."""

    def format(self, record: logging.LogRecord) -> str:
        return _LINK.sub(r"\1***", super().format(record))
