"""Small scenarios without faults, one of them as older files were written, and ways to spoil them."""

from __future__ import annotations

from simulator.scenario.load import ScenarioError, ScenarioFault, load_text
from simulator.scenario.story import Story

FERNS = """\
id: water_the_ferns
title: Watering before the trip
status: ready
category: reminders-tasks
pattern: notes_and_deadline_capture
tags: [implicit, home]
difficulty: {rating: 1, because: one write}
about: The owner leaves earlier than planned, and the ferns would dry out.

owner: {name: Ada Lind, email: ada@lind.example, time_zone: Europe/Luxembourg}
start: Thu 2026-03-05 08:22
end: 22:00
apps: [reminder]

people:
  - {label: odile, name: Odile Marchand, email: odile@marchand.example}

world:
  reminder:
    - {label: ferns, title: Water the ferns, due: +2d 16:30}
    - {label: dentist, title: Dentist, due: +5d 09:00, description: "On Tuesday 10 March, with Odile."}
    - {title: Rent, due: +20d 08:00, repeat: month}
    - {title: Call Odile, due: 18:00}
    - {title: Buy stamps, due: -1d 10:00}
    - {title: Library books, due: +9d 12:00}
    - {title: Bins, due: +1d 07:00, repeat: week}
    - {title: Vaccination, due: +30d 08:40}

user:
  goal: You would like the ferns to be watered before you leave.
  path:
    - {see: ferns}
    - {do: reminder.edit, on: ferns, after: rings}
    - {put_down: true}

timeline:
  - {label: rings, after: start + 2m, do: reminder.fall_due, with: {reminder_id: dentist}}
  - label: again
    when: {changed: {record: ferns, to: {due: {at: 12:00, within: 30m}}}}
    unless: {did: {action: reminder.delete, on: ferns}, by: user}
    delay: 1m
    until: 20:00
    do: reminder.fall_due
    with: {reminder_id: ferns}

needs:
  - label: earlier
    say: offers to remind her of the ferns earlier
    acts: [{remind: reminder, about: ferns}]
    not_before: {event: rings, because: the trip comes up only then}
    too_late_after: 20:00
    answer:
      - {reject: "Let me think.", before: again}
      - {accept: "Yes, please.", look: ferns}

derived:
  early: ferns.due - hours(24)
  waiting: count(r for r in reminder if r.rung == 0)

goals:
  - for: earlier
    after: earlier.accepted
    changed: {record: ferns, to: {due: {at: =early, within: 2h}}}
  - under: any
    by: anyone
    any_of:
      - exists: {in: reminder, where: {title: {mentions: [Ferns]}, repetition_unit: null}}
      - value: {formula: waiting + 1, is: {near: 3}}
allowed:
  - {record: dentist, changed: [description]}
forbidden:
  - {in: reminder, where: {title: Dentist}, deleted: true}
offers: {unneeded_at_most: 2}

solution:
  - wait: rings
  - offer: Odile asks about the ferns. Shall I remind you tomorrow?
  - reminder.add_reminder: {title: Water the ferns, description: Early, due_datetime: +1d 16:30, repetition_unit: null}
  - report: The ferns are due tomorrow.
alternatives:
  - say: looks first, other words
    replace:
      report: It is noted.
      reminder.add_reminder:
        steps:
          - reminder.get_all_reminders:
          - reminder.add_reminder: {title: The ferns, description: Soon, due_datetime: +1d 16:00, repetition_unit: null}
"""

LEASE = """\
id: send_the_lease
title: The lease
status: draft
category: housing
difficulty: {rating: 2, because: an attachment and two people}
owner: {name: Ada Lind, email: ada@lind.example, time_zone: Europe/Luxembourg}
start: 2026-03-05 08:22
apps: [email, messaging, reminder]
people:
  - {label: odile, name: Odile Marchand, email: odile@marchand.example, phone: "+352 621 555 090"}
  - {label: tomas, name: Tomas Novak, email: tomas@novak.example}
files:
  - {label: lease, path: Documents/lease.pdf, text: "Rent 1200 EUR a month."}
world:
  email:
    - {label: hello, from: tomas, at: -1d 09:00, subject: Hello, body: "Good morning."}
  messaging:
    - {label: chat, with: [odile], messages: [{label: asked, from: odile, at: -3h, text: Have you read it?}]}
  reminder:
    - {label: rent, title: Rent, due: +20d 08:00}
user: {goal: You want the lease to reach Odile., path: [{see: email}, {do: email.refresh}]}
timeline:
  - {label: asks, after: start + 1m, do: email.send_email_to_user_only, with: {sender: odile, content: Send it.}}
needs:
  - {label: send, evident_after: asks, welcome: {mentions: [lease]}, answer: {accept: Yes.}}
goals:
  - for: send
    sent:
      to: {exactly: [odile, owner, someone@else.example]}
      app: [email]
      mentions: {all: [lease, {money: 1200, currency: EUR}], any_of_people: [Odile]}
      reply_to: asks
      attachments: [lease, photo.jpg]
  - {for: send, told: [sent]}
  - {fired: asks, before: 20:00}
  - {exactly: {in: messaging.conversation, records: [chat]}, by: anyone}
  - {unchanged: {record: [hello], fields: [content]}, by: anyone}
  - {absent: {in: email, where: {folder: trash, recipients: {includes: [tomas]}}}, by: anyone}
forbidden:
  - {sent: {to: tomas}}
offers: {at_most: 1}
solution:
  - offer: Shall I send the lease to Odile?
  - email.reply_to_email: {email_id: asks, content: Here is the lease., attachment_paths: [lease]}
  - report: The lease is sent.
"""


def edited(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return text.replace(old, new)


def _written_before(text: str) -> str:
    """The same scenario as files were written before needs had `say` and `acts`."""
    start, end = text.index("    say: "), text.index("    too_late_after:")
    need = "    evident_after: rings\n    welcome: {mentions: {any: [ferns, plants], all_of_people: [odile]}}\n"
    old = text[:start] + need + text[end:]
    return edited(edited(old, "unneeded_at_most", "at_most"), "status: ready", "status: draft")


OLD_FERNS = _written_before(FERNS)


def load(text: str) -> Story:
    return load_text(text, "it.yaml")


def faults_of(text: str) -> list[ScenarioFault]:
    """What is wrong with a text; empty if nothing is."""
    try:
        load(text)
    except ScenarioError as error:
        return list(error.faults)
    return []


def fault_after(text: str, old: str, new: str) -> ScenarioFault:
    """The one fault that an edit brings."""
    faults = faults_of(edited(text, old, new))
    assert len(faults) == 1, "\n".join(map(str, faults)) or "no fault"
    return faults[0]
