"""The real settings with one protection taken away: servers on which the fault tests must find faults.

The variable WITHOUT says which: `sync`, `journal`, `immediate` or `keys`.
"""

import os

from django.apps import AppConfig

from tarockclub.settings import *  # noqa: F403
from tarockclub.settings import DATABASES, INSTALLED_APPS

SETTINGS = "tests.faults.weakened"
WITHOUT = os.environ.get("WITHOUT", "")
_PRAGMAS = {"sync": "PRAGMA synchronous=OFF", "journal": "PRAGMA journal_mode=OFF"}


class KeysNotCompared(AppConfig):
    """A site that does not know a hand that it has saved already."""

    name = "tests.faults"

    def ready(self) -> None:
        """Let no key be known."""
        from scoring.book.ledger import services

        services.find_earlier_write = lambda row, sent: None


def without(protection: str) -> dict[str, str]:
    """The environment of a server that lacks a protection."""
    return {"DJANGO_SETTINGS_MODULE": SETTINGS, "WITHOUT": protection}


if WITHOUT in _PRAGMAS:
    DATABASES["default"]["OPTIONS"]["init_command"] += f";{_PRAGMAS[WITHOUT]}"
if WITHOUT == "immediate":
    DATABASES["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"
if WITHOUT == "keys":
    INSTALLED_APPS += [f"{SETTINGS}.KeysNotCompared"]
