"""Addresses: the tournament as workbook, CSV and JSON."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
