"""What there is help about: each topic is a page, each of its sections a heading that other pages lead to.

A section is written in the template of its topic, as the partial that is named like it.
"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PUPILS, TEACHERS = "pupils", "teachers"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a topic: its anchor, its heading and the partial it is written in."""

    anchor: str
    title: Promise
    template: str


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the help: for whom, what it is called, what it says in a line, and its parts."""

    slug: str
    audience: str
    title: Promise
    says: Promise
    sections: tuple[Section, ...]


def _topic(slug: str, audience: str, title: Promise, says: Promise, sections: dict[str, Promise]) -> Topic:
    parts = (Section(anchor, heading, f"classrooms/help/{slug}.html#{anchor}") for anchor, heading in sections.items())
    return Topic(slug, audience, title, says, tuple(parts))


TOPICS: dict[str, Topic] = {
    topic.slug: topic
    for topic in (
        _topic(
            "playing",
            PUPILS,
            _("How to play, in pictures"),
            _("Lay a card, say the total."),
            {
                "turn": _("Your turn"),
                "not-yet": _("Not yet?"),
                "stuck": _("Stuck"),
                "cards": _("Cards with a sign"),
                "together": _("With the others"),
                "device": _("The device"),
                "after": _("After the match"),
            },
        ),
        _topic(
            "my-page",
            PUPILS,
            _("Coming in, drills and progress, in pictures"),
            _("Your card, your minute of sums, your page."),
            {
                "sign-in": _("Coming in"),
                "lesson": _("In the lesson"),
                "own-page": _("Your own page"),
                "drills": pgettext_lazy("help", "Drills"),
                "progress": pgettext_lazy("help", "My progress"),
            },
        ),
        _topic(
            "start",
            TEACHERS,
            _("The first lesson in ten minutes"),
            _("From signing up to the talk afterwards."),
            {
                "before": _("Before the lesson"),
                "lesson": _("The ten minutes"),
                "after": _("After the lesson"),
                "what-it-is": _("What Ninety is, and is not"),
            },
        ),
        _topic(
            "recipes",
            TEACHERS,
            _("Lessons of ten minutes"),
            _("Recipes with and without devices, each with a plan."),
            {"with-devices": _("With devices"), "without-devices": _("Without devices")},
        ),
        _topic(
            "classes",
            TEACHERS,
            _("Classes and pupils"),
            _("Lists of names, colleagues, the new year."),
            {
                "make": _("Make a class"),
                "pupils": _("The list of names"),
                "one-pupil": _("One pupil"),
                "needs": _("What one pupil needs"),
                "colleagues": _("Colleagues"),
                "year": _("The end of the year"),
            },
        ),
        _topic(
            "sign-in",
            TEACHERS,
            _("How pupils sign in"),
            _("Cards, codes, secrets and guests."),
            {
                "ways": _("Two ways in"),
                "device": _("The device remembers the class"),
                "trouble": _("When it does not work"),
                "guests": _("Guests"),
            },
        ),
        _topic(
            "settings",
            TEACHERS,
            _("What the class plays"),
            _("Starting points, and what each setting does."),
            {
                "points": _("Begin with a starting point"),
                "answers": _("When a total is not right"),
                "harder": _("Easier and harder"),
                "share": _("Keep, share, print"),
            },
        ),
        _topic(
            "lessons",
            TEACHERS,
            _("A lesson"),
            _("Lobby, tables, board, and the end."),
            {
                "lobby": _("The lobby"),
                "tables": _("The tables"),
                "steer": _("While they play"),
                "board": _("The board"),
                "one-device": _("Fewer devices than pupils"),
                "class-match": _("The class match"),
                "pupils-see": _("What pupils see"),
                "wifi": _("When the Wi-Fi is bad"),
                "end": _("The end"),
            },
        ),
        _topic(
            "drills",
            TEACHERS,
            _("Drills for a class"),
            _("Four kinds, set until a day or for everybody at once."),
            {
                "kinds": _("The four kinds"),
                "set": _("Set a drill"),
                "at-once": _("A drill for everybody at once"),
                "fair": _("Why slow Wi-Fi costs nobody a second"),
            },
        ),
        _topic(
            "review",
            TEACHERS,
            _("Looking at the answers"),
            _("Where to look, and what to do about it."),
            {
                "table": _("The table of the class"),
                "mistakes": _("Kinds of mistakes"),
                "pupil": _("One pupil"),
                "needs-help": _("Who needs help"),
                "minutes": _("Minutes of practice"),
                "talk": _("Sums to talk about"),
                "reports": _("Reports for parents"),
                "aside": _("Setting an answer aside"),
                "moved": _("Answers under the wrong name"),
                "files": _("Paper and files"),
                "match": _("A single match"),
            },
        ),
        _topic(
            "figures",
            TEACHERS,
            _("How each figure is made"),
            _("What is counted, and what a figure does not say."),
            {
                "words": _("The figures"),
                "skills": _("The sorts of sums"),
                "kinds": _("The kinds of mistakes"),
                "facts": _("The map of facts"),
                "tendencies": _("What happens now and then"),
                "rating": _("Level and rating"),
                "not-said": _("What a figure does not say"),
            },
        ),
        _topic(
            "words",
            TEACHERS,
            _("Tips and words of every game"),
            _("Made from the rules themselves."),
            {"ninety": _("Words of Ninety"), "games": _("Every game")},
        ),
        _topic(
            "account",
            TEACHERS,
            pgettext_lazy("help", "Your account"),
            _("Signing up, passwords, devices."),
            {
                "sign-up": _("Signing up"),
                "password": _("A forgotten password"),
                "devices": _("Where you are signed in"),
            },
        ),
        _topic(
            "privacy",
            TEACHERS,
            _("What is kept about pupils"),
            _("What is asked for, who sees it, how it is erased."),
            {"asked": _("What is asked for"), "seen": _("Who sees what"), "erased": _("Erasing")},
        ),
    )
}


def kept_addresses() -> list[str]:
    """Return the addresses of the help, which a device keeps for a time without a network."""
    return [reverse("help_contents"), *(reverse("help_topic", args=[slug]) for slug in TOPICS)]
