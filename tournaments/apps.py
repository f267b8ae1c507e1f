"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Names the app, and tells scoring what surrounds a table of a tournament."""

    name = "tournaments"
    verbose_name = "Turniere"

    def ready(self) -> None:
        """Put the answers of tournaments where scoring asks for them; models are known only now."""
        from scoring.hooks import Around, surround
        from scoring.statistics.among import know
        from tarockclub.server.startup import at_start
        from tournaments.clock.jumps import open_clock
        from tournaments.counted import answers
        from tournaments.desk.corrections import may_correct
        from tournaments.desk.warning import warning_of
        from tournaments.scoring_hooks import TEMPLATE, around_table

        surround(Around(around_table, TEMPLATE, may_correct, warning_of))
        know(answers())
        at_start(open_clock)
