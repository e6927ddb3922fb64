// What the app keeps in this browser. Without storage it forgets when the page is closed, and nothing breaks.

const held = new Map<string, string>();

export function recall<T>(name: string, otherwise: T): T {
  const key = `triarii.${name}`;
  let text: string | null | undefined = held.get(key);
  try {
    text = localStorage.getItem(key) ?? text;
  } catch {
    // storage is switched off
  }
  if (text === null || text === undefined) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return (typeof otherwise === "string" ? text : otherwise) as T;
  }
}

export function keep(name: string, value: unknown): void {
  const key = `triarii.${name}`;
  // Plain words stay readable for theme.js, which runs before all of this.
  const text = typeof value === "string" ? value : JSON.stringify(value);
  held.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // storage is full or switched off
  }
}

/** Tells when another window has kept something else. */
export function whenKept(name: string, then: () => void): void {
  if (typeof addEventListener === "undefined") return;
  addEventListener("storage", (event) => (event.key === `triarii.${name}` || event.key === null) && then());
}
