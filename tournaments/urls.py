"""Addresses of tournaments; those of a part are in its package.

All begin with tournaments/ except those of a table, where the phone's access rights apply.
"""

from django.urls import include, path

from tarockclub.platform.clubs.features import list_features
from tournaments.hall.desk.urls import table_urlpatterns as chips
from tournaments.hall.rulings.urls import referee_urlpatterns as referee_calls

PARTS = (
    "around.gallery",
    "around.day",
    "hall.setup",
    "people.invitations",
    "around.planning",
    "people.register",
    "people.entrants",
    "hall.draw",
    "hall.clock",
    "hall.desk",
    "hall.rulings",
    "results.standings",
    "results.final_results",
    "hall.paper_sheets",
    "hall.table_cards",
    "results.exports",
    "people.teams",
    "seasons.season",
    "around.hall_of_fame",
    "around.printing",
    "around.correcting",
    "people.roles",
    "results.undo",
)
urlpatterns = [
    *(path("tournaments/", include(f"tournaments.{part}.urls")) for part in PARTS),
    *(path(feature.begins, include(f"{feature.name}.urls")) for feature in list_features()),
    path("tables/", include([*referee_calls, *chips])),
]
