"""Addresses of the people of a tournament: entries, lists of names, registration, the door."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

door_views = LazyViews("tournaments.people.door.views")
entrants_views = LazyViews("tournaments.people.entrants.views")
entrant_views = LazyViews("tournaments.people.list_import.entrant_views")
entrant_list = LazyViews("tournaments.people.list_import.entrant_list")
registration_staff = LazyViews("tournaments.people.registration.staff_views")
registration_views = LazyViews("tournaments.people.registration.views")

urlpatterns = [
    path("in/<str:secret>/", registration_views.handle_application, name="apply"),
    path("<uuid:slug>/people/", entrants_views.show_entrants, name="entrants"),
    path("<uuid:slug>/people/add/", entrant_views.add_entrant, name="add_entrant"),
    path("<uuid:slug>/people/list/", entrant_list.handle_list, name="read_list"),
    path("<uuid:slug>/people/file/", entrant_list.handle_file, name="read_file"),
    path("<uuid:slug>/people/confirm/", entrant_list.handle_confirmation, name="confirm_list"),
    path("<uuid:slug>/people/numbers/", entrants_views.number_entrants, name="number_by_name"),
    path("<uuid:slug>/people/<int:number>/", entrants_views.show_entrant, name="entrant"),
    path("<uuid:slug>/registration/", registration_staff.handle_registration, name="registration"),
    path("<uuid:slug>/sign-up/", registration_views.handle_sign_up, name="sign_up"),
    path("<uuid:slug>/sign-up/<str:secret>/", registration_views.handle_own_registration, name="own_registration"),
    path("<uuid:slug>/door/", door_views.handle_door, name="door"),
    path("<uuid:slug>/door/live/", door_views.show_live, name="door_live"),
    path("<uuid:slug>/come/<int:number>/<str:secret>/", door_views.handle_coming, name="come"),
    path(
        "<uuid:slug>/rounds/<int:number>/tables/<int:table>/substitute/",
        entrants_views.show_substitute,
        name="substitute",
    ),
]
