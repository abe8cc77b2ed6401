"""Addresses of what a class gets on paper: sheets to talk over, and reports for parents with the links to them."""

from django.urls import path

from classrooms.views import talk_sheets

urlpatterns = [
    path("lessons/<slug:slug>/sheet/", talk_sheets.lesson_sheet, name="lesson_sheet"),
    path("classes/<slug:slug>/sheet/", talk_sheets.class_sheet, name="class_sheet"),
]
