"""URLs: the cards on the tables."""

from django.urls import path

from tarockclub.server.lazy_views import LazyViews

views = LazyViews("tournaments.table_cards.views")

urlpatterns = [path("<uuid:slug>/rounds/<int:number>/cards/", views.handle_table_cards, name="table_cards")]
