"""Tables where people meet: finding one by its code, taking a place, starting a match."""

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ninety import qr, services
from ninety.access import person_of, seated
from ninety.engine.errors import BadRules
from ninety.estimates import minutes_of
from ninety.forms import CodeForm, NicknameForm, OpeningForm, RemovalForm
from ninety.limits import Guesser, may_guess, note_wrong
from ninety.models import Table
from ninety.requests import Request, layout_of, led_to, posted
from ninety.rulebook import rulebook
from ninety.selectors import Gathering, address_of, gathering_of, settings_say
from ninety.services import FRESH, NameTaken, NotNow, TableFull, note_presence, settings_for


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """Lead somebody to the table or the class whose code they have; a code that leads nowhere does not say why."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        found = _led_by_code(request, form.cleaned_data["code"])
        if isinstance(found, HttpResponse):
            return found
        form.add_error("code", found)
    return render(request, "ninety/join.html", {"form": form}, status=422 if form.is_bound else 200)


def _led_by_code(request: Request, code: str) -> HttpResponse | str:
    """Lead to the address of a code, or return a sentence for the one who typed it."""
    now, guesser = timezone.now(), _guesser(request)
    if not may_guess(guesser, now):
        return _("Many codes were not right. Please wait a minute, or ask for the link.")
    if address := code and address_of(code, now):
        return HttpResponseRedirect(address)
    if code:
        note_wrong(guesser, now)
    return _("This code leads nowhere now. Please look at it once more.")


def _guesser(request: Request) -> Guesser:
    """Return by what a device is told from others: the person or, for nobody yet, the cookie of the form."""
    person = person_of(request)
    device = f"person {person.pk}" if person else request.META.get("CSRF_COOKIE", "")
    return Guesser(device, request.META.get("REMOTE_ADDR", ""))


@never_cache
@require_safe
def gathering(request: Request, slug: str) -> HttpResponse:
    """Show a table before a match, and after it; whoever plays is led to the match."""
    person, now = person_of(request), timezone.now()
    table = get_object_or_404(Table.objects.select_related("match"), slug=slug)
    if table.room_id is not None:
        return led_to(request, reverse(settings.ROOM_PAGE))
    gathered = gathering_of(table, person, now)
    if gathered.plays_now and table.match is not None:
        return led_to(request, reverse("table", args=[table.match.slug]))
    me = gathered.me
    if me is not None and me.pk is not None and (me.seen_at is None or now - me.seen_at > FRESH):
        note_presence((), (me.pk,), now)
    if request.GET.get("seen") == str(table.version):
        return HttpResponse(status=204)
    return _page(request, gathered)


@posted("gathering")
def take_place(request: Request, slug: str) -> HttpResponse:
    """Give somebody a place at a table, under a nickname."""
    table, form = _table_or_404(slug), NicknameForm(request.POST)
    if not form.is_valid():
        return _refused(request, slug, form)
    key = OpeningForm(request.POST).opening_key
    is_new = person_of(request) is None
    try:
        seated(request, table, form.cleaned_data["nickname"], key)
    except TableFull:
        return _refused(request, slug, form, _("The last seat has just been taken."))
    except NameTaken as taken:
        name = form.cleaned_data["nickname"]
        says = _("“%(name)s” is taken here. How about “%(free)s”?") % {"name": name, "free": taken.suggestion}
        form = NicknameForm({"nickname": taken.suggestion})
        form.add_error("nickname", says)
        return _refused(request, slug, form)
    if is_new:
        # A log-in changes the secret of all forms, so the page is loaded as a whole.
        return led_to(request, reverse("gathering", args=[slug]))
    return _answer(request, slug)


@posted("gathering")
def leave_place(request: Request, slug: str) -> HttpResponse:
    """Free the place of whoever stands up."""
    table, person = _table_or_404(slug), person_of(request)
    if person is not None:
        services.leave_place(table, person)
    return _answer(request, slug)


@posted("gathering")
def remove_place(request: Request, slug: str) -> HttpResponse:
    """Free the place of another, for the one who looks after the table."""
    table, person, form = _table_or_404(slug), person_of(request), RemovalForm(request.POST)
    try:
        if person is not None and form.is_valid():
            services.remove_place(table, person, form.cleaned_data["place"])
    except NotNow:
        return _refused(request, slug, None, _("Somebody else looks after this table now."))
    return _answer(request, slug)


@posted("gathering")
def start_match(request: Request, slug: str) -> HttpResponse:
    """Deal the next match to those who sit at the table."""
    table, person = _table_or_404(slug), person_of(request)
    if person is None:
        raise Http404
    try:
        services.start_match(table, person, OpeningForm(request.POST).opening_key)
    except NotNow:
        return _refused(request, slug, None, _("Somebody else looks after this table now."))
    except BadRules:
        return _refused(request, slug, None)
    return _answer(request, slug)


def _table_or_404(slug: str) -> Table:
    """Return a table where people meet by themselves; whoever looks after a room seats people at those in it."""
    return get_object_or_404(Table.objects.select_related("match"), slug=slug, room=None)


def _answer(request: Request, slug: str) -> HttpResponse:
    """Answer a request that was carried out: with the table as it is now, or by leading to whatever page it is for."""
    table = _table_or_404(slug)
    gathered = gathering_of(table, person_of(request), timezone.now())
    if gathered.plays_now and table.match is not None:
        return led_to(request, reverse("table", args=[table.match.slug]))
    return _page(request, gathered) if request.htmx else redirect("gathering", slug=slug)


def _refused(request: Request, slug: str, form: NicknameForm | None, notice: str = "") -> HttpResponse:
    """Show the table as it is now beside a sentence; nothing that was typed is lost."""
    gathered = gathering_of(_table_or_404(slug), person_of(request), timezone.now())
    return _page(request, gathered, form=form, notice=notice or ("" if form else gathered.why_not), status=422)


def _page(
    request: Request, gathered: Gathering, *, form: NicknameForm | None = None, notice: str = "", status: int = 200
) -> HttpResponse:
    table, person = gathered.table, person_of(request)
    address = request.build_absolute_uri(reverse("gathering", args=[table.slug]))
    path, width = qr.path_of(address)
    people = table.seat_count if not table.strength else max(gathered.people, 1)
    book = rulebook(gathered.rules)
    context = {
        "layout": layout_of(request),
        "gathering": gathered,
        "table": table,
        "address": address,
        "site": request.get_host(),
        "qr": {"path": path, "width": width},
        "form": form or NicknameForm(initial={"nickname": person.display_name if person else ""}),
        "notice": notice,
        "book": book,
        "special": [row for row in book.cards if not row.plain],
        "settings": settings_say(table.settings, table.strength),
        "minutes": minutes_of(settings_for(table, people), people),
        "next_url": reverse("gathering", args=[table.slug]),
    }
    return render(request, "ninety/gathering.html", context, status=status)
