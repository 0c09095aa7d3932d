"""Addresses of the pages about studies: for people who take part, for people who build a study, and for its leads."""

from __future__ import annotations

from django.urls import URLPattern, path

from annotation.views import (
    disagreements,
    invite_page,
    item_page,
    item_rendering,
    join_page,
    judge_page,
    judge_requests,
    participant_pages,
    people_page,
    play_participant_pages,
    play_study_builder,
    play_study_page,
    practice_page,
    sample_page,
    study_builder,
    study_files,
    study_items,
    study_list,
    study_page,
)
from simulator.views.uploads import accepts_uploads

_TAKING_PART = [
    path("join/<str:token>/", join_page.join_study, name="join"),
    path("annotate/", participant_pages.my_studies, name="my_studies"),
    path("annotate/<int:pk>/consent/", participant_pages.consent, name="consent"),
    path("annotate/<int:pk>/practice/", practice_page.practice, name="practice"),
    path("annotate/<int:pk>/answers/", participant_pages.my_answers, name="my_answers"),
    path("annotate/<int:pk>/code/", participant_pages.personal_code, name="personal_code"),
    path("annotate/<int:pk>/leave/", participant_pages.leave, name="leave"),
    path("annotate/<int:pk>/withdraw/", participant_pages.withdraw, name="withdraw"),
]
_PLAYING = [
    path("annotate/<int:pk>/play/", play_participant_pages.play_next, name="play_next"),
    path("annotate/<int:pk>/leaderboard/", play_participant_pages.own_leaderboard, name="own_leaderboard"),
]
_JUDGING = [
    path("annotate/<int:pk>/", judge_page.annotate, name="annotate"),
    path("annotate/<int:pk>/item/<str:code>/", judge_page.judge_item, name="judge_item"),
    path("annotate/<int:pk>/item/<str:code>/frames/", item_rendering.item_frames, name="item_frames"),
    path("annotate/<int:pk>/guidelines/", judge_page.guidelines, name="guidelines"),
    path("annotate/<int:pk>/answer/", judge_requests.answer, name="answer"),
    path("annotate/<int:pk>/undo/", judge_requests.undo, name="undo"),
    path("annotate/<int:pk>/draft/", judge_requests.draft, name="draft"),
    path("annotate/<int:pk>/beat/", judge_requests.beat, name="beat"),
]
_BUILDING = [
    path("studies/", study_list.studies, name="studies"),
    path("studies/new/", accepts_uploads(study_builder.new_study), name="new_study"),
    path("studies/new/play/", play_study_builder.new_play_study, name="new_play_study"),
    path("studies/new/text/", study_builder.preview_text, name="preview_text"),
    path("studies/<int:pk>/edit/", accepts_uploads(study_builder.edit_study), name="edit_study"),
    path("studies/<int:pk>/plan.yaml", study_files.study_plan, name="study_plan"),
    path("studies/<int:pk>/copy/", study_builder.copy_study, name="copy_study"),
    path("studies/<int:pk>/open/", study_builder.open_study, name="open_study"),
    path("studies/<int:pk>/close/", study_builder.close_study, name="close_study"),
    path("studies/<int:pk>/sample/", sample_page.sample_study, name="sample_study"),
    path("studies/<int:pk>/sample/preview/", sample_page.preview_sample, name="preview_sample"),
    path("studies/<int:pk>/sample/<int:number>/remove/", sample_page.remove_batch, name="remove_batch"),
    path("studies/<int:pk>/items/", study_items.study_items, name="study_items"),
    path("studies/<int:pk>/items/mark/", study_items.mark_items, name="mark_items"),
    path("studies/<int:pk>/items/practice/", study_items.move_practice, name="move_practice"),
    path("studies/<int:pk>/items/<int:number>/role/", study_items.item_role, name="item_role"),
]
_LEADING = [
    path("studies/<int:pk>/", study_page.study, name="study"),
    path("studies/<int:pk>/live/", study_page.study_live, name="study_live"),
    path("studies/<int:pk>/leaderboard/", play_study_page.leaderboard, name="study_leaderboard"),
    path("studies/<int:pk>/people/", people_page.study_people, name="study_people"),
    path("studies/<int:pk>/people/<int:rater>/", people_page.study_person, name="study_person"),
    path("studies/<int:pk>/people/<int:rater>/leave-out/", people_page.leave_out, name="leave_out"),
    path("studies/<int:pk>/people/<int:rater>/code/", people_page.issue_code, name="study_person_code"),
    path("studies/<int:pk>/invite/", invite_page.invite, name="invite"),
    path("studies/<int:pk>/invite/<int:invitation>/revoke/", invite_page.revoke_link, name="revoke_link"),
    path("studies/<int:pk>/disagreements/", disagreements.disagreements, name="disagreements"),
    path("studies/<int:pk>/items/<int:number>/", item_page.study_item, name="study_item"),
    path("studies/<int:pk>/items/<int:number>/frames/", item_page.study_item_frames, name="study_item_frames"),
    path("studies/<int:pk>/export/<str:kind>/", study_files.study_export, name="study_export"),
    path("studies/<int:pk>/import/", accepts_uploads(study_files.import_file), name="import_answers"),
]
urlpatterns: list[URLPattern] = [*_TAKING_PART, *_PLAYING, *_JUDGING, *_BUILDING, *_LEADING]
