"""Ninety as an app: what a device installs and keeps of it, and the page for a time without a network."""

import json
from typing import Any

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from ninety.engine.rulesets import PRESETS
from ninety.release import release
from ninety.requests import Request

PAPER, ACT = "#f5eee0", "#0b5563"
"""The colours of the paper and of the icon, as in ninety.css: a manifest knows no custom properties."""


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def manifest(_request: Request) -> HttpResponse:
    """Tell a device how Ninety is installed."""
    icons = [
        {"src": static("ninety/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("ninety/icons/192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("ninety/icons/512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("ninety/icons/whole-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    told = {
        "id": reverse("front"),
        "name": "Ninety",
        "short_name": "Ninety",
        "description": _("Card games with mental arithmetic for school classes."),
        "lang": get_language(),
        "start_url": reverse("front"),
        "scope": reverse("front"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACT,
        "icons": icons,
        "shortcuts": [{"name": _("Drills"), "url": reverse("drills")}],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@never_cache
@require_safe
def service_worker(_request: Request) -> HttpResponse:
    """Send the worker that keeps Ninety on a device: it is another for every release."""
    told = {
        "release": release(),
        "files": settings.STATIC_URL,
        "offline": reverse("offline"),
        "pages": kept_pages(),
    }
    script = static("ninety/service-worker.js")
    lines = f"self.NINETY = {json.dumps(told)};\nimportScripts({json.dumps(script)});\n"
    return HttpResponse(lines, content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: Request) -> HttpResponse:
    """Show what a device has without a network: it keeps this page, and shows it in the place of any other."""
    return render(request, "ninety/offline.html")


def kept_pages() -> list[str]:
    """Return the addresses of pages that are the same for everybody, those named by the project's settings included."""
    more: list[Any] = [import_string(name) for name in settings.KEPT_PAGES]
    return [
        reverse("offline"),
        reverse("about"),
        reverse("rules"),
        *(reverse("game_rules", args=[preset]) for preset in PRESETS),
        *(address for addresses in more for address in addresses()),
    ]
