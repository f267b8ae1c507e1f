"""Addresses of tournaments, each part its own; all begin with tournaments/."""

from django.urls import include, path

from tournaments.desk.urls import at_the_table as counting
from tournaments.rulings.urls import at_the_table as calling

PARTS = (
    *("setup", "people", "draw", "clock", "desk", "rulings", "standings", "quick", "cards", "exports"),
    *("teams", "season", "paper", "log", "undo"),
)

urlpatterns = [
    *(path("tournaments/", include(f"tournaments.{part}.urls")) for part in PARTS),
    path("tables/", include([*calling, *counting])),  # below the address for which a phone's right counts
]
