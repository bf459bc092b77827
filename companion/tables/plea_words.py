"""How a screen says what somebody asks of the others: who, for what, why, and the two answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Plea:
    """One request in words: who asks (`lead`), for what, and behind a tap `why` it is asked.

    `yes` and `no` are the two answers, `main` the one that is offered first. Where only the own asking waits,
    `yes` is empty and `no` takes it back; where the question itself is the answer, both are.
    """

    icon: str
    lead: str
    what: str
    why: str = ""
    yes: str = ""
    no: str = ""
    main: Literal["yes", "no"] = "yes"


DICE = (
    "What another seat has done is taken back with its word; and where dice were rolled, or something was "
    "chosen or seen in secret since then, every other seat has a say."
)
AGREED = "What others have done or agreed to is taken back with their word."
BY_HAND = (
    "It is set or decided by hand, beside the rules or against them, so every other seat has a say. Nothing "
    "has changed yet; one no leaves all as it is."
)
OTHERWISE = (
    "What is hidden here lies in a branch too, and who plays on there learns of it, so every other seat has "
    "a say. It counts nowhere, and this table goes on as it is."
)
ALONG = (
    "The file holds what every seat keeps hidden, yours too, and who asks plays himself. With a yes of every "
    "seat it can be taken for an hour; the log says when it was."
)
SENT_AWAY = "With a yes the device that holds it now is sent away."
LOST = "It is asked as if this device were lost. Whatever you tap within two minutes says that you are here."
SILENT = "With your word beside it, and if the host stays silent for two minutes, it is given."
AGREE = "It does so on its own screen; the host has two minutes to say that he is here."
GIVEN = "It is given if the host stays silent for two minutes"
WITHDRAW = "Withdraw"
HANDED = ("Hand it over", "Keep it")
HERE = ("Hand it over", "I am here")

PLEAS = {
    "undo": Plea("undo", "{who} asks to take back", "{deed}", DICE, "Take it back", "Let it stand"),
    "redo": Plea("redo", "{who} asks to take back", "{deed}", AGREED, "Take it back", "Let it stand"),
    "amend": Plea("pen", "{who} asks to correct", "{deed}", DICE, "Correct it", "Let it stand"),
    "deed": Plea("pen", "{who} asks to set by hand", "{deed}", BY_HAND, "Yes, set it", "No, it stands"),
    "branch": Plea("log", "{who} asks to play on otherwise", "{deed}", OTHERWISE, "Yes, branch", "No"),
    "whole": Plea(
        "warning", "{who} asks to take along", "all of it", ALONG, "Yes, let it go", "No", main="no"
    ),
    "claim": Plea("seats", "{by}, a new device, asks for", "the seat {seat}", SENT_AWAY, *HANDED),
    "host-lost": Plea(
        "seats", "{by} asks for the host’s place", "in two minutes it goes", LOST, *HERE, main="no"
    ),
    "host": Plea("seats", "{by} asks for", "the host’s place", SILENT, "Yes, give it", "No"),
    "question": Plea("warning", "{seat}, before the game goes on", "your answer is wanted"),
    "undo-mine": Plea("clock", "Waiting for {wanted}", "to take back {deed}", DICE, no=WITHDRAW),
    "redo-mine": Plea("clock", "Waiting for {wanted}", "to take back {deed}", AGREED, no=WITHDRAW),
    "amend-mine": Plea("clock", "Waiting for {wanted}", "to correct {deed}", DICE, no=WITHDRAW),
    "deed-mine": Plea("clock", "Waiting for {wanted}", "to agree to {deed}", BY_HAND, no=WITHDRAW),
    "branch-mine": Plea(
        "clock", "Waiting for {wanted}", "to agree to a branch {deed}", OTHERWISE, no=WITHDRAW
    ),
    "whole-mine": Plea("clock", "Waiting for {wanted}", "to let you take it along", no=WITHDRAW),
    "claim-mine": Plea("clock", "Waiting for the host", "to give the seat {seat}", no=WITHDRAW),
    "host-mine": Plea("clock", "Another seat has to agree", "to give the host’s place", AGREE, no=WITHDRAW),
    "host-enough": Plea("clock", "The host’s place", GIVEN, no=WITHDRAW),
    "question-mine": Plea("clock", "Waiting for {seat}", "to answer", no=WITHDRAW),
}
"""By the kind of request, and whether one has a say in it or waits for it oneself."""


def plea(kind: str, named: Mapping[str, str]) -> Plea:
    """That request with these names.

    >>> plea("undo", {"who": "Jo", "deed": "the charge on Aisne"}).lead
    'Jo asks to take back'
    """
    words = PLEAS[kind]
    return replace(words, lead=words.lead.format_map(named), what=words.what.format_map(named))
