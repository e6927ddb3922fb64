"""Cities & Heroes and To War! as games of OpenSpiel, with chance nodes and information states: `triarii_cities` and
`triarii_towar`, once this module is imported.

    import pyspiel, triarii.adapters.openspiel_game
    game = pyspiel.load_game("triarii_towar", {"options": "armies:west+north;variant:hand_of_three"})

The parameter `options` sets options of the game, `position` the text of a position to begin with: an endgame is small
enough for methods that walk through the whole tree. In OpenSpiel's own texts `=` and `,` divide parameters, so that
options say `:` and `+` instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from triarii.adapters.encoding import Moment, allowed, encoding_of, game_of
from triarii.core import options as core_options
from triarii.core.contract import AnyGame, AnyPosition, Eye, Refusal, Turn
from triarii.core.errors import insist

NAMES = {"triarii_cities": "cities", "triarii_towar": "towar"}
MOST_OUTCOMES = 16
"""Of one chance: all pairs of armies."""
LONGEST = {"cities": 20_000, "towar": 2_000}
"""Numbers and chances of a game, at most: OpenSpiel wants to know."""
PARAMETERS = {"options": "", "position": ""}


def game_type(name: str) -> pyspiel.GameType:
    game = game_of(NAMES[name])
    secrets = game.info.has_secrets
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=f"Triarii: {game.info.id}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class TriariiGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games with certain options."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        self.rules: AnyGame = game_of(NAMES[name])
        self.encoding = encoding_of(self.rules)
        chosen = {**PARAMETERS, **(params or {})}
        words = filter(None, str(chosen["options"]).replace(":", "=").replace("+", ",").split(";"))
        given = insist(core_options.from_words(self.rules.info, words), self.rules.texts)
        text = str(chosen["position"])
        found: AnyPosition | Refusal = self.rules.parse(text, given) if text else self.rules.start(given)
        self.start: AnyPosition = insist(found, self.rules.texts)
        self.name = name
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST[self.rules.info.id],
        )
        super().__init__(TYPES[name], info, {key: str(value) for key, value in chosen.items()})

    def new_initial_state(self) -> TriariiState:
        return TriariiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, wanted.perfect_recall)


class TriariiState(pyspiel.State):  # type: ignore[misc]
    """A position, how far an action is spelled, and what each eye was told on the way here."""

    def __init__(self, game: TriariiGame) -> None:
        super().__init__(game)
        self.of = Shared(game)
        self.moment = Moment(game.start)
        self.told: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def current_player(self) -> int:
        turn = self.moment.turn
        if turn is Turn.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn is Turn.CHANCE else int(turn)

    def _legal_actions(self, player: int) -> list[int]:
        return allowed(self.of.game.encoding.mask(self.moment)) if player == self.moment.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(chance)) for number, (_, chance) in enumerate(self.moment.position.chances())]

    def _apply_action(self, action: int) -> None:
        game, before = self.of.game, self.moment
        if before.turn is Turn.CHANCE:
            outcome = before.position.chances()[action][0]
            self.moment = Moment(before.position.play(outcome))
            texts = [game.rules.text_seen_by(before.position, outcome, eye) for eye in (Eye.FIRST, Eye.SECOND)]
        else:
            self.moment = game.encoding.follow(before, action)
            word = game.encoding.word(action, before.turn)
            hidden = _hides(before.position)
            texts = [word if int(eye) == before.turn else hidden or word for eye in (Eye.FIRST, Eye.SECOND)]
        self.told = ((*self.told[0], texts[0]), (*self.told[1], texts[1]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.of.game.rules.action_text(self.moment.position.chances()[action][0]))
        return self.of.game.encoding.word(action, Turn(player))

    def is_terminal(self) -> bool:
        return self.moment.turn is Turn.OVER

    def returns(self) -> list[float]:
        result = self.moment.position.result()
        if result is None or result.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if result.winner is Turn.FIRST else [-1.0, 1.0]

    def __str__(self) -> str:
        return " ".join((self.moment.position.text(), *spelled_words(self)))


class Shared:
    """What all states of a game share; OpenSpiel copies a state with all that it holds, but not this."""

    def __init__(self, game: TriariiGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> Shared:
        return self


class Observer:
    """What a player sees; with perfect recall, all that the player was ever told."""

    def __init__(self, game: TriariiGame, perfect_recall: bool) -> None:
        self.encoding = game.encoding
        self.perfect_recall = perfect_recall
        size = int(np.prod(game.encoding.shape))
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor.reshape(game.encoding.shape)}

    def set_from(self, state: TriariiState, player: int) -> None:
        self.tensor[:] = np.frombuffer(self.encoding.observe(state.moment, Eye(player)), self.encoding.kind)

    def string_from(self, state: TriariiState, player: int) -> str:
        if self.perfect_recall:
            return f"{state.of.game.start.view(Eye(player)).text} | {' '.join(state.told[player])}"
        seen = state.moment.position.view(Eye(player)).text
        return " ".join((seen, *spelled_words(state))) if player == state.moment.turn else seen


def spelled_words(state: TriariiState) -> tuple[str, ...]:
    """The words of an action that is not spelled to its end."""
    spelled = state.moment.spelled
    return () if spelled is None else (">", *spelled.words)


def _hides(position: AnyPosition) -> str:
    """What the other reads of a number that only the player who chose it may know; empty if both may."""
    return "army" if getattr(position, "chooses_in_secret", False) else ""


class CitiesGame(TriariiGame):
    """`triarii_cities`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("triarii_cities", params)


class ToWarGame(TriariiGame):
    """`triarii_towar`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("triarii_towar", params)


TYPES = {name: game_type(name) for name in NAMES}
pyspiel.register_game(TYPES["triarii_cities"], CitiesGame)
pyspiel.register_game(TYPES["triarii_towar"], ToWarGame)
