"""What the tests of the command line share: small scenarios, and the command as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

COMMAND = [sys.executable, "-m", "pare_site.cli.main"]
# Nothing of the machine's own settings, such as COLUMNS or NO_COLOR, may decide what a test sees.
QUIET_ENVIRONMENT = {
    "PATH": os.environ.get("PATH", ""),
    "PYTHONIOENCODING": "utf-8",
    "TERM": "xterm",
    "PARE_ENV_FILE": os.devnull,
}

DENTIST = """\
id: dentist_moved
title: The dentist moved
status: draft
category: reminders-tasks
tags: [calls, look-alikes]
difficulty: {rating: 1, because: one write}
about: The practice calls; one reminder is wrong from then on.
owner: {name: Leila Haddad, email: leila@example.com, time_zone: Europe/Luxembourg}
start: Thu 2026-03-05 08:22
end: +1d 12:00
apps: [reminder]
turns: 10
people:
  - {label: odile, name: Odile Marchand, email: odile@example.com}
world:
  reminder:
    - {label: dentist, title: Dentist, due: +1d 10:00, description: Rue Erasme}
    - {label: call, title: "Practice called: dentist is now at 11:30 on Friday", due: 08:23}
    - {title: Bins, due: +1d 19:00, repeat: week}
user:
  goal: Keep appointments right.
  path: [{see: dentist}]
needs:
  - label: move
    evident_after: start
    too_late_after: +1d 09:00
    welcome: {mentions: {all: [dentist, "11:30"]}}
    answer: {accept: "Yes please."}
goals:
  - for: move
    changed: {record: dentist, to: {due: "+1d 11:30"}}
offers: {at_most: 2}
solution:
  - offer: "The practice moved your dentist appointment to 11:30. Shall I change the reminder?"
  - reminder.update_reminder:
      {reminder_id: dentist, title: Dentist, description: Rue Erasme, due_datetime: +1d 11:30}
  - report: "The reminder is at 11:30 now."
alternatives:
  - say: other words
    replace: {offer: "Your dentist is at 11:30 now. Shall I move the reminder?"}
"""
QUIET_EVENING = """\
id: quiet_evening
title: A quiet evening
status: draft
category: communication
pattern: silence
tags: [calls]
difficulty: {rating: 3, because: nothing is to be done}
owner: {name: Leila Haddad, email: leila@example.com, time_zone: Europe/Luxembourg}
start: Thu 2026-03-05 20:00
end: 23:00
apps: [reminder, email]
turns: 6
world:
  reminder:
    - {title: Tea, due: 20:15}
timeline:
  - {label: news, after: start + 40s, do: email.send_email_to_user_only,
     with: {sender: shop@example.com, subject: Sale, content: "Everything must go."}}
  - {label: more_news, after: news + 5m, until: 20:02, do: email.send_email_to_user_only,
     with: {sender: shop@example.com, subject: Last call, content: "Really everything."}}
user:
  goal: Have peace.
needs: []
offers: {at_most: 0}
"""
BROKEN = DENTIST.replace("id: dentist_moved", "id: broken_file").replace("turns: 10", "turns: many")


def write_stories(folder: Path, *texts: str) -> list[Path]:
    """Each text as a file that is called like its scenario."""
    files = []
    for text in texts:
        name = text.split("\n", 1)[0].removeprefix("id: ")
        files.append(folder / f"{name}.yaml")
        files[-1].write_text(text, encoding="utf-8")
    return files


def pare(*args: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as people run it."""
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        cwd=ROOT,
        env={**QUIET_ENVIRONMENT, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
