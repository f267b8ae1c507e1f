"""Addresses: documents of a tournament as PDF."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
