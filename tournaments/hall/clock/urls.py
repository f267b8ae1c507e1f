"""Addresses of the clock."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.clock.views")

urlpatterns = [
    path("time/", views.show_time, name="time"),
    path("time/jump/", views.show_jump, name="clock_jump"),
]
