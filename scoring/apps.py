"""The app that scores hands: sheets, tables, entries, totals."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """The app that scores hands, with the chain of what is done at a table."""

    name = "scoring"
    verbose_name = "Abrechnung"

    def ready(self) -> None:
        """Register the chain of a table's acts for the proof."""
        from scoring.book.ledger import sealed_rows  # noqa: F401
