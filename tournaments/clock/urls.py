"""Addresses of the clock."""

from django.urls import path

from tournaments.clock import views

urlpatterns = [
    path("time/", views.show_time, name="time"),
    path("time/jump/", views.show_jump, name="clock_jump"),
]
