"""The page on which a study is followed: what it shows, to whom, what changes on it, and what it costs."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Item, Rater, Role, Study, StudyState
from annotation.questions import DECISION, TIMING
from annotation.results import recent_agreement
from tests.annotation.answered import answered, filled_study, holds
from tests.annotation.study_fixtures import items, rater, study
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _agreement_does_not_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it takes differs from machine to machine."""
    monkeypatch.setattr(recent_agreement, "REST", 0)


@pytest.fixture
def lead() -> User:
    return person("researcher")


@pytest.fixture
def client(lead: User) -> Client:
    client = Client(headers={"accept": "text/html"})
    client.force_login(lead)
    return client


def led(lead: User, made: Study) -> Study:
    made.leads.add(lead)
    return made


def page(client: Client, of: Study, query: str = "") -> str:
    answer = client.get(f"/studies/{of.pk}/{query}")
    assert answer.status_code == 200
    return markup_of(answer)


def part(html: str, name: str) -> str:
    found = re.search(rf'<(section|dl|div)[^>]* id="{name}".*?\n</\1>', html, re.DOTALL)
    return found[0] if found else html.partition(f'id="{name}"')[2].partition('hx-swap-oob="true"')[2][:6000]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def live_of(html: str) -> str:
    found = re.search(r'hx-get="(/studies/\d+/live/\?[^"]*pulse=[^"]+)"', html)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_figures_people_and_strata_say_how_far_it_is(client: Client, lead: User) -> None:
    made = led(lead, study(per_item=2, too_fast_seconds=3))
    one, other, _ = items(made, 3, model="atlas")
    (gold,) = items(made, 1, Role.GOLD)
    anna, bela = rater(made, "Juniper"), rater(made, "Kestrel")
    answered(anna, one, seconds=8)
    answered(bela, one, "reject", seconds=2)
    answered(anna, gold)
    holds(anna, other, minutes=4)
    html = page(client, made)
    figures = words(part(html, "figures"))
    assert "3 items, 2 people each" in words(html)
    assert "Answers 2 of 6" in figures
    assert "Items complete 1 of 3 2 with no answers" in figures
    assert "Open now 1 person 1 item open, no lease ran out" in figures
    assert "Median time 5.0 s 1 answer under 3 s" in figures
    assert "Gold items 1 of 1" in figures
    people = words(part(html, "people"))
    assert "Juniper 1 of 3 1 of 1 8.0 s 0 item open, 4 min left" in people
    assert "Kestrel" in people
    assert "atlas" in words(part(html, "strata")) and "2 of 6" in words(part(html, "strata"))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"source": "sweep 3, October", "seed": 20}, 'Sampled from <a href="/sweeps/3/">October</a>, seed 20'),
        ({"source": "traces", "seed": 1}, "Sampled from traces, seed 1"),
        ({"runs": [4, 5], "seed": 1}, "Sampled from 2 runs, seed 1"),
        ({"seed": 1}, "Sampled from all runs, seed 1"),
    ],
)
def test_where_items_come_from_stands_below_the_title(
    client: Client, lead: User, spec: dict[str, object], said: str
) -> None:
    made = led(lead, study())
    items(made, 1)
    made.batches.update(spec=spec)
    assert said in page(client, made)


def test_agreement_has_n_an_interval_and_a_word(client: Client, lead: User) -> None:
    made = led(lead, filled_study(people=4, count=30, gold=0))
    shown = part(page(client, made), "agreement")
    said = words(shown)
    for measure in (
        "Same answer, pairs",
        "Cohen κ, mean of",
        "Fleiss κ",
        "Krippendorff",
        "compared with the simulated user",
    ):
        assert measure in said
    assert re.search(r"Krippendorff . \d+ items 0\.\d\d 0\.\d\d–[01]\.\d\d (fair|moderate|substantial)", said)
    assert shown.count('class="whisker"') == 7


def test_a_study_without_answers_says_what_comes_next(client: Client, lead: User) -> None:
    made = led(lead, study())
    items(made, 2)
    said = words(page(client, made))
    assert "Nobody has joined yet." in said and "Invite people" in said
    assert "No answers to compare yet." in said
    assert "Nothing to compare yet." in said


def test_a_draft_leads_to_what_is_still_to_be_done(client: Client, lead: User) -> None:
    made = led(lead, study(state=StudyState.DRAFT))
    html = page(client, made)
    assert "Before you open" in html
    assert f'href="/studies/{made.pk}/sample/"' in html
    assert 'id="poll"' not in html


def test_flagged_people_are_named_with_the_reason_and_can_be_left_out(client: Client, lead: User) -> None:
    made = led(lead, study(per_item=5))
    hasty, steady = rater(made, "Tansy"), rater(made, "Wren")
    for item in items(made, 4):
        answered(hasty, item, "reject", seconds=1)
        answered(steady, item, "accept")
    html = page(client, made)
    assert "Tansy : 4 answers under 2 s." in words(part(html, "people"))
    assert 'name="flagged"' in html
    assert re.search(r"Same answer, pairs 4 items 0\.00", words(html))
    without = words(page(client, made, "?flagged=out"))
    assert "No disagreements so far" in without or "Nothing to compare yet" in without
    sent = client.post(f"/studies/{made.pk}/people/{hasty.pk}/leave-out/", {"left_out": "yes"})
    assert sent["Location"] == f"/studies/{made.pk}/"
    assert Rater.objects.get(pk=hasty.pk).left_out
    assert "Left out of agreement" in words(page(client, made))
    client.post(f"/studies/{made.pk}/people/{hasty.pk}/leave-out/", {"left_out": "no", "back": "//elsewhere/"})
    assert not Rater.objects.get(pk=hasty.pk).left_out


def test_each_question_has_a_tab(client: Client, lead: User) -> None:
    made = led(lead, filled_study(people=3, count=12, gold=0, asks=(DECISION, TIMING)))
    html = page(client, made, "?key=timing")
    assert re.search(r'href="/studies/\d+/\?key=timing"[^>]*aria-current="true"', html)
    assert "The simulated user was not asked this question." in html
    assert "People compared with the simulated user" not in html
    assert "People compared with the simulated user" in page(client, made, "?key=nonsense")


def test_every_cell_of_the_confusion_leads_to_its_items(client: Client, lead: User) -> None:
    made = led(lead, study(per_item=2))
    who = [rater(made, name) for name in "AB"]
    for item, said in zip(items(made, 3, simulated="reject"), ("accept", "reject", "accept"), strict=True):
        answered(who[0], item, said)
        answered(who[1], item, said)
    cells = dict(re.findall(r'most=(\w+)&amp;did=reject" aria-label="[^"]*">(\d+)<', page(client, made)))
    assert cells == {"accept": "2", "reject": "1"}
    behind = markup_of(client.get(f"/studies/{made.pk}/disagreements/?most=accept&did=reject"))
    assert re.findall(rf'<a href="/studies/{made.pk}/items/(\d)/">\d</a>', behind) == ["1", "3"]
    assert "most people say “Accept”, the simulated user rejected" in words(behind)


def test_titles_names_and_reasons_are_text_and_nothing_else(client: Client, lead: User) -> None:
    made = led(lead, study(title=SCRIPT, per_item=2))
    (item,) = items(made, 1, model=SCRIPT, offer=SCRIPT)
    for name, said in ((SCRIPT[:30], "accept"), ("B", "reject")):
        answered(rater(made, name), item, said, reason=SCRIPT)
    html = page(client, made)
    assert ESCAPED in html
    assert SCRIPT not in html


def test_nothing_is_sent_while_nothing_changes_and_only_what_did(client: Client, lead: User) -> None:
    made = led(lead, study(per_item=2))
    one, other = items(made, 2)
    who = rater(made)
    answered(who, one)
    address = live_of(page(client, made))
    assert client.get(address).status_code == 204
    answered(who, other, "reject")
    changed = client.get(address)
    assert changed.status_code == 200
    html = markup_of(changed)
    assert 'id="figures"' in html and 'id="people"' in html
    assert 'id="controls"' not in html
    assert "HX-Replace-Url" not in changed
    assert client.get(live_of(html)).status_code == 204


@pytest.mark.parametrize("what", ["lease", "joined", "left out", "withdrawn", "closed", "role", "taken back"])
def test_whatever_changes_is_noticed(client: Client, lead: User, what: str) -> None:
    made = led(lead, study(per_item=2))
    one, other = items(made, 2)
    who = rater(made)
    answered(who, one)
    address = live_of(page(client, made))
    assert client.get(address).status_code == 204
    if what == "lease":
        holds(who, other)
    elif what == "joined":
        rater(made, "Another")
    elif what == "left out":
        Rater.objects.update(left_out=True)
    elif what == "withdrawn":
        Rater.objects.update(withdrawn_at=timezone.now())
    elif what == "closed":
        Study.objects.update(state=StudyState.CLOSED)
    elif what == "role":
        Item.objects.filter(pk=other.pk).update(role=Role.DROPPED)
    else:
        answered(who, one, "")
    assert client.get(address).status_code == 200


def test_agreement_that_costs_much_comes_a_little_later_but_comes(
    client: Client, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_agreement, "REST", 1_000_000)
    made = led(lead, study(per_item=2))
    (item,) = items(made, 1)
    answered(rater(made, "A"), item)
    address = live_of(page(client, made))
    answered(rater(made, "B"), item, "reject")
    busy = markup_of(client.get(address))
    assert "2 of 2" in words(busy) and "Same answer, pairs 1 item" not in words(busy)
    again = re.search(r'hx-get="([^"]*pulse=)"', busy)
    assert again is not None, "it does not know yet what is the last word"
    monkeypatch.setattr(recent_agreement, "REST", 0)
    recent_agreement._known.clear()
    assert "Same answer, pairs 1 item" in words(markup_of(client.get(again[1].replace("&amp;", "&"))))


def test_looking_at_something_else_brings_all_parts_and_the_address(client: Client, lead: User) -> None:
    made = led(lead, filled_study(people=3, count=12, gold=0, asks=(DECISION, TIMING)))
    answer = client.get(f"/studies/{made.pk}/live/?key=timing")
    assert answer["HX-Replace-Url"] == f"/studies/{made.pk}/?key=timing"
    for name in ("controls", "figures", "people", "strata", "agreement", "confusion", "disagreements", "poll"):
        assert f'id="{name}"' in markup_of(answer)


def test_a_closed_study_with_nothing_in_hand_is_not_asked_again(client: Client, lead: User) -> None:
    made = led(lead, filled_study(people=3, count=6, gold=0, state=StudyState.CLOSED))
    assert "pulse=" not in page(client, made)
    holds(rater(made, "Late"), made.items.all()[0])
    assert "pulse=" in page(client, made)


def test_the_number_of_queries_does_not_grow_with_the_study(client: Client, lead: User) -> None:
    counts = []
    for people, count in ((3, 9), (12, 60)):
        made = led(lead, filled_study(people=people, count=count, gold=4))
        with CaptureQueriesContext(connection) as asked:
            html = page(client, made)
        with CaptureQueriesContext(connection) as idle:
            assert client.get(live_of(html)).status_code == 204
        counts.append((len(asked), len(idle)))
    assert counts[0] == counts[1]
    assert counts[0][0] <= 34
    assert counts[0][1] <= 12


def test_viewers_look_and_change_nothing(lead: User) -> None:
    made = led(lead, filled_study(people=3, count=6, gold=0))
    seen = page(signed_in("viewer"), made)
    assert "Krippendorff" in seen
    for address in ("invite", "export", "close", "people", "items", "edit"):
        assert f"/studies/{made.pk}/{address}/" not in seen


@pytest.mark.parametrize("address", ["", "live/", "disagreements/"])
def test_who_may_look(lead: User, address: str) -> None:
    made = led(lead, filled_study(people=3, count=6, gold=0))
    assert signed_in("viewer").get(f"/studies/{made.pk}/{address}").status_code == 200
    assert signed_in("nobody").get(f"/studies/{made.pk}/{address}").status_code == 403
    assert signed_in("anonymous").get(f"/studies/{made.pk}/{address}")["Location"].startswith("/sign-in/")
    judge = Client(headers={"accept": "text/html"})
    user = User.objects.get(username="viewer")
    Rater.objects.create(study=made, pseudonym="Me", user=user, seed=1)
    judge.force_login(user)
    refused = judge.get(f"/studies/{made.pk}/{address}")
    assert refused.status_code == 403
    assert "you can’t see its data until it is closed" in markup_of(refused)
    assert signed_in("administrator").get(f"/studies/999/{address}").status_code == 404
