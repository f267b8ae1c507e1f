"""URLs: the cards on the tables."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.table_cards.views")

urlpatterns = [path("<uuid:slug>/rounds/<int:number>/cards/", views.handle_table_cards, name="table_cards")]
