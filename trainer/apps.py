from django.apps import AppConfig


class TrainerConfig(AppConfig):
    name = "trainer"
    default_auto_field = "django.db.models.BigAutoField"
