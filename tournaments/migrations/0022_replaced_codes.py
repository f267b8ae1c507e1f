"""The code of a participant can be replaced: it follows from how often that happened."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_link_to_a_season")]

    operations = [
        migrations.AddField("entrant", "replacements", models.PositiveIntegerField(db_default=0, default=0)),
    ]
