"""Addresses: seasons, their standing, the hall of fame."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
