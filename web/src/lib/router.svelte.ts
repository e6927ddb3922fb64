// Which page is shown: plain history addresses, so that every page has a link. pages/index.ts lists them. Paths here
// are those of the app, wherever on its site it lies.
import { at, here, within } from "./root";

class Router {
  path = $state(here());
  hash = $state(window.location.hash);

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    document.addEventListener("click", this.follow);
  }

  go(address: string, { replace = false } = {}): void {
    if (this.embedded) {
      window.open(at(address), "_blank", "noopener");
      return;
    }
    if (replace) history.replaceState(null, "", at(address));
    else history.pushState(null, "", at(address));
    this.read();
    scrollTo(0, 0);
  }

  /** Within a page of others only the game is shown: what it leads to is a page of its own. */
  get embedded(): boolean {
    return this.path.startsWith("/embed/");
  }

  /** Takes secrets out of the address bar. */
  dropHash(): void {
    history.replaceState(history.state, "", window.location.pathname + window.location.search);
    this.hash = "";
  }

  private read(): void {
    this.path = here();
    this.hash = window.location.hash;
  }

  /** A click on a link of ours changes the page without loading it again. */
  private readonly follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link?.href || link.target || link.hasAttribute("download")) return;
    const to = new URL(link.href);
    const path = within(to.pathname);
    if (this.embedded && path !== null) {
      link.target = "_blank";
      link.rel = "noopener";
      return;
    }
    if (to.origin !== window.location.origin || path === null || path.startsWith("/api/")) return;
    if (to.pathname === window.location.pathname && to.hash && to.hash === link.getAttribute("href")) return;
    event.preventDefault();
    this.go(path + to.search + to.hash);
  };
}

export const router = new Router();

/** The parts of an address that fits a pattern such as /room/:id, or null. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/\/+$/, "").split("/");
  if (path === "/") given.push("");
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const here = given[i] ?? "";
    if (part.startsWith(":")) {
      if (!here) return null;
      try {
        found[part.slice(1)] = decodeURIComponent(here);
      } catch {
        return null;
      }
    } else if (part !== here) return null;
  }
  return found;
}
