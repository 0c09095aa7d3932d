"""URLs of the start page and of the pages about runs, models and scenarios.

The URLs for stepping through runs, searching them and comparing them are in replay/urls.py.
"""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from simulator.views import (
    blame,
    home,
    models,
    play,
    play_end,
    play_hand_over,
    play_invite,
    play_start,
    readings,
    run,
    run_control,
    runs,
    scenarios,
    starting,
)


class SignedNumber(IntConverter):
    """Matches a step number with a sign, such as -1, so that `<str:action>` does not match the number."""

    regex = "[+-][0-9]+"


register_converter(SignedNumber, "signed")

urlpatterns = [
    path("", home.home, name="home"),
    path("now/", home.now, name="now"),
    path("runs/", runs.runs, name="runs"),
    path("runs/start/", starting.start_run, name="start_run"),
    path("runs/<int:pk>/", run.run, name="run"),
    path("runs/<int:pk>/<int:step>/", run.run_step, name="run_step"),
    path("runs/<int:pk>/<signed:step>/", run.run_step),
    path("runs/<int:pk>/controls/", run.controls, name="run_controls"),
    path("runs/<int:pk>/blame/", blame.overrule, name="overrule"),
    path("runs/<int:pk>/blame/undo/", blame.take_back, name="take_back"),
    path("runs/<int:pk>/readings/", readings.readings, name="readings"),
    path("runs/<int:pk>/rejudge/", readings.rejudge, name="rejudge"),
    # Comes after all fixed words under a run, because `<str:action>` would match the fixed words too.
    path("runs/<int:pk>/<str:action>/", run_control.control_run, name="control_run"),
    path("play/start/", play_start.start, name="play_start"),
    path("play/join/<str:token>/", play_start.join, name="play_join"),
    path("play/<int:pk>/", play.play, name="play"),
    path("play/<int:pk>/now/", play.now, name="play_now"),
    path("play/<int:pk>/act/", play.act, name="play_act"),
    path("play/<int:pk>/look/", play.look, name="play_look"),
    path("play/<int:pk>/invite/", play_invite.invite, name="play_invite"),
    path("play/<int:pk>/end/", play.end, name="play_end"),
    path("play/<int:pk>/hand-over/", play_hand_over.hand_over, name="play_hand_over"),
    path("play/<int:pk>/remark/", play_end.remark, name="play_remark"),
    path("runs/<int:pk>/<int:step>/take-over/", play_start.take_over, name="take_over"),
    path("models/", models.models, name="models"),
    path("scenarios/", scenarios.scenarios, name="scenarios"),
    path("scenarios/<slug:slug>/", scenarios.scenario, name="scenario"),
    path("scenarios/<slug:slug>/flag/", scenarios.flag, name="flag"),
    path("scenarios/<slug:slug>/unflag/", scenarios.unflag, name="unflag"),
]
