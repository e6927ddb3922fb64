"""Trains a small agent for To War! from nothing, by playing against itself, and says how it does against `greedy`.

    pip install 'triarii[rl,train]'
    python examples/train_towar.py --minutes 20 --out trained

It writes a curve (trained.csv, trained.svg), the weights (trained.npz) and at the end a table.
The method is PPO: 512 games side by side in a batched environment, one net for both seats that gives the odds of every
word of a turn and what the position is worth. The net knows no rules: it sees numbers, and a mask of what it may do.
It plays by heart, or looks one turn ahead, as greedy does: then it tries every turn, and takes the one after which the
net likes the position of the other least. The curve is of games with the look ahead.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax
import jax.numpy as jnp
import numpy as np
import optax

from triarii.adapters import Batched, batched
from triarii.adapters.encoding import Moment
from triarii.adapters.towar import numbers
from triarii.adapters.towar.encoding import TOWAR as ENCODING
from triarii.core import registry
from triarii.core.chance import drawn
from triarii.core.contract import Budget, Eye, Player, Refusal, Turn
from triarii.games.towar import GAME, codes

GAMES = 512
"""Side by side."""
STEPS = 64
"""Of each game, before the net learns from them."""
EPOCHS = 2
PIECE = 2048
"""Steps that are learned from at once."""
LAYERS = (128, 128)
FADE = 0.95
"""How far the end of a game reaches back: the lambda of GAE. Nothing is discounted."""
CLIP = 0.2
RATE = 1e-3
ENTROPY = 0.02
"""Both shrink with the time that is left."""
LOOKS = 5
"""How often it is looked at how it does against greedy, beside the look before it has learned anything."""
LOOK_GAMES = 60

Net = dict[str, Any]
Choose = Callable[[Net, Moment], Moment]


class Played(NamedTuple):
    """One thing for each step of each game."""

    seen: Any
    mask: Any
    action: Any
    log_odds: Any
    advantage: Any
    worth: Any


def scales() -> np.ndarray[Any, np.dtype[np.float32]]:
    """Brings counts and strengths near to one."""
    scale = np.ones(numbers.OBSERVATION, np.float32)
    cards = [cell * numbers.PER_CELL for cell in range(codes.CELLS)] + [numbers.SEEN_CARD, numbers.SEEN_AIR]
    for at in cards:
        scale[at + 2 + codes.TYPES : at + 4 + codes.TYPES] = 0.2
    scale[numbers.SEEN_RESERVE : numbers.SEEN_ARMY] = 0.25
    return scale


SCALES = scales()


def new_net(seed: int) -> Net:
    rng = np.random.default_rng(seed)
    sizes = (numbers.OBSERVATION, *LAYERS)
    net: Net = {}
    for layer, (many, few) in enumerate(pairwise(sizes)):
        net[f"w{layer}"] = rng.normal(0, math.sqrt(2 / many), (many, few)).astype(np.float32)
        net[f"b{layer}"] = np.zeros(few, np.float32)
    for head, width, size in (("policy", numbers.ACTIONS, 0.01), ("value", 1, 0.1)):
        net[f"w_{head}"] = rng.normal(0, size, (sizes[-1], width)).astype(np.float32)
        net[f"b_{head}"] = np.zeros(width, np.float32)
    return net


def think(net: Net, seen: Any, mask: Any) -> tuple[Any, Any]:
    """The logarithms of the odds of every number, and what the position is worth to the seat to act, -1 to 1."""
    x = seen.astype(jnp.float32) * SCALES
    for layer in range(len(LAYERS)):
        x = jax.nn.relu(x @ net[f"w{layer}"] + net[f"b{layer}"])
    odds = jnp.where(mask, x @ net["w_policy"] + net["b_policy"], -1e9)
    return jax.nn.log_softmax(odds), jnp.tanh(x @ net["w_value"] + net["b_value"])[..., 0]


def act_slowly(net: Net, seen: Any, mask: Any, key: Any) -> tuple[Any, Any, Any]:
    """An action by its odds, the logarithm of these, and the worth."""
    log_odds, worth = think(net, seen, mask)
    action = jax.random.categorical(key, log_odds)
    return action, jnp.take_along_axis(log_odds, action[:, None], 1)[:, 0], worth


def best_slowly(net: Net, seen: Any, mask: Any) -> Any:
    return jnp.argmax(think(net, seen, mask)[0], -1)


act, best = jax.jit(act_slowly), jax.jit(best_slowly)


def play(net: Net, games: Batched, key: Any) -> tuple[Played, int]:
    """So many steps of all games with themselves, and how many games ended meanwhile."""
    kept: list[tuple[Any, ...]] = []
    seats, rewards, ends, worths = [], [], [], []
    for _ in range(STEPS):
        key, now = jax.random.split(key)
        seen, mask, seat = games.now.observation.copy(), games.now.mask.copy(), games.now.seat.copy()
        action, log_odds, worth = map(np.asarray, act(net, seen, mask, now))
        games.step(action)
        kept.append((seen, mask, action, log_odds))
        seats.append(seat)
        worths.append(worth)
        rewards.append(games.now.reward[np.arange(games.games), seat])
        ends.append(games.now.terminated.copy())
    last = np.asarray(act(net, games.now.observation, games.now.mask, key)[2])
    advantage = advantages(np.array(rewards), np.array(worths), np.array(seats), np.array(ends), last, games.now.seat)
    seen, mask, action, log_odds = (np.concatenate(part) for part in zip(*kept, strict=True))
    flat = advantage.reshape(-1)
    worth = flat + np.concatenate(worths)
    return Played(seen, mask, action, log_odds, flat, worth), int(np.sum(ends))


def advantages(rewards: Any, worths: Any, seats: Any, ends: Any, last: Any, last_seat: Any) -> Any:
    """How much better than expected each action turned out; what is good for one seat is bad for the other."""
    found = np.zeros_like(worths)
    after, after_worth, after_seat = np.zeros_like(last), last, last_seat
    for step in reversed(range(len(rewards))):
        sign = np.where(seats[step] == after_seat, 1.0, -1.0) * ~ends[step]
        surprise = rewards[step] + sign * after_worth - worths[step]
        after = surprise + FADE * sign * after
        found[step] = after
        after_worth, after_seat = worths[step], seats[step]
    return found


def loss(net: Net, played: Played, entropy: Any) -> Any:
    log_odds, worth = think(net, played.seen, played.mask)
    chosen = jnp.take_along_axis(log_odds, played.action[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - played.log_odds)
    gain = (played.advantage - played.advantage.mean()) / (played.advantage.std() + 1e-6)
    bounded = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    spread = -jnp.sum(jnp.where(played.mask, jnp.exp(log_odds) * log_odds, 0), -1)
    return -bounded.mean() + 0.5 * jnp.square(worth - played.worth).mean() - entropy * spread.mean()


OPTIMISER = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam(eps=1e-5))


def learn_slowly(net: Net, memory: Any, played: Played, rate: Any, entropy: Any) -> tuple[Net, Any]:
    slope = jax.grad(loss)(net, played, entropy)
    change, memory = OPTIMISER.update(slope, memory)
    return optax.apply_updates(net, jax.tree.map(lambda part: -rate * part, change)), memory


learn = jax.jit(learn_slowly)


def pieces(played: Played, rng: Any) -> Iterator[Played]:
    """What was played, in any order; where only one number was allowed there is nothing to learn."""
    open_ones = rng.permutation(np.flatnonzero(played.mask.sum(-1) > 1))
    for begin in range(0, len(open_ones) - PIECE + 1, PIECE):
        yield Played(*(values[open_ones[begin : begin + PIECE]] for values in played))


def by_heart(net: Net, moment: Moment) -> Moment:
    """The likeliest word, without any look ahead."""
    seen = np.frombuffer(ENCODING.observe(moment, Eye(moment.turn)), np.uint8)
    mask = np.frombuffer(ENCODING.mask(moment), np.bool_)
    return ENCODING.follow(moment, int(best(net, seen, mask)))


def looking_ahead(net: Net, moment: Moment) -> Moment:
    """The turn after which the net finds the position worst for the other, over all cards that may come next."""
    position = moment.position
    actions = position.actions()
    values, seen, of_action, shares = np.zeros(len(actions)), [], [], []
    for number, action in enumerate(actions):
        after = position.play(action)
        if after.turn is Turn.OVER:
            values[number] = worth_of(after, position.turn)
            continue
        for outcome, chance in after.chances():
            later = Moment(after.play(outcome))
            seen.append(np.frombuffer(ENCODING.observe(later, Eye(later.turn)), np.uint8))
            of_action.append(number)
            shares.append(float(chance) * (1 if later.turn is position.turn else -1))
    if seen:
        np.add.at(values, of_action, np.array(shares) * worths(net, np.array(seen)))
    return Moment(position.play(actions[int(values.argmax())]))


def worths(net: Net, seen: Any) -> Any:
    """What positions are worth to the seat to act; in NumPy, for their number is another each time."""
    x = seen.astype(np.float32) * SCALES
    for layer in range(len(LAYERS)):
        x = np.maximum(x @ np.asarray(net[f"w{layer}"]) + np.asarray(net[f"b{layer}"]), 0)
    return np.tanh(x @ np.asarray(net["w_value"]) + np.asarray(net["b_value"]))[:, 0]


def worth_of(position: Any, seat: Turn) -> int:
    """1, 0 or -1 for a seat, once the game is over."""
    winner = position.result().winner
    return 0 if winner is None else 1 if winner is seat else -1


def against(choose: Choose, net: Net, opponent: str, games: int, seed: int) -> tuple[int, int, int]:
    """(won, drawn, lost) by the net; both seats in turn, armies and starter by lot."""
    other: Player | Refusal = registry.player(opponent, "towar")
    assert not isinstance(other, Refusal)
    score = [0, 0, 0]
    for number in range(games):
        rng, seat = Random(f"{seed} {number // 2}"), Turn(number % 2)
        moment = Moment(GAME.start({"armies": "random"}))
        while moment.turn is not Turn.OVER:
            position = moment.position
            if moment.turn is Turn.CHANCE:
                moment = Moment(position.play(drawn(position, rng)))
            elif moment.turn is seat:
                moment = choose(net, moment)
            else:
                decision = other.choose(GAME, position.view(Eye(moment.turn)), Budget(), rng)
                moment = Moment(position.play(decision.action))
        score[1 - worth_of(moment.position, seat)] += 1
    return score[0], score[1], score[2]


def interval(score: tuple[int, int, int]) -> tuple[float, float, float]:
    """The share of points (a draw is half of one) and where 95 of 100 such matches put it."""
    games = sum(score)
    share = (score[0] + score[1] / 2) / games
    square = (score[0] + score[1] / 4) / games
    error = 1.96 * math.sqrt(max(square - share * share, 1e-9) / games)
    return share, max(0.0, share - error), min(1.0, share + error)


def curve(rows: list[list[float]]) -> str:
    """The share of points against greedy over the minutes, as a picture."""
    width, height, left, low = 560, 260, 48, 30
    most = max(rows[-1][0], 1e-9)
    spots = [(left + (width - left - 12) * row[0] / most, height - low - (height - low - 12) * row[-1]) for row in rows]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    ground = "".join(
        f'<line x1="{left}" x2="{width - 12}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>'
        f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{share} %</text>'
        for share in (0, 25, 50, 75, 100)
        for y in [height - low - (height - low - 12) * share / 100]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{ground}'
        f'<polyline points="{line}" fill="none" stroke="#a33" stroke-width="2"/>'
        f'<text x="{left}" y="{height - 8}">share of points against greedy, over {most:.1f} minutes of training</text>'
        "</svg>\n"
    )


def train(minutes: float, out: Path, seed: int) -> None:
    """Only what is spent on playing and learning counts."""
    net = new_net(seed)
    memory = OPTIMISER.init(net)
    games, rng, key = batched("towar", GAMES, seed=seed), np.random.default_rng(seed), jax.random.key(seed)
    spent, steps, ended = 0.0, 0, 0
    rows: list[list[float]] = []
    print("minutes      steps    games   won drawn  lost  share")
    while True:
        left = 1 - spent / (60 * minutes)
        if len(rows) <= LOOKS * (1 - left) or left <= 0:
            score = against(looking_ahead, net, "greedy", LOOK_GAMES, seed=1)
            rows.append([round(spent / 60, 3), steps, ended, *score, round(interval(score)[0], 3)])
            print("{:7.2f} {:10.0f} {:8.0f} {:5.0f} {:5.0f} {:5.0f}  {:.2f}".format(*rows[-1]), flush=True)
            keep(net, rows, out)
        if left <= 0:
            return
        begun = time.process_time()
        key, now = jax.random.split(key)
        played, over = play(net, games, now)
        steps, ended = steps + GAMES * STEPS, ended + over
        for _ in range(EPOCHS):
            for piece in pieces(played, rng):
                net, memory = learn(net, memory, piece, RATE * max(left, 0.05), ENTROPY * max(left, 0.1))
        np.asarray(net["b_value"])  # waits until all is learned
        spent += time.process_time() - begun


def keep(net: Net, rows: list[list[float]], out: Path) -> None:
    weights: dict[str, Any] = {name: np.asarray(part) for name, part in net.items()}
    np.savez(out.with_suffix(".npz"), **weights)
    with out.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([["minutes", "steps", "games", "won", "drawn", "lost", "share"], *rows])
    out.with_suffix(".svg").write_text(curve(rows), encoding="utf-8")


def table(net: Net, games: int) -> None:
    """Games against each of these, with a seed that no look had."""
    print("\n| the net | against | games | won | drawn | lost | share of points | 95 % |")
    print("|---|---|---|---|---|---|---|---|")
    for how, choose in (("by heart", by_heart), ("looking ahead", looking_ahead)):
        for name in ("random", "greedy", "lookahead"):
            score = against(choose, net, name, games, seed=2)
            share, low, high = interval(score)
            words = [how, f"`{name}`", games, *score, f"{share:.3f}", f"{low:.3f} to {high:.3f}"]
            print("| " + " | ".join(map(str, words)) + " |", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=20.0, help="of processor time for playing and learning")
    asked.add_argument("--out", type=Path, default=Path("trained"))
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=300, help="of each line of the table")
    asked.add_argument("--table", action="store_true", help="only the table, with the weights of an earlier run")
    chosen = asked.parse_args()
    if not chosen.table:
        train(chosen.minutes, chosen.out, chosen.seed)
    with np.load(chosen.out.with_suffix(".npz")) as kept:
        table(dict(kept), chosen.games)


if __name__ == "__main__":
    main()
