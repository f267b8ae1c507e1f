"""The app that holds what all others need: clubs, persons, access."""

from django.apps import AppConfig


class TarockclubConfig(AppConfig):
    """Names the app and registers its system checks."""

    name = "tarockclub"
    verbose_name = "Tarockclub"

    def ready(self) -> None:
        """Register the check that says how the database file is kept."""
        from django.core.checks import Tags, register

        from tarockclub.server.databases import describe_sqlite

        # Tagged for databases: `check --database default` says it, plain `check` stays quiet.
        register(describe_sqlite, Tags.database)
