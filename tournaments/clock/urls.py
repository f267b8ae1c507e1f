"""Addresses: the clock: pure events, what the director does with it, and how pages show it."""

from django.urls import path

from tournaments.clock import views

urlpatterns = [
    path("time/", views.show_time, name="time"),
    path("time/jump/", views.show_jump, name="clock_jump"),
]
