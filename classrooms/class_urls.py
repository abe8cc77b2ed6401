"""Addresses of classes, and of who teaches them."""

from django.urls import include, path

from classrooms import views
from classrooms.views import downloads

urlpatterns = [
    path("", views.classes, name="classes"),
    path("new/", views.new_classroom, name="new_classroom"),
    path("invitation/<slug:token>/", views.accept_invitation, name="accept_invitation"),
    path("<slug:slug>/", views.classroom, name="classroom"),
    path("<slug:slug>/change/", views.change_classroom, name="change_classroom"),
    path("<slug:slug>/end/", views.change_end, name="change_end"),
    path("<slug:slug>/code/", views.renew_code, name="renew_code"),
    path("<slug:slug>/archive/", views.archive_classroom, name="archive_classroom"),
    path("<slug:slug>/restore/", views.restore_classroom, name="restore_classroom"),
    path("<slug:slug>/copy/", views.copy_classroom, name="copy_classroom"),
    path("<slug:slug>/download/", downloads.download_class, name="download_class"),
    path("<slug:slug>/delete/", views.delete_classroom, name="delete_classroom"),
    path("<slug:slug>/invite/", views.invite_teacher, name="invite_teacher"),
    path("<slug:slug>/invitations/<int:number>/revoke/", views.revoke_invitation, name="revoke_invitation"),
    path("<slug:slug>/teachers/leave/", views.leave_classroom, name="leave_classroom"),
    path("<slug:slug>/teachers/<int:number>/remove/", views.remove_teacher, name="remove_teacher"),
    path("<slug:slug>/teachers/<int:number>/owner/", views.hand_over_class, name="hand_over_class"),
    path("<slug:slug>/teachers/<int:number>/link/", views.make_sign_in_link, name="make_sign_in_link"),
    path("<slug:slug>/pupils/", include("classrooms.roster_urls")),
]
