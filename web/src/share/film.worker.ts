// Puts the pictures of a film together, beside the page.
import { gif, type Frame } from "../lib/gif";

addEventListener("message", ({ data }: MessageEvent<{ width: number; height: number; frames: Frame[] }>) => {
  const made = gif(data.width, data.height, data.frames);
  postMessage(made, { transfer: [made.buffer] });
});
