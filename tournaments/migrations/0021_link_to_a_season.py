"""A secret link opens a season that its club does not show to everybody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_pairs_that_register")]

    operations = [
        migrations.AddField(
            "season", "link_digest", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
    ]
