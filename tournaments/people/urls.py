"""Addresses: who takes part: register, entries, payments, lists read in, self-registration, substitutes."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
