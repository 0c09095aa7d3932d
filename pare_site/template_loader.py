"""Loads templates without their indentation, which browsers do not need."""

from __future__ import annotations

import re
from pathlib import Path

from django.template import Origin
from django.template.loaders.filesystem import Loader

from simulator.phone.registry import installed_folders

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class UnindentingLoader(Loader):
    """A file system loader that drops the indentation of every line.

    The indentation would make live updates and exported pages larger. Line breaks are kept, because a browser shows
    a line break between inline elements as a space. Text in <pre> and <textarea> comes from variables and is
    untouched.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the template's text without the spaces and tabs at the start of each line."""
        return _INDENTATION.sub("", super().get_contents(origin))


class InstalledAppLoader(UnindentingLoader):
    """Finds the templates of phone apps from other packages, in the folder `templates` beside each app's module."""

    def get_dirs(self) -> list[str | Path]:
        """Return the template folders of installed apps.

        Django looks in them only for templates that the project itself does not have.
        """
        return [folder / "templates" for folder in installed_folders()]
