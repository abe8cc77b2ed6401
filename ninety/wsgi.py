"""Hand ordinary requests to Django."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ninety.settings")

application = get_wsgi_application()
