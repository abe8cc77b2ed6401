"""Addresses of what a class has answered."""

from django.urls import path

from classrooms.views import moving, pupil_review, review

urlpatterns = [
    path("", review.class_review, name="class_review"),
    path("answers/", review.class_answers, name="class_answers"),
    path("answers/aside/", review.set_answers_aside, name="set_answers_aside"),
    path("pupils/<int:number>/", pupil_review.pupil_review, name="pupil_review"),
    path("aside/", review.aside, name="aside"),
    path("aside/back/", review.put_answers_back, name="put_answers_back"),
    path("moved/", moving.moved, name="moved"),
    path("move/<slug:what>/<int:number>/", moving.move_answers, name="move_answers"),
    path("<slug:what>.<slug:form>", review.export, name="export"),
]
