"""Addresses: the draw: pure, seeded, improving; drafts, changes by hand, publishing."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
