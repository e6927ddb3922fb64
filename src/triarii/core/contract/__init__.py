"""The contract between a game and everything around it: positions, actions, views, events, players, as types.

A game is pure. A position and an action go in, a position comes out; no clock, no random source, no input or output.
"""

from triarii.core.contract.capabilities import (
    ASK,
    Aim,
    Aimed,
    Aiming,
    Answering,
    Briefed,
    Continued,
    Drawn,
    Explained,
    Fight,
    Foretold,
    Overlaid,
    Points,
    Pose,
    Previewed,
    Quick,
    Sampled,
    Scored,
    Sequel,
    Standing,
    Tally,
    Timed,
    Weighed,
    Worded,
)
from triarii.core.contract.choices import Choice, Span
from triarii.core.contract.events import Event
from triarii.core.contract.games import AnyGame, Game, GameInfo, OptionInfo, OptionSet
from triarii.core.contract.offers import Consulted, Level, Query, Question, Stocked
from triarii.core.contract.players import Analyst, Budget, Decision, Player, Prospect, Specialist
from triarii.core.contract.positions import AnyPosition, Position, Result, View
from triarii.core.contract.refusals import Refusal, Refused
from triarii.core.contract.seats import SEAT_NAMES, SEATS, Eye, Turn
from triarii.core.contract.values import Options, Plain, Value

__all__ = [
    "ASK",
    "SEATS",
    "SEAT_NAMES",
    "Aim",
    "Aimed",
    "Aiming",
    "Analyst",
    "Answering",
    "AnyGame",
    "AnyPosition",
    "Briefed",
    "Budget",
    "Choice",
    "Consulted",
    "Continued",
    "Decision",
    "Drawn",
    "Event",
    "Explained",
    "Eye",
    "Fight",
    "Foretold",
    "Game",
    "GameInfo",
    "Level",
    "OptionInfo",
    "OptionSet",
    "Options",
    "Overlaid",
    "Plain",
    "Player",
    "Points",
    "Pose",
    "Position",
    "Previewed",
    "Prospect",
    "Query",
    "Question",
    "Quick",
    "Refusal",
    "Refused",
    "Result",
    "Sampled",
    "Scored",
    "Sequel",
    "Span",
    "Specialist",
    "Standing",
    "Stocked",
    "Tally",
    "Timed",
    "Turn",
    "Value",
    "View",
    "Weighed",
    "Worded",
]
