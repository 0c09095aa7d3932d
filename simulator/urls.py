"""Addresses of the pages about runs and scenarios."""

from __future__ import annotations

from django.urls import path

from simulator.views import accounts, control, home, run, runs, scenarios, starting

urlpatterns = [
    path("", home.home, name="home"),
    path("now/", home.now, name="now"),
    path("runs/", runs.runs, name="runs"),
    path("runs/start/", starting.start_run, name="start_run"),
    path("runs/<int:pk>/", run.run, name="run"),
    path("runs/<int:pk>/<int:step>/", run.run_step, name="run_step"),
    path("runs/<int:pk>/<int:step>/parts/", run.step_parts, name="step_parts"),
    path("runs/<int:pk>/controls/", run.controls, name="run_controls"),
    path("runs/<int:pk>/<str:action>/", control.control_run, name="control_run"),
    path("scenarios/", scenarios.scenarios, name="scenarios"),
    path("scenarios/<slug:slug>/", scenarios.scenario, name="scenario"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
]
