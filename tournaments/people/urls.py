"""Addresses: who takes part: register, entries, payments, lists read in, self-registration, substitutes."""

from django.urls import path

from tournaments.people import (
    adding_views,
    entries_views,
    register_list_views,
    register_views,
    registration_views,
    substitute_views,
)

urlpatterns = [
    path("people/", register_views.register_page, name="register"),
    path("people/bring-in/", register_list_views.register_list_page, name="register_list"),
    path("people/bring-in/file/", register_list_views.register_file_page, name="register_file"),
    path("people/bring-in/confirm/", register_list_views.register_confirm_page, name="register_confirm"),
    path("people/<int:number>/", register_views.person_page, name="person"),
    path("in/<str:secret>/", registration_views.apply_page, name="apply"),
    path("<uuid:slug>/people/", entries_views.entrants_page, name="entrants"),
    path("<uuid:slug>/people/add/", adding_views.add_page, name="add_entrant"),
    path("<uuid:slug>/people/list/", adding_views.list_page, name="read_list"),
    path("<uuid:slug>/people/file/", adding_views.file_page, name="read_file"),
    path("<uuid:slug>/people/confirm/", adding_views.confirm_page, name="confirm_list"),
    path("<uuid:slug>/people/numbers/", entries_views.numbers_page, name="number_by_name"),
    path("<uuid:slug>/people/<int:number>/", entries_views.entrant_page, name="entrant"),
    path("<uuid:slug>/registration/", registration_views.registration_page, name="registration"),
    path(
        "<uuid:slug>/rounds/<int:number>/tables/<int:table>/substitute/",
        substitute_views.substitute_page,
        name="substitute",
    ),
]
