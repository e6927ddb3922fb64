// A server's seal under a studied record, and what it tells.
import type { Study } from "../lib/protocol";

/** What is to be said of the seal of a record; nothing of a line of play, or while a game goes on. */
export function sealWord({ proof, result }: Pick<Study, "proof" | "result">): "" | "ours" | "other" | "false" | "none" {
  if (!proof) return "";
  if (!proof.seal) return result ? "none" : "";
  if (!proof.seal.genuine) return "false";
  return proof.seal.ours ? "ours" : "other";
}
