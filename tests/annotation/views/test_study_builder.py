"""Building a study: one form that is its plan; what is wrong stands at its field, what is fixed says why."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Item, Study, StudyState, TextKind
from annotation.plan.plan_reading import plan_from, read_plan
from annotation.plan.schema import SETTINGS, TEXTS, StudyPlan
from annotation.questions import Choice, Question
from annotation.studies.lifecycle import ANY_TIME, UPWARDS, change_study, open_study, plan_of
from annotation.views.study_form import fixed_of, form_of
from tests.annotation.pools import REACTIONS, offering
from tests.annotation.study_fixtures import items, study
from tests.annotation.views.leading import leading, read, text_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, person, signed_in

pytestmark = pytest.mark.django_db
NEW = "/studies/new/"
OWN = Question(
    key="tone",
    about="offer",
    text="Was it polite?",
    choices=(Choice(value="yes", label="Polite", letter="p"), Choice(value="no", label="Rude", letter="d")),
)
FULL = StudyPlan(
    title="Everything: ü",
    questions=("decision", OWN, "missed"),
    seed=-7,
    per_item=5,
    per_person=40,
    most_people=12,
    gold_every=8,
    gold_mark=0.65,
    pass_mark=0.75,
    practice_attempts=3,
    too_fast_seconds=1.5,
    lease_seconds=300,
    hide_goal=True,
    panel_parameter="PROLIFIC_PID",
    completion_code="C1",
    screened_code="S1",
    return_url="https://panel.example/done?x=1",
    guidelines="# Rules\n\nBe kind.",
    consent="",
)


def filled(page: str) -> dict[str, Any]:
    """What the form would send as it stands on the page."""
    form = page.partition('id="plan"')[2].partition("</form>")[0]
    data: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        named = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        is_off = " disabled" in tag or (named.get("type") == "checkbox" and " checked" not in tag)
        if named.get("name") and not is_off:
            data.setdefault(named["name"], []).append(html.unescape(named.get("value", "")))
    for name, rest, text in re.findall(r'<textarea[^>]* name="(\w+)"([^>]*)>(.*?)</textarea>', form, re.DOTALL):
        if " disabled" not in rest:
            data[name] = [html.unescape(text)]
    data.pop("csrfmiddlewaretoken", None)
    return data


def test_a_title_is_enough() -> None:
    client = signed_in("researcher")
    answer = client.post(NEW, {**filled(read(client, NEW)), "title": "Offers in March"})
    made = Study.objects.get()
    assert answer["Location"] == f"/studies/{made.pk}/sample/"
    assert plan_of(made) == StudyPlan(title="Offers in March")
    assert [lead.username for lead in made.leads.all()] == ["researcher"]
    assert made.made_by is not None and made.state == StudyState.DRAFT


def test_a_plan_is_a_form_and_the_form_is_the_plan_again() -> None:
    assert form_of(FULL).plan() == FULL


def test_what_is_on_the_page_is_what_was_saved() -> None:
    client, made = leading(**FULL.model_dump(mode="json", exclude_defaults=True))
    page = read(client, f"/studies/{made.pk}/edit/")
    assert "Was it polite?" in page and "from the plan file" in page
    client.post(f"/studies/{made.pk}/edit/", filled(page))
    made.refresh_from_db()
    assert plan_of(made) == FULL
    assert made.texts.count() == 1, "nothing was changed, so there is no new version"


def test_nobody_undoes_unseen_what_somebody_else_wrote() -> None:
    client, made = leading()
    address = f"/studies/{made.pk}/edit/"
    mine, theirs = (filled(read(client, address)) for _ in range(2))
    assert client.post(address, {**theirs, "guidelines": "Theirs.", "per_item": "7"}).status_code == 302
    answer = client.post(address, {**mine, "title": "Mine"})
    page = answer.content.decode()
    assert answer.status_code == 409 and "Somebody else has changed this study" in page and 'value="Mine"' in page
    assert (plan_of(made).guidelines, Study.objects.get().per_item) == ("Theirs.", 7)
    assert client.post(address, filled(page)).status_code == 302, "once it was seen, it can be saved"
    assert (Study.objects.get().title, Study.objects.get().per_item) == ("Mine", int(mine["per_item"][0]))


def test_a_known_question_of_other_words_is_kept_as_it_is() -> None:
    known = plan_from({"title": "x"}).questions[0]
    other = known.model_copy(update={"text": "What now, {name}?"})
    plan = StudyPlan(title="x", questions=(other,))
    form = form_of(plan)
    assert form.plan() == plan
    assert [one.question.key for one in form.questions].count("decision") == 1


@pytest.mark.parametrize("kept", ["[" * 100_000, '{"samples": 5}', '{"gold": [[3]]}', '{"title": "x"}'])
def test_what_a_plan_file_said_about_items_is_refused_if_it_is_broken(kept: str) -> None:
    client = signed_in("researcher")
    answer = client.post(NEW, {**filled(read(client, NEW)), "title": "x", "kept": kept})
    assert answer.status_code == 422 and not Study.objects.exists()


def test_everything_wrong_is_told_at_its_field_and_nothing_typed_is_lost() -> None:
    client = signed_in("researcher")
    typed = {"title": "", "per_item": "0", "return_url": "http://x", "guidelines": f"My {SCRIPT}", "leads": "resercher"}
    answer = client.post(NEW, {**filled(read(client, NEW)), **typed})
    page = answer.content.decode()
    assert answer.status_code == 422 and not Study.objects.exists()
    for name in ("title", "per_item", "return_url", "leads"):
        assert re.search(rf'id="id_{name}"[^>]* aria-invalid="true"', page), name
        assert re.search(rf'id="err_{name}"[^>]*>[^<]+<', page), name
    assert "did you mean &#x27;researcher&#x27;" in page
    assert 'value="http://x"' in page and f"My {ESCAPED}</textarea>" in page
    assert "Fix 4 problems first" in page


def test_without_a_question_nothing_is_saved() -> None:
    client = signed_in("researcher")
    data = {**filled(read(client, NEW)), "title": "x", "questions": []}
    assert "The value is empty. Name known questions" in text_of(client.post(NEW, data).content.decode())
    assert not Study.objects.exists()


def test_only_people_who_may_see_studies_lead_one() -> None:
    client, made = leading()
    person("nobody"), person("viewer")
    page = filled(read(client, f"/studies/{made.pk}/edit/"))
    refused = client.post(f"/studies/{made.pk}/edit/", {**page, "leads": "researcher, nobody"})
    assert "nobody is not allowed to see studies" in refused.content.decode()
    refused = client.post(f"/studies/{made.pk}/edit/", {**page, "leads": " "})
    assert "The study has no lead" in refused.content.decode()
    client.post(f"/studies/{made.pk}/edit/", {**page, "leads": "viewer, researcher"})
    assert set(made.leads.values_list("username", flat=True)) == {"viewer", "researcher"}


def upload(text: str | bytes, name: str = "plan.yaml") -> dict[str, Any]:
    return {"yaml": SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)}


def test_a_plan_file_fills_the_form_and_makes_nothing() -> None:
    client = signed_in("researcher")
    page = client.post(NEW, upload("title: From git\nper_item: 7\nquestions: [timing]\n")).content.decode()
    assert "The form now shows the values from <b>plan.yaml</b>." in page
    data = filled(page)
    assert (data["title"], data["per_item"], data["questions"]) == (["From git"], ["7"], ["timing"])
    assert not Study.objects.exists()
    client.post(NEW, data)
    assert Study.objects.get().per_item == 7


def test_a_plan_file_fills_the_form_of_a_draft_and_leaves_its_items() -> None:
    client, made = leading(title="Before")
    items(made, 2)
    address = f"/studies/{made.pk}/edit/"
    page = client.post(address, upload("title: After\nper_item: 7\n")).content.decode()
    assert "Nothing is saved yet" in page and Study.objects.get().title == "Before"
    client.post(address, filled(page))
    made.refresh_from_db()
    assert (made.title, made.per_item, made.items.count()) == ("After", 7, 2)
    wrong = client.post(address, upload("titel: x\n"))
    assert wrong.status_code == 422 and 'value="After"' in wrong.content.decode()


def test_samples_of_a_plan_file_are_drawn_when_it_is_saved() -> None:
    offering("oracle", *REACTIONS)
    client = signed_in("researcher")
    page = client.post(NEW, upload("title: x\nsamples:\n  - size: 2\n")).content.decode()
    assert "When you save, the plan also draws 1 sample." in text_of(page)
    answer = client.post(NEW, filled(page))
    made = Study.objects.get()
    assert Item.objects.filter(study=made).count() == 2
    assert answer["Location"] == f"/studies/{made.pk}/items/"


def test_a_plan_that_has_nothing_to_draw_from_makes_nothing() -> None:
    client = signed_in("researcher")
    page = client.post(NEW, upload("title: x\nsamples:\n  - size: 2\n")).content.decode()
    answer = client.post(NEW, filled(page))
    assert "There is nothing to draw" in answer.content.decode()
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: x\nper_itm: 3\n", "plan.yaml:2: per_itm: There is no key"),
        ("- a\n- b\n", "This is not a plan"),
        (b"\xff\xfe", "not UTF-8 text"),
    ],
)
def test_a_wrong_file_is_refused_with_place_and_remedy(text: str | bytes, said: str) -> None:
    answer = signed_in("researcher").post(NEW, upload(text))
    assert answer.status_code == 422
    assert said in html.unescape(answer.content.decode())


def test_the_plan_is_taken_away_and_read_again() -> None:
    client, made = leading(title="Offers: März/5", questions=["decision", "timing"])
    answer = client.get(f"/studies/{made.pk}/plan.yaml")
    assert answer["Content-Disposition"] == 'attachment; filename="offers-m-rz-5.yaml"'
    assert read_plan(answer.content.decode()) == plan_of(made)


def test_a_changed_text_of_an_open_study_is_a_new_version() -> None:
    client, made = opened()
    page = read(client, f"/studies/{made.pk}/edit/")
    assert "a change becomes version 2" in text_of(page)
    client.post(f"/studies/{made.pk}/edit/", {**filled(page), "guidelines": "Better ones."})
    texts = made.texts.filter(kind=TextKind.GUIDELINES).order_by("version")
    assert [text.version for text in texts] == [1, 2] and texts[1].text == "Better ones."
    assert texts[1].made_by is not None


def opened(**plan: Any) -> tuple[Client, Study]:
    client, made = leading(pass_mark=0, **plan)
    items(made, 3)
    return client, open_study(made)


def test_what_is_fixed_in_an_open_study_says_why_and_stays_whatever_is_sent() -> None:
    client, made = opened(per_item=2)
    page = read(client, f"/studies/{made.pk}/edit/")
    assert "so that all answers are comparable" in page
    sent = filled(page)
    assert {"questions", "seed", "pass_mark", "hide_goal"}.isdisjoint(sent)
    client.post(f"/studies/{made.pk}/edit/", {**sent, "per_item": "4", "seed": "99", "questions": ["timing"]})
    made.refresh_from_db()
    assert (made.per_item, made.seed, made.questions[0]["key"]) == (4, 0, "decision")
    sent = filled(read(client, f"/studies/{made.pk}/edit/"))
    lower = client.post(f"/studies/{made.pk}/edit/", {**sent, "per_item": "1"})
    assert lower.status_code == 422 and "can only be raised" in lower.content.decode()


OTHER = {
    "title": "y",
    "questions": ("timing",),
    "per_item": 4,
    "per_person": 9,
    "most_people": 9,
    "hide_goal": True,
    "gold_mark": 0.1,
    "pass_mark": 0.1,
    "panel_parameter": "P",
    "practice_attempts": 5,
    "completion_code": "C",
    "screened_code": "S",
    "return_url": "https://a.example",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_the_form_fixes_exactly_what_would_be_refused(name: str) -> None:
    _, made = opened(per_person=5, most_people=5)
    now = plan_of(made)
    new = plan_from({**now.model_dump(mode="json"), name: OTHER.get(name, 31)})
    assert getattr(new, name) != getattr(now, name)
    try:
        change_study(made, new)
        refused = False
    except ValueError:
        refused = True
    assert refused == (name in fixed_of(made))
    assert refused == (name not in (*UPWARDS, *ANY_TIME))


def test_of_a_closed_study_nothing_can_be_changed() -> None:
    client, made = opened()
    client.post(f"/studies/{made.pk}/close/")
    made.refresh_from_db()
    assert set(fixed_of(made)) == {*SETTINGS, *TEXTS}
    page = read(client, f"/studies/{made.pk}/edit/")
    assert ">Save</button>" not in page
    assert "To ask other questions, copy the study" in page


def test_a_text_is_shown_as_people_will_read_it() -> None:
    client = signed_in("researcher")
    shown = client.post("/studies/new/text/", {"guidelines": f"# Rules\n\n**Be** kind {SCRIPT}"}).content.decode()
    assert "<h3>Rules</h3>" in shown and "<strong>Be</strong>" in shown and ESCAPED in shown
    assert signed_in("nobody").post("/studies/new/text/", {"guidelines": "x"}).status_code == 403


def test_a_copy_has_the_settings_and_its_maker_as_lead() -> None:
    client, made = leading(**FULL.model_dump(mode="json", exclude_defaults=True))
    answer = client.post(f"/studies/{made.pk}/copy/")
    copy = Study.objects.exclude(pk=made.pk).get()
    assert answer["Location"] == f"/studies/{copy.pk}/edit/"
    assert plan_of(copy) == FULL.model_copy(update={"title": "Everything: ü (copy)"})
    assert list(copy.leads.all()) == [User.objects.get(username="researcher")]


def test_only_what_one_leads_is_offered_to_be_copied() -> None:
    client, mine = leading(title="Mine")
    study(title="Theirs")
    page = read(client, NEW)
    assert f"/studies/{mine.pk}/copy/" in page and "Theirs" not in page


ALL = ("edit/", "plan.yaml", "sample/", "items/")
DEEDS = ("edit/", "copy/", "open/", "close/", "sample/", "sample/preview/", "sample/1/remove/", "items/mark/")
MORE_DEEDS = ("items/practice/", "items/1/role/")


@pytest.mark.parametrize("part", [*ALL, *DEEDS, *MORE_DEEDS])
def test_only_leads_come_to_the_pages_where_a_study_is_built(part: str) -> None:
    _, made = leading(pass_mark=0)
    items(made, 1)
    before = (Study.objects.values().get(), list(Item.objects.values()))
    statuses = {}
    other = User.objects.create_user("other")
    other.groups.set(User.objects.get(username="researcher").groups.all())
    theirs = Client(headers={"accept": "text/html"})
    theirs.force_login(other)
    for who, client in (("other", theirs), *((who, signed_in(who)) for who in ("viewer", "nobody", "anonymous"))):
        statuses[who] = {client.post(f"/studies/{made.pk}/{part}", {"title": "Mine now", "do": "draw"}).status_code}
        if part in ALL:
            statuses[who].add(client.get(f"/studies/{made.pk}/{part}").status_code)
    allowed = {405} if part in ("plan.yaml", "items/") else set()
    assert {who: found - allowed for who, found in statuses.items()} == {
        "other": {403},
        "viewer": {403},
        "nobody": {403},
        "anonymous": {302},
    }
    assert (Study.objects.values().get(), list(Item.objects.values())) == before


def test_an_administrator_may_change_every_study() -> None:
    _, made = leading()
    assert signed_in("administrator").get(f"/studies/{made.pk}/edit/").status_code == 200


def test_only_researchers_build() -> None:
    for who in ("viewer", "nobody"):
        client = signed_in(who)
        assert client.post(NEW, {"title": "x"}).status_code == 403
        assert client.get(NEW).status_code == 403
    assert not Study.objects.exists()


def test_what_is_not_there_says_so() -> None:
    client, made = leading()
    assert "There is no study 99." in read(client, "/studies/99/edit/", 404)
    assert client.post(f"/studies/{made.pk}/sample/3/remove/").status_code == 404
    assert client.post(f"/studies/{made.pk}/items/3/role/").status_code == 404
