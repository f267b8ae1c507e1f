"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of tournaments, with the chains of its acts."""

    name = "tournaments"
    verbose_name = "Turniere"

    def ready(self) -> None:
        """Register the chains of tournaments and seasons for the proof, and what lower floors take from upper ones."""
        from tournaments.core import sealed_rows  # noqa: F401
        from tournaments.core.rules import line_facts
        from tournaments.results.projector import walls

        line_facts.DECLARING_MODULES.append("tournaments.results.standings.columns")
        walls.PART_LOADERS[walls.OUTLOOK] = "tournaments.seasons.season.outlook.page.load_wall_outlook"
