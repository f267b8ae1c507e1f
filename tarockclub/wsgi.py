"""The WSGI application, for `manage.py serve` and every other web server."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup(set_prefix=False)

from django.db import connections  # noqa: E402  (Django has to be set up first)

from tarockclub.kit import computer_clock  # noqa: E402
from tarockclub.platform.clubs.scope import begin_with_nothing  # noqa: E402
from tarockclub.platform.server import databases  # noqa: E402
from tarockclub.platform.server.network import build_site_handler  # noqa: E402
from tarockclub.platform.server.wsgi.turns import Turns  # noqa: E402

# Nothing has connected to the database yet.
width = databases.share_connections(connections["default"].settings_dict)
computer_clock.watch_clock()
begin_with_nothing()
application = Turns(build_site_handler(), width)
