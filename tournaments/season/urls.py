"""Addresses: seasons, their standing, the hall of fame."""

from django.urls import path

from tournaments.season import views

urlpatterns = [
    path("seasons/", views.seasons_page, name="seasons"),
    path("seasons/<uuid:slug>/", views.season_page, name="season"),
]
