"""How a class signs in, for its teachers: what with, on which devices, as guests, and the cards to print."""

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, open_classroom_or_404
from classrooms.forms.door import LayoutForm, SignInForm
from classrooms.models import Classroom, Membership
from classrooms.requests import is_loopback
from classrooms.selectors.door import pupils_in_order
from classrooms.services import sign_in
from classrooms.services.guests import MOST_GUESTS, guests_of
from classrooms.services.guests import clear_guests as clear
from classrooms.sign_in_cards import Card, make_card, sheets
from ninety.codes import shown, spelt
from ninety.requests import Request, posted


@never_cache
@require_safe
def cards(request: Request, slug: str) -> HttpResponse:
    """Show how a class signs in, and the cards of its pupils to choose from."""
    classroom = classroom_or_404(request, slug)
    return _page(request, classroom)


@never_cache
@require_safe
def print_cards(request: Request, slug: str) -> HttpResponse:
    """Show the cards of some pupils, or of all, as sheets to print."""
    classroom = classroom_or_404(request, slug)
    layout = LayoutForm(request.GET).chosen()
    drawn = [_card(request, pupil) for pupil in _chosen(request.GET, classroom)]
    context = {
        "classroom": classroom,
        "layout": layout,
        "sheets": sheets(drawn, layout),
        "site": request.get_host(),
        "is_loopback": is_loopback(request),
    }
    return render(request, "classrooms/print_cards.html", context)


@posted("cards")
def set_sign_in(request: Request, slug: str) -> HttpResponse:
    """Choose what pupils sign in with, and whether guests may come in."""
    classroom, form = open_classroom_or_404(request, slug), SignInForm(request.POST)
    if not form.is_valid():
        return _page(request, classroom, form, status=422)
    sign_in.set_sign_in(classroom, form.cleaned_data["secret"], guests=form.cleaned_data["guests"])
    return redirect("cards", slug=slug)


@posted("cards")
def show_names(request: Request, slug: str) -> HttpResponse:
    """Let the code alone open the names for a while, or end that."""
    classroom = open_classroom_or_404(request, slug)
    until = timezone.now() + sign_in.NAMES_SHOWN_FOR if "show" in request.POST else None
    sign_in.show_names(classroom, until)
    return redirect("cards", slug=slug)


@posted("cards")
def end_devices(request: Request, slug: str) -> HttpResponse:
    """Let no device that was let in show the names any more."""
    sign_in.end_devices(open_classroom_or_404(request, slug))
    return redirect("cards", slug=slug)


@posted("cards")
def clear_guests(request: Request, slug: str) -> HttpResponse:
    """Send all guests away, and take no more."""
    clear(open_classroom_or_404(request, slug), timezone.now())
    return redirect("cards", slug=slug)


@posted("cards")
def renew_cards(request: Request, slug: str) -> HttpResponse:
    """Give a pupil, or all of the class, a new secret and card, and show the cards to print."""
    classroom = open_classroom_or_404(request, slug)
    chosen = _chosen(request.POST, classroom)
    sign_in.renew_secrets(chosen)
    asked = "&".join(f"pupil={pupil.pk}" for pupil in chosen) if "pupil" in request.POST else ""
    return redirect(f"{reverse('print_cards', args=[slug])}?{asked}")


@posted("cards")
def let_try_again(request: Request, slug: str) -> HttpResponse:
    """Slow pupils no longer who have tried too much, nor devices that do not see the names."""
    classroom = open_classroom_or_404(request, slug)
    sign_in.let_try_again(classroom, _chosen(request.POST, classroom))
    return redirect("cards", slug=slug)


def _chosen(data: QueryDict, classroom: Classroom) -> list[Membership]:
    """Return the pupils whose numbers were sent, in the order of the class; all of them where none was."""
    pupils, numbers = pupils_in_order(classroom), data.getlist("pupil")
    return [pupil for pupil in pupils if str(pupil.pk) in numbers] if numbers else pupils


def _card(request: Request, pupil: Membership) -> Card:
    secret, kind = pupil.user.sign_in_secret, pupil.classroom.secret
    address = request.build_absolute_uri(reverse("card", args=[secret.token]))
    pictures = secret.pictures if kind == Classroom.Secret.PICTURES else ()
    pin = secret.pin if kind == Classroom.Secret.PIN else ""
    return make_card(str(pupil.user), pupil.classroom.code, address, pictures, pin)


def _page(request: Request, classroom: Classroom, form: SignInForm | None = None, *, status: int = 200) -> HttpResponse:
    now = timezone.now()
    pupils = pupils_in_order(classroom)
    slowed = sign_in.slowed(classroom, pupils, now)
    context = {
        "classroom": classroom,
        "code": shown(classroom.code),
        "spelt_code": spelt(classroom.code),
        "site": request.get_host(),
        "is_loopback": is_loopback(request),
        "form": form or SignInForm(initial={"secret": classroom.secret, "guests": classroom.guests}),
        "names_are_shown": classroom.shows_names(now),
        "guests": guests_of(classroom).count(),
        "most_guests": MOST_GUESTS,
        "strangers_are_slowed": sign_in.strangers_are_slowed(classroom, now),
        "pupils": [{"membership": pupil, "is_slowed": pupil.pk in slowed} for pupil in pupils],
    }
    return render(request, "classrooms/cards.html", context, status=status)
