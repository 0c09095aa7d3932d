"""Addresses of the pages where people judge."""

from __future__ import annotations

from django.urls import URLPattern, path

from annotation.views import judge, judge_frames, judge_send

urlpatterns: list[URLPattern] = [
    path("annotate/<int:pk>/", judge.annotate, name="annotate"),
    path("annotate/<int:pk>/item/<str:code>/", judge.judge_item, name="judge_item"),
    path("annotate/<int:pk>/item/<str:code>/frames/", judge_frames.item_frames, name="item_frames"),
    path("annotate/<int:pk>/guidelines/", judge.guidelines, name="guidelines"),
    path("annotate/<int:pk>/answer/", judge_send.answer, name="answer"),
    path("annotate/<int:pk>/undo/", judge_send.undo, name="undo"),
    path("annotate/<int:pk>/draft/", judge_send.draft, name="draft"),
    path("annotate/<int:pk>/beat/", judge_send.beat, name="beat"),
]
