"""Puts a study of two thousand items that can be shown into the store of a site, with people who can come at once."""

from __future__ import annotations

import json
import sys

ITEMS, GOLD = 2000, 40


def main() -> None:
    """So many people; prints the address of the site and how they come."""
    from pare_site.django_setup import set_up

    set_up()
    from annotation.models import Item, ItemShow, Role
    from annotation.questions import DECISION
    from annotation.studies.item_preparation import prepare
    from pare_site.runtime import running
    from tests.annotation.judged import judged_study
    from tests.annotation.over_http import way_of
    from tests.annotation.study_fixtures import items, rater, study

    # Looks of items of real runs, as heavy as they are.
    shown = judged_study(12, ("offer",))
    prepare(shown.pk)
    looks = list(ItemShow.objects.filter(item__study=shown))
    people = int(sys.argv[1])
    # Enough to do for all of them: the last ones must not find the study complete.
    made = study(asks=(DECISION,), per_item=max(3, people // 50 * 3))
    many: list[Item] = [*items(made, ITEMS), *items(made, GOLD, Role.GOLD)]
    ItemShow.objects.bulk_create(
        ItemShow(item=item, body=look.body, phone=look.phone, frames=look.frames)
        for item, look in ((item, looks[number % len(looks)]) for number, item in enumerate(many))
    )
    ways = [way_of(rater(made, f"P{number}")) for number in range(people)]
    print(json.dumps({"url": running()["local_url"], "ways": ways}))


if __name__ == "__main__":
    main()
