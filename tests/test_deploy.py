"""What whoever hosts is given: the page tells the files as they are, settings exist, images have versions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from triarii.cli.app import app
from triarii.core.contract import Refusal
from triarii.server.configuration import SETTINGS, gather

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
VERSIONED = re.compile(r"[\w/]+:(\d+\.\d+[\w.-]*)(@sha256:[0-9a-f]{64})?")


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf", "triarii.toml"])
def test_the_page_tells_the_file_as_it_is(name: str) -> None:
    assert (DEPLOY / name).read_text("utf-8") in BLOCKS


def test_the_settings_of_the_page_are_settings_of_the_server() -> None:
    found = gather({}, {}, DEPLOY / "triarii.toml")
    assert not isinstance(found, Refusal), found
    assert found.settings().public_url == "https://play.example.org"


def test_the_unit_starts_what_the_page_installs_with_the_settings_that_it_writes() -> None:
    unit = (DEPLOY / "triarii.service").read_text("utf-8")
    assert "ExecStart=/opt/triarii/bin/triarii serve --config /etc/triarii.toml\n" in unit
    assert "python3 -m venv /opt/triarii" in PAGE
    for promise in ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n", "User=triarii"):
        assert promise in unit
    for switch in re.findall(r"^(\w+)=", unit, re.MULTILINE):
        assert switch == "SystemCallFilter" or len(re.findall(rf"^{switch}=", unit, re.MULTILINE)) == 1, switch


def test_every_image_is_named_by_its_version() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    images += [each["image"] for each in COMPOSE["services"].values() if "build" not in each]
    assert len(images) == 5
    assert [each for each in images if not VERSIONED.fullmatch(each)] == []


def test_what_runs_in_a_container_has_no_rights_and_writes_nowhere_else() -> None:
    assert re.findall(r"^USER (\S+)", DOCKERFILE, re.MULTILINE) == ["10001"]
    for name in ("server", "thinker"):
        service = COMPOSE["services"][name]
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
    assert [name for name, each in COMPOSE["services"].items() if "ports" in each] == ["caddy"]


def test_containers_are_set_by_settings_that_exist() -> None:
    known = {each.variable for each in SETTINGS}
    named = set(re.findall(r"\b(TRIARII_\w+)=", DOCKERFILE))
    named |= {key for each in COMPOSE["services"].values() for key in each.get("environment", {}) if "TRIARII" in key}
    assert len(named) > 6
    assert named <= known


def test_mail_is_set_where_passwords_may_stand_and_may_be_left_out() -> None:
    unit = (DEPLOY / "triarii.service").read_text("utf-8")
    assert "EnvironmentFile=-/etc/triarii.env\n" in unit
    assert "/etc/triarii.env" in PAGE
    told = {
        key: value
        for key, value in COMPOSE["services"]["server"]["environment"].items()
        if "MAIL" in key or "SMTP" in key
    }
    assert told == {"TRIARII_SMTP": "${TRIARII_SMTP:-}", "TRIARII_MAIL_FROM": "${TRIARII_MAIL_FROM:-}"}
    found = gather({}, dict.fromkeys(told, ""), None)
    assert not isinstance(found, Refusal), found
    assert (found.settings().smtp, found.settings().mail_from) == ("", "")


def test_whoever_is_believed_is_in_the_network_of_the_proxy_alone() -> None:
    services = COMPOSE["services"]
    inside = {name for name, each in services.items() if "front" in each["networks"]}
    assert inside == {"server", "caddy"}
    subnet = COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert services["server"]["environment"]["TRIARII_TRUSTED_PROXIES"] == subnet


def test_what_the_dockerfile_copies_is_not_kept_from_it() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        for word in line.split():
            assert f"!{word.partition('/')[0]}" in ignored, word
            assert (ROOT / word).exists(), word


def test_containers_start_commands_and_options_that_exist() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    for name in ("server", "thinker"):
        command, *options = COMPOSE["services"][name]["command"]
        loaded = commands[command].loaded()
        known = {word for each in loaded.params for word in (*each.opts, *each.secondary_opts)}
        assert {word for word in options if word.startswith("-")} <= known, name
