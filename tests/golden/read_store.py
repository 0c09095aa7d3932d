"""Prints what a store holds, read by today's code: called in a process of its own by test_upgrade."""

from __future__ import annotations

import json
import sys

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402

from annotation.models import Answer, Rater, Study  # noqa: E402
from benchmark.models import Sweep  # noqa: E402
from simulator.episode.verify import verify  # noqa: E402
from simulator.jobs.serialization import trace_of  # noqa: E402
from simulator.models import Episode, State  # noqa: E402


def main() -> None:
    client = Client()
    client.force_login(User.objects.get(username="owner"))
    finished = Episode.objects.filter(state=State.FINISHED).order_by("pk")
    reports = {row.pk: verify(trace_of(row)) for row in finished}
    study, sweep = Study.objects.get(), Sweep.objects.get()
    pages = ["/", "/runs/", f"/runs/{finished[0].pk}/", "/sweeps/", f"/sweeps/{sweep.pk}/", f"/studies/{study.pk}/"]
    found = {
        "runs": Episode.objects.count(),
        "finished": len(reports),
        "unsound": [f"run {pk}: {report.first}" for pk, report in reports.items() if not report.ok],
        "cells": sweep.cells.count(),
        "raters": Rater.objects.count(),
        "answers": Answer.objects.count(),
        "pages": {page: client.get(page, headers={"host": "localhost"}).status_code for page in pages},
    }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
