"""Every address of the project."""

from django.contrib import admin
from django.urls import include, path

handler500 = "ninety.views.faults.failed"

urlpatterns = [
    # First what each turn at a table asks for, as every address that stands before it would be tried in vain.
    path("match/<slug:slug>/", include("trainer.urls")),
    path("match/<slug:slug>/", include("ninety.match_urls")),
    path("", include("ninety.page_urls")),
    path("", include("trainer.page_urls")),
    path("", include("classrooms.lesson_urls")),
    path("classes/<slug:slug>/review/", include("classrooms.review_urls")),
    path("", include("classrooms.settings_urls")),
    path("", include("classrooms.sheet_urls")),
    path("table/<slug:slug>/", include("ninety.table_urls")),
    path("drills/", include("trainer.drill_urls")),
    path("account/", include("classrooms.account_urls")),
    path("classes/", include("classrooms.class_urls")),
    path("classes/<slug:slug>/cards/", include("classrooms.card_urls")),
    path("", include("classrooms.door_urls")),
    path("privacy/", include("classrooms.privacy_urls")),
    path("help/", include("classrooms.help_urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("operator/", admin.site.urls),
]
