"""All URLs of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from pare_site.glossary import glossary
from pare_site.health import healthz
from pare_site.queue_pages import queue_pages
from pare_site.sign_in.views import enter, sign_in, sign_out, to_administration

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("glossary/", glossary, name="glossary"),
    path("enter/<str:token>/", enter, name="enter"),
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-out/", sign_out, name="sign_out"),
    # Before the simulator's URLs: its last route for runs accepts any word as the name of an action.
    path("", include("replay.urls")),
    # Before the administration, which answers every URL under admin/.
    path("", include("benchmark.urls")),
    path("", include("annotation.urls")),
    path("", include("simulator.urls")),
    path("admin/login/", to_administration),
    path("admin/queues/", include((queue_pages, "django_rq"))),
    path("admin/", admin.site.urls),
]

handler400 = "simulator.views.error_pages.bad_request"
handler403 = "simulator.views.error_pages.refused"
handler404 = "simulator.views.error_pages.not_found"
handler500 = "simulator.views.error_pages.failed"
