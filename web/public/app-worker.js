// Keeps the app for use without a network, once a person has asked for it: its page, all files of its build, the Python
// that plays, and what was last told of games and rules.
//
// Nothing changes under anybody's hands: a page that is open keeps the files of its build, and the next one that is
// opened with a network is the newest.
"use strict";

var STORE = "triarii-";
var TOLD = "triarii-told";
// The app lies where this file does.
var ROOT = new URL(".", self.location.href).pathname;
var PATIENCE = 4000;

self.addEventListener("install", function () {
  self.skipWaiting();
});

self.addEventListener("activate", function (event) {
  event.waitUntil(self.clients.claim());
});

// {build}: all is fetched before anything old is given up, so that a lost network leaves the last build in place.
self.addEventListener("message", function (event) {
  var wanted = event.data || {};
  if (typeof wanted.build !== "string") return;
  var port = event.ports[0];
  event.waitUntil(
    keep(wanted.build).then(
      function () {
        if (port) port.postMessage({ kept: true });
      },
      function () {
        if (port) port.postMessage({ kept: false });
      },
    ),
  );
});

async function keep(build) {
  var name = STORE + build;
  var store = await caches.open(name);
  var listed = await (await fetch(ROOT + "files.json", { cache: "no-cache" })).json();
  var renewed = [];
  for (var file of [""].concat(listed)) {
    var url = new URL(ROOT + file, self.location.origin).href;
    var known = file && (await store.match(url));
    if (!known) {
      var answer = await fetch(url, { credentials: "omit", cache: "no-cache" });
      if (!answer.ok) throw new Error(file);
      await store.put(url, answer);
    } else if (file.startsWith("python/")) {
      // The rules change without the page, whose build is named after its own script.
      var newer = await newerThan(known, url);
      if (newer) renewed.push([url, newer]);
    }
  }
  // Together: a Python takes only rules that were compiled for it.
  for (var [where, what] of renewed) await store.put(where, what);
  // A window that runs an older build may want more of its files.
  var windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.filter((one) => new URL(one.url).pathname.startsWith(ROOT)).length > 1) return;
  for (var other of await caches.keys())
    if (other.startsWith(STORE) && other !== name && other !== TOLD) await caches.delete(other);
}

// What is there now, if it is not what is kept.
async function newerThan(known, url) {
  var [tag, date] = [known.headers.get("etag"), known.headers.get("last-modified")];
  var asked = tag ? { "if-none-match": tag } : date ? { "if-modified-since": date } : {};
  var answer = await fetch(url, { credentials: "omit", cache: "no-store", headers: asked });
  if (answer.status === 304) return null;
  if (!answer.ok) throw new Error(url);
  var headers = {};
  for (var header of ["content-type", "etag", "last-modified"])
    if (answer.headers.get(header)) headers[header] = answer.headers.get(header);
  return new Response(await answer.arrayBuffer(), { headers: headers });
}

// Somebody's turn has come, as the server was asked to say: {title, body, room, stop, stop_words}.
self.addEventListener("push", function (event) {
  var told = {};
  try {
    told = event.data.json();
  } catch (unreadable) {
    // a browser wants something shown for every message
  }
  event.waitUntil(
    self.registration.showNotification(String(told.title || "Triarii"), {
      body: String(told.body || ""),
      tag: "turn-" + String(told.room || ""), // a later turn takes the place of an earlier one
      icon: ROOT + "icon-192.png",
      data: { room: String(told.room || ""), stop: String(told.stop || "") },
      actions: told.stop ? [{ action: "stop", title: String(told.stop_words || "") }] : [],
    }),
  );
});

self.addEventListener("notificationclick", function (event) {
  var data = event.notification.data || {};
  event.notification.close();
  event.waitUntil(event.action === "stop" ? stop(data.stop) : open(ROOT + "room/" + encodeURIComponent(data.room)));
});

async function stop(word) {
  await fetch(ROOT + "api/reminders/stop/" + encodeURIComponent(word), { method: "POST", credentials: "omit" });
}

// In the window that shows this game already, or in a new one.
async function open(path) {
  var windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (var one of windows) if (new URL(one.url).pathname === path) return one.focus();
  return self.clients.openWindow(path);
}

self.addEventListener("fetch", function (event) {
  var request = event.request;
  var url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(ROOT)) return;
  var path = url.pathname.slice(ROOT.length);
  if (request.mode === "navigate") event.respondWith(freshOrKept(request, new URL(ROOT, url).href));
  else if (path.startsWith("assets/") || path.startsWith("python/")) event.respondWith(keptOrFresh(request));
  else if (path.startsWith("api/games")) event.respondWith(toldOrKept(request));
  else if (!path.startsWith("api/")) event.respondWith(freshOrKept(request, request.url));
});

// Of several builds the newest: their stores stand in the order in which they were made.
async function keptOf(url) {
  for (var name of (await caches.keys()).reverse()) {
    var found = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (found) return found;
  }
}

async function keptOrFresh(request) {
  return (await keptOf(request.url)) || fetch(request);
}

// A network that is there and does not answer is no better than none.
async function freshOrKept(request, name) {
  var fresh = fetch(request);
  var kept = await keptOf(name);
  if (!kept) return fresh;
  var tired = new Promise(function (resolve) {
    setTimeout(resolve, PATIENCE, kept);
  });
  return Promise.race([fresh, tired]).catch(function () {
    return kept;
  });
}

// What is told of games is kept as it was told last.
async function toldOrKept(request) {
  try {
    var answer = await fetch(request);
    if (answer.ok) {
      var store = await caches.open(TOLD);
      await store.put(request.url, answer.clone());
    }
    return answer;
  } catch (lost) {
    var kept = await keptOf(request.url);
    if (kept) return kept;
    throw lost;
  }
}
