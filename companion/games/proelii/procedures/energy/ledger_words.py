"""What the entries of an energy account are called, and why one is refused (6.6)."""

from collections.abc import Mapping

REASON_WORDS: Mapping[str, str] = {
    "after_escape": "it has escaped",
    "no_energy": "25 energy are not there",
    "not_infantry": "only infantry gains by a red line",
    "no_activation": "it has not been activated",
    "second_red_line": "one red line a round",
    "gain_cap": "the round's gains are used up",
    "second_roll": "one combat roll a round",
    "no_roll": "there is no roll for it",
    "recruit": "recruits do not reroll",
    "reroll_limit": "no reroll of this kind is left",
    "converted": "it has converted",
    "shield_taken": "the unbroken shield is taken",
    "fought": "it has rolled a die",
    "second_bonus": "the rest bonus is taken",
    "no_commanders": "without commanders nothing is converted",
    "morale": "the morale is too low",
    "conversion_limit": "no conversion is left",
    "second_shield": "one shield a round",
}
EVENT_WORDS: Mapping[str, str] = {
    "activate": "Activation",
    "exchange": "Exchange",
    "escape": "Escape",
    "red_line": "Red line crossed forward",
    "charge": "Free attack of a charge",
    "attack": "Hit & Run or one-sided attack",
    "roll": "Roll",
    "reroll_energy": "Reroll for energy",
    "reroll_free": "Free reroll",
    "cancel": "Roll cancelled",
    "no_combat": "No combat",
    "convert": "Conversion",
    "blank_to_energy": "Blank to energy",
    "sword_to_energy": "Sword to energy",
    "unbroken_shield": "Unbroken shield",
}
