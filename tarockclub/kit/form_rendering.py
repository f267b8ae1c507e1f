"""The look of all forms: Django's own rendering, with the templates of the house (templates/tarockclub/forms)."""

from django.forms.renderers import TemplatesSetting


class HouseRenderer(TemplatesSetting):
    """Render `{{ form }}` and `{{ field.as_field_group }}`; a form's `field_class` is the class of each box."""

    form_template_name = "tarockclub/forms/form.html"
    field_template_name = "tarockclub/forms/field.html"
