// Checks in the browser that the secret shown after a game is the one promised before it. `triarii verify` checks the rest.

/** Whether the secret fits the promise; null where this page may not use cryptography (plain http from another machine). */
export async function promiseKept(secret: string, commit: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle || !/^([0-9a-f]{2})+$/.test(secret)) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const label = new TextEncoder().encode("triarii-commit-1\0");
  const whole = new Uint8Array(label.length + bytes.length);
  whole.set(label);
  whole.set(bytes, label.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === commit;
}
