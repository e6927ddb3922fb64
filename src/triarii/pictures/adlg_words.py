"""A battle table in words: the title and the description of its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from triarii.core.contract import SEAT_NAMES
from triarii.pictures.adlg_land import name_of as terrain_name
from triarii.pictures.adlg_look import Facts, Scene
from triarii.pictures.adlg_units import about_commander, name_of


def phase(scene: Scene) -> str:
    return scene.called(scene.facts["phase"], "phase")


def is_over(scene: Scene) -> bool:
    return bool(scene.facts["phase"] == "over")


def state_of(scene: Scene, seat: int) -> str:
    """Whether a player is to move, or has won; empty if there is nothing to say."""
    if not is_over(scene):
        return "to_move" if scene.facts["active"] == seat else ""
    winner = scene.facts["score"]["winner"]
    return "drawn" if winner is None else "won" if winner == SEAT_NAMES[seat] else ""


def title(scene: Scene) -> str:
    params = {"game": scene.say("game.title"), "turn": scene.facts["turn"], "phase": phase(scene)}
    if not is_over(scene) and scene.facts["active"] in (0, 1):
        return scene.say("battle.title_to_move", **params, seat=scene.say(f"seat.{SEAT_NAMES[scene.facts['active']]}"))
    return scene.say("battle.title", **params)


def army(scene: Scene, seat: int) -> str:
    """The name of an army, or of its side where it has none."""
    armies = scene.facts.get("armies")
    own = armies[seat].get(scene.lang) if armies else ""
    return own or scene.say(f"seat.{SEAT_NAMES[seat]}")


def description(scene: Scene) -> str:
    return " ".join(_sentences(scene))


def _sentences(scene: Scene) -> Iterator[str]:
    width, height = scene.facts["size"]
    yield scene.say("tell.size", width=_ud(width), height=_ud(height))
    if scene.facts["terrain"]:
        pieces = [
            f"{terrain_name(scene, piece['kind'])} ({scene.say('class.' + piece['class'])})"
            for piece in scene.facts["terrain"]
        ]
        yield scene.say("tell.terrain", pieces=_counted(pieces))
    if scene.facts["works"]:
        works = [scene.say(f"work.{work['kind']}") for work in scene.facts["works"]]
        yield scene.say("tell.works", works=_counted(works))
    if scene.facts.get("markers"):
        yield scene.say("tell.markers", markers=[marker["id"] for marker in scene.facts["markers"]])
    for seat in range(2):
        yield from _side(scene, seat)
    units = scene.units.values()
    shaken = [f"{unit['id']} ({unit['cohesion']}/{unit['full']})" for unit in units if unit["cohesion"] < unit["full"]]
    if shaken:
        yield scene.say("tell.shaken", units=shaken)
    fighting = [unit["id"] for unit in units if unit["fighting"]]
    if fighting:
        yield scene.say("tell.fighting", units=fighting)
    if scene.overlays:
        yield scene.say("tell.shown", overlays="; ".join(dict.fromkeys(_shown(scene, each) for each in scene.overlays)))


def _side(scene: Scene, seat: int) -> Iterator[str]:
    """Losses, corps by corps the units, commanders and camps of a player."""
    lost, value = scene.facts["losses"][seat]
    yield scene.say("tell.losses", seat=scene.say(f"seat.{SEAT_NAMES[seat]}"), lost=lost, value=value)
    units = [unit for unit in scene.units.values() if unit["seat"] == seat]
    for corps in sorted({unit["corps"] for unit in units}):
        names = [name_of(scene, unit) for unit in units if unit["corps"] == corps]
        yield scene.say("tell.corps", corps=corps, units=_counted(names))
    leaders = [about_commander(scene, each) for each in scene.facts["commanders"] if each["seat"] == seat]
    if leaders:
        yield scene.say("tell.commanders", commanders="; ".join(leaders))
    camps = [_camp(scene, camp) for camp in scene.facts["camps"] if camp["seat"] == seat]
    if camps:
        yield scene.say("tell.camps", camps="; ".join(camps))


def _camp(scene: Scene, camp: Facts) -> str:
    words = scene.say(f"tent.{camp['kind']}")
    return f"{words} ({scene.say('of.lost')})" if camp["lost"] else words


def _shown(scene: Scene, overlay: Facts) -> str:
    words = scene.say(f"overlay.{overlay['kind']}")
    words += f" {overlay['unit']}" if overlay.get("unit") else ""
    return f"{words}: {overlay['label']}" if overlay.get("label") else words


def _counted(names: list[str]) -> str:
    """Equal names together, with their number."""
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in Counter(names).items())


def _ud(length: int) -> int | float:
    return length // 1000 if length % 1000 == 0 else length / 1000
