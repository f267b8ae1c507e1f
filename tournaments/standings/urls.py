"""Addresses: standings, player pages, prizes, published results."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
