"""Addresses: rulings of the referees, and calling them."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
