"""All settings; those that differ between installations come from the environment."""

import socket
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from tarockclub.office import action_modules
from tarockclub.platform.server import databases, env, installation, secret_key

BASE_DIR = installation.ROOT
DATA_DIR = env.read_folder("TAROCKCLUB_DATA", installation.find_data_folder())
DEMO_FILE = DATA_DIR / "demo.json"  # only there in the demo (tarockclub/office/demo/installation.py)

# inn: plain HTTP in a local network. public: HTTPS, behind a proxy that ends TLS.
INN_MODE = env.read_choice("TAROCKCLUB_MODE", ("inn", "public"), "inn") == "inn"
DEBUG = env.read_flag("TAROCKCLUB_DEBUG")

# What its own pages are called, and who answers for the server and how they are reached: the list of its clubs says so.
INSTALLATION_NAME = env.read_text("TAROCKCLUB_NAME") or "Tarockclub"
INSTALLATION_CONTACT = env.read_text("TAROCKCLUB_CONTACT")

# The key of the book: what it has digested must be recognised again, also after a restore. It is in every backup.
BOOK_KEY = secret_key.read_key(secret_key.BOOK_VARIABLE, DATA_DIR / secret_key.BOOK_FILE)
# Django's own, for sessions and whatever else is signed. It is in no backup: whoever has one is not logged in by it.
SECRET_KEY = secret_key.read_key(secret_key.SESSION_VARIABLE, DATA_DIR / secret_key.SESSION_FILE)

ALLOWED_HOSTS = env.read_words("TAROCKCLUB_HOSTS")
if INN_MODE:
    # Addresses of the local network are accepted by tarockclub.platform.server.network.
    ALLOWED_HOSTS += ["localhost", ".local", "127.0.0.1", "[::1]", socket.gethostname().lower()]
elif not ALLOWED_HOSTS:
    raise ImproperlyConfigured("TAROCKCLUB_HOSTS must name the site's host names in public mode.")

INSTALLED_APPS = [
    "tarockclub",  # before those whose commands it answers in its own way
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.humanize",  # for allauth's pages
    "django.forms",  # its templates of widgets, for FORM_RENDERER
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "tarockclub.apps.DevicesConfig",  # allauth.usersessions
    "scoring",
    "tournaments",
    # Features that stand alone (tarockclub.platform.clubs.features).
    "tournaments.seasons.federation",
    "tournaments.results.projector",
    "tournaments.results.cash",
    "tournaments.results.special_prizes",
    "tournaments.around.rehearsal",
]

MIDDLEWARE = [
    "tarockclub.platform.clubs.middleware.ScopeMiddleware",
    "tarockclub.platform.monitoring.MonitoringMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tarockclub.platform.server.middleware.add_security_policy",
    "tarockclub.platform.server.middleware.CompressionMiddleware",
    "tarockclub.platform.server.static_files.HashedFiles",
    "django.middleware.locale.LocaleMiddleware",  # asks no session; pages about unknown hosts and clubs need a language
    "tarockclub.platform.clubs.middleware.ClubMiddleware",
    "tarockclub.platform.accounts.sessions.PatientSessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tarockclub.platform.server.middleware.BodyLimitMiddleware",  # before anybody reads a form
    "django.middleware.csrf.CsrfViewMiddleware",
    "tarockclub.platform.clubs.middleware.ScopedAuthentication",
    "allauth.account.middleware.AccountMiddleware",
    "tarockclub.platform.accounts.devices.remember_browser",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tarockclub.platform.server.stand_by.StandByMiddleware",
    "tarockclub.platform.server.database_errors.TroubleMiddleware",
]
ROOT_URLCONF = "tarockclub.urls"

FORM_RENDERER = "tarockclub.kit.form_fields.HouseRenderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [installation.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "tarockclub.kit.preferences.add_preferences",
                "tarockclub.platform.accounts.permissions.add_account",
                "scoring.book.access.permissions.add_rights",
                "tarockclub.platform.navigation.places.add_navigation",
                "tarockclub.office.first_page.going_on.add_going_on",
                "tarockclub.office.demo.tour.add_tour",
            ],
        },
    },
]

# Mail to people (tarockclub.platform.messages): the server, the sender, and the address with which links begin.
_mail = env.read_mail_server("TAROCKCLUB_MAIL")
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.host, _mail.port, _mail.user, _mail.password
EMAIL_USE_SSL, EMAIL_USE_TLS, EMAIL_TIMEOUT = _mail.scheme == "smtps", _mail.scheme == "smtp+tls", 20
# The demo sends nothing away: it keeps its mails as files (tarockclub.office.demo.mailbox), and phones get none.
_keeps_mails, EMAIL_FILE_PATH = DEMO_FILE.exists() and not EMAIL_HOST, DATA_DIR / "mails"
EMAIL_BACKEND = env.read_text("TAROCKCLUB_MAIL_BACKEND", env.MAIL_FILES if _keeps_mails else env.SMTP)
DEFAULT_FROM_EMAIL = env.read_text("TAROCKCLUB_MAIL_FROM", "tarock@example.org" if _keeps_mails else "")
SITE_ADDRESS = env.read_text("TAROCKCLUB_SITE", "http://demo.example.org" if _keeps_mails else "").rstrip("/")
# Whether whoever confirms an address founds a club; without mail nobody can confirm one.
OPEN_FOUNDING = env.read_flag("TAROCKCLUB_OPEN_FOUNDING") and bool(DEFAULT_FROM_EMAIL and SITE_ADDRESS)
MESSAGE_CHANNELS = {
    "mail": "tarockclub.platform.messages.mail.MailSender",
    "push": "tarockclub.platform.messages.push.PushSender",
}
if _keeps_mails:
    del MESSAGE_CHANNELS["push"]
# The services of Chrome and most others, Firefox, Safari, Edge; nothing else is asked to pass a message on.
PUSH_SERVICES = ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"]

_database_url = env.read_text("DATABASE_URL")
DATABASES = {
    "default": databases.parse_url(_database_url)
    if _database_url
    else databases.build_sqlite_settings(DATA_DIR / "tarockclub.sqlite3")
}
# The most connections of each of the web server's workers to PostgreSQL: it answers as many requests at once.
DATABASE_CONNECTIONS = env.read_number("TAROCKCLUB_CONNECTIONS", 4, least=1, most=100)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Modules and functions of apps, by name: imported when they are needed.
API_PARTS = [
    "tarockclub.office.api.scoring",
    "tarockclub.office.api.tournaments",
    "tarockclub.office.audit_log.api",
]  # packages of operations
LOADED_FIRST = ["tarockclub.platform.api.site"]  # by a server that has just started, beside what it answers
STAFF_PAGE = "tarockclub.office.first_page.views.show_first_page"  # at the first address, for whoever is logged in
DIRECTORY_PAGE = "tournaments.around.public.views.show_directory"  # for visitors, if nothing says of which club
HELPERS_PAGE = "tournaments.people.roles.views.show_helpers_page"  # to those with a role for single tournaments only
VISITORS_PAGE = "tournaments.around.public.views.show_visitors_page"  # and for all others
TOURNAMENT_ROLES = "tournaments.people.roles.selectors.find_roles"  # those of an account at an address of a tournament
# What belongs to a club and has an address of its own, by the word before its uuid (platform.clubs.middleware).
ROUTE_OWNERS = {
    "tables": "scoring.GameTable",
    "seasons": "tournaments.Season",
    "tournaments": "tournaments.Tournament",
}
HOOKS = "tournaments.around.scoring_hooks"  # what a table's page and the statistics show of tournaments
ANNOUNCER = "tournaments.around.announcements.announce_act"  # tells people what an act means to them
STATE_TELLER = "tournaments.around.announcements.tell_state"  # … and at an address that is confirmed late, what is now
SEASON_ORDER = "tournaments.seasons.season.editions.compute_season_order"  # by which a draw seats the final of a season
ACTIONS, SENTENCES = action_modules.ACTIONS, action_modules.SENTENCES
# Called when the server starts; they return messages.
START_PARTS = [
    "tarockclub.office.privacy.erasing.delete_at_start",
    "tournaments.hall.clock.jumps.open_clock",
    "tarockclub.office.static_site.files.resume_keeping",
]
# Called every few minutes while the server runs.
WATCH_PARTS = [
    "tarockclub.platform.accounts.sessions.delete_ended",
    "tarockclub.office.privacy.erasing.delete_overdue",
    "tarockclub.platform.messages.services.watch_messages",
    "tarockclub.office.static_site.files.resume_keeping",
]
# What has copies of names as public pages show them, and follows when people (ids) agree to something else.
NAME_KEEPERS = ["tarockclub.office.static_site.files.follow_names"]
RESTORE_PARTS = "tarockclub.office.privacy.erasing"  # what a restore must not bring back: collect_erasures, erase_again
# The work of the jobs of a kind (tarockclub.platform.jobs), in processes of their own.
JOB_WORK = {
    "export": "tarockclub.management.commands.run_jobs.make_file",
    "site": "tarockclub.office.static_site.files.make_site",
    "folder": "tarockclub.office.static_site.files.keep_folders",
    "import": "tarockclub.office.club_file.services.run_import",
    "message": "tarockclub.platform.messages.sending.send_waiting",
}
# After SIGTERM the server answers for so many seconds longer; /health/ready sends load balancers elsewhere.
DRAIN_SECONDS = env.read_number("TAROCKCLUB_DRAIN_SECONDS", 0, most=300)
AUTH_USER_MODEL = "tarockclub.Account"
AUTHENTICATION_BACKENDS = [
    "tarockclub.platform.accounts.club_backend.ClubBackend",
    "django.contrib.auth.backends.ModelBackend",  # never asked: sessions from before the first one name it
]
# A log-in name exists once in its club (W004 of auth): only ClubBackend is asked.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
PASSWORD_HASHERS = ["tarockclub.platform.server.wsgi.turns.PatientHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 7 * 24 * 3600  # of the link with which the owner of a new account sets the password
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# A log-in name, no e-mail address; nobody signs up.
ACCOUNT_USER_MODEL_USERNAME_FIELD = "login"
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "tarockclub.platform.accounts.second_factor.adapters.AccountAdapter"
ACCOUNT_LOGIN_TIMEOUT = 5 * 60  # to find the phone
# Of what has no limit by tarockclub.platform.accounts.rate_limits: an app that is set up, a passkey as second factor.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/15m/key"}
LOGIN_REDIRECT_URL = "home"
MFA_ADAPTER = "tarockclub.platform.accounts.second_factor.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_TOTP_TOLERANCE = 1  # deviation of the phone's clock, in half minutes
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}  # an inn shares an address
MFA_REAUTHENTICATION_REQUIRED = False  # tarockclub.platform.accounts.authentication asks
USERSESSIONS_TRACK_ACTIVITY = False
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # For those limits alone; with the usual 300, whoever comes from 300 addresses would empty it.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
# A log-in lasts 12 hours without use, and never more than 30 days (tarockclub.platform.accounts.sessions).
SESSION_COOKIE_AGE = 12 * 3600
LONGEST_SESSION = 30 * 24 * 3600
# The time for which a given password is enough for dangerous acts (tarockclub.platform.accounts.authentication).
CONFIRMED_SECONDS = 10 * 60

# A second place for the backups, say a USB stick; the minutes between two backups (0: only by hand).
BACKUP_FOLDER = (
    Path(_second).expanduser().absolute() if (_second := env.read_text("TAROCKCLUB_BACKUP_FOLDER")) else None
)
BACKUP_MINUTES = env.read_number("TAROCKCLUB_BACKUP_MINUTES", 3, most=24 * 60)
# A demo or a test may set the time (tarockclub.kit.time_source); tournaments that begin meanwhile are not real ones.
TIME_FILE = Path(_time) if (_time := env.read_text("TAROCKCLUB_TIME")) else None
# No page accepts files, except those that declare it: other files are not even stored for a moment.
FILE_UPLOAD_HANDLERS = ["tarockclub.platform.server.wsgi.uploads.NoFiles"]

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [installation.PACKAGE / "locale"]
FORMAT_MODULE_PATH = "tarockclub.kit.formats"
TIME_ZONE = "Europe/Vienna"
USE_TZ = True

# The handbook, a folder for each language: in a checkout docs/, in an installed package beside its code.
HANDBOOK = installation.HANDBOOK

# WhiteNoise serves the files from their source: nothing to collect, nothing to become outdated.
STATIC_URL = "/static/"  # the same for all clubs
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tarockclub.platform.server.static_files.HashedNames"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site uses these files: 33 bytes less with each of them
STATICFILES_DIRS = [
    (f"handbook/{code}", pictures) for code, _name in LANGUAGES if (pictures := HANDBOOK / code / "images").is_dir()
]
STATICFILES_FINDERS = [
    "tarockclub.platform.server.static_files.Bundles",  # first: the scripts of pages, before the modules of that name
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]

SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True

if INN_MODE:
    # On plain HTTP browsers ignore this header and complain in the console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
    # No HTTPS in the inn: no HSTS (W004), no redirect (W008), no secure cookies (W010, W012, W016).
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W010", "security.W012", "security.W016"]
else:
    # The proxy must set this header itself and drop the one that a client sends.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    # Subdomains (W005) and the browsers' preload list (W021) bind more than this site: the
    # owner of the domain decides about them, in the proxy.
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tarockclub.platform.server.log_filter.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "tarockclub.platform.server.log_filter.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.read_choice("TAROCKCLUB_LOG", ("line", "json"), "line"),
        }
    },
    # Django's own handlers would mail an error to admins nobody has named; the root prints it.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        # A missing page is not an event, and its address may contain a secret link.
        "django.request": {"level": "ERROR"},
        # Network scanners must not fill the log with tracebacks.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # One line for each time that the server is full.
        "waitress": {"level": "ERROR"},
        # Every attempt to connect; whoever gets no connection is logged by tarockclub.platform.server.database_errors.
        "psycopg.pool": {"level": "ERROR"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}

env.refuse_unknown()
