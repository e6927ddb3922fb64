"""The JSON form of a combat: its keys and defaults, what is refused and how, and that nothing makes it stumble."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adlg.fights import unit
from tests.hypothesis_profiles import given, st
from triarii.core.contract import Refusal
from triarii.core.texts import LANGUAGES
from triarii.games.adlg.combat.combatants import Combatant, Melee, Shot
from triarii.games.adlg.data.texts import TEXTS
from triarii.games.adlg.questions import form

TYPES = [
    *("light_infantry", "javelinmen", "bowmen", "crossbowmen", "handgunners", "medium_swordsmen"),
    *("medium_spearmen", "heavy_swordsmen", "foot_knights", "heavy_spearmen", "pikemen", "levy", "war_wagon"),
    *("light_artillery", "medium_artillery", "heavy_artillery", "light_cavalry", "light_camels"),
    *("medium_cavalry", "light_chariot", "medium_camels", "heavy_cavalry", "heavy_chariot", "cataphracts"),
    *("camel_cataphracts", "medium_knights", "heavy_knights", "elephant", "scythed_chariot"),
]
ABILITIES = [
    *("armour", "battle_ready", "blades", "expendable", "heavy_armour", "impact", "impact_half_bow", "impetuous"),
    *("incendiary", "javelin", "missile_support", "mixed", "pavise", "polearm", "stakes", "two_handed_weapon"),
]
TERRAINS = [
    *("open", "gentle_hill", "rough", "brush", "plantation", "field", "gully", "difficult", "steep_hill", "wood"),
    *("marsh", "dunes", "village"),
]
FLAGS = (
    *("height", "commander", "uncontrolled", "fortified", "stakes", "obstacle"),
    *("friendly_beast", "enemy_beast", "flanked", "flanked_lightly", "long_side"),
)
SWORDS, LEVY = unit("heavy_swordsmen"), unit("levy")
MELEE: dict[str, Any] = {"a": SWORDS, "b": LEVY}
SHOT: dict[str, Any] = {"a": unit("bowmen"), "b": LEVY, "weapon": "bow"}


def melee(document: object = MELEE) -> Melee:
    asked = form.read(document, "melee")
    assert not isinstance(asked, Refusal), asked
    assert isinstance(asked.situation, Melee)
    return asked.situation


def shot(document: object = SHOT) -> Shot:
    asked = form.read(document, "shooting")
    assert not isinstance(asked, Refusal), asked
    assert isinstance(asked.situation, Shot)
    return asked.situation


def first(**more: Any) -> Combatant:
    """The first of two that fight, with more keys."""
    return melee({**MELEE, "a": {**SWORDS, **more}}).a


def refused(document: object, kind: str = "melee") -> tuple[str, dict[str, Any]]:
    asked = form.read(document, kind)
    assert isinstance(asked, Refusal), asked
    return asked.code, dict(asked.params)


def first_refused(**more: Any) -> tuple[str, dict[str, Any]]:
    return refused({**MELEE, "a": {**SWORDS, **more}})


# Keys and defaults


def test_everything_but_the_type_has_a_default() -> None:
    fight = melee()
    assert (fight.round, fight.charger, fight.contact) == (1, "a", "front")
    for side, troop, cohesion in ((fight.a, "heavy_swordsmen", 4), (fight.b, "levy", 3)):
        assert (side.troop.id, side.quality.id, side.terrain.id) == (troop, "ordinary", "open")
        assert (side.bought, side.supports, side.left, side.disordered) == (frozenset(), (), cohesion, False)
        assert not any(getattr(side, flag) for flag in (*FLAGS, "cover"))


@pytest.mark.parametrize("name", TYPES)
def test_every_type_is_known(name: str) -> None:
    assert melee({"a": {"type": name}, "b": {"type": name}}).b.troop.id == name


def test_qualities_abilities_and_terrains_are_known() -> None:
    assert [first(quality=name).quality.id for name in ("elite", "ordinary", "mediocre")] == [
        *("elite", "ordinary", "mediocre")
    ]
    assert first(abilities=ABILITIES).bought == frozenset(ABILITIES)
    assert [first(terrain=name).terrain.id for name in TERRAINS] == TERRAINS


def test_what_a_type_has_built_in_need_not_be_listed() -> None:
    knights = melee({"a": {"type": "foot_knights"}, "b": LEVY}).a
    assert (knights.has("two_handed_weapon"), knights.armour, knights.protection) == (True, 2, 3)
    listed = melee({"a": unit("foot_knights", "two_handed_weapon", "heavy_armour"), "b": LEVY}).a
    assert (listed.abilities >= knights.abilities, listed.armour, listed.protection) == (True, 2, 3)


@pytest.mark.parametrize(("cohesion", "disordered"), [(4, False), (3, True), (1, True)])
def test_fewer_points_than_full_mean_disorder(cohesion: int, disordered: bool) -> None:
    assert first(cohesion=cohesion).disordered is disordered


@pytest.mark.parametrize("flag", FLAGS)
def test_flags_are_set_and_unset(flag: str) -> None:
    assert getattr(first(**{flag: True}), flag) is True
    assert getattr(first(**{flag: False}), flag) is False
    changed = {name for name in FLAGS if getattr(first(**{flag: True}), name)}
    assert changed == {flag}


def test_owning_stakes_does_not_plant_them() -> None:
    assert first(abilities=["stakes"]).stakes is False


def test_supports_have_a_type_and_a_kind() -> None:
    supports = first(supports=[{"type": "levy", "kind": "simple"}, {"type": "elephant", "kind": "melee"}]).supports
    assert [(each.troop.id, each.kind) for each in supports] == [("levy", "simple"), ("elephant", "melee")]


@pytest.mark.parametrize(("key", "values"), [("charger", ["a", "b", "none"]), ("contact", ["front", "flank", "rear"])])
def test_charger_and_contact_are_read(key: str, values: list[str]) -> None:
    assert [getattr(melee({**MELEE, key: each}), key) for each in values] == values


def test_the_round_is_read_and_only_the_first_is_the_first() -> None:
    assert [melee({**MELEE, "round": each}).first_round for each in (1, 2, 50)] == [True, False, False]


@pytest.mark.parametrize("name", ["melee", "fight"])
def test_a_fight_takes_the_document_of_a_melee(name: str) -> None:
    asked = form.read(MELEE, name)
    assert not isinstance(asked, Refusal), asked
    assert (asked.kind, asked.situation) == (name, melee())


def test_the_kind_in_a_document_beats_that_of_the_call() -> None:
    asked = form.read({**SHOT, "kind": "shooting"}, "melee")
    assert not isinstance(asked, Refusal), asked
    assert (asked.kind, asked.situation) == ("shooting", shot())


# Writing


def test_a_melee_is_written_as_it_was_read() -> None:
    supports = [{"type": "pikemen", "kind": "simple"}, {"type": "levy", "kind": "melee"}]
    rich = {"type": "heavy_swordsmen", "quality": "elite", "abilities": ["armour", "impact"], "cohesion": 2}
    rich |= {"terrain": "wood", "supports": supports, **dict.fromkeys(FLAGS, True)}
    document = {"kind": "melee", "a": rich, "b": {"type": "levy"}, "round": 3, "charger": "b", "contact": "flank"}
    assert form.written(melee(document)) == document
    plain = {"kind": "melee", "a": {"type": "levy", "cohesion": 2}, "b": {"type": "levy"}}
    assert form.written(melee(plain))["a"] == {"type": "levy", "cohesion": 2}
    assert "cohesion" not in form.written(melee(plain))["b"]


def test_who_is_in_simple_support_stands_beside_the_unit_unless_it_is_said_otherwise() -> None:
    knights = {"type": "heavy_knights", "supports": [{"type": "elephant", "kind": "simple"}]}
    for said, beside in (({}, True), ({"friendly_beast": False}, False)):
        document = {**form.written(melee()), "a": {**knights, **said}}
        assert melee(document).a.friendly_beast is beside
        assert form.written(melee(document)) == document
    apart = {"type": "heavy_knights", "supports": [{"type": "elephant", "kind": "melee"}]}
    assert not melee({"a": apart, "b": LEVY}).a.friendly_beast


def test_a_shot_is_written_as_it_was_read() -> None:
    sides = {"a": {"type": "bowmen", "cover": True}, "b": {"type": "levy", "fortified": True}}
    document = {"kind": "shooting", **sides, "weapon": "longbow"}
    assert form.written(shot(document)) == document


# Shooting


def test_a_shot_has_a_weapon_a_range_and_cover() -> None:
    assert (shot().weapon.id, shot().a.cover, shot().b.cover) == ("bow", False, False)
    covered = shot({**SHOT, "b": {**LEVY, "cover": True}, "range": 4})
    assert (covered.a.cover, covered.b.cover) == (False, True)


@pytest.mark.rule("adlg.shooting.zone")
def test_only_a_light_chariot_shoots_backwards() -> None:
    chariot = {"type": "light_chariot", "backwards": True}
    document = {"kind": "shooting", "a": chariot, "b": LEVY, "weapon": "bow"}
    assert shot(document).a.backwards
    assert form.written(shot(document)) == document
    cavalry = {"type": "medium_cavalry"}
    found = form.read({**document, "a": {**cavalry, "backwards": True}}, "shooting")
    assert isinstance(found, Refusal)
    assert (found.code, found.rule) == ("form.backwards", "adlg.shooting.zone")
    assert not shot({**document, "a": {**cavalry, "backwards": False}}).a.backwards
    assert refused({**document, "b": {**LEVY, "backwards": True}})[0].startswith("form.key"), "a target never shoots"
    assert first_refused(backwards=True)[0].startswith("form.key"), "nor does anybody in melee"


REACH = [
    ("light_infantry", "javelin", 1),
    ("javelinmen", "javelin", 1),
    ("light_infantry", "incendiary", 1),
    ("light_cavalry", "sling", 2),
    ("light_infantry", "bow", 2),
    ("medium_cavalry", "crossbow", 2),
    ("light_camels", "firearm", 2),
    ("bowmen", "longbow", 4),
    ("handgunners", "firearm", 4),
    ("war_wagon", "crossbow", 4),
    ("light_artillery", "artillery", 4),
    ("medium_artillery", "artillery", 6),
    ("heavy_artillery", "artillery", 8),
]


@pytest.mark.parametrize(("troop", "weapon", "reach"), REACH)
def test_a_shot_beyond_the_reach_of_the_weapon_is_refused(troop: str, weapon: str, reach: int) -> None:
    document = {"a": {"type": troop}, "b": LEVY, "weapon": weapon}
    for distance in (0, reach, reach - 0.5):
        assert shot({**document, "range": distance}).weapon.id == weapon
    for distance in (reach + 1, reach + 0.25):
        code, params = refused({**document, "range": distance}, "shooting")
        said = {"range": distance, "reach": reach, "troop": troop, "weapon": weapon}
        assert (code, params) == ("form.out_of_reach", said)


def test_a_refused_distance_names_the_rule_of_the_reach() -> None:
    asked = form.read({**SHOT, "range": 5}, "shooting")
    assert isinstance(asked, Refusal)
    assert asked.rule == "adlg.range.four"


@pytest.mark.parametrize("distance", [-1, "2", None, True, [], float("nan"), float("inf")])
def test_a_distance_is_a_number(distance: object) -> None:
    assert refused({**SHOT, "range": distance}, "shooting")[0] == "form.distance"


def test_a_weapon_that_the_type_cannot_have_is_refused_with_those_it_can() -> None:
    code, params = refused({**SHOT, "weapon": "artillery"}, "shooting")
    assert (code, params["troop"], params["weapon"]) == ("form.weapon", "bowmen", "artillery")
    assert [each.key for each in params["known"]] == ["weapon.bow", "weapon.longbow"]
    assert refused({**SHOT, "a": {"type": "elephant"}}, "shooting") == ("form.no_weapon", {"troop": "elephant"})


def test_supporting_shooters_need_no_kind_and_may_be_many() -> None:
    many = [{"type": "bowmen"}] * 5
    assert len(shot({**SHOT, "a": {"type": "bowmen", "supports": many}}).a.supports) == 5


# Refusals


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ({}, "a"),
        ({"a": SWORDS}, "b"),
        ({"a": {}, "b": LEVY}, "a.type"),
        ({"a": SWORDS, "b": {"quality": "elite"}}, "b.type"),
        ({**MELEE, "a": {**SWORDS, "supports": [{"kind": "melee"}]}}, "a.supports.type"),
        ({**MELEE, "a": {**SWORDS, "supports": [{"type": "levy"}]}}, "a.supports.kind"),
        ({**MELEE, "kind": "shooting"}, "weapon"),
    ],
)
def test_a_missing_key_is_named(document: dict[str, Any], key: str) -> None:
    assert refused(document) == ("form.missing", {"key": key})


NEAR = [
    ({"type": "pikeman"}, "a.type", "pikeman", "pikemen"),
    ({"type": "Heavy Knights"}, "a.type", "Heavy Knights", "heavy_knights"),
    ({"quality": "Elite"}, "a.quality", "Elite", "elite"),
    ({"abilities": ["impact", "two-handed weapon"]}, "a.abilities", "two-handed weapon", "two_handed_weapon"),
    ({"terrain": "woods"}, "a.terrain", "woods", "wood"),
    ({"supports": [{"type": "levi", "kind": "simple"}]}, "a.supports.type", "levi", "levy"),
    ({"supports": [{"type": "levy", "kind": "meele"}]}, "a.supports.kind", "meele", "melee"),
]


@pytest.mark.parametrize(("more", "where", "name", "nearest"), NEAR)
def test_an_unknown_word_is_refused_with_the_nearest_known_one(
    more: dict[str, Any], where: str, name: str, nearest: str
) -> None:
    assert first_refused(**more) == ("form.value_near", {"where": where, "name": name, "nearest": nearest})


@pytest.mark.parametrize(
    ("key", "name", "nearest"), [("kind", "meleee", "melee"), ("contact", "fron", "front"), ("charger", "non", "none")]
)
def test_an_unknown_word_at_the_top_is_refused_with_the_nearest_known_one(key: str, name: str, nearest: str) -> None:
    said = {"where": key, "name": name, "nearest": nearest}
    assert refused({**MELEE, key: name}) == ("form.value_near", said)


@pytest.mark.parametrize(
    ("more", "where", "name", "known"),
    [
        ({"type": "zzz"}, "a.type", "zzz", TYPES),
        ({"type": 7}, "a.type", "7", TYPES),
        ({"quality": None}, "a.quality", "null", ["elite", "ordinary", "mediocre"]),
        ({"abilities": [True]}, "a.abilities", "true", ABILITIES),
        ({"terrain": "§§"}, "a.terrain", "§§", TERRAINS),
    ],
)
def test_a_word_like_no_other_is_refused_with_all_that_are_known(
    more: dict[str, Any], where: str, name: str, known: list[str]
) -> None:
    code, params = first_refused(**more)
    assert (code, params["where"], params["name"]) == ("form.value", where, name)
    assert sorted(params["known"]) == sorted(known)


def test_an_unknown_key_is_refused_with_the_nearest_known_one() -> None:
    said = {"where": "a", "name": "abilites", "nearest": "abilities"}
    assert first_refused(abilites=[]) == ("form.key_near", said)
    code, params = refused({**MELEE, "charge": "a"})
    assert (code, params) == ("form.key_near", {"where": "", "name": "charge", "nearest": "charger"})
    code, params = refused({**MELEE, "xyzxyz": 1})
    assert (code, params["where"], params["name"]) == ("form.key", "", "xyzxyz")
    assert {"a", "b", "round", "charger", "contact", "kind"} == set(params["known"])


@pytest.mark.parametrize("key", ["weapon", "range"])
def test_weapon_and_range_belong_to_shooting_only(key: str) -> None:
    assert refused({**MELEE, key: 1})[0].startswith("form.key")


def test_cover_belongs_to_shooting_only() -> None:
    assert first_refused(cover=True)[0].startswith("form.key")


@pytest.mark.parametrize("value", [1, 0, "true", None, [], {}])
@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_is_true_or_false_and_nothing_else(flag: str, value: object) -> None:
    code, params = first_refused(**{flag: value})
    assert (code, params["where"]) == ("form.flag", f"a.{flag}")


@pytest.mark.parametrize("value", [0, 5, -1, 2.0, "3", True, None, []])
def test_cohesion_is_a_whole_number_from_one_to_that_of_the_type(value: object) -> None:
    code, params = first_refused(cohesion=value)
    assert (code, params["where"], params["low"], params["high"]) == ("form.number", "a.cohesion", 1, 4)


@pytest.mark.parametrize("value", [0, -3, 1.5, "1", False, None])
def test_the_round_is_a_whole_number_from_one_on(value: object) -> None:
    code, params = refused({**MELEE, "round": value})
    assert (code, params["where"], params["low"]) == ("form.number", "round", 1)


@pytest.mark.parametrize("key", ["abilities", "supports"])
@pytest.mark.parametrize("value", ["impact", {}, None, 1])
def test_abilities_and_supports_are_lists(key: str, value: object) -> None:
    assert first_refused(**{key: value}) == ("form.not_a_list", {"where": f"a.{key}"})


@pytest.mark.parametrize("value", [[], "levy", None, 1, True])
def test_document_sides_and_supports_are_tables(value: object) -> None:
    assert refused(value) == ("form.not_a_table", {"where": ""})
    assert refused({**MELEE, "b": value}) == ("form.not_a_table", {"where": "b"})
    assert first_refused(supports=[value]) == ("form.not_a_table", {"where": "a.supports"})


@pytest.mark.rule("adlg.support.limit")
def test_a_unit_in_melee_has_three_supports_at_most() -> None:
    levies = [{"type": "levy", "kind": "simple"}] * 4
    assert len(first(supports=levies[:3]).supports) == 3
    assert first_refused(supports=levies) == ("form.supports", {"side": "a", "count": 4, "most": 3})


# Anything at all

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
SIDE = st.dictionaries(st.sampled_from((*form.SIDE_KEYS, *form.SHOT_FLAGS, "typ")), ANYTHING, max_size=4)
NEARLY = st.dictionaries(st.sampled_from((*form.SHOT_KEYS, "x")), SIDE.map(lambda more: {**SWORDS, **more}) | ANYTHING)


@given(ANYTHING | NEARLY | NEARLY.map(lambda more: {**MELEE, **more}), st.sampled_from(form.KINDS))
def test_whatever_a_document_holds_it_is_read_or_refused_in_words_of_both_languages(
    document: object, kind: str
) -> None:
    asked = form.read(document, kind)
    if isinstance(asked, Refusal):
        assert asked.code.startswith("form.")
        assert all(TEXTS.say(asked.message, lang) for lang in LANGUAGES)


def test_a_value_nested_very_deeply_and_a_number_of_many_digits_are_refused_like_any_other() -> None:
    nested: list[Any] = []
    for _ in range(10_000):
        nested = [nested]
    assert first_refused(type=nested)[0].startswith("form.value")
    assert first_refused(cohesion=10**400)[0] == "form.number"
