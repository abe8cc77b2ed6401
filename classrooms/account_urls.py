"""Addresses of teachers' accounts: django-allauth's, for teachers alone where a person is needed."""

from allauth.account import views as allauth
from allauth.socialaccount import views as social
from allauth.urls import build_provider_urlpatterns
from django.conf import settings
from django.urls import path, re_path

from classrooms import views
from classrooms.views import downloads
from classrooms.views.account import for_strangers, for_teachers

urlpatterns = [
    path("", for_teachers(views.account), name="account"),
    path("download/", for_teachers(downloads.download_account), name="download_account"),
    path("erase/", for_teachers(views.erase_account), name="erase_account"),
    path("login/", for_strangers(views.SignIn.as_view()), name="account_login"),
    path("signup/", for_strangers(views.SignUp.as_view()), name="account_signup"),
    path("invitation/<slug:token>/", for_strangers(views.sign_up_link), name="sign_up_link"),
    path("link/<slug:token>/", views.sign_in_link, name="sign_in_link"),
    path("logout/", for_teachers(allauth.logout), name="account_logout"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("reauthenticate/", for_teachers(allauth.reauthenticate), name="account_reauthenticate"),
    path("email/", for_teachers(views.ChangeEmail.as_view()), name="account_email"),
    path("confirm-email/<str:key>/", allauth.confirm_email, name="account_confirm_email"),
    path("password/change/", for_teachers(allauth.password_change), name="account_change_password"),
    path("password/set/", for_teachers(allauth.password_set), name="account_set_password"),
    path("password/reset/", views.ResetPassword.as_view(), name="account_reset_password"),
    path("password/reset/done/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("sessions/", for_teachers(views.Sessions.as_view()), name="usersessions_list"),
]

if settings.SOCIALACCOUNT_PROVIDERS:
    urlpatterns += [
        path("other/cancelled/", social.login_cancelled, name="socialaccount_login_cancelled"),
        path("other/failed/", social.login_error, name="socialaccount_login_error"),
        path("other/signup/", social.signup, name="socialaccount_signup"),
        path("other/", for_teachers(social.connections), name="socialaccount_connections"),
        *build_provider_urlpatterns(),
    ]
