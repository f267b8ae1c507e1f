"""The real settings, with a data folder and a database that belong to one test run."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

DATABASE = os.environ.get("TAROCKCLUB_TEST_DATABASE", "sqlite")


def _own_folder() -> Path:
    """Return a folder that is gone when the test run ends."""
    shared = os.environ.get("TAROCKCLUB_TEST_FOLDER")
    if shared and Path(shared).is_dir():
        # A worker of a parallel run is ended without a chance to clean up; the run itself does it.
        return Path(tempfile.mkdtemp(dir=shared))
    folder = Path(tempfile.mkdtemp(prefix="tarockclub-test-"))
    os.environ["TAROCKCLUB_TEST_FOLDER"] = str(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


# Nothing that the developer has set for his own server may reach the tests.
for _name in list(os.environ):
    if _name.startswith("TAROCKCLUB_") and not _name.startswith("TAROCKCLUB_TEST_"):
        del os.environ[_name]
os.environ["TAROCKCLUB_DATA"] = str(_own_folder())
if DATABASE == "sqlite":
    os.environ.pop("DATABASE_URL", None)
elif not os.environ.get("DATABASE_URL"):
    raise RuntimeError("Tests on PostgreSQL need DATABASE_URL; `make test` starts a server itself.")

from tarockclub.settings import *  # noqa: E402, F403
from tarockclub.settings import DATA_DIR, DATABASES  # noqa: E402

if DATABASE == "sqlite":
    # A file, as in the club: threads and copies see what they would see there.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

# What makes passwords safe makes tests slow.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Playwright's synchronous interface keeps an event loop in the thread that also runs the tests.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
