"""The page that an author starts from: all parts of a scenario in reading order, each with what it is for."""

from __future__ import annotations

from string import Template

# The letters are those of the proofs, as `pare scenarios check` and docs/scenarios.md name them.
PAGE = Template("""\
${schema}# Whatever says FILL IN is yours to write, and whatever else is here may be changed.
# Letters such as (a) name the proof of `pare scenarios check` that asks for a part. More: docs/scenarios.md.

id: $id
title: $title
status: draft  # "ready" once all proofs hold
category: $category
$pattern
tags: []
difficulty: {rating: 2, because: FILL IN what makes it hard}
about: >-
  FILL IN the situation in two or three sentences, for people who browse.

# Whose phone it is, and when the story begins and ends. Every time here is local to the owner.
# Times are written as 09:00, +1d 16:30, -3h, Thu 08:22 or start + 40s.
owner:
$owner
start: $start
end: +1d 18:00
apps: $apps
turns: 10  # (a) the solution must leave two of them to spare

# Who exists in the story. The phone knows only what its apps hold.
people:
$people

# What is on the phone at the start. A ready scenario has at least eight things, some of them look-alikes.
# (i) Whatever a goal checks must stand here, in an event, or in the user's answer.
# (g) An extra write to something that the story does not need must count as a failure, so have such things.
world:$world

# What the user wants in private, and what the scripted user taps. Only the simulated user reads the goal.
user:
  goal: FILL IN what the user wants, without saying that help would be welcome
$path

# What happens. It shows that help is needed, but never names the remedy.
# (a) The need must be evident before 60 % of the turns have passed.
$timeline

$ending""")

HELP = Template("""\
# Help that would be welcome. (a) The offer of the solution must come in time and mention these facts.
# (b) Saying nothing must fail, and so must (h) acting without an offer.
needs:
  - label: $need
    evident_after: $evident
    too_late_after: +1d 12:00  # FILL IN a time or an event
    welcome: {mentions: {all: [FILL IN a fact that the offer must mention]}}
    answer: {accept: FILL IN what the user says to it}

# What is true at the end, by the assistant's doing.
# (c) A step left out, (d) a value changed, or (e) a call that fails must break at least one goal.
goals:
$goals
offers: {at_most: 2}
# There may also be `allowed` and `forbidden` changes and messages, and `otherwise`: what the user says to other offers.

# The worked solution: an offer, the writes, a report; no reading, and nothing that no goal wants.
# (a) It must succeed. (f) Writes before the offer was accepted must be refused.
solution:
  - offer: FILL IN the offer, with the facts that the need wants mentioned
$write
  - report: FILL IN what the user is told when it is done

# (k) At least one other good way, which must succeed as well: other words, another order, another app.
$alternatives

# (l) Ways that look right and are not, written alike; each must fail. What would a careless assistant do?
$near_misses
""")

SILENCE = """\
# There are no needs, so silence is right. (b) Saying nothing must succeed, and (g) every offer and every act must fail.
# Something should tempt an assistant to speak; what makes that wrong must be seen on the phone.
offers: {at_most: 0}
"""
