// When a person has seen what is on the page.

/** Milliseconds after which nobody waits for a frame any more: a hidden page gets none. */
const NO_FRAME = 100;

/** Calls back once, after the next frame has been drawn. */
export function afterNextFrame(then: () => void): void {
  let called = false;
  const once = (): void => {
    if (called) return;
    called = true;
    then();
  };
  // What is asked for in a frame runs before it is drawn; a task of its own comes after that.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, NO_FRAME);
}
