"""Django's settings: safe defaults for a clone, everything else by environment variables (docs/operating.md)."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from pare_site.environment import BadSetting, Environment
from pare_site.runtime import redis_url, secret_key, var_folder

BASE_DIR = Path(__file__).resolve().parent.parent
_env = Environment()

try:
    DEBUG = _env.flag("PARE_DEBUG")
    PUBLIC_READ = _env.flag("PARE_PUBLIC_READ")
    BASE_URL = _env.url("PARE_BASE_URL", ("http", "https"), "https://lab.example/pare")
    REDIS_URL = _env.url("REDIS_URL", ("redis", "rediss", "unix"), "redis://127.0.0.1:6379/0") or redis_url()
except BadSetting as problem:
    raise ImproperlyConfigured(str(problem)) from None

VAR = var_folder()
SECRET_KEY = _env.text("PARE_SECRET_KEY") or secret_key(VAR)
_base = urlsplit(BASE_URL)
_own_hosts = [_base.hostname] if _base.hostname else []
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *_own_hosts, *_env.names("PARE_ALLOWED_HOSTS")]
_own_origins = [f"{_base.scheme}://{_base.netloc}"] if BASE_URL else []
CSRF_TRUSTED_ORIGINS = [*_own_origins, *_env.names("PARE_TRUSTED_ORIGINS")]
if _base.scheme == "https":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
FORCE_SCRIPT_NAME = _base.path or None

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "django_rq",
    "simulator",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

ROOT_URLCONF = "pare_site.urls"
ASGI_APPLICATION = "pare_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": dj_database_url.parse(_env.text("DATABASE_URL", f"sqlite:///{VAR / 'pare.sqlite3'}"))}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Without WAL and immediate transactions, readers and writers of several processes lock each other out.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
        "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-20000",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
}
# The row of an episode is the truth and jobs look at it, so a job has no time limit and leaves no result.
_queue = {"URL": REDIS_URL, "DEFAULT_TIMEOUT": -1, "DEFAULT_RESULT_TTL": 0}
RQ_QUEUES = {"live": _queue, "batch": _queue}

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign_in"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = False
STATIC_URL = f"{_base.path}/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files are served where they lie: no build step and no copy that could be stale.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
