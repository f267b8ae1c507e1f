from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0027_less")]

    operations = [migrations.DeleteModel("SharedRules")]
