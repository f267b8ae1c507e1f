"""Addresses of the register, and of the own pages of its people."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

own_page_views = LazyViews("tournaments.around.own_page.views")
register_list = LazyViews("tournaments.people.list_import.register_list")
register_views = LazyViews("tournaments.people.register.views")

urlpatterns = [
    path("people/", register_views.show_register, name="register"),
    path("people/settings/", register_views.handle_settings, name="people_settings"),
    path("people/members.<str:form>", register_views.send_members, name="members_file"),
    path("people/bring-in/", register_list.handle_list, name="register_list"),
    path("people/bring-in/file/", register_list.handle_file, name="register_file"),
    path("people/bring-in/confirm/", register_list.handle_confirmation, name="register_confirm"),
    path("people/cards/", own_page_views.handle_cards, name="member_cards"),
    path("people/mine/<str:secret>/", own_page_views.show_own_page, name="own_page"),
    path("<uuid:slug>/people/<int:number>/page/", own_page_views.show_public_page, name="public_person"),
    path("people/<int:number>/link/", own_page_views.handle_link, name="person_link"),
    path("people/<int:number>/", register_views.handle_person, name="person"),
]
