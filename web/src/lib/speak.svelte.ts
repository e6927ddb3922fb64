// What a screen reader hears without being asked: events politely, refusals and the clock at once.

class Speaker {
  polite = $state("");
  urgent = $state("");

  /** Whole sentences; the same words twice are still said twice. */
  say(words: string | string[]): void {
    this.polite = again(this.polite, words);
  }

  warn(words: string | string[]): void {
    this.urgent = again(this.urgent, words);
  }
}

function again(before: string, words: string | string[]): string {
  const text = (Array.isArray(words) ? words.join(" ") : words).trim();
  return text === before ? `${text}\u00a0` : text;
}

export const speaker = new Speaker();
