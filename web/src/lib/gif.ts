// An animated GIF of a few pictures, as boards are drawn: few colours, and from one picture to the next little changes.
// GIF89a with one table of colours for all, LZW as its specification has it; what stays as it was is left transparent.

export interface Frame {
  /** Red, green, blue, alpha of every pixel, row by row. */
  pixels: Uint8ClampedArray;
  /** Milliseconds for which it is shown. */
  milliseconds: number;
}

const COLOURS = 255;
/** The last place of the table: as before. */
const SAME = 255;
const LONGEST_CODE = 4096;
/** Pixels between two that are counted for the table. */
const SAMPLED = 3;

export function gif(width: number, height: number, frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const table = coloursOf(frames);
  const near = nearest(table);
  const out = new Bytes();
  out.text("GIF89a").short(width).short(height).byte(0xf7).byte(SAME).byte(0);
  for (const colour of table)
    out
      .byte(colour >> 16)
      .byte((colour >> 8) & 255)
      .byte(colour & 255);
  out.byte(0).byte(0).byte(0);
  out.bytes([0x21, 0xff, 11]).text("NETSCAPE2.0").bytes([3, 1, 0, 0, 0]);
  let before: Uint8Array | null = null;
  for (const { pixels, milliseconds } of frames) {
    const now = Uint8Array.from({ length: width * height }, (_, i) => near(rgb(pixels, 4 * i)));
    const shown = before;
    const drawn = shown ? now.map((colour, i) => (colour === shown[i] ? SAME : colour)) : now;
    // 0x05: transparent, and left in place for the next one.
    out
      .bytes([0x21, 0xf9, 4, 0x05])
      .short(Math.round(milliseconds / 10))
      .byte(SAME)
      .byte(0);
    out.byte(0x2c).short(0).short(0).short(width).short(height).byte(0);
    compress(drawn, out);
    before = now;
  }
  out.byte(0x3b);
  return out.made();
}

const rgb = (pixels: Uint8ClampedArray, at: number): number =>
  (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
/** Colours that nobody tells apart count as one. */
const bin = (colour: number): number => ((colour >> 9) & 0x7c00) | ((colour >> 6) & 0x3e0) | ((colour >> 3) & 0x1f);

/** The most frequent colours of all frames. */
function coloursOf(frames: readonly Frame[]): number[] {
  const counted = new Uint32Array(1 << 15);
  const example = new Uint32Array(1 << 15);
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4 * SAMPLED) {
      const colour = rgb(pixels, at);
      const number = bin(colour);
      if (!counted[number]) example[number] = colour;
      counted[number]! += 1;
    }
  }
  const found = [...counted.keys()].filter((number) => counted[number]);
  found.sort((a, b) => counted[b]! - counted[a]!);
  const table = found.slice(0, COLOURS).map((number) => example[number]!);
  while (table.length < COLOURS) table.push(0);
  return table;
}

/** The place of the nearest colour in a table; asked once for every colour. */
function nearest(table: readonly number[]): (colour: number) => number {
  const known = new Map<number, number>();
  return (colour) => {
    let found = known.get(colour);
    if (found === undefined) {
      let least = Infinity;
      found = 0;
      for (const [place, one] of table.entries()) {
        const red = (one >> 16) - (colour >> 16);
        const green = ((one >> 8) & 255) - ((colour >> 8) & 255);
        const blue = (one & 255) - (colour & 255);
        const far = 2 * red * red + 4 * green * green + 3 * blue * blue;
        if (far < least) [least, found] = [far, place];
      }
      known.set(colour, found);
    }
    return found;
  };
}

/** LZW with codes of 9 to 12 bits, in blocks of at most 255 bytes. */
function compress(indices: Uint8Array, out: Bytes): void {
  const [clear, end] = [256, 257];
  let codes = new Map<number, number>();
  let next = end + 1;
  let size = 9;
  let [held, bits] = [0, 0];
  const block: number[] = [];
  const flush = (): void => {
    if (block.length) out.byte(block.length).bytes(block.splice(0));
  };
  const put = (code: number): void => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  out.byte(8);
  put(clear);
  let prefix = indices[0] ?? 0;
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i]!;
    const key = (prefix << 8) | index;
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next === LONGEST_CODE) {
      put(clear);
      [codes, next, size] = [new Map(), end + 1, 9];
    } else {
      codes.set(key, next);
      if (next === 1 << size) size += 1;
      next += 1;
    }
    prefix = index;
  }
  put(prefix);
  put(end);
  if (bits) block.push(held & 255);
  flush();
  out.byte(0);
}

class Bytes {
  private data = new Uint8Array(1 << 16);
  private length = 0;

  byte(value: number): this {
    if (this.length === this.data.length) {
      const larger = new Uint8Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
    return this;
  }

  bytes(values: Iterable<number>): this {
    for (const value of values) this.byte(value);
    return this;
  }

  short(value: number): this {
    return this.byte(value & 255).byte(value >> 8);
  }

  text(letters: string): this {
    return this.bytes(new TextEncoder().encode(letters));
  }

  made(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}
