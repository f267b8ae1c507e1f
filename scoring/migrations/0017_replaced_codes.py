"""With a table's links the code for watching is replaced: it follows from how often that happened."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0016_starts_by_the_programs_time")]

    operations = [
        migrations.AddField("gametable", "replacements", models.PositiveIntegerField(db_default=0, default=0)),
    ]
