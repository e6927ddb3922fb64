"""The tables, in SQL that SQLite and PostgreSQL share. Moments are milliseconds since 1970; running time counts the
milliseconds for which a server ran, so that no wrong clock can make a game old or lose it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    literal_column,
)

METADATA = MetaData()


def _room() -> Column[str]:
    return Column("room", String(16), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)


ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("header", Text, nullable=False),  # the header of the record, as JSON
    Column("secret", String(64), nullable=False),  # of chance, in hex; it leaves only with the end of the game
    Column("watch", String(64), nullable=False),  # the hash of the token to watch
    Column("listed", Boolean, nullable=False),
    Column("clock", Text, nullable=False),  # minutes and increment, as JSON; empty without a clock
    Column("state", Text, nullable=False),  # what is asked and not answered, as JSON
    Column("over", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),  # how many entries there are
    # How often the room was changed: whoever changes it names the number that he saw, and comes too late if it is past.
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("taken_by", String(32), nullable=False, server_default=""),  # the process that does what is due
    Column("turn", String(8), nullable=False),  # first, second, chance, over; empty: to be found out by a replay
    # When something goes on by itself: null: it waits for people; 0: at once, a computer or chance is to act; else
    # the moment at which a clock runs out, in running time.
    Column("due", BigInteger),
    Column("sum", String(32), nullable=False),  # the checksum of the last entry; empty without entries
    Column("seen_old", BigInteger),  # the running time at which it was first found untouched for long
    Column("binned", BigInteger),  # when it was put into the bin; players don't find it there
    Index("rooms_over", "over"),
    Index("rooms_touched", "touched"),
)
Index("rooms_due", ROOMS.c.due, sqlite_where=ROOMS.c.due.is_not(None), postgresql_where=ROOMS.c.due.is_not(None))
# Which rooms anybody may watch, the liveliest first; and those of an older version that nobody has opened since.
_HERE = ROOMS.c.listed & ROOMS.c.binned.is_(None)
Index("rooms_listed", ROOMS.c.over, ROOMS.c.touched.desc(), sqlite_where=_HERE, postgresql_where=_HERE)
_UNSETTLED = ROOMS.c.turn == literal_column("''")
Index("rooms_unsettled", ROOMS.c.id, sqlite_where=_UNSETTLED, postgresql_where=_UNSETTLED)
SEATS = Table(
    "seats",
    METADATA,
    _room(),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("level", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("invitation", String(64), nullable=False),  # a hash; empty where nobody is invited
)
HOLDERS = Table(
    "holders",
    METADATA,
    _room(),
    # A seat has one holder: whoever comes second runs into this key, however close the race.
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),  # a hash
    Column("profile", String(64), nullable=False, server_default=""),  # a hash: whose results this is among
)
ENTRIES = Table(
    "entries",
    METADATA,
    _room(),
    # A number is written once: two servers on one database can't both have played it.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("content", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("sum", String(32), nullable=False),  # over this entry and all before it: sums.py
)
WISHES = Table(
    "wishes",
    METADATA,
    _room(),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("key", String(40), primary_key=True),
    Column("version", Integer, nullable=False),  # what was answered
)
OPEN_GAMES = Table(
    "open_games",
    METADATA,
    # Whoever looks for an opponent; it goes when the page does, or its process.
    Column("id", String(16), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # a hash: the seat of whoever looks
    Column("process", String(32), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),  # as JSON
    Column("clock", Text, nullable=False),  # as in rooms
    Column("experience", String(16), nullable=False),
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("profile", String(64), nullable=False, server_default=""),  # as with the holders
    # Once somebody has joined: the room, the seat of whoever looked, and a hash of the other's token. It stays for a
    # while, so that both can be told again.
    Column("room", String(16), nullable=False, server_default=""),
    Column("seat", SmallInteger, nullable=False, server_default="0"),
    Column("joiner", String(64), nullable=False, server_default=""),
    Index("open_games_process", "process"),
)
RATINGS = Table(
    "ratings",
    METADATA,
    # Of whoever keeps a profile, by the hash of its token; and of the computer's levels, by their names.
    Column("profile", String(80), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("against", String(16), primary_key=True),  # people, levels
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("touched", BigInteger, nullable=False),
)
RESULTS = Table(
    "results",
    METADATA,
    # It outlives its room.
    Column("room", String(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("profile", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("opponent", String(80), nullable=False),  # the name that was typed in, or the level
    Column("kind", String(16), nullable=False),  # of the opponent: person, computer
    Column("score", SmallInteger, nullable=False),  # 2 won, 1 drawn, 0 lost
    Column("rated", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),  # after it, where it was rated
    Column("at", BigInteger, nullable=False),
    Index("results_profile", "profile", "at"),
)
HANDOVERS = Table(
    "handovers",
    METADATA,
    # What a browser hands to another one of the same person: sealed by a code that only these two know.
    Column("id", String(64), primary_key=True),
    Column("box", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("content", Text, nullable=False),  # players, rounds, results, as JSON
    Column("revision", Integer, nullable=False),  # whoever changes it names the one that he saw
    Column("touched", BigInteger, nullable=False),
)
CHANNELS = Table(
    "channels",
    METADATA,
    # A way to reach somebody who asked to be told of their turn: a browser, or an address of e-mail.
    Column("id", String(64), primary_key=True),  # the hash of a token that only the browser knows that asked
    Column("kind", String(8), nullable=False),  # push, mail
    Column("target", Text, nullable=False),  # a subscription as JSON, or the address
    Column("lang", String(8), nullable=False),
    Column("lasting", Boolean, nullable=False),  # for all own games of a browser; else it goes with its last game
    Column("confirm", String(32), nullable=False),  # what the link of the first mail says; empty: confirmed
    Column("stop", String(32), nullable=False, unique=True),  # what a link says that ends it, without anything else
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Index("channels_target", "target"),
)
REMINDERS = Table(
    "reminders",
    METADATA,
    # Of which seat somebody wants to be told. What there is to tell follows from the row of the room.
    Column("channel", String(64), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    _room(),
    Column("seat", SmallInteger, nullable=False),
    Column("told", Integer, nullable=False),  # the version of the room up to which there is nothing more to say
    Column("tries", SmallInteger, nullable=False),  # that failed, of the message that is due
    Column("not_before", BigInteger, nullable=False),  # the next try; while somebody is at it, when the lease ends
    Column("taken_by", String(32), nullable=False),  # a process that is about to send; empty: nobody
)
Index("reminders_room", REMINDERS.c.room)
PUSH_KEY = Table(
    "push_key",
    METADATA,
    # One row: with this key the server says to the browsers' makers who it is.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("pem", Text, nullable=False),
)
SERVER = Table(
    "server",
    METADATA,
    # One row, written with every transaction.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("commits", BigInteger, nullable=False),  # how many transactions there were
    Column("ran", BigInteger, nullable=False),  # milliseconds for which servers have run on this database
    Column("last", BigInteger, nullable=False),  # the last moment at which one is known to have run
)
SEALING_KEY = Table(
    "sealing_key",
    METADATA,
    # One row at most, for processes that share the database; a file has its key beside it.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("pem", Text, nullable=False),
)
PROCESSES = Table(
    "processes",
    METADATA,
    # Those that share the database: empty for a file, which has one.
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),  # when it last said that it runs, by the clock of the database
)
PRESENCE = Table(
    "presence",
    METADATA,
    _room(),
    # A seat has one connection, and one process has it.
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("process", String(32), nullable=False),
)
