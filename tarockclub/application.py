"""The WSGI application that the web server runs."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup(set_prefix=False)

from django.urls import get_resolver  # noqa: E402

from tarockclub.api import lazy_loading  # noqa: E402
from tarockclub.server.local_network import build_site_handler  # noqa: E402  (Django has to be set up first)
from tarockclub.server.web.front import Front  # noqa: E402

application = Front(build_site_handler(), lazy_loading)

# Objects loaded now stay: the first phone need not wait for them, and the garbage collector need not visit them
# again and again while hands are saved.
_ = get_resolver().url_patterns  # reading them loads every page
gc.collect()
gc.freeze()
