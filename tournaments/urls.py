"""Addresses of tournaments, each part its own; all begin with tournaments/."""

from django.urls import include, path

from tournaments.rulings.urls import at_the_table

PARTS = (
    *("setup", "people", "draw", "clock", "desk", "rulings", "standings", "quick", "cards", "exports"),
    *("teams", "season", "paper", "log", "undo"),
)

urlpatterns = [
    *(path("tournaments/", include(f"tournaments.{part}.urls")) for part in PARTS),
    path("tables/", include(at_the_table)),  # below the address for which a phone's right counts
]
