"""Addresses of the roles for one tournament."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.people.roles.views")

urlpatterns = [path("<uuid:slug>/roles/", views.handle_roles, name="tournament_roles")]
