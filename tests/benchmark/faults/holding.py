"""Takes the row of a sweep, as those do who feed workers, says so in a file, and keeps it for ever."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from pare_site.django_setup import set_up

if __name__ == "__main__":
    set_up()
    from django.db import transaction

    from benchmark.models import Sweep

    _, sweep, said = sys.argv
    with transaction.atomic():
        Sweep.objects.select_for_update().get(pk=int(sweep))
        Path(said).touch()
        while True:
            time.sleep(60)
