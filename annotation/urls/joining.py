"""Addresses of the pages how people come, practise, leave and withdraw."""

from __future__ import annotations

from django.urls import URLPattern, path

from annotation.views import consent, join, leaving, mine, personal_code, practice

urlpatterns: list[URLPattern] = [
    path("join/<str:token>/", join.join_study, name="join"),
    path("annotate/", mine.my_studies, name="my_studies"),
    path("annotate/<int:pk>/consent/", consent.consent, name="consent"),
    path("annotate/<int:pk>/practice/", practice.practice, name="practice"),
    path("annotate/<int:pk>/answers/", mine.my_answers, name="my_answers"),
    path("annotate/<int:pk>/code/", personal_code.personal_code, name="personal_code"),
    path("annotate/<int:pk>/leave/", leaving.leave, name="leave"),
    path("annotate/<int:pk>/withdraw/", leaving.withdraw, name="withdraw"),
]
