"""Addresses of what classes play by, of saved settings, and of what a pupil is allowed."""

from django.urls import path

from classrooms.views import needs, settings, shared_settings

urlpatterns = [
    path("classes/<slug:slug>/settings/", settings.class_settings, name="class_settings"),
    path("classes/<slug:slug>/settings/preview/", settings.preview_settings, name="preview_settings"),
    path("classes/<slug:slug>/settings/start/", settings.start_settings, name="start_settings"),
    path("classes/<slug:slug>/settings/undo/", settings.undo_settings, name="undo_settings"),
    path("classes/<slug:slug>/settings/save/", settings.save_settings, name="save_settings"),
    path("classes/<slug:slug>/settings/card/", settings.class_rule_card, name="class_rule_card"),
    path("classes/<slug:slug>/pupils/<int:number>/needs/", needs.accommodations, name="accommodations"),
    path("setting/<slug:slug>/", shared_settings.shared_setting, name="shared_setting"),
    path("setting/<slug:slug>/use/", shared_settings.take_over, name="take_over"),
    path("setting/<slug:slug>/rename/", shared_settings.rename_saved, name="rename_saved"),
    path("setting/<slug:slug>/delete/", shared_settings.delete_saved, name="delete_saved"),
]
