"""Addresses of the pages about runs and scenarios."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from simulator.views import (
    accounts,
    blame,
    control,
    decisions,
    exchange,
    find,
    home,
    models,
    run,
    runs,
    scenarios,
    slices,
    starting,
)


class SignedNumber(IntConverter):
    """A step that cannot be is no step; without this it would be taken for something that a run can do."""

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
    path("runs/<int:pk>/<int:step>/parts/", slices.step_parts, name="step_parts"),
    path("runs/<int:pk>/<int:step>/raw/", slices.step_raw, name="step_raw"),
    path("runs/<int:pk>/<int:step>/exchange/", exchange.exchange, name="exchange"),
    path("runs/<int:pk>/story/", slices.story_slice, name="story_slice"),
    path("runs/<int:pk>/slice/", slices.step_slice, name="step_slice"),
    path("runs/<int:pk>/find/", find.find, name="find"),
    path("runs/<int:pk>/controls/", run.controls, name="run_controls"),
    path("runs/<int:pk>/decisions/", decisions.decisions, name="decisions"),
    path("runs/<int:pk>/blame/", blame.overrule, name="overrule"),
    path("runs/<int:pk>/blame/undo/", blame.take_back, name="take_back"),
    path("runs/<int:pk>/<str:action>/", control.control_run, name="control_run"),
    path("models/", models.models, name="models"),
    path("scenarios/", scenarios.scenarios, name="scenarios"),
    path("scenarios/<slug:slug>/", scenarios.scenario, name="scenario"),
    path("scenarios/<slug:slug>/flag/", scenarios.flag, name="flag"),
    path("scenarios/<slug:slug>/unflag/", scenarios.unflag, name="unflag"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
]
