"""Own games on their page, and being told of turns: by this device and by mail, as a person asks for it and ends it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.post_offices import Browser as Subscribed
from tests.server.post_offices import mail_server, push_service
from tests.server.serving import Client, Json, get, inside, new_room, person, post, token

from .conftest import Look, Visitor, until

SITE = "https://club.example"
SUBSCRIBE = """(() => {
  const found = %s;
  const keys = { p256dh: found.p256dh, auth: found.auth };
  const made = { toJSON: () => ({ endpoint: found.endpoint, keys }), unsubscribe: () => Promise.resolve(true) };
  PushManager.prototype.subscribe = () => Promise.resolve(made);
})()"""
"""The service of a browser's maker cannot be reached from a test: this is what it would answer."""


WRITES_DOWN = """() => {
  self.shown = [];
  self.opened = [];
  ServiceWorkerRegistration.prototype.showNotification = (title, more) => {
    self.shown.push([title, more.body, more.tag, more.actions.map(({ title }) => title)]);
    self.last = { data: more.data, close() {} };
    return Promise.resolve();
  };
  Clients.prototype.openWindow = (path) => Promise.resolve(void self.opened.push(path));
}"""
"""Chromium without a window takes no notice from anybody, whatever it was allowed: the worker writes down what it is
asked to show, and which page to open."""
PRESSED = """async (action) => {
  const pressed = Object.assign(new Event("notificationclick"), { notification: self.last, action });
  pressed.waitUntil = (done) => { self.done = done; };
  self.dispatchEvent(pressed);
  await self.done;
}"""


class Pushed:
    """The worker of a browser, to which its maker's service hands messages."""

    def __init__(self, someone: Visitor) -> None:
        self._page = someone.page
        self._origin = someone.url
        (self.worker,) = self._page.context.service_workers
        self.worker.evaluate(WRITES_DOWN)
        self._devtools = self._page.context.new_cdp_session(self._page)
        self._known: list[str] = []
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self._devtools.send("ServiceWorker.enable")
        until(self._page, lambda: bool(self._known))

    def _registered(self, told: Json) -> None:
        self._known += [one["registrationId"] for one in told["registrations"]]

    def deliver(self, notice: Json) -> list[object]:
        """A message as it was decrypted; what is shown of it."""
        before = self.worker.evaluate("self.shown.length")
        where = {"origin": self._origin, "registrationId": self._known[0]}
        self._devtools.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(notice)})
        until(self._page, lambda: bool(self.worker.evaluate("self.shown.length") == before + 1))
        found: list[object] = self.worker.evaluate("self.shown.at(-1)")
        return found

    def press(self, action: str = "") -> None:
        self.worker.evaluate(PRESSED, action)


def test_own_games_and_how_to_be_told_of_them(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server() as mails, push_service(tmp_path) as (pushes, certificate):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        more: Json = {"public_url": SITE, "smtp": mails.address, "mail_from": "Club <club@example.org>"}
        with inside(tmp_path / "data", notice_seconds=0.05, push_to_private=True, **more) as address:
            own, other, quick = token(), token(), token()
            slow = new_room(address, person(other, name="Ben"), person(own, name="Ada"), clock={"days": 3})["room"]
            mine = new_room(address, person(quick), person(token(), name="Eve"), clock={"days": 2})["room"]
            look = Look("de", "light", phone=True, less_motion=True)
            ada = Visitor(look.opened(browser), address)
            ada.page.add_init_script(SUBSCRIBE % json.dumps(Subscribed(pushes).subscription))
            ada.open(f"/room/{slow}#second={own}")
            ada.loaded()
            ada.open(f"/room/{mine}#first={quick}")
            ada.loaded()
            ada.open("/mine")
            waiting = ada.page.get_by_role("region", name="Du bist am Zug", exact=True)
            expect(waiting.get_by_role("link")).to_have_count(1)
            expect(waiting).to_contain_text("Eve")
            expect(ada.page.get_by_role("region", name="Andere sind am Zug")).to_contain_text("Ben")
            assert ada.axe() == []

            # This device: nothing is asked before the press, and a no is said.
            button = ada.page.get_by_role("button", name="Auf diesem Gerät Bescheid geben")
            button.click()
            expect(ada.page.get_by_text("Dein Browser lässt es nicht zu.")).to_be_visible()
            ada.page.context.grant_permissions(["notifications"], origin=address)
            button.click()
            expect(ada.page.get_by_text("Dieses Gerät gibt dir Bescheid")).to_be_visible()
            assert ada.axe() == []

            # By mail, once the address is confirmed.
            ada.page.get_by_label("Deine E-Mail-Adresse").fill("ada@example.org")
            ada.page.get_by_role("button", name="Schick mir E-Mails").click()
            expect(ada.page.get_by_text("Sieh ins Postfach von ada@example.org")).to_be_visible()
            (link,) = re.findall(rf"{SITE}(/reminders/confirm#\S+)", mails.next().get_content())
            ada.open(link)
            ada.loaded()
            assert ada.axe() == []
            ada.page.get_by_role("button", name="Ja, sag mir Bescheid").click()
            expect(ada.page.get_by_text("Erledigt. Du bekommst eine E-Mail")).to_be_visible()

            # A turn is told by both ways, and to another device in its own language.
            device = token()
            wish = {"push": Subscribed(pushes, "two").subscription, "seats": [{"room": slow, "token": own}]}
            assert post(address, "/api/reminders", {"token": device, "lang": "en", **wish}).status_code == 200
            with Client(address, slow, other) as ben:
                ben.arrive()
                ben.act("b2b4")
            notices = {each.path: each.notice for each in (pushes.next(), pushes.next())}
            notice, letter = notices["/one"], mails.next()
            assert letter["Date"] is not None
            assert notice["title"] == letter["Subject"] == "Du bist am Zug: Städte & Helden"

            # What comes is shown; a press opens the game, and the button ends the messages to that device.
            worker, tag = Pushed(ada), f"turn-{slow}"
            body = "Ben hat gezogen. Du hast noch 2 Tage."
            assert worker.deliver(notice) == [notice["title"], body, tag, ["Nichts mehr melden"]]
            worker.press()
            body = "Ben has moved. You have 2 days left."
            assert worker.deliver(notices["/two"]) == ["Your turn: Cities & Heroes", body, tag, ["No more messages"]]
            worker.press("stop")
            assert worker.worker.evaluate("self.opened") == [f"/room/{slow}"]
            assert get(address, "/api/reminders", Authorization=f"Bearer {device}").json()["asked"] is None
            ada.open("/mine")
            expect(waiting.get_by_role("link")).to_have_count(2)
            expect(ada.page.get_by_text("E-Mails gehen an ada@example.org.")).to_be_visible()

            # One click in the mail ends it, without anything else.
            (stop,) = re.findall(rf"{SITE}(/reminders/stop#[\w-]+)\n", letter.get_content())
            ada.open(stop)
            expect(ada.page.get_by_text("Erledigt. Es kommt nichts mehr")).to_be_visible()
            ada.open("/mine")
            expect(ada.page.get_by_label("Deine E-Mail-Adresse")).to_be_visible()
            ada.page.get_by_role("button", name="Nichts mehr melden").click()
            expect(button).to_be_visible()

            # For one game, from its table.
            ada.open(f"/room/{slow}")
            ada.loaded()
            ada.page.get_by_role("button", name="Sag mir, wenn ich am Zug bin").click()
            dialog = ada.page.get_by_role("dialog")
            dialog.get_by_role("button", name="Zu diesem Spiel auf diesem Gerät").click()
            expect(dialog.get_by_text("Das gilt für ein Spiel.")).to_be_visible()
            assert ada.axe() == []
            kept = ada.page.evaluate("localStorage.getItem('triarii.reminders.push')")
            ada.page.context.close()
            found = get(address, "/api/reminders", Authorization=f"Bearer {kept}").json()["asked"]
            assert found["rooms"] == [slow]
