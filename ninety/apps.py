from django.apps import AppConfig


class NinetyConfig(AppConfig):
    name = "ninety"
    default_auto_field = "django.db.models.BigAutoField"
