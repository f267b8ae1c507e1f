"""Django's own words that differ in Austria; named here, `make messages` keeps our German for them."""

from django.utils.translation import gettext_noop

JANUARY = gettext_noop("January")
