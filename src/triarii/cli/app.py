"""The command `triarii`: every command's name and place, and what is asked of it without any."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from triarii.cli import completion
from triarii.cli.speech import language
from triarii.cli.usage import Late, LateCommands

COMMANDS = (
    Late("play", "table:play", "Play at this terminal, against the computer or with someone beside you."),
    Late(
        "serve", "serve:serve", "Start the server: play in the browser, alone, on one screen, or with others by link."
    ),
    Late("games", "look:games", "List the games that can be played."),
    Late("rules", "look:rules", "Show the rules of a game in our words, with their ids, and its options."),
    Late("actions", "look:actions", "List the legal actions, one per line, always in the same order."),
    Late("apply", "look:apply", "Play actions from a position: tells what happens and prints the resulting position."),
    Late("perft", "look:perft", "Count the ways to play: a line `DEPTH COUNT` for each depth from 1."),
    Late("draw", "look:draw", "Draw a position as an SVG picture."),
    Late("playouts", "many:playouts", "Play random games and count how they end."),
    Late("match", "many:match", "Let two players play a match."),
    Late("merge", "merging:merge", "Put the shards of a measurement together in one file."),
    Late("plan", "planning:plan", "Predict what many games between two players will cost, from a few that are timed."),
    Late("conform", "many:conform", "Check a game, yours or ours, against the contract."),
    Late("new-game", "new_game:new_game", "Write a package with a small game of your own, to turn into any other."),
    Late("analyse", "study:analyse", "Show the best actions of a position, each with its score and how it may go on."),
    Late("endgame", "endgame:endgame", "Show with how many cards left the end of a game is proven in a given time."),
    Late("odds", "odds:odds", "Weigh up every fight that the side to move could start now, with exact odds."),
    Late("ladder", "study:ladder", "Let each level play the one below it."),
    Late("balance", "balance:balance", "Let every army meet every other, N games each, and show how they fare."),
    Late(
        "puzzles",
        "puzzles:puzzles",
        "Find puzzles in games of our players: positions with one best move, proven, and tried on every level.",
    ),
    Late(
        "openings",
        "openings:openings",
        "Play games of our levels and keep how each began and ended: what the opening explorer counts.",
    ),
    Late("tune", "tune:tune", "Find weights for a game's player by self-play."),
    Late("study-rules", "rules_study:study_rules", "Play a game under many settings, and show how it goes under each."),
    Late(
        "engine", "study:engine", "Answer an arena line by line: `go MILLISECONDS MOVE…` gives one action, `quit` ends."
    ),
    Late("replay", "recorded:replay", "Tell a recorded game step by step and print the position it leads to."),
    Late("verify", "recorded:verify", "Check a record: nothing changed, every action legal, every chance as promised."),
    Late(
        "report", "report:report", "Write the report of a recorded game: pictures, orders, every fight with its ledger."
    ),
    Late("film", "report:film", "Make a moving picture of a recorded battle: one SVG that plays in every browser."),
    Late("doctor", "doctor:examine", "Show what is compiled, what is missing, and what to do about it."),
    Late("adlg", "adlg:app", "L'Art de la Guerre: odds with their ledger, factors, troops, armies."),
    Late(
        "campaign",
        "campaign:app",
        "Campaigns of L'Art de la Guerre: battles in a row, whose survivors fight on.",
    ),
    Late(
        "think",
        "think:think",
        "Think for the computers of a server on another machine, through the database that both share.",
    ),
    Late("export", "export:app", "Write the app as static files that play all three games without a server."),
    Late("admin", "admin:app", "For whoever runs a server: list, check, copy and move all games; look into the bin."),
)


class Program(LateCommands):
    """All of them."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands.update((str(late.name), late) for late in COMMANDS)


app = typer.Typer(
    cls=Program,
    add_completion=False,  # ours has words in both languages
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    if wanted:
        from triarii.cli import bare

        bare.show_version()
        raise typer.Exit


@app.callback(invoke_without_command=True)
def triarii(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="The version and whose games these are."),
    ] = False,
    _install: Annotated[
        bool,
        typer.Option(
            "--install-completion",
            callback=completion.install,
            is_eager=True,
            help="Have this shell complete commands and options with the Tab key.",
        ),
    ] = False,
    _show: Annotated[
        bool,
        typer.Option(
            "--show-completion", callback=completion.show_script, is_eager=True, help="Show what that would add to it."
        ),
    ] = False,
) -> None:
    """Play, analyse and simulate war games for two.

    Without a command: play in the browser, or in this terminal where no server is installed.
    """
    if context.invoked_subcommand is None:
        from triarii.cli import bare

        bare.start(language(None))
