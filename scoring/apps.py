"""The app that scores hands: sheets, tables, entries, totals."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Names the app; nothing else happens at start."""

    name = "scoring"
    verbose_name = "Abrechnung"
