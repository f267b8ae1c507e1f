"""Addresses: the director's desk: overview, tables, late hands, projector."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
