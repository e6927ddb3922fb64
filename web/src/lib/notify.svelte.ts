// Tells a person who looks elsewhere that it is their turn: in the tab's title, and by a notification if they allow it.
import { keep, recall } from "./keeping";
import { at } from "./root";

class Notices {
  /** The page's name, without the mark of the turn. */
  private title = "Triarii";
  private marked = false;
  readonly possible = typeof Notification !== "undefined";
  /** As long as the browser lets us: a bell that can't ring is not shown as one that does. */
  wanted = $state(recall<boolean>("notify", false) && this.possible && Notification.permission === "granted");

  name(title: string): void {
    this.title = title;
    this.show();
  }

  mark(yours: boolean): void {
    this.marked = yours;
    this.show();
  }

  /** On or off; false where the browser does not let us. */
  async switch(): Promise<boolean> {
    const on = !this.wanted;
    this.wanted = on && this.possible && (await allowed());
    keep("notify", this.wanted);
    return this.wanted === on;
  }

  /** Only where nobody looks at the page. */
  tell(words: string): void {
    if (!document.hidden || !this.wanted || !this.possible || Notification.permission !== "granted") return;
    const notice = new Notification(this.title, { body: words, icon: at("/favicon.svg"), tag: "triarii" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }

  private show(): void {
    document.title = (this.marked ? "● " : "") + this.title;
  }
}

async function allowed(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false; // not where the address is no secure one
  }
}

export const notices = new Notices();
