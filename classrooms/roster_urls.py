"""Addresses of the pupils of a class, below the class."""

from django.urls import path

from classrooms.views import downloads, pupil, roster

urlpatterns = [
    path("", roster.roster, name="roster"),
    path("check/", roster.preview_roster, name="preview_roster"),
    path("add/", roster.import_roster, name="import_roster"),
    path("remove/", roster.remove_pupils, name="remove_pupils"),
    path("<int:number>/", pupil.pupil, name="pupil"),
    path("<int:number>/rename/", pupil.rename_pupil, name="rename_pupil"),
    path("<int:number>/move/", pupil.move_pupil, name="move_pupil"),
    path("<int:number>/remove/", pupil.remove_pupil, name="remove_pupil"),
    path("<int:number>/let-back/", pupil.let_pupil_back, name="let_pupil_back"),
    path("<int:number>/merge/", pupil.merge_guest, name="merge_guest"),
    path("<int:number>/download/", downloads.download_pupil, name="download_pupil"),
    path("<int:number>/erase/", pupil.erase_pupil, name="erase_pupil"),
]
