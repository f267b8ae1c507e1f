"""The program that the web server runs."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
django.setup(set_prefix=False)

from tarockclub.lan import site_handler  # noqa: E402  (Django has to be set up first)

application = site_handler()
