// How much of the window the keyboard on the screen covers: it lies over the page, and what is fixed to the window's
// lower edge lies under it.

class Keyboard {
  /** Pixels at the lower edge that nobody sees. */
  covers = $state(0);

  constructor() {
    const seen = typeof window === "undefined" ? null : window.visualViewport;
    if (!seen) return;
    const measure = (): void => {
      // Who has zoomed in with two fingers sees less of the page too, and wants it to stay where it is.
      const zoomed = seen.scale > 1.01;
      this.covers = zoomed ? 0 : Math.max(0, Math.round(window.innerHeight - seen.offsetTop - seen.height));
    };
    seen.addEventListener("resize", measure);
    seen.addEventListener("scroll", measure);
    measure();
  }
}

export const keyboard = new Keyboard();
