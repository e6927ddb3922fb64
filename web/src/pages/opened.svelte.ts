// The record that was opened last; it travels from the file chooser to the study without leaving the browser, and a
// reload of the tab finds it again.

const KEY = "triarii.opened";

class Opened {
  record = $state.raw("");
  name = $state("");

  constructor() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as { record?: string; name?: string };
      [this.record, this.name] = [kept.record ?? "", kept.name ?? ""];
    } catch {
      // storage is switched off
    }
  }

  take(record: string, name: string): void {
    [this.record, this.name] = [record, name];
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ record, name }));
    } catch {
      // too large, or storage is switched off: a reload will ask for the file again
    }
  }
}

export const opened = new Opened();
