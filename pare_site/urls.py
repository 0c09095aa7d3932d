"""All addresses."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("simulator.urls")),
    path("admin/queues/", include("django_rq.urls")),
    path("admin/", admin.site.urls),
]
