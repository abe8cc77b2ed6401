"""Settings of the project. What may differ from place to place comes from the environment; the README lists it."""

from importlib.util import find_spec
from pathlib import Path

import dj_database_url
from django.utils.csp import CSP

from ninety import environment

BASE_DIR = Path(__file__).resolve().parent.parent
YEAR = 365 * 24 * 60 * 60

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.secret("SECRET_KEY", keep_in=BASE_DIR / "var" / "secret_key")
ALLOWED_HOSTS = environment.listed("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")

INSTALLED_APPS = [
    # Before the apps that take some of its tables out of the operators' pages.
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.usersessions",
    "classrooms",
    "trainer",
    "ninety",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "ninety.health.Health",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ninety.logs.RequestLog",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ninety.middleware.Redirects",
    "classrooms.middleware.Pupils",
    "ninety.release.Release",
]

ROOT_URLCONF = "ninety.urls"
WSGI_APPLICATION = "ninety.wsgi.application"
# What the server does by itself at the tables, several times a second; called beside the requests.
DUE_WORK = "classrooms.services.due.run_due"
# What the class of a pupil plays and practises with.
ARRANGED_BY = "classrooms.selectors.settings.settings_for"
# Who names pages that a device keeps, for a time without a network: each is the same for everybody.
KEPT_PAGES = ["classrooms.help.kept_addresses"]
# Where a table leads to that belongs to a room, such as a lesson.
ROOM_PAGE = "lobby"

TEMPLATE_OPTIONS = {
    "context_processors": [
        "django.template.context_processors.request",
        "django.template.context_processors.i18n",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
        "classrooms.context_processors.doors",
        "classrooms.context_processors.demo",
    ],
}
# Templates are drawn in Rust where that is built for the machine, and by Django itself elsewhere, with the same result.
IS_DRAWN_IN_RUST = find_spec("django_rust_templates") is not None
TEMPLATE_BACKENDS = ["django.template.backends.django.DjangoTemplates"]
if IS_DRAWN_IN_RUST:
    TEMPLATE_BACKENDS.insert(0, "django_rust_templates.RustTemplates")
    FORM_RENDERER = "django_rust_templates.forms.RustFormRenderer"
TEMPLATES = [
    {"BACKEND": backend, "DIRS": [BASE_DIR / "templates"], "APP_DIRS": True, "OPTIONS": TEMPLATE_OPTIONS}
    for backend in TEMPLATE_BACKENDS
]

# Connections are kept, one to a thread of the server: opening one for each request costs more than the request.
DATABASE_URL = environment.text("DATABASE_URL", "sqlite:///ninety.sqlite3")
DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=600, conn_health_checks=True)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Whoever asks hears within seconds that the database is away, also where nothing refuses the connection.
    OPTIONS = {"connect_timeout": 5, "keepalives_idle": 30, "tcp_user_timeout": 10_000}
    # What is asked again and again is planned once for each connection: planning costs more than the small queries do.
    OPTIONS |= {"server_side_binding": True, "prepare_threshold": 5}
    DATABASES["default"]["OPTIONS"] = OPTIONS | DATABASES["default"].get("OPTIONS", {})
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A transaction that reads and then writes fails at once, whatever the timeout, unless it starts with the lock.
    DATABASES["default"]["NAME"] = str(BASE_DIR / DATABASES["default"]["NAME"])
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # What is erased is overwritten in the file as well.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;",
    }

AUTH_USER_MODEL = "ninety.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Who gives codes to something: each says where a code leads.
CODES_LEAD = ["ninety.selectors.table_by_code", "classrooms.selectors.door.classroom_by_code"]

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    # Who comes in without a password, by a code or a card.
    "ninety.sessions.Backend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
# Who may become a teacher: anybody, whoever has a link from the operator or a teacher, or only by the operator's link.
SIGN_UP = environment.choice("SIGN_UP", "open", "invited", "closed")
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "classes"
ACCOUNT_ADAPTER = "classrooms.accounts.AccountAdapter"
ACCOUNT_LOGOUT_REDIRECT_URL = "front"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email", "username*", "password1*", "password2*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_FORMS = {
    "login": "classrooms.forms.SignInForm",
    "signup": "classrooms.forms.SignUpForm",
    "add_email": "classrooms.forms.ChangeEmailForm",
    "change_password": "classrooms.forms.ChangePasswordForm",
    "set_password": "classrooms.forms.SetPasswordForm",
    "reset_password": "classrooms.forms.ResetPasswordForm",
    "reset_password_from_key": "classrooms.forms.NewPasswordForm",
    "reauthenticate": "classrooms.forms.ReauthenticateForm",
}
# A whole school has one address, so wrong passwords are counted for each account. What is left for an address only
# bounds how much a single one can make the server compute: one request a second.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "10/5m/key",
    "signup": "60/m/ip",
    "reset_password": "60/m/ip,3/5m/key",
    "reset_password_from_key": "60/m/ip",
}

# Sign-in with an account elsewhere appears where the operator has one of its keys.
SOCIALACCOUNT_ADAPTER = "classrooms.accounts.SocialAdapter"
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, object]] = {}
OTHER_SITES = {"google": "https://accounts.google.com", "microsoft": "https://login.microsoftonline.com"}
for other in OTHER_SITES:
    client = {
        "client_id": environment.text(f"{other.upper()}_CLIENT_ID"),
        "secret": environment.text(f"{other.upper()}_CLIENT_SECRET"),
    }
    if client["client_id"]:
        INSTALLED_APPS.append(f"allauth.socialaccount.providers.{other}")
        SOCIALACCOUNT_PROVIDERS[other] = {"APPS": [client], "OAUTH_PKCE_ENABLED": True}

MAIL_SERVER = environment.mail_server("EMAIL_URL")
CAN_MAIL = MAIL_SERVER is not None
MAILERS = {
    "default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": MAIL_SERVER}
    if MAIL_SERVER
    else {"BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
}
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "ninety@localhost")
ACCOUNT_EMAIL_VERIFICATION = "optional" if CAN_MAIL else "none"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("pt", "Português"), ("nl", "Nederlands")]
LOCALE_PATHS = [BASE_DIR / "ninety" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.text("TIME_ZONE", "UTC")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Somebody who plays without an account is known by the session alone: a match can be resumed for a year.
SESSION_COOKIE_AGE = YEAR
SESSION_ENGINE = "ninety.sessions"
SESSION_COOKIE_NAME = "ninety_session"
CSRF_COOKIE_NAME = "ninety_csrf"
LANGUAGE_COOKIE_NAME = "ninety_language"
LANGUAGE_COOKIE_AGE = YEAR
LANGUAGE_COOKIE_SAMESITE = "Lax"

# What these say about who asks and how is believed by the server, and nobody else.
PROXIES = environment.networks("PROXIES")
# A school's own network often has no certificate. Behind a proxy that has one, all must go through it.
HTTPS = environment.flag("HTTPS")
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = YEAR if HTTPS else 0
SILENCED_SYSTEM_CHECKS = [
    # What else the school runs under its name is not for Ninety to decide.
    *("security.W005", "security.W021"),
    # Ninety sends no mail.
    "mail.E001",
    # Said by `ninety.checks`, in one place and with what to do here.
    *("security.W004", "security.W008", "security.W009", "security.W012", "security.W016", "security.W018"),
]
CSRF_TRUSTED_ORIGINS = environment.listed("CSRF_TRUSTED_ORIGINS")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
NOBODY, SELF = [CSP.NONE.value], [CSP.SELF.value]
SECURE_CSP = {
    "default-src": NOBODY,
    "script-src": SELF,
    "style-src": SELF,
    "img-src": SELF,
    "font-src": SELF,
    "connect-src": SELF,
    "manifest-src": SELF,
    # A form that leads to another site is followed there only where the site is named.
    "form-action": [*SELF, *(OTHER_SITES[other] for other in SOCIALACCOUNT_PROVIDERS)],
    "object-src": NOBODY,
    "base-uri": NOBODY,
    "frame-src": NOBODY,
    "frame-ancestors": NOBODY,
}

# The longest list of names that can be pasted is shorter; files are counted apart.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# How long what is kept is kept; `prune` sees to it.
KEEP_ANSWERS_DAYS = environment.number("KEEP_ANSWERS_DAYS", 730)
KEEP_NAMES_DAYS = environment.number("KEEP_NAMES_DAYS", 30)
KEEP_VISITORS_DAYS = environment.number("KEEP_VISITORS_DAYS", 180)
SCHOOL_YEAR_ENDS = environment.day_of_year("SCHOOL_YEAR_ENDS", "07-31")
MOST_CLASS_DAYS = environment.number("MOST_CLASS_DAYS", 400)
# Whom the pages about privacy name.
SCHOOL_NAME = environment.text("SCHOOL_NAME")
PRIVACY_CONTACT = environment.text("PRIVACY_CONTACT")

LOG_FORMAT = environment.choice("LOG_FORMAT", "plain", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "ninety.logs.Plain"}, "json": {"()": "ninety.logs.Json"}},
    "filters": {"outages": {"()": "ninety.logs.Outages"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["outages"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A total that is no number, or a page that is out of date, is everyday life.
        "django.request": {"level": "ERROR"},
        # A line for each request is for programs that read it.
        "ninety.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
