"""Who gets nowhere: every address of the site, asked for by people who have no business there."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.labelling.answering import answer
from annotation.labelling.claiming import claim
from annotation.models import Answer, Assignment, Item, Rater, Role, Study, StudyState
from annotation.people.invite_links import make_invitation
from annotation.people.joining import join
from simulator.models import Episode
from tests.annotation.looks import with_looks
from tests.annotation.played import played
from tests.annotation.study_fixtures import browser_of, items, rater, study
from tests.annotation.views.addresses import ADMINISTRATION, WHO, For, filled, routes, routes_for
from tests.benchmark.views.filled import filled_sweep
from tests.simulator.consumers.watched import code_at_the_end, session_of, watching
from tests.simulator.views.cast import person, run

REFUSED = (401, 403, 404, 405)
NOWHERE = 987654
NOT_YOURS = 4401
SECRETS = ("hush-model-9", "hush_scenario", "Plover", "hush reason", "hush-panel", "Hush study", "hush outcome")
"""The model, the scenario, the other person, what they wrote, who they are elsewhere, another study."""


class World:
    """Sorrel takes part in one study, and so does Plover, who has answered all of it; there are others beside it."""

    def __init__(self) -> None:
        self.run = played("late_train")
        Episode.objects.filter(pk=self.run.pk).update(assistant_player="hush-model-9", is_withheld=True)
        self.sweep = filled_sweep(scenarios=1, seeds=(0,))
        hidden: dict[str, Any] = {
            "episode": self.run,
            "model": "hush-model-9",
            "scenario": "hush_scenario",
            "outcome": "hush outcome",
        }
        self.study = study(per_item=5)
        with_looks(items(self.study, 4, **hidden))
        with_looks(items(self.study, 1, Role.PRACTICE, **hidden))
        self.other = study(title="Hush study")
        with_looks(items(self.other, 2, **hidden))
        self.plover = rater(self.study, "Plover", panel_id="hush-panel")
        for _ in range(4):
            answer(self.plover, claim(self.plover).held[0].item.code, {"decision": "reject"}, "hush reason")
        self.sorrel = rater(self.study)
        self.foreign = Item.objects.filter(study=self.other)[0]
        self.values: dict[str, object] = {
            "step": 0,
            "left": self.run.pk,
            "right": run(is_withheld=True).pk,
            "slug": self.run.version.scenario.slug,
            "number": 1,
            "rater": self.plover.pk,
            "invitation": make_invitation(self.study).pk,
            "kind": "jsonl",
            "name": "trace",
            "action": "pause",
            "token": "nonsense",
            "code": Item.objects.filter(study=self.study)[0].code,
        }

    def address(self, route: str, pk: object = None) -> str:
        kind = route.partition("/")[0]
        ids = {"runs": self.run.pk, "studies": self.study.pk, "annotate": self.study.pk, "sweeps": self.sweep.pk}
        own = {"pk": pk or ids.get(kind, 1)}
        step = {"step": "+1"} if "<signed:" in route else {}
        form = {"kind": "csv"} if kind == "sweeps" else {}
        return filled(route, {**self.values, **own, **step, **form})


@pytest.fixture
def world(db: None) -> World:
    return World()


def asked(client: Client, address: str) -> list[Any]:
    """Looked at and sent to; where that leads on, the end of the way."""
    return [client.get(address, follow=True), client.post(address, follow=True)]


def told(response: Any) -> str:
    body: bytes = b"".join(response.streaming_content) if response.streaming else response.content
    plain = gzip.decompress(body) if response.headers.get("Content-Encoding") == "gzip" else body
    return plain.decode() + str(response.headers)


def keeps_quiet(response: Any) -> bool:
    return not any(secret in told(response) for secret in SECRETS)


def test_of_every_address_it_is_said_who_may_ask_for_it() -> None:
    there = {route for route in routes() if not route.startswith(ADMINISTRATION)}
    assert there - set(WHO) == set(), "say in addresses.py for whom these are"
    assert set(WHO) - there == set(), "these are no more"


def test_whoever_may_do_all_gets_everywhere(world: World) -> None:
    """Else the refusals below would prove nothing: what is not there is refused to everybody."""
    client = signed_in(person("administrator"))
    nothing_said = {"runs/<int:pk>/<int:step>/exchange/"}
    for route in routes_for(For.STUDIO, For.LOOKING, For.BUILDING, For.LEADING):
        status = client.get(world.address(route)).status_code
        assert status not in (401, 403, 404) or route in nothing_said, route


def test_an_annotator_gets_nowhere_but_into_their_own_study(world: World) -> None:
    client = browser_of(world.sorrel)
    for route in routes_for(For.STUDIO, For.LOOKING, For.LOOKING_AT_PLAY, For.PLAYER, For.BUILDING, For.LEADING):
        for response in asked(client, world.address(route)):
            assert response.status_code in REFUSED, (route, response.request["REQUEST_METHOD"], response.status_code)
            assert keeps_quiet(response), route


@pytest.mark.all
def test_nothing_tells_an_annotator_what_is_there(world: World) -> None:
    """What is there answers them as what is not."""
    client = browser_of(world.sorrel)
    for route in routes_for(For.STUDIO, For.LOOKING, For.LEADING):
        if "<int:pk>" in route:
            there, nowhere = (asked(client, world.address(route, pk)) for pk in (None, NOWHERE))
            assert [one.status_code for one in there] == [one.status_code for one in nowhere], route


@pytest.mark.all
def test_the_administration_is_closed_to_annotators_whatever_is_added_to_it(world: World) -> None:
    client = browser_of(world.sorrel)
    found = [route for route in routes() if route.startswith(ADMINISTRATION)]
    assert len(found) > 50
    for route in found:
        for response in asked(client, world.address(route)):
            assert response.status_code in REFUSED, route
            assert keeps_quiet(response), route


def test_pages_of_their_own_tell_nothing_of_others(world: World) -> None:
    client = browser_of(world.sorrel)
    code = claim(world.sorrel).held[0].item.code
    for route in routes_for(For.MEMBER, For.HOME, For.ANYBODY):
        response = client.get(filled(route, {**world.values, "pk": world.study.pk, "code": code}), follow=True)
        assert keeps_quiet(response), route
        assert str(world.values["slug"]) not in told(response), "the scenario's name, in a page of the study"
    sent = {"code": code, "q_decision": "accept"}
    for accept in ("application/json", "text/html"):
        for name in ("answer", "undo", "beat", "draft", "leave"):
            response = client.post(f"/annotate/{world.study.pk}/{name}/", sent, headers={"accept": accept}, follow=True)
            assert response.status_code in (200, 204) and keeps_quiet(response), name


@pytest.mark.parametrize("route", routes_for(For.MEMBER))
def test_a_study_of_others_is_not_there(route: str, world: World) -> None:
    client = browser_of(world.sorrel)
    for pk in (world.other.pk, NOWHERE):
        values = {**world.values, "pk": pk, "code": world.foreign.code}
        for response in asked(client, filled(route, values)):
            assert response.status_code in (404, 405) and keeps_quiet(response)
    assert Answer.objects.count() == 4 and Rater.objects.count() == 2


def test_items_that_are_not_in_their_hands_are_not_there(world: World) -> None:
    """Of another study, in somebody else's hands, and made up: all the same."""
    client = browser_of(world.sorrel)
    answered = Assignment.objects.filter(rater=world.plover)[0].item.code
    base = f"/annotate/{world.study.pk}"
    for code in (world.foreign.code, answered, "nonsense"):
        assert [client.get(f"{base}/item/{code}/{part}").status_code for part in ("", "frames/")] == [404, 404]
        for name in ("answer", "draft"):
            sent = {"code": code, "q_decision": "accept", "reason": "mine now"}
            response = client.post(f"{base}/{name}/", sent, headers={"accept": "application/json"})
            assert response.status_code == 409 and "no longer have this item" in response.json()["problem"]
        assert client.post(f"{base}/answer/", {"code": code, "q_decision": "accept"}).status_code in (302, 404)
        client.post(f"{base}/undo/", {"code": code})
        client.post(f"{base}/beat/", {"code": code})
        client.post(f"{base}/practice/", {"code": code, "q_decision": "accept"})
    assert not Answer.objects.filter(rater=world.sorrel).exists()
    assert Answer.objects.filter(is_latest=True, value="reject").count() == 4
    assert not Assignment.objects.filter(rater=world.sorrel).exclude(draft={}).exists()


@pytest.mark.parametrize("state", [StudyState.DRAFT, StudyState.CLOSED])
def test_a_study_that_is_not_open_hands_nothing_out_and_takes_nothing(state: StudyState, world: World) -> None:
    Study.objects.filter(pk=world.study.pk).update(state=state)
    client = browser_of(world.sorrel)
    code, base = str(world.values["code"]), f"/annotate/{world.study.pk}"
    page = client.get(f"{base}/")
    assert page.status_code == 200 and "Shall I order a cab?" not in page.content.decode()
    assert client.get(f"{base}/item/{code}/").status_code == 404
    sent = {"code": code, "q_decision": "accept"}
    for name in ("answer", "undo"):
        assert client.post(f"{base}/{name}/", sent, headers={"accept": "application/json"}).status_code == 409
    assert not Assignment.objects.filter(rater=world.sorrel).exists()


def test_whoever_withdrew_or_was_switched_off_is_out(world: World) -> None:
    client = browser_of(world.sorrel)
    Rater.objects.filter(pk=world.sorrel.pk).update(withdrawn_at=timezone.now())
    assert client.get(f"/annotate/{world.study.pk}/").status_code == 404
    Rater.objects.filter(pk=world.sorrel.pk).update(withdrawn_at=None)
    assert client.get(f"/annotate/{world.study.pk}/").status_code == 200
    User.objects.filter(ratings_as=world.sorrel).update(is_active=False)
    assert "/sign-in/" in client.get(f"/annotate/{world.study.pk}/").headers["Location"]


def test_without_an_account_everything_leads_to_signing_in(world: World) -> None:
    client = Client()
    for route in [*routes_for(*set(For) - {For.ANYBODY}), *(one for one in routes() if one.startswith("admin/"))]:
        for response in asked(client, world.address(route)):
            places = [place for place, _ in response.redirect_chain]
            is_at_sign_in = bool(places) and places[-1].startswith("/sign-in/")
            assert is_at_sign_in or response.status_code in REFUSED, route
            assert keeps_quiet(response), route


# People with accounts of their own: what they may with one study they may not with another.


def signed_in(user: User) -> Client:
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client


@pytest.mark.parametrize("role", ["viewer", "researcher"])
def test_only_leads_change_a_study_invite_to_it_and_take_data_out(role: str, world: World) -> None:
    client = signed_in(person(role))
    before = _everything(world.study)
    for route in routes_for(For.LEADING):
        for response in asked(client, world.address(route)):
            assert response.status_code in (403, 405), route
    assert _everything(world.study) == before


def test_whoever_may_look_at_studies_looks_and_builds_nothing(world: World) -> None:
    client = signed_in(person("viewer"))
    for route in routes_for(For.LOOKING):
        assert client.get(world.address(route)).status_code in (200, 405), route
    for route in routes_for(For.BUILDING):
        assert {response.status_code for response in asked(client, world.address(route))} <= {403, 405}, route


def test_whoever_does_not_play_a_run_does_not_reach_its_pages(world: World) -> None:
    client = signed_in(person("administrator"))
    for route in routes_for(For.PLAYER):
        for response in asked(client, filled(route, {"pk": world.run.pk})):
            assert response.status_code in (404, 405), route


def test_whoever_judges_sees_no_results_while_the_study_is_open(world: World) -> None:
    judge = person("researcher")
    join(make_invitation(world.study), judge, version=1)
    client = signed_in(judge)
    looked_at = [route for route in routes_for(For.LOOKING) if "<int:pk>" in route]
    for route in looked_at:
        for response in asked(client, world.address(route)):
            assert response.status_code in (403, 405) and keeps_quiet(response), route
    assert "hush reason" not in client.get("/studies/").content.decode()
    Study.objects.filter(pk=world.study.pk).update(state=StudyState.CLOSED)
    assert {client.get(world.address(route)).status_code for route in looked_at} == {200}


def test_the_lead_of_one_study_cannot_touch_another(world: World) -> None:
    lead = person("researcher")
    world.other.leads.add(lead)
    client = signed_in(lead)
    before = _everything(world.study)
    for route in routes_for(For.LEADING):
        for response in asked(client, world.address(route)):
            assert response.status_code in (403, 405), route
        # Under the address of one's own study, the people, links and items of another.
        values = {**world.values, "pk": world.other.pk, "number": 5}
        if {"<int:rater>", "<int:invitation>", "<int:number>"} & set(re.findall(r"<[^>]+>", route)):
            for response in asked(client, filled(route, values)):
                assert response.status_code in REFUSED, route
    assert _everything(world.study) == before


def _everything(made: Study) -> list[object]:
    kinds = (made.items, made.raters, made.invitations, made.texts, made.batches, made.answers)
    rows: list[object] = [list(kind.order_by("pk").values()) for kind in kinds]
    return [Study.objects.filter(pk=made.pk).values().get(), list(made.leads.all()), *rows]


# Reading for everybody: runs under judgement stay out of it.


def test_with_public_reading_runs_under_judgement_are_nowhere(world: World, settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    shown = run(assistant_player="known-model")
    for client in (browser_of(world.sorrel), Client(headers={"accept": "text/html"})):
        for route in routes_for(For.STUDIO):
            for response in asked(client, world.address(route)):
                assert keeps_quiet(response), route
                if "<int:pk>" in route or "<int:left>" in route:
                    places = [place for place, _ in response.redirect_chain]
                    at_sign_in = bool(places) and places[-1].startswith("/sign-in/")
                    assert response.status_code in REFUSED or at_sign_in, route
        for left, right in ((shown.pk, world.run.pk), (world.run.pk, shown.pk)):
            assert client.get(f"/compare/{left}/{right}/").status_code == 404
        listed = client.get("/runs/").content.decode()
        assert f"/runs/{shown.pk}/" in listed and f"/runs/{world.run.pk}/" not in listed
        scenario = client.get(f"/scenarios/{world.values['slug']}/").content.decode()
        assert f"/runs/{shown.pk}/" in scenario and f"/runs/{world.run.pk}/" not in scenario
    Episode.objects.filter(pk=world.run.pk).update(is_withheld=False)
    opened = [one for one in routes_for(For.STUDIO) if "runs/<int:pk>" in one and _opens(client, world.address(one))]
    assert len(opened) > 8, "it is this that keeps it back"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("public", [False, True])
def test_no_socket_opens_for_an_annotator(site: str, public: bool, settings: LazySettings) -> None:
    settings.PUBLIC_READ = public
    judged, sorrel = run(), rater(study())
    assert sorrel.user is not None
    session = session_of(sorrel.user)
    for episode in (judged.pk, NOWHERE):
        with watching(site, episode, session) as socket:
            assert code_at_the_end(socket) == NOT_YOURS


def _opens(client: Client, address: str) -> bool:
    return client.get(address).status_code not in (302, *REFUSED)
