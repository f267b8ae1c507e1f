"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of tournaments, with the chains of its acts."""

    name = "tournaments"
    verbose_name = "Turniere"

    def ready(self) -> None:
        """Register the chains of tournaments and seasons for the proof."""
        from tournaments.core import sealed_rows  # noqa: F401
