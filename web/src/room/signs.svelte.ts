// What players let each other know without words, and whether this browser wants to see it.
import { keep, recall, whenKept } from "../lib/keeping";
import type { EmotedMessage } from "../lib/protocol";

export type Emotion = EmotedMessage["kind"];

/** In the order in which they are offered, each with its picture. */
export const SIGNS: Readonly<Record<Emotion, string>> = {
  hello: "👋",
  good_luck: "🍀",
  well_played: "👏",
  wow: "😮",
  ouch: "😖",
  lucky: "🎲",
  thinking: "🤔",
  sorry: "🙈",
  thanks: "🙏",
  good_game: "🤝",
};

class Muted {
  now = $state(recall<boolean>("muted", false));

  constructor() {
    whenKept("muted", () => (this.now = recall<boolean>("muted", false)));
  }

  switch(): void {
    this.now = !this.now;
    keep("muted", this.now);
  }
}

export const muted = new Muted();
