// Where on its site the app lies: at the root, or below a path such as /games, of which the page tells. Pages speak of
// addresses as if it were the root; web/links.mjs has every link of theirs say the rest.

/** The path before ours, without the slash at its end. */
export const ROOT = rootOf(globalThis.document?.documentElement?.dataset?.root);

/** What the page says, once a server has filled it in. */
export function rootOf(said: string | undefined): string {
  return said?.startsWith("/") ? said.replace(/\/+$/, "") : "";
}

/** An address of ours as the browser knows it; others stay as they are. */
export function at(path: string, root: string = ROOT): string {
  return path.startsWith("/") && !path.startsWith("//") ? root + path : path;
}

/** A path of the browser as we speak of it, or null if it is none of ours. */
export function within(path: string, root: string = ROOT): string | null {
  if (path === root) return "/";
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null;
}

/** The path of this page. One that is reached past the proxy, without the path before ours, is ours all the same. */
export function here(): string {
  const { pathname } = window.location;
  return within(pathname) ?? pathname;
}

/** The address under which others open this app, without the slash at its end. */
export const home = (): string => window.location.origin + ROOT;
