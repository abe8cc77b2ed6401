"""Addresses of what a class gets on paper: sheets to talk over, and reports for parents with the links to them."""

from django.urls import path

from classrooms.views import parent_reports, talk_sheets

urlpatterns = [
    path("lessons/<slug:slug>/sheet/", talk_sheets.lesson_sheet, name="lesson_sheet"),
    path("classes/<slug:slug>/sheet/", talk_sheets.class_sheet, name="class_sheet"),
    path("classes/<slug:slug>/reports/", parent_reports.reports, name="reports"),
    path("classes/<slug:slug>/reports/print/", parent_reports.print_reports, name="print_reports"),
    path("classes/<slug:slug>/reports/links/", parent_reports.link_reports, name="link_reports"),
    path("classes/<slug:slug>/reports/links/revoke/", parent_reports.revoke_links, name="revoke_links"),
    path("report/<slug:token>/", parent_reports.parent_report, name="parent_report"),
]
