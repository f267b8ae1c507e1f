"""Addresses: who takes part: register, entries, payments, lists read in, self-registration, substitutes."""

from django.urls import path

from tournaments.entrants import views
from tournaments.list_import import entrant_views
from tournaments.list_import import register_views as list_import_register_views
from tournaments.people import substitute_views
from tournaments.register import views as register_views
from tournaments.registration import views as registration_views

urlpatterns = [
    path("people/", register_views.register_page, name="register"),
    path("people/bring-in/", list_import_register_views.register_list_page, name="register_list"),
    path("people/bring-in/file/", list_import_register_views.register_file_page, name="register_file"),
    path("people/bring-in/confirm/", list_import_register_views.register_confirm_page, name="register_confirm"),
    path("people/<int:number>/", register_views.person_page, name="person"),
    path("in/<str:secret>/", registration_views.apply_page, name="apply"),
    path("<uuid:slug>/people/", views.entrants_page, name="entrants"),
    path("<uuid:slug>/people/add/", entrant_views.add_page, name="add_entrant"),
    path("<uuid:slug>/people/list/", entrant_views.list_page, name="read_list"),
    path("<uuid:slug>/people/file/", entrant_views.file_page, name="read_file"),
    path("<uuid:slug>/people/confirm/", entrant_views.confirm_page, name="confirm_list"),
    path("<uuid:slug>/people/numbers/", views.numbers_page, name="number_by_name"),
    path("<uuid:slug>/people/<int:number>/", views.entrant_page, name="entrant"),
    path("<uuid:slug>/registration/", registration_views.registration_page, name="registration"),
    path(
        "<uuid:slug>/rounds/<int:number>/tables/<int:table>/substitute/",
        substitute_views.substitute_page,
        name="substitute",
    ),
]
