// Secrets of this browser: a token holds a seat, a key names one wish.

/** 128 random bits as 22 letters of base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

export const newKey = newToken;
