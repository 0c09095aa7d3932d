"""Addresses of the pages where the lead follows a study, and takes data out."""

from __future__ import annotations

from django.urls import URLPattern, path

from annotation.views import disagreements, exports, lead_item, live, people, person, study
from simulator.views.uploads import accepts_uploads

urlpatterns: list[URLPattern] = [
    path("studies/<int:pk>/", study.study, name="study"),
    path("studies/<int:pk>/live/", live.study_live, name="study_live"),
    path("studies/<int:pk>/people/", people.study_people, name="study_people"),
    path("studies/<int:pk>/people/<int:rater>/", person.study_person, name="study_person"),
    path("studies/<int:pk>/people/<int:rater>/leave-out/", people.leave_out, name="leave_out"),
    path("studies/<int:pk>/people/<int:rater>/code/", person.issue_code, name="study_person_code"),
    path("studies/<int:pk>/invite/", people.invite, name="invite"),
    path("studies/<int:pk>/invite/<int:invitation>/revoke/", people.revoke_link, name="revoke_link"),
    path("studies/<int:pk>/disagreements/", disagreements.disagreements, name="disagreements"),
    path("studies/<int:pk>/items/<int:number>/", lead_item.study_item, name="study_item"),
    path("studies/<int:pk>/items/<int:number>/frames/", lead_item.study_item_frames, name="study_item_frames"),
    path("studies/<int:pk>/export/<str:kind>/", exports.study_export, name="study_export"),
    path("studies/<int:pk>/import/", accepts_uploads(exports.import_file), name="import_answers"),
]
