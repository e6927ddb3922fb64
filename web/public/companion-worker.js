// Keeps the table companion for use without a network: its page, the files that the page needs, and its tables.
//
// The page says what it needs and of which build it is; a new build has a new store, and the old one goes.
"use strict";

var STORE = "companion-";
// The app lies where this file does.
var ROOT = new URL(".", self.location.href).pathname;
var PAGE = ROOT + "adlg/companion";
var PATIENCE = 4000;

self.addEventListener("install", function () {
  self.skipWaiting();
});

self.addEventListener("activate", function (event) {
  event.waitUntil(self.clients.claim());
});

// {build, files}: fetched whole before anything old is given up, so that a lost network leaves the last build in place.
self.addEventListener("message", function (event) {
  var wanted = event.data || {};
  if (typeof wanted.build !== "string" || !Array.isArray(wanted.files)) return;
  var port = event.ports[0];
  event.waitUntil(
    keep(wanted.build, wanted.files).then(
      function () {
        if (port) port.postMessage({ kept: true });
      },
      function () {
        if (port) port.postMessage({ kept: false });
      },
    ),
  );
});

async function keep(build, files) {
  var name = STORE + build;
  var store = await caches.open(name);
  for (var file of [PAGE].concat(files)) {
    var url = new URL(file, self.location.origin);
    if (url.origin !== self.location.origin) continue;
    // Files of a build never change; page and tables are asked for again.
    if (url.pathname.startsWith(ROOT + "assets/") && (await store.match(url.href))) continue;
    var answer = await fetch(url.href, { credentials: "omit", cache: "no-cache" });
    if (!answer.ok) throw new Error(url.pathname);
    await store.put(url.href, answer);
  }
  for (var other of await caches.keys()) if (other.startsWith(STORE) && other !== name) await caches.delete(other);
}

self.addEventListener("fetch", function (event) {
  var request = event.request;
  var url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(freshOrKept(request, PAGE));
  else if (url.pathname.startsWith(ROOT + "assets/")) event.respondWith(keptOrFresh(request));
  else if (!url.pathname.startsWith(ROOT + "api/") || url.pathname === ROOT + "api/games/adlg/companion")
    event.respondWith(freshOrKept(request, request.url));
});

async function keptOrFresh(request) {
  return (await caches.match(request.url)) || fetch(request);
}

// A network that is there and does not answer is no better than none.
async function freshOrKept(request, name) {
  var fresh = fetch(request);
  var kept = await caches.match(name);
  if (!kept) return fresh;
  var tired = new Promise(function (resolve) {
    setTimeout(resolve, PATIENCE, kept);
  });
  return Promise.race([fresh, tired]).catch(function () {
    return kept;
  });
}
