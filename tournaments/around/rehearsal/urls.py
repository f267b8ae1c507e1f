"""Addresses of the rehearsal."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

rehearsal_views = LazyViews("tournaments.around.rehearsal.views")

urlpatterns = [
    path("<uuid:slug>/rehearsal/", rehearsal_views.handle_rehearsal, name="rehearsal"),
]
