"""The real settings and one address more: the same server, middleware, database and durability for both."""

from tarockclub.settings import *  # noqa: F403
from tarockclub.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "bench.bare"]
ROOT_URLCONF = "bench.bare.urls"
