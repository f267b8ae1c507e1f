"""The program that the web server runs."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup(set_prefix=False)

from tarockclub.lan import site_handler  # noqa: E402  (Django has to be set up first)
from tarockclub.one_at_a_time import OneAtATime  # noqa: E402

application = OneAtATime(site_handler())
