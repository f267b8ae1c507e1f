"""Two who register together get a place both or neither."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_days_of_a_cup")]

    operations = [migrations.AddField("application", "pair", models.PositiveIntegerField(default=0, db_default=0))]
