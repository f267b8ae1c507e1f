"""The app with the common base of all others: clubs, persons, access."""

from allauth.usersessions.apps import UserSessionsConfig
from django.apps import AppConfig


class TarockclubConfig(AppConfig):
    """The configuration of the app, its system checks and the chain of a club's acts."""

    default = True  # of those in this file
    name = "tarockclub"
    verbose_name = "Tarockclub"

    def ready(self) -> None:
        """Register the check that reports the journal of the database file, and the chain of clubs for the proof."""
        from django.core.checks import Tags, register

        from tarockclub.platform import sealed_rows  # noqa: F401
        from tarockclub.platform.clubs.row_security import check_row_security
        from tarockclub.platform.server.databases import describe_sqlite

        # Tagged for databases: `check --database default` reports it, plain `check` stays quiet.
        register(describe_sqlite, Tags.database)
        register(check_row_security, Tags.database)


class DevicesConfig(UserSessionsConfig):
    """Its rows, which platform/accounts/sessions.py writes: allauth itself would note address and browser in full."""

    def ready(self) -> None:
        """Connect nothing to log-ins."""
