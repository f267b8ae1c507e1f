"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Names the app, and tells scoring what surrounds a table of a tournament."""

    name = "tournaments"
    verbose_name = "Turniere"

    def ready(self) -> None:
        """Put the answers of tournaments where scoring asks for them; models are known only now."""
        from scoring.hooks import Around, register_statistics_hooks, register_table_hooks
        from tarockclub.startup import at_start
        from tournaments.clock.jumps import open_clock
        from tournaments.desk.corrections import may_correct, warning_of
        from tournaments.scoring_hooks import TEMPLATE, answers, around_table

        register_table_hooks(Around(around_table, TEMPLATE, may_correct, warning_of))
        register_statistics_hooks(answers())
        at_start(open_clock)
