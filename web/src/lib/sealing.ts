// Seals what one browser hands to another, by a code that is used once. By SHA-256 alone, because at a club's table the
// page often comes without https, where browsers offer no other cryptography: as a stream of key after key over the
// text, and a sum over the result, so that nobody who stores it can read it, nor change it without being noticed.
import { sha256 } from "./sha256";

const digest = (text: string): string => sha256(new TextEncoder().encode(text));

/** Without letters that are mistaken for others. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 20;
const PART = 5;

/** 20 letters, nearly 100 random bits, in parts of five. */
export function newCode(): string {
  const code: string[] = [];
  while (code.length < LENGTH) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte! < LETTERS.length * Math.floor(256 / LETTERS.length)) code.push(LETTERS[byte! % LETTERS.length]!);
  }
  return code.join("").replace(new RegExp(`(.{${PART}})(?=.)`, "g"), "$1-");
}

/** A code as somebody has typed it, or null. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return plain.length === LENGTH && [...plain].every((letter) => LETTERS.includes(letter)) ? plain : null;
}

/** Under which name the box waits: it does not tell the code. */
export const boxName = (code: string): string => digest(`triarii-box-name-1 ${readCode(code)}`);

export function seal(text: string, code: string): string {
  const bytes = over(new TextEncoder().encode(text), code);
  return base64(bytes) + sum(bytes, code);
}

/** The text, or null where the code is another one or the box was changed. */
export function unseal(box: string, code: string): string | null {
  try {
    const bytes = unbase64(box.slice(0, -64));
    if (sum(bytes, code) !== box.slice(-64)) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(over(bytes, code));
  } catch {
    return null;
  }
}

function over(bytes: Uint8Array, code: string): Uint8Array {
  const made = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 32) {
    const key = digest(`triarii-box-key-1 ${readCode(code)} ${at}`);
    for (let i = 0; i < 32 && at + i < bytes.length; i++)
      made[at + i] = bytes[at + i]! ^ parseInt(key.slice(2 * i, 2 * i + 2), 16);
  }
  return made;
}

function sum(bytes: Uint8Array, code: string): string {
  const inner = digest(`triarii-box-sum-1 ${readCode(code)} ${base64(bytes)}`);
  return digest(`triarii-box-sum-2 ${readCode(code)} ${inner}`);
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function unbase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
