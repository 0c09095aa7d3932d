"""Django's settings: safe defaults, changed by environment variables (docs/operating.md)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from pare_site import machine
from pare_site.database import database_of
from pare_site.environment import BadSetting, Environment, refuse_public_debug
from pare_site.runtime import UnusableFolder, keep_private, redis_url, secret_key, upload_folder, var_folder

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = var_folder()
_env = Environment()

try:
    DEBUG = _env.flag("PARE_DEBUG")
    refuse_public_debug(_env)
    PUBLIC_READ = _env.flag("PARE_PUBLIC_READ")
    BASE_URL = _env.base_url("PARE_BASE_URL")
    MOST_UPLOAD = _env.number("PARE_MOST_UPLOAD_MB", 64, 1, 10_000) * 1_000_000
    UPLOAD_SPACE = _env.upload_space("PARE_UPLOAD_SPACE_MB", MOST_UPLOAD)
    HEADER_SECONDS = _env.number("PARE_HEADER_SECONDS", 20, 1, 3600)
    PLAY_HOURS = _env.number("PARE_PLAY_HOURS", 24, 1, 24 * 365)
    BODY_SECONDS = _env.number("PARE_BODY_SECONDS", 30, 1, 3600)
    REDIS_URL = _env.redis_url("REDIS_URL") or redis_url()
    DATABASES = {"default": database_of(_env.text("DATABASE_URL"), VAR)}
    _named_hosts = _env.hosts("PARE_ALLOWED_HOSTS")
    _named_origins = _env.origins("PARE_TRUSTED_ORIGINS")
    SECRET_KEY = _env.text("PARE_SECRET_KEY") or secret_key(VAR)
except (BadSetting, UnusableFolder) as problem:
    raise ImproperlyConfigured(str(problem)) from None
if not _env.text("DATABASE_URL"):
    keep_private(Path(DATABASES["default"]["NAME"]))

_base = urlsplit(BASE_URL)
_listens_at = _env.text("PARE_HOST")
_own_hosts = [machine.as_host(_base.hostname or ""), machine.as_host(_listens_at)]
if machine.is_open(_listens_at):
    _own_hosts += [*machine.names(), *map(machine.as_host, machine.addresses())]
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *filter(None, _own_hosts), *_named_hosts]
_own_origins = [f"{_base.scheme}://{_base.netloc}"] if BASE_URL else []
CSRF_TRUSTED_ORIGINS = [*_own_origins, *_named_origins]
if _base.scheme == "https":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
FORCE_SCRIPT_NAME = _base.path or None
# Browsers send the cookies of a host to all its ports. Two sites on one host need different cookie names, or signing in
# to one would sign people out of the other.
_mark = sha256(SECRET_KEY.encode()).hexdigest()[:8]
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"pare_session_{_mark}", f"pare_csrf_{_mark}"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = f"{_base.path}/"

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
    "replay",
    "simulator",
    # These apps extend the simulator's groups, so they come after it. The last one completes the administrators' group.
    "benchmark",
    "annotation",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "simulator.views.uploads.RefusedBodyPage",
    "csp.middleware.CSPMiddleware",
    "pare_site.static_files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "pare_site.sign_in.middleware.SignInRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simulator.views.error_pages.NotAllowedPage",
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
# Bytes. Larger bodies are accepted only by views declared with `accepts_uploads`, from people who are signed in.
MOST_BODY = 1_000_000
# Bytes per second. A body that arrives more slowly for BODY_SECONDS is refused: it would hold space for hours.
SLOWEST_BODY = 20_000
# Uploads wait here until they are read. Keep nothing else in this folder: it is emptied when the web server starts.
FILE_UPLOAD_TEMP_DIR = upload_folder(VAR)
# The command that pages tell people to type in a terminal.
OWN_COMMAND = machine.own_command()
CSRF_FAILURE_VIEW = "simulator.views.error_pages.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"

ROOT_URLCONF = "pare_site.urls"
ASGI_APPLICATION = "pare_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "pare_site.template_loader.UnindentingLoader",
                        "django.template.loaders.app_directories.Loader",
                        "pare_site.template_loader.InstalledAppLoader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
}
# A job keeps no result, because the state of a run is in its database row. A run may take hours, so jobs have no time
# limit.
_queue = {"URL": REDIS_URL, "DEFAULT_TIMEOUT": -1, "DEFAULT_RESULT_TTL": 0}
RQ_QUEUES = {"live": _queue, "batch": _queue, "models": _queue}
# Seconds without a sign of life after which a worker's runs are given to other workers (docs/running.md).
LEASE_SECONDS = 10
# The pages of django-rq are at admin/queues/ (pare_site/queue_pages.py); True would add a second link to them.
RQ_SHOW_ADMIN_LINK = False

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign_in"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = False
STATIC_URL = f"{_base.path}/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files are served from their source folders: no build step, and no copy that could be stale.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
# Errors go to standard error, which the supervisor writes to var/logs.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "pare_site.masking.Masked",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    # A monitor may request the health page every second, so the log leaves out these requests. The page itself says
    # what is missing.
    "filters": {
        "no_health": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: not record.getMessage().endswith("/healthz"),
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["no_health"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        # The default handler of this logger would write the sign-in links that our formatter masks.
        "django.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        # Warnings here are 4xx responses, such as 404, which are not our errors.
        "django.request": {"level": "ERROR"},
    },
}
