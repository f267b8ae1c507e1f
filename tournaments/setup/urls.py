"""Addresses: a tournament's settings: its form and page."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
