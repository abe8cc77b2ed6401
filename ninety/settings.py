"""Settings of the project. What may differ from place to place comes from the environment; the README lists it."""

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
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "ninety.urls"
WSGI_APPLICATION = "ninety.wsgi.application"
# What the server does by itself at the tables, several times a second; called beside the requests.
DUE_WORK = "trainer.services.run_due"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Connections are kept, one to a thread of the server: opening one for each request costs more than the request.
DATABASE_URL = environment.text("DATABASE_URL", "sqlite:///ninety.sqlite3")
DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=600, conn_health_checks=True)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Whoever asks hears within seconds that the database is away, also where nothing refuses the connection.
    OPTIONS = {"connect_timeout": 5, "keepalives_idle": 30, "tcp_user_timeout": 10_000}
    DATABASES["default"]["OPTIONS"] = OPTIONS | DATABASES["default"].get("OPTIONS", {})
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A transaction that reads and then writes fails at once, whatever the timeout, unless it starts with the lock.
    DATABASES["default"]["NAME"] = str(BASE_DIR / DATABASES["default"]["NAME"])
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

AUTH_USER_MODEL = "ninety.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Who gives codes to something: each says where a code leads.
CODES_LEAD = ["ninety.selectors.table_by_code"]

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
# What else the school runs under its name is not for Ninety to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CSRF_TRUSTED_ORIGINS = environment.listed("CSRF_TRUSTED_ORIGINS")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-src": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}

# The longest list of names that is pasted is far shorter; files are counted apart.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
KEEP_VISITORS_DAYS = environment.number("KEEP_VISITORS_DAYS", 180)

LOG_FORMAT = environment.choice("LOG_FORMAT", "plain", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "ninety.logs.Plain"}, "json": {"()": "ninety.logs.Json"}},
    "filters": {"outages": {"()": "ninety.logs.Outages"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A total that is no number, or a page that is out of date, is everyday life.
        "django.request": {"level": "ERROR", "filters": ["outages"]},
        # A line for each request is for programs that read it.
        "ninety.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
