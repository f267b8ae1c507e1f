"""URLs: the invitation to a tournament, for everybody and for the director."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

staff_views = LazyViews("tournaments.people.invitations.staff_views")
views = LazyViews("tournaments.people.invitations.views")

urlpatterns = [
    path("<uuid:slug>/invitation/", views.show_invitation, name="invitation"),
    path("<uuid:slug>/invitation/date.ics", views.serve_date, name="invitation_date"),
    path("<uuid:slug>/invitation/card/<slug:shape>/", views.serve_card, name="invitation_card"),
    path("<uuid:slug>/invitation/<slug:digest>.png", views.serve_invitation_picture, name="invitation_picture"),
    path("<uuid:slug>/invitation/edit/", staff_views.handle_invitation, name="edit_invitation"),
    path("<uuid:slug>/invitation/edit/picture/", staff_views.handle_picture, name="edit_invitation_picture"),
]
