"""`make tune`: fits the weights of the small games again, to positions of self-play kept in benchmarks/tuning/.

`triarii tune GAME --games N --resume FILE` plays new games; `python -m benchmarks.tune GAME FILE` keeps those of its
file from then on. Kept rows don't tell which game they are of, so single ones are left out to judge by. What is found
for To War! goes into its table; for Cities & Heroes it is a proposal that has to win a match.
"""

from __future__ import annotations

import gzip
import math
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from benchmarks import figures
from triarii.core.contract import Refusal
from triarii.lab import kept
from triarii.lab.tuning import cities, towar
from triarii.lab.tuning.tuner import Loss, Tuned
from triarii.players.towar import weights

KEPT = Path(__file__).parent / "tuning"
TOWAR_TABLE = Path(weights.__file__).with_name("weights.toml")


def cities_rows() -> list[cities.Row]:
    return [(tuple(int(word) for word in words[:-2]), int(words[-2]), float(words[-1])) for words in _read("cities")]


def cities_line(row: cities.Row) -> str:
    features, phase, result = row
    return f"{','.join(map(str, features))},{phase},{result}"


def towar_rows() -> list[towar.Row]:
    return [
        towar.Row((one, two), int(field, 16), int(reserve, 16), int(side), int(left), float(result))
        for one, two, field, reserve, side, left, result in _read("towar")
    ]


def towar_line(row: towar.Row) -> str:
    return f"{','.join(row.armies)},{row.field:x},{row.reserve:x},{row.side},{row.left},{row.result}"


def _place(game: str) -> Path:
    return KEPT / f"{game}_positions.csv.gz"


def _read(game: str) -> list[list[str]]:
    with gzip.open(_place(game), "rt") as file:
        return [line.strip().split(",") for line in file]


def _write(game: str, lines: Sequence[str]) -> None:
    with gzip.GzipFile(_place(game), "wb", mtime=0) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def take_over(game: str, path: Path) -> None:
    """The rows of a file of `triarii tune` become the kept ones."""
    found = kept.read_kept(path)
    if isinstance(found, Refusal):
        raise SystemExit(f"{path}: not read ({found.code})")
    _, results = found
    if game == "cities":
        _write(game, [cities_line(cities.read_row(row)) for rows in results for row in rows])
    else:
        _write(game, [towar_line(towar.read_row(row)) for rows in results for row in rows])


def _foretold(loss: Loss) -> dict[str, float]:
    return {"loss": round(loss.now, 4), "loss before": round(loss.before, 4), "loss of a coin": round(math.log(2), 4)}


def tune_cities() -> Tuned:
    tuned = cities.fit([[row] for row in cities_rows()])
    assert tuned.loss is not None
    table = tomllib.loads(tuned.weights)
    told = {"positions": tuned.rows, "scale": table.pop("scale"), "weights": table, **_foretold(tuned.loss)}
    figures.write("tuning", told)
    return tuned


def tune_towar() -> Tuned:
    tuned = towar.fit([[row] for row in towar_rows()])
    assert tuned.loss is not None
    TOWAR_TABLE.write_text(tuned.weights, encoding="utf-8")
    told = {"positions": tuned.rows, "weights": towar.digest(tuned.weights), **_foretold(tuned.loss)}
    figures.write("tuning_towar", told)
    return tuned


def main(words: Sequence[str]) -> None:
    games = {"cities": tune_cities, "towar": tune_towar}
    if words and words[0] not in games:
        raise SystemExit(f"{words[0]}: tuned here are {', '.join(games)}")
    if len(words) > 1:
        take_over(words[0], Path(words[1]))
    for game in words[:1] or games:
        tuned = games[game]()
        assert tuned.loss is not None
        print(
            f"{game}: {tuned.rows} positions; loss {tuned.loss.now:.4f} on those left out, "
            f"{tuned.loss.before:.4f} with the present weights, {math.log(2):.4f} of a coin"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
