"""Addresses of what a class has answered."""

from django.urls import path

from classrooms.views import files, helping, moving, pupil_review, review

urlpatterns = [
    path("", review.class_review, name="class_review"),
    path("answers/", review.class_answers, name="class_answers"),
    path("answers/aside/", review.set_answers_aside, name="set_answers_aside"),
    path("pupils/<int:number>/", pupil_review.pupil_review, name="pupil_review"),
    path("minutes/", pupil_review.practice_minutes, name="practice_minutes"),
    path("help/", helping.needs_help, name="needs_help"),
    path("help/<int:number>/drill/", helping.set_help_drill, name="set_help_drill"),
    path("help/<int:number>/away/", helping.put_away, name="put_away"),
    path("help/<int:number>/back/", helping.show_again, name="show_again"),
    path("aside/", review.aside, name="aside"),
    path("aside/back/", review.put_answers_back, name="put_answers_back"),
    path("moved/", moving.moved, name="moved"),
    path("move/<slug:what>/<int:number>/", moving.move_answers, name="move_answers"),
    path("<slug:what>.<slug:form>", files.export, name="export"),
]
