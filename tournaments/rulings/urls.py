"""Addresses: rulings, and calling the referee."""

from django.urls import path

from tournaments.rulings import views

_TABLE = "<uuid:slug>/rounds/<int:number>/tables/<int:table>"

urlpatterns = [
    path("<uuid:slug>/rulings/", views.register, name="rulings"),
    path(f"{_TABLE}/ruling/", views.ruling, name="ruling"),
    path(f"{_TABLE}/ruling/no-case/", views.no_case, name="no_case"),
]
at_the_table = [path("<uuid:slug>/referee/", views.call, name="call_referee")]
