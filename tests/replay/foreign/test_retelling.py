"""What happened on another phone happens on ours, and is marked where ours does not follow."""

from __future__ import annotations

import pytest

from replay.foreign.reading import read_hf
from simulator.phone.apps.calendar.records import Event
from simulator.trace.moments import ESTIMATED, FAILED_THERE, FITTED, UNTOLD, Started
from tests.replay.foreign.brought_runs import acted, history_of, named, of, phone, read
from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import START, all_apps, fid
from tests.replay.foreign.runs import OFFER_2, evening


def test_turns_count_from_one_and_those_that_are_not_said_go_with_the_last() -> None:
    moments = read().trace.moments
    assert isinstance(moments[0], Started)
    assert moments[0].turn == 0
    assert moments[1].turn == 1
    assert [moment.turn for moment in moments] == sorted(moment.turn for moment in moments)
    assert moments[-1].turn == 10


def test_times_are_whole_seconds_that_never_go_back() -> None:
    run = evening()
    run.events[4]["event_time"] = START - 500.5
    times = [moment.at for moment in of(run).trace.moments]
    assert times == sorted(times)
    assert times[0] == int(START)


def test_checks_of_conditions_are_counted_and_are_no_moments() -> None:
    assert "3 checks of conditions are skipped." in read().warnings
    assert all(moment.name for moment in acted(read()))


def test_the_record_of_the_other_system_lies_in_the_envelope() -> None:
    moment = named(read(), "add_calendar_event")
    assert moment.envelope is not None
    original = moment.envelope.original
    assert original["action"]["function"] == "add_calendar_event"
    assert original["metadata"]["return_value"] == fid("event kiln") == moment.result


def test_thoughts_and_talks_belong_to_the_call_that_follows() -> None:
    moment = named(read(), "add_calendar_event")
    assert moment.envelope is not None
    assert moment.envelope.thought == "I shall add calendar event."
    exchange = moment.envelope.exchange
    assert exchange is not None
    assert (exchange.stage, exchange.model) == ("execute", "acme/big-one")
    assert "Calendar__add_calendar_event" in exchange.reply.text
    assert moment.envelope.latency_ms == pytest.approx(2000)


def test_a_reply_that_led_to_no_call_is_told_with_the_next() -> None:
    offer = next(moment for moment in acted(read()) if moment.args.get("content") == OFFER_2)
    assert offer.envelope is not None
    assert offer.envelope.exchange is not None
    assert [one.problem for one in offer.envelope.exchange.tries] == ["No action was found."]


def test_what_happens_inside_a_tap_is_no_moment_of_its_own() -> None:
    names = [(moment.actor, moment.name) for moment in acted(read())]
    assert ("user", "open_email_by_id") in names
    assert names.count(("assistant", "get_email_by_id")) == 1


def test_a_call_that_no_app_has_noted_is_a_moment_all_the_same() -> None:
    moment = named(read(), "ring_bell")
    assert moment.actor == "assistant"
    assert moment.asked == "Calendar__ring_bell"
    assert moment.error is not None
    assert moment.error.code == FAILED_THERE


def test_what_failed_there_fails_here_in_their_words_and_changes_nothing() -> None:
    moment = named(read(), "refresh")
    assert moment.error is not None
    assert moment.error.message == "The calendar is asleep."
    assert moment.patches == ()


def test_an_actor_has_seen_what_was_there_when_its_model_was_asked() -> None:
    run = ForeignRun(all_apps())
    run.agent("Emails", "list_emails", result="...", folder_name="INBOX", offset=0, limit=5)
    late = run.events[-1]["event_time"] - 0.5
    mail = {"sender": "bo@quill.example", "subject": "Now", "content": "While you think."}
    run.env("Emails", "send_email_to_user_only", result=fid("mail now"), **mail)
    run.events[-1]["event_time"] = late
    run.events.reverse()
    assert [moment.seen for moment in acted(of(run))] == [None, 0]


def test_records_made_on_the_way_are_found_by_the_ids_they_got_there() -> None:
    made, opened = named(read(), "add_calendar_event"), named(read(), "open_event_by_id")
    added = next(patch for patch in made.patches if patch.table == Event.table)
    assert opened.args == {"event_id": added.id}
    assert UNTOLD not in opened.tags


def test_a_mail_gets_an_id_of_ours_whatever_it_was_called_there() -> None:
    opened = named(read(), "open_email_by_id")
    assert opened.args["email_id"].startswith("mail_x")
    assert opened.result == "From: cleo@marsh.example"


def test_the_phone_is_moved_where_the_other_one_allowed_more() -> None:
    fitted = [moment.name for moment in acted(read("tour")) if FITTED in moment.tags]
    assert fitted == [
        "view_current_user",
        "create_contact",
        "open_contact",
        "open_event_by_id",
        "update",
        "list_folders",
    ]
    assert any("6 taps are not possible on the current screen" in warning for warning in read("tour").warnings)


def test_a_call_noted_as_the_users_is_the_assistants_if_the_logs_say_so() -> None:
    moment = named(read("tour"), "update_reminder")
    assert (moment.actor, moment.phase, moment.tags) == ("assistant", "execute", ())


def test_prices_of_rides_are_taken_over_or_said_to_be_ours() -> None:
    booked = [moment for moment in acted(read("tour")) if moment.name == "order_ride"]
    assert [moment.tags for moment in booked] == [(ESTIMATED,), (ESTIMATED,)]
    run = ForeignRun(all_apps())
    way = {"start_location": "3 Harbour Row", "end_location": "Kiln Yard", "service_type": "Van", "ride_time": None}
    run.agent("Cab", "order_ride", result="...", mode="execute", **way)
    note = next(log for log in run.logs if log["log_type"] == "action")
    note["output"] = {"ride_id": fid("ride"), "price": 31.25, "duration": 21.6, "distance_km": 17.5}
    moment = named(of(run), "order_ride")
    ride = next(patch.fields for patch in moment.patches if patch.table == "cab.ride")
    assert (ride["price"], ride["duration"], ride["distance_km"]) == (31.25, 22, 17.5)
    assert moment.tags == ()


def test_an_app_that_is_not_known_here_keeps_its_calls() -> None:
    run = ForeignRun([*all_apps(), {"name": "Weather", "class_name": "WeatherApp", "app_state": {"sky": "grey"}}])
    run.agent("Weather", "get_forecast", result="Rain", day="2025-11-19")
    run.user("Weather", "open_map", result="A map")
    run.env("Weather", "storm_comes", strength=9)
    brought = of(run)
    moments = acted(brought)
    assert [(moment.app, moment.name, moment.tags) for moment in moments] == [
        ("Weather", "get_forecast", (UNTOLD,)),
        ("Weather", "open_map", (UNTOLD,)),
        ("Weather", "storm_comes", (UNTOLD,)),
    ]
    assert moments[0].result == "Rain"
    assert moments[2].args == {"strength": 9}
    assert "3 of 3 events could not be shown on the phone" in brought.warnings[0]
    assert history_of(brought.trace).broken == ""


def test_a_function_that_is_not_known_here_keeps_its_call() -> None:
    run = ForeignRun(all_apps())
    run.agent("Notes", "laminate_note", result="Done", note_id=fid("note old"))
    moment = acted(of(run))[0]
    assert (moment.app, moment.asked, moment.tags) == ("note", "Notes__laminate_note", (UNTOLD,))
    assert history_of(of(run).trace).told[1].text == "Laminates note Old list"


def test_a_write_behind_a_tap_is_done_where_the_screen_does_not_allow_the_tap() -> None:
    run = ForeignRun(all_apps())
    words = {"conversation_id": fid("chat glaze"), "content": "From nowhere"}
    inside = ("send_message_to_group_conversation", words)
    run.user("Messages", "send_message", result=fid("chat glaze"), inside=inside, content="From nowhere")
    brought = of(run)
    moment = acted(brought)[0]
    assert moment.tags == (FITTED,)
    assert any(patch.fields.get("content") == "From nowhere" for patch in moment.patches)
    assert phone(brought).phone.active == "home"


def test_a_tap_that_fits_nowhere_is_told_but_not_shown() -> None:
    run = ForeignRun(all_apps())
    run.user("Notes", "delete", result=fid("note old"))
    moment = acted(of(run))[0]
    assert (moment.tags, moment.patches, moment.result) == ((UNTOLD,), (), fid("note old"))


def test_going_back_where_nothing_lies_below_changes_nothing() -> None:
    run = ForeignRun(all_apps())
    run.user("System", "open_app", result="Opened", app_name="Notes")
    for result in (None, "You are already at the first screen", "NoteList"):
        run.user("Notes", "go_back", result=result)
    run.user("Notes", "go_back", result="EditNote")
    assert [moment.tags for moment in acted(of(run))] == [(), (), (), (), (UNTOLD,)]


def test_a_look_at_more_than_a_screen_shows_is_a_look_at_its_first_page() -> None:
    run = ForeignRun(all_apps())
    run.user("System", "open_app", result="Opened", app_name="Messages")
    run.user("Messages", "list_recent_conversations", result="...", offset=0, limit=5000)
    moment = acted(of(run))[-1]
    assert (moment.name, moment.tags) == ("list_recent_conversations", (FITTED,))


def test_it_is_told_how_often_the_other_phone_showed_another_screen() -> None:
    run = ForeignRun(all_apps())
    run.user("System", "open_app", result="Opened", app_name="Contacts")
    run.user("Contacts", "open_contact", result="...", contact_id=fid("contact bo"))
    run.user("Contacts", "list_contacts", result="...", offset=0)
    fronts = iter(
        ("System", "Contacts\nCurrent active state: ContactsList", "Contacts\nCurrent active state: ContactsList")
    )
    for log in run.logs:
        if log["log_type"] == "available_tools":
            log |= {"log_type": "current_app_state", "content": f"Current active app: {next(fronts)}\n"}
    told = "Once the original phone showed a different screen than this phone when its user decided."
    assert told in of(run).warnings


def test_old_names_of_the_card_are_known() -> None:
    old = read_hf(evening("PASAgentUserInterface").bytes(), "old.json")
    assert [(m.app, m.name, m.tags) for m in acted(old)] == [(m.app, m.name, m.tags) for m in acted(read())]


def test_a_home_screen_is_on_every_phone() -> None:
    run = ForeignRun([])
    run.user("System", "go_home", result="Switched to home screen.")
    assert [(moment.app, moment.tags) for moment in acted(of(run))] == [("home", ())]
