"""Addresses of the log of a tournament."""

from django.urls import path

from tournaments.action_log import views

urlpatterns = [path("<uuid:slug>/log/", views.show_log, name="tournament_log")]
