"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of tournaments; registers with scoring what a tournament adds to a table."""

    name = "tournaments"
    verbose_name = "Turniere"

    def ready(self) -> None:
        """Register the hooks of tournaments with scoring; the models are loaded only at this point."""
        from scoring.hooks import TableHooks, register_statistics_hooks, register_table_hooks
        from tarockclub.startup import register_start_part
        from tournaments.clock.jumps import open_clock
        from tournaments.desk.corrections import load_warning, may_correct
        from tournaments.scoring_hooks import TEMPLATE, build_statistics_hooks, build_tournament_context

        register_table_hooks(TableHooks(build_tournament_context, TEMPLATE, may_correct, load_warning))
        register_statistics_hooks(build_statistics_hooks())
        register_start_part(open_clock)
