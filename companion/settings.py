"""How the house is run. Everything that differs from table to table comes from the environment.

`COMPANION_HOME`  where the database and finished files live (default: `var/` in the project).
`DATABASE_URL`    a PostgreSQL address, or several with commas, of servers that replicate; without it, SQLite.
`COMPANION_SECRET` the signing key; without it, one is made once and kept in `COMPANION_HOME`.
`COMPANION_PRINTS_MB`, `COMPANION_PRINTS_DAYS` how much finished print is kept, and how long (500; 30).
`COMPANION_HTTPS` set to 1 behind HTTPS: secure cookies, HSTS.
`COMPANION_PROXY` the addresses of the proxies before this house, with commas: they, and nobody else, say in
`X-Forwarded-For` and `X-Forwarded-Proto` who asks and how. Without it those headers count for nothing.
`COMPANION_NAME` its name on the local network (companion, for `companion.local`); set to nothing, it has its
number alone.
`COMPANION_COPIES` the folder of the copies that the house makes of itself each night (`copies` in its home),
`COMPANION_COPIES_TOO` a second one, on a stick or a share, `COMPANION_COPIES_AT` when (04:00), or `never`.
`COMPANION_OPENINGS` how many tables an address may open in a minute (60).
"""

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.utils.csp import CSP

from companion import strongbox

HOUSE = Path(__file__).resolve().parent.parent
HOME = strongbox.shut(Path(os.environ.get("COMPANION_HOME", HOUSE / "var")).resolve())
PROXY = os.environ.get("COMPANION_PROXY", "")
HTTPS = os.environ.get("COMPANION_HTTPS") == "1"


def edition(folders: Iterable[Path]) -> str:
    """A short name for every file in those folders, by what is in it."""
    made = sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.*") if path.is_file()):
        made.update(path.name.encode() + path.read_bytes())
    return made.hexdigest()[:12]


def _postgresql(address: str) -> dict[str, object]:
    parts = urlsplit(address)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ValueError("DATABASE_URL must begin with postgresql://; leave it out for SQLite.")
    servers = [urlsplit(f"//{each}") for each in parts.netloc.rpartition("@")[2].split(",")]
    several = len(servers) > 1  # One of them takes over from another: what was dialled may lead nowhere.
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": ",".join(each.hostname or "" for each in servers),
        "PORT": ",".join(str(each.port or "") for each in servers),
        "CONN_HEALTH_CHECKS": several,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": 10, **({"timeout": 5} if several else {})},
            **dict(parse_qsl(parts.query)),
        },
    }


def _sqlite() -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": HOME / "companion.sqlite3",
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 10,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
        },
        # In memory every connection would see a database of its own; a file is what tables live in.
        "TEST": {"NAME": HOME / "test.sqlite3"},
    }


def _shop() -> dict[str, object]:
    """The print shop's own file, which its worker writes too: the journal keeps one writing process."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": HOME / "shop.sqlite3",
        # No WAL here: SQLite before 3.51.3 can lose a page when two processes checkpoint one at once.
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
        "TEST": {"NAME": HOME / "test-shop.sqlite3"},
    }


SECRET_KEY = os.environ.get("COMPANION_SECRET") or strongbox.key(HOME / "secret")
DEBUG = False
# A tablet reaches the table by whatever address the router gave it: the address is no secret here.
ALLOWED_HOSTS = os.environ.get("COMPANION_HOSTS", "*").split(",")

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "companion",
    "companion.tables",
    "companion.workshop.apps.WorkshopConfig",
    "companion.shop",
    "campaigns",
    "django_htmx",
    "django_tasks_db",
]
MIDDLEWARE = [
    "companion.caretaking.clock.Clock",
    "django.middleware.security.SecurityMiddleware",
    "companion.static_files.StaticFiles",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.static_files.Editions",
    "companion.tables.views.entrance.Guessing",
    "companion.limits.FullDisk",
    "companion.beside.leading.Beside",
]
ROOT_URLCONF = "companion.urls"
ASGI_APPLICATION = "companion.asgi.application"
WSGI_APPLICATION = "companion.wsgi.application"
GAME_FOLDERS = sorted(folder for folder in (HOUSE / "companion" / "games").iterdir() if folder.is_dir())
TEMPLATE_FOLDERS = [HOUSE / "templates", *(folder / "templates" for folder in GAME_FOLDERS)]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": TEMPLATE_FOLDERS,
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["django.templatetags.static", "companion.tables.templatetags.tables"],
            "context_processors": [
                "django.template.context_processors.request",
                "companion.limits.disk",
                "companion.static_files.edition",
                "companion.beside.leading.other",
            ],
        },
    }
]
FORM_RENDERER = "companion.tables.forms.Drawn"
DATABASES = (
    {"default": _postgresql(os.environ["DATABASE_URL"])}
    if os.environ.get("DATABASE_URL")
    else {"default": _sqlite(), "shop": _shop()}
)
DATABASE_ROUTERS = ["companion.shop.worker.ShopRouter"]
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
NAME_HERE = os.environ.get("COMPANION_NAME", "companion")
COPIES = Path(os.environ.get("COMPANION_COPIES") or HOME / "copies")
COPIES_TOO = Path(too) if (too := os.environ.get("COMPANION_COPIES_TOO")) else None
COPIES_AT = os.environ.get("COMPANION_COPIES_AT", "04:00")
OPENINGS = int(os.environ.get("COMPANION_OPENINGS", "60"))
PRINTS_BYTES = int(os.environ.get("COMPANION_PRINTS_MB", "500")) * 1024 * 1024
PRINTS_DAYS = int(os.environ.get("COMPANION_PRINTS_DAYS", "30"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# What breaks is told where the house was started; nobody here reads mail to administrators.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {
        "console": {"class": "logging.StreamHandler", "level": "ERROR"},
        "kept": {"class": "companion.caretaking.Handler", "level": "ERROR"},
    },
    "loggers": {
        name: {"handlers": ["console", "kept"]} for name in ("django.request", "django.tasks", "companion")
    },
}

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True

STATICFILES_DIRS = [
    HOUSE / "static",
    *(folder / "static" for folder in GAME_FOLDERS if (folder / "static").is_dir()),
]
# What the pages are made of has a name, which a page tells: after an upgrade one that is open is loaded anew,
# and no browser takes an old style for a new page. `up` tells it to every process of the house.
EDITION = os.environ.get("COMPANION_EDITION") or edition([*TEMPLATE_FOLDERS, *STATICFILES_DIRS])
STATIC_URL = f"/static/{EDITION}/"
# Where they lie packed for this edition, once `up` has done so.
STATIC_ROOT = HOME / "static" / EDITION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "companion.static_files.Addresses"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_IMMUTABLE_FILE_TEST = r""

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_SAMESITE = "Lax"
# What watches a container asks it directly.
SECURE_REDIRECT_EXEMPT = [r"^house/lives/$"]
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
# On a local network there is no HTTPS to ask for: these four checks, and no others, say just that.
SILENCED_SYSTEM_CHECKS = [] if HTTPS else ["security.W004", "security.W008", "security.W012", "security.W016"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
# A thousand cards that are brought in have a tick each, and their columns a choice.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_200
