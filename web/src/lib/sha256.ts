// SHA-256 (FIPS 180-4) in plain code. The browser's own is kept from pages that come over plain http from another
// machine of the network, and there chance shall be checked too.

const ROUNDS = 64;
const [INITIAL, KEYS] = constants();

/** The digest in hexadecimal. */
export function sha256(message: Uint8Array): string {
  const state = Uint32Array.from(INITIAL);
  const view = padded(message);
  const words = new Uint32Array(ROUNDS);
  for (let block = 0; block < view.byteLength; block += 64) mix(state, words, view, block);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function mix(state: Uint32Array, words: Uint32Array, view: DataView, block: number): void {
  for (let i = 0; i < ROUNDS; i++) {
    if (i < 16) {
      words[i] = view.getUint32(block + 4 * i);
      continue;
    }
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!];
  for (let i = 0; i < ROUNDS; i++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + KEYS[i]! + words[i]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = state[i]! + value));
}

/** Filled up to whole blocks of 64 bytes: a one, zeros, and the length in bits. */
function padded(message: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(whole.length - 4, message.length * 8);
  return view;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits behind the point of the square and cube roots of the first primes. */
function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < ROUNDS; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const behind = (root: number): number => Math.floor((root % 1) * 2 ** 32);
  return [
    Uint32Array.from(primes.slice(0, 8), (n) => behind(Math.sqrt(n))),
    Uint32Array.from(primes, (n) => behind(Math.cbrt(n))),
  ];
}
