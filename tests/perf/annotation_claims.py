"""How many items a second are claimed and answered, in the database that the environment names; without web pages."""

from __future__ import annotations

import json
import sys

ITEMS, GOLD, PEOPLE, ANSWERS = 2000, 40, 50, 1500
THREADS = 4


def main() -> None:
    from pare_site.django_setup import set_up

    set_up()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps([_rate(number) for number in range(int(sys.argv[1]))]))


def _rate(number: int) -> float:
    """Of so many people in a study of its own, in the midst of it."""
    from annotation.models import Role
    from tests.annotation.labelling.crowd import Crowd, assert_kept, assert_sound
    from tests.annotation.study_fixtures import items, rater, study

    made = study(per_item=3)
    items(made, ITEMS)
    items(made, GOLD, Role.GOLD)
    people = [rater(made, f"P{number}") for number in range(PEOPLE)]
    # Orders and questions are worked out once.
    Crowd(people, 1, most=200).run()
    crowd = Crowd(people, THREADS, most=ANSWERS)
    seconds = crowd.run()
    assert_sound(made.pk, 3)
    assert_kept(crowd.acknowledged)
    return len(crowd.acknowledged) / seconds


if __name__ == "__main__":
    main()
