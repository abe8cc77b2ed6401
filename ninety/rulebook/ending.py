"""Say who wins, how teams share, and what the counters are for."""

from django.utils.translation import gettext, ngettext

from ninety.engine.rulesets import RuleSet


def end(rules: RuleSet) -> tuple[str, ...]:
    """Say when the match is over and who has won it."""
    counted = bool(rules.clock) or rules.length.startswith("rounds:")
    return (*_length(rules), *_clock(rules), *((_most(rules),) if counted else ()), *_sooner(rules), _leaving(rules))


def _length(rules: RuleSet) -> tuple[str, ...]:
    if rules.length == "single":
        return (gettext("There is only one round: who wins it wins the match."),)
    if rules.length == "last":
        return (_last(rules),)
    rounds = rules.rounds or 1
    return (
        ngettext("The match is over after %(count)d round.", "The match is over after %(count)d rounds.", rounds)
        % {"count": rounds},
    )


def _sooner(rules: RuleSet) -> tuple[str, ...]:
    if not rules.length.startswith("rounds:"):
        return ()
    if rules.teams:
        return (gettext("It is over sooner when only one team is left in it."),)
    return (gettext("It is over sooner when only one player is left in it."),)


def _last(rules: RuleSet) -> str:
    if rules.game == "ninety-nine":
        return (
            gettext("The last team that still has a life wins the match.")
            if rules.teams
            else gettext("The last player who still has a life wins the match.")
        )
    if rules.teams:
        sentence = ngettext(
            "The last team with fewer than %(count)d fault wins the match.",
            "The last team with fewer than %(count)d faults wins the match.",
            rules.lives,
        )
    else:
        sentence = ngettext(
            "The last player with fewer than %(count)d fault wins the match.",
            "The last player with fewer than %(count)d faults wins the match.",
            rules.lives,
        )
    return sentence % {"count": rules.lives}


def _most(rules: RuleSet) -> str:
    if rules.game == "ninety-nine":
        return (
            gettext("Then the team with the most lives wins; with the same number, teams share the win.")
            if rules.teams
            else gettext("Then whoever has the most lives wins; with the same number, players share the win.")
        )
    return (
        gettext("Then the team with the fewest faults wins; with the same number, teams share the win.")
        if rules.teams
        else gettext("Then whoever has the fewest faults wins; with the same number, players share the win.")
    )


def _clock(rules: RuleSet) -> tuple[str, ...]:
    if not rules.clock:
        return ()
    minutes, seconds = divmod(rules.clock, 60)
    if seconds:
        sentence = ngettext(
            "The clock stops the match after %(count)d second, wherever it stands.",
            "The clock stops the match after %(count)d seconds, wherever it stands.",
            rules.clock,
        )
        return (sentence % {"count": rules.clock},)
    sentence = ngettext(
        "The clock stops the match after %(count)d minute, wherever it stands.",
        "The clock stops the match after %(count)d minutes, wherever it stands.",
        minutes,
    )
    return (sentence % {"count": minutes},)


def _leaving(rules: RuleSet) -> str:
    if rules.teams:
        return gettext("If a player leaves the match, the whole team is out.")
    return gettext("A player who leaves the match is out.")


def teams(rules: RuleSet, seats: int | None) -> tuple[str, ...]:
    """Say who are partners and what they share; nothing without teams."""
    if not rules.teams:
        return ()
    sentences = [gettext("Two partners sit opposite each other and make a team; four players or more, in even number.")]
    if seats:
        sentences.append(
            gettext("Partners here: %(pairs)s.")
            % {"pairs": ", ".join(f"{seat + 1} + {seat + seats // 2 + 1}" for seat in range(seats // 2))}
        )
    sentences.append(
        gettext("Partners share their lives: when one is stuck, both lose one.")
        if rules.game == "ninety-nine"
        else gettext("Partners share their faults: when one is stuck, it counts for both.")
    )
    if rules.on_bust == "drop" and rules.lives > 1:
        sentences.append(gettext("As long as your team is in the match, you play on when your partner sits out."))
    return tuple(sentences)


def counters(rules: RuleSet) -> tuple[str, ...]:
    """Say how the counters move; nothing without them."""
    if rules.stakes == "none":
        return ()
    first = gettext(
        "Counters are kept beside the match and never decide who wins it. They begin at 0 and may go below."
    )
    if rules.stakes == "pot":
        return (
            first,
            gettext("Whoever is stuck puts one counter into the pot."),
            gettext(
                "Whoever wins the match takes the pot; several winners get equal shares, and the rest stays in it."
            ),
        )
    return (
        first,
        gettext("Everybody puts one counter into the pot when dealt into a round."),
        gettext(
            "Whoever wins a round takes one counter from each player who was dealt into it and is no longer in it."
        ),
        gettext("Whoever wins the match takes the pot; several winners get equal shares, and the rest stays in it."),
    )
