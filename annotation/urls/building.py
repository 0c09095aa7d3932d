"""Addresses of the pages where a study is built and its items are drawn."""

from __future__ import annotations

from django.urls import URLPattern, path

from annotation.views import build, copying, items, items_marking, listing, plan_file, sample
from simulator.views.uploads import accepts_uploads

urlpatterns: list[URLPattern] = [
    path("studies/", listing.studies, name="studies"),
    path("studies/new/", accepts_uploads(build.new_study), name="new_study"),
    path("studies/new/text/", build.preview_text, name="preview_text"),
    path("studies/<int:pk>/edit/", accepts_uploads(build.edit_study), name="edit_study"),
    path("studies/<int:pk>/plan.yaml", plan_file.study_plan, name="study_plan"),
    path("studies/<int:pk>/copy/", copying.copy_study, name="copy_study"),
    path("studies/<int:pk>/open/", copying.open_study, name="open_study"),
    path("studies/<int:pk>/close/", copying.close_study, name="close_study"),
    path("studies/<int:pk>/sample/", sample.sample_study, name="sample_study"),
    path("studies/<int:pk>/sample/preview/", sample.preview_sample, name="preview_sample"),
    path("studies/<int:pk>/sample/<int:number>/remove/", sample.remove_batch, name="remove_batch"),
    path("studies/<int:pk>/items/", items.study_items, name="study_items"),
    path("studies/<int:pk>/items/mark/", items_marking.mark_items, name="mark_items"),
    path("studies/<int:pk>/items/practice/", items_marking.move_practice, name="move_practice"),
    path("studies/<int:pk>/items/<int:number>/role/", items_marking.item_role, name="item_role"),
]
