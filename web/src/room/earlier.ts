// The entries before those of a welcome: they come page by page in the background, the newest first.
import type { Entry } from "../lib/protocol";

/** Milliseconds between two pages: a seat may send only so many messages. */
const PAUSE = 100;

export class EarlierPages {
  /** Entries that came before those that were shown. */
  private hidden = 0;
  private shown = 0;
  /** Loaded and not shown yet: a long list is drawn anew a few times only. */
  private loaded: Entry[] = [];
  private loading = false;
  private run = 0;
  private waiting: { version: number; come: () => void }[] = [];

  constructor(
    private readonly ask: (before: number) => Promise<Entry[]>,
    private readonly show: (entries: Entry[], hidden: number) => void,
  ) {}

  /** All is new: so many entries came before the ones that are known. */
  begin(hidden: number, shown: number): void {
    this.run++;
    this.loading = false;
    this.hidden = hidden;
    this.shown = shown;
    this.loaded = [];
    this.wake();
    this.resume();
  }

  /** Goes on where a lost connection has left it. */
  resume(): void {
    if (!this.loading && this.hidden) void this.load(this.run);
  }

  end(): void {
    this.run++;
    this.hidden = 0;
  }

  /** When the entry of this version is there. */
  reach(version: number): Promise<void> {
    return new Promise((come) => {
      this.waiting.push({ version, come });
      this.wake();
    });
  }

  private async load(run: number): Promise<void> {
    this.loading = true;
    try {
      while (this.hidden && run === this.run) {
        const page = await this.ask(this.hidden - this.loaded.length + 1);
        if (run !== this.run) return;
        this.loaded = [...page, ...this.loaded];
        if (!page.length) this.hidden = this.loaded.length;
        const whole = this.loaded.length >= this.hidden;
        if (whole || this.waiting.length || this.loaded.length >= this.shown / 2) this.put();
        if (this.hidden) await new Promise((go) => setTimeout(go, PAUSE));
      }
    } catch {
      // The line is lost; what comes after it begins again.
    } finally {
      if (run === this.run) this.loading = false;
    }
  }

  private put(): void {
    const entries = this.loaded;
    this.loaded = [];
    this.hidden -= entries.length;
    this.shown += entries.length;
    this.show(entries, this.hidden);
    this.wake();
  }

  private wake(): void {
    const come = this.waiting.filter((one) => one.version > this.hidden || one.version <= 0);
    this.waiting = this.waiting.filter((one) => !come.includes(one));
    for (const one of come) one.come();
  }
}
