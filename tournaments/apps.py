"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Names the app, and tells scoring what surrounds a table of a tournament."""

    name = "tournaments"
    verbose_name = "Turniere"
