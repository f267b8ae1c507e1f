"""Addresses: the clock: pure events, what the director does with it, and how pages show it."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
