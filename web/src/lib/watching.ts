// Links to watch a game. Before the # stands a word that is made of the token behind it: with it, and without the
// token, whoever makes previews of links may show the position as those see it who watch.
import { sha256 } from "./sha256";

export function watchPath(room: string, token: string): string {
  return `/watch/${room}?p=${previewWord(room, token)}#${token}`;
}

/** As the server makes it, of the hash of the token. */
export function previewWord(room: string, token: string): string {
  const digest = hashed(`triarii-preview-1\0${room}\0${hashed(token)}`);
  const bytes = Array.from({ length: 16 }, (_, i) => parseInt(digest.slice(2 * i, 2 * i + 2), 16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

const hashed = (text: string): string => sha256(new TextEncoder().encode(text));
