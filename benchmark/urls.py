"""Addresses of the pages about sweeps and about the fidelity of simulated users."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmark.views import exports, fidelity_page, launch, report_page, sweep_actions, sweep_list, sweep_page
from simulator.views.uploads import accepts_uploads

urlpatterns: list[URLPattern] = [
    path("sweeps/", sweep_list.sweeps, name="sweeps"),
    path("sweeps/<int:pk>/", sweep_page.sweep, name="sweep"),
    path("sweeps/<int:pk>/live/", sweep_page.live, name="sweep_live"),
    path("sweeps/<int:pk>/report/", report_page.sweep_report, name="sweep_report"),
    path("sweeps/<int:pk>/plan.yaml", exports.sweep_plan, name="sweep_plan"),
    path("sweeps/<int:pk>/export/<str:kind>/", exports.sweep_export, name="sweep_export"),
    path("sweeps/<int:pk>/<str:action>/", sweep_actions.steer_sweep, name="steer_sweep"),
    path("fidelity/", fidelity_page.fidelity, name="fidelity"),
    path("fidelity/compute/", fidelity_page.compute_fidelity, name="compute_fidelity"),
    # Under /admin/, but open to everyone with the permission to start sweeps; they need not be staff.
    path("admin/sweeps/new/", accepts_uploads(launch.new_sweep), name="new_sweep"),
    path("admin/sweeps/new/preview/", accepts_uploads(launch.preview_sweep), name="preview_sweep"),
    path("admin/sweeps/new/plan.yaml", accepts_uploads(launch.plan_as_yaml), name="plan_as_yaml"),
]
