"""Addresses of tournaments, each part its own; all begin with tournaments/."""

from django.urls import include, path

PARTS = ("setup", "people", "draw", "clock", "desk", "rulings", "standings", "quick", "exports")

urlpatterns = [path("tournaments/", include(f"tournaments.{part}.urls")) for part in PARTS]
