// Sets theme, language and pace of the page before its first paint: the person's choice, else the system's and the
// browser's.
(function () {
  var kept = {};
  try {
    kept = {
      theme: localStorage.getItem("triarii.theme"),
      lang: localStorage.getItem("triarii.lang"),
      speed: localStorage.getItem("triarii.speed"),
    };
  } catch (refused) {
    // no storage: the system's wishes count
  }
  var chosen = kept.theme === "dark" || kept.theme === "light";
  var dark = chosen ? kept.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  var german = kept.lang ? kept.lang === "de" : /^de\b/i.test(navigator.language || "");
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.speed = kept.speed || "normal";
  document.documentElement.lang = german ? "de" : "en";
})();
