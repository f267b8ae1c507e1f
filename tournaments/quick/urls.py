"""Addresses: quick entry of what was written on paper."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
