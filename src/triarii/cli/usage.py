"""Words on the command line that can't be understood: unknown commands and options, missing and superfluous words."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from triarii.cli.help_pages import Helpful
from triarii.cli.speech import BadInput, Lang
from triarii.core.contract import Refusal
from triarii.core.options import nearest, unknown

DIGITS = 19
"""Of the longest number that is read at all."""


class Commands(Helpful, TyperGroup):
    """All commands; one that does not exist is refused in our words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands:
            raise BadInput(unknown("usage.command", args[0], self.commands))
        return super().resolve_command(ctx, args)


class Late(TyperCommand):
    """A command as it is listed. What it does is loaded when it is asked for: nobody pays for what others do."""

    def __init__(self, name: str, place: str, about: str) -> None:
        """`place` names the module below `triarii.cli` and the function, or the commands below this one."""
        super().__init__(name, help=about)
        self.place = place

    def loaded(self) -> Any:
        module, _, name = self.place.partition(":")
        found = getattr(import_module(f"triarii.cli.{module}"), name)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(self.name, cls=Command, context_settings={"allow_extra_args": True})(found)
        return typer.main.get_command(alone)


class LateCommands(Commands):
    """Commands that are listed without being loaded."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed.loaded() if isinstance(listed, Late) else listed, rest


class Command(Helpful, TyperCommand):
    """One command; words that it has no use for are refused in our words."""

    def invoke(self, ctx: Any) -> Any:
        if ctx.args:
            raise BadInput(Refusal("usage.extra", params={"command": ctx.command_path, "words": ctx.args}))
        return super().invoke(ctx)


def group(name: str, about: str) -> typer.Typer:
    """Commands under one word, which alone shows what there is."""
    commands = typer.Typer(
        cls=Commands,
        name=name,
        help=about,
        add_completion=False,
        rich_markup_mode=None,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @commands.callback(help=about)
    def alone(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    return commands


def refusal_of(error: typer.TyperException) -> Refusal:
    """What the library says about misused options, as a refusal that has words in both languages."""
    context, name = getattr(error, "ctx", None), getattr(error, "option_name", "")
    match type(error).__name__:
        case "NoSuchOption" if context is not None:
            return _no_such_option(name, context)
        case "MissingParameter" if context is not None:
            return Refusal("usage.missing", params={"command": context.command_path, "name": _missing(error)})
        case "BadOptionUsage" if "requires" in error.message:
            return Refusal("usage.value", params={"name": name})
        case "BadOptionUsage":
            return Refusal("usage.no_value", params={"name": name})
    return Refusal("usage.other", params={"reason": error.format_message()})


def _no_such_option(name: str, context: typer.Context) -> Refusal:
    spelled = [option for parameter in context.command.get_params(context) for option in parameter.opts]
    known = [option for option in spelled if option.startswith("--")]
    # Without their dashes, or every option would be near every other.
    meant = nearest(name.strip("-"), [option.strip("-") for option in known])
    if meant:
        return Refusal("usage.option_near", params={"name": name, "nearest": f"--{meant}"})
    return Refusal("usage.option", params={"name": name, "known": known})


def _missing(error: typer.TyperException) -> str:
    parameter = getattr(error, "param", None)
    if parameter is None:
        return "?"
    return str(parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar or parameter.name)


def whole_number(name: str, low: int, high: int) -> Callable[[str | int], int]:
    """Reads the number that an option or argument takes."""

    def read(word: str | int) -> int:
        text = str(word)
        if text.isascii() and text.isdigit() and len(text) <= DIGITS and low <= int(text) <= high:
            return int(text)
        raise BadInput(Refusal("usage.number", params={"name": name, "low": low, "high": high, "word": text[:40]}))

    return read


def number_option(name: str, low: int, high: int, help_text: str, metavar: str = "N") -> Any:
    """An option of a command that takes a whole number within bounds."""
    return typer.Option(name, metavar=metavar, parser=whole_number(name, low, high), help=help_text)


def was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option stood in the command, as against its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def language_word(word: str) -> Lang:
    """Reads what `--lang` names."""
    if word in tuple(Lang):
        return Lang(word)
    known = [each.value for each in Lang]
    raise BadInput(Refusal("option.value", params={"name": "--lang", "value": word[:40], "known": known}))
