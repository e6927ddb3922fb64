"""Profiles as they are kept: a rating for each game, against people and against the computer's levels, and the results
behind it. A result is stored in the transaction that ends its game: once, or not at all.

A profile is the hash of a token that only its browser knows. There is no name here, and no address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from triarii.core import glicko, registry
from triarii.core.contract import SEATS, Refusal, Turn
from triarii.core.glicko import Played, Rating
from triarii.server.storage.kept import COMPUTER, Ended
from triarii.server.storage.reading import Readers
from triarii.server.storage.tables import HANDOVERS, RATINGS, RESULTS
from triarii.server.storage.writer import Writer

WEEK = 7 * 86_400_000
"""Milliseconds of a rating period: after a pause of some, a rating is less certain."""
SHOWN = 200
"""Results that are told of, the latest first."""
HANDED_FOR = 600_000
"""Milliseconds for which something handed over can be fetched."""
MOST_HANDED = 2_000
LEVEL = "level:"
MEASURED = 80.0
"""The deviation of a level whose games with its neighbours were counted: of a hundred games each step is known to some
50 points, and people may find another step than programs do."""


class Against(StrEnum):
    """Two things that are not to be mixed: a level always plays alike, and nobody knows how well people would do."""

    PEOPLE = "people"
    LEVELS = "levels"


@dataclass(frozen=True)
class Kept:
    """A rating as it is kept."""

    profile: str
    game: str
    against: Against
    rating: Rating = glicko.UNKNOWN
    games: int = 0
    touched: int = 0

    def at(self, now: int) -> Rating:
        """As much as is known of it now."""
        return self.rating.after_pause((now - self.touched) / WEEK) if self.games else self.rating


@dataclass(frozen=True)
class Result:
    """A game of somebody, as it ended."""

    room: str
    game: str
    opponent: str
    kind: str
    score: int
    """2 won, 1 drawn, 0 lost."""
    rated: bool
    rating: int
    at: int


@dataclass(frozen=True)
class Profile:
    """What is kept of somebody."""

    ratings: Sequence[Kept]
    results: Sequence[Result]
    games: int
    """All of them, those that are no longer told too."""


def level_name(level: str) -> str:
    """Under which the rating of a level is kept: no hash looks like it."""
    return f"{LEVEL}{level}"


def note(connection: Connection, room: str, ended: Ended, at: int) -> None:
    """Store the result of a game for those of its players who keep theirs, and rate them."""
    seats = ended.seats
    if not any(seat.profile for seat in seats.values()):
        return
    people = all(seat.kind != COMPUTER for seat in seats.values())
    against = Against.PEOPLE if people else Against.LEVELS
    names = {turn: level_name(seat.level) if seat.kind == COMPUTER else seat.profile for turn, seat in seats.items()}
    rated = ended.rated and all(names.values()) and len(set(names.values())) == len(SEATS)
    ratings: dict[Turn, Kept] = {}
    if rated:
        # Everywhere in the same order, so that no two processes wait for each other.
        before = {name: _locked(connection, name, ended.game, against) for name in sorted(set(names.values()))}
        for turn in SEATS:
            own, rival = before[names[turn]], before[names[turn.other]]
            game = Played(rival.at(at), _score(ended, turn) / 2)
            ratings[turn] = Kept(own.profile, own.game, against, glicko.after(own.at(at), [game]), own.games + 1, at)
        for kept in ratings.values():
            _keep(connection, kept)
    for turn, seat in seats.items():
        if seat.profile:
            other = seats[turn.other]
            connection.execute(
                insert(RESULTS).values(
                    room=room,
                    seat=int(turn),
                    profile=seat.profile,
                    game=ended.game,
                    opponent=other.level if other.kind == COMPUTER else other.name,
                    kind=other.kind,
                    score=_score(ended, turn),
                    rated=rated,
                    rating=round(ratings[turn].rating.rating) if rated else 0,
                    at=at,
                )
            )


def _score(ended: Ended, turn: Turn) -> int:
    return 1 if ended.winner is None else 2 * (ended.winner is turn)


def _of(profile: str, game: str, against: Against) -> ColumnElement[bool]:
    return (RATINGS.c.profile == profile) & (RATINGS.c.game == game) & (RATINGS.c.against == str(against))


def _locked(connection: Connection, profile: str, game: str, against: Against) -> Kept:
    """The rating of somebody, which nobody else changes until this transaction ends; a new one begins here."""
    new = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    begun = _columns(Kept(profile, game, against, _first_rating(profile, game)))
    connection.execute(new(RATINGS).values(begun).on_conflict_do_nothing())
    asked = select(RATINGS).where(_of(profile, game, against)).with_for_update()
    return _kept(connection.execute(asked).mappings().one())


def _first_rating(profile: str, game: str) -> Rating:
    """Of a person nothing is known; of a level as much as its games with other levels told."""
    if not profile.startswith(LEVEL):
        return glicko.UNKNOWN
    found = registry.game(game)
    level = None if isinstance(found, Refusal) else found.info.level(profile.removeprefix(LEVEL))
    if level is None or level.rating is None:
        return glicko.UNKNOWN
    return Rating(float(level.rating), MEASURED)


def _keep(connection: Connection, kept: Kept) -> None:
    connection.execute(update(RATINGS).where(_of(kept.profile, kept.game, kept.against)).values(_columns(kept)))


def _columns(kept: Kept) -> dict[str, object]:
    return {
        "profile": kept.profile,
        "game": kept.game,
        "against": str(kept.against),
        "rating": kept.rating.rating,
        "deviation": kept.rating.deviation,
        "volatility": kept.rating.volatility,
        "games": kept.games,
        "touched": kept.touched,
    }


class Profiles:
    """All of them, for every process on this database."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer = writer
        self._readers = readers

    async def one(self, profile: str) -> Profile:
        """What is kept of somebody; nothing of a stranger."""

        def work(connection: Connection) -> Profile:
            ratings = connection.execute(select(RATINGS).where(RATINGS.c.profile == profile)).mappings()
            mine = RESULTS.c.profile == profile
            latest = select(RESULTS).where(mine).order_by(RESULTS.c.at.desc()).limit(SHOWN)
            count = connection.execute(select(func.count()).select_from(RESULTS).where(mine)).scalar()
            return Profile(
                [_kept(row) for row in ratings],
                [
                    Result(*(row[name] for name in Result.__dataclass_fields__))
                    for row in connection.execute(latest).mappings()
                ],
                int(count or 0),
            )

        return await self._readers.run(work)

    async def ratings(self, profiles: Sequence[str], against: Against) -> Sequence[Kept]:
        """Of some people, in all games."""
        asked = select(RATINGS).where(RATINGS.c.profile.in_(profiles), RATINGS.c.against == str(against))
        return await self._readers.run(lambda connection: [_kept(row) for row in connection.execute(asked).mappings()])

    async def forget(self, profile: str) -> None:
        """Delete all that is kept of somebody."""

        def work(connection: Connection) -> None:
            for table in (RESULTS, RATINGS):
                connection.execute(delete(table).where(table.c.profile == profile))

        await self._writer.run(work)

    async def hand_over(self, name: str, box: str, now: int) -> bool:
        """Keep something for a few minutes; whether there was place."""

        def work(connection: Connection) -> bool:
            old = (HANDOVERS.c.created < now - HANDED_FOR) | (HANDOVERS.c.created > now) | (HANDOVERS.c.id == name)
            connection.execute(delete(HANDOVERS).where(old))
            if (connection.execute(select(func.count()).select_from(HANDOVERS)).scalar() or 0) >= MOST_HANDED:
                return False
            connection.execute(insert(HANDOVERS).values(id=name, box=box, created=now))
            return True

        return await self._writer.run(work)

    async def fetch(self, name: str, now: int) -> str | None:
        """What was handed over, once."""

        def work(connection: Connection) -> str | None:
            fresh = (HANDOVERS.c.id == name) & (HANDOVERS.c.created >= now - HANDED_FOR)
            return connection.execute(delete(HANDOVERS).where(fresh).returning(HANDOVERS.c.box)).scalar()

        return await self._writer.run(work)


def _kept(row: RowMapping) -> Kept:
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return Kept(row["profile"], row["game"], Against(row["against"]), rating, row["games"], row["touched"])
