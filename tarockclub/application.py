"""The WSGI application that the web server runs."""

import gc
import os
from collections.abc import Iterator

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup(set_prefix=False)

from django.db import connections  # noqa: E402  (Django has to be set up first)
from django.urls import get_resolver  # noqa: E402

from tarockclub.api import lazy_loading  # noqa: E402
from tarockclub.server import databases, replica  # noqa: E402
from tarockclub.server.lazy_views import load_views  # noqa: E402
from tarockclub.server.local_network import build_site_handler  # noqa: E402
from tarockclub.server.web.front import Front  # noqa: E402


def load_rest() -> Iterator[object]:
    """Load every page, one with each step, so that only the very first readers wait for theirs."""
    yield from load_views(get_resolver().url_patterns)
    # Whatever is loaded now stays: the garbage collector need not visit it again and again while hands are saved.
    gc.collect()
    gc.freeze()


# Nothing has connected to the database yet.
threads = databases.share_connections(connections["default"].settings_dict)
if replica.is_configured():
    databases.share_connections(connections[replica.REPLICA].settings_dict, databases.REPLICA_WAIT_SECONDS)
    replica.WATCH.start()
application = Front(build_site_handler(), lazy_loading, load_rest(), threads)
