"""Addresses of a match for the person who plays it."""

from django.urls import path

from trainer import views

urlpatterns = [
    path("", views.table, name="table"),
    path("play/", views.commit_play, name="commit_play"),
    path("announce/", views.announce, name="announce"),
    path("stuck/", views.claim_bust, name="claim_bust"),
    path("step/", views.step, name="step"),
    path("go-on/", views.go_on, name="go_on"),
    path("pace/", views.pace, name="pace"),
    path("skip-guide/", views.skip_guide, name="skip_guide"),
    path("check/", views.check, name="check"),
    path("agree/", views.agree, name="agree"),
    path("disagree/", views.disagree, name="disagree"),
    path("hand-over/", views.hand_over, name="hand_over"),
    path("take-back/", views.take_back, name="take_back"),
    path("ask-past/", views.ask_past, name="ask_past"),
    path("uncover/", views.uncover, name="uncover"),
    path("leave/", views.leave, name="leave"),
    path("coach/", views.coach, name="coach"),
    path("review/", views.review, name="review"),
    path("again/", views.again, name="again"),
]
