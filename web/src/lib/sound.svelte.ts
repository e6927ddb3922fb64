// Short sounds of our own, made on the spot from tones and noise; off with one click.
import { afterNextFrame } from "./frames";
import { keep, recall, whenKept } from "./keeping";

export const SOUNDS = ["move", "capture", "city", "hero", "card", "turn", "won", "lost", "drawn", "refused"] as const;
export type Sound = (typeof SOUNDS)[number];

let context: AudioContext | undefined;

class Sounds {
  /** All of them. */
  on = $state(recall<unknown>("sound", true) !== false);
  /** Those that are not to be heard even then. */
  private silent = $state.raw(kept());

  constructor() {
    whenKept("sound", () => (this.on = recall<unknown>("sound", true) !== false));
    whenKept("silent", () => (this.silent = kept()));
  }

  heard(sound: Sound): boolean {
    return !this.silent.includes(sound);
  }

  hear(sound: Sound, heard: boolean): void {
    this.silent = SOUNDS.filter((one) => (one === sound ? !heard : !this.heard(one)));
    keep("silent", this.silent);
  }

  switch(): void {
    this.on = !this.on;
    keep("sound", this.on);
    if (this.on) this.play("move");
  }

  play(sound: Sound): void {
    if (this.on && this.heard(sound)) this.sample(sound);
  }

  /** Plays it once, wanted or not. */
  sample(sound: Sound): void {
    if (typeof AudioContext === "undefined") return;
    // A browser allows sound only after the person has done something on the page.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    if (context) return make(context, sound);
    // To open what plays sounds takes longer than a frame has: what is heard first must not hold up what is seen.
    afterNextFrame(() => make((context ??= new AudioContext()), sound));
  }
}

function make(at: AudioContext, sound: Sound): void {
  if (at.state === "suspended") void at.resume();
  MADE[sound](at, at.currentTime + 0.01);
}

function kept(): Sound[] {
  const found = recall<unknown>("silent", []);
  return SOUNDS.filter((sound) => Array.isArray(found) && found.includes(sound));
}

export const sounds = new Sounds();

const MADE: Record<Sound, (at: AudioContext, when: number) => void> = {
  move: (at, when) => knock(at, when, 420, 0.05),
  capture: (at, when) => {
    knock(at, when, 230, 0.09);
    knock(at, when + 0.09, 170, 0.11);
  },
  city: (at, when) => {
    tone(at, when, 392, 0.18, 0.1);
    tone(at, when + 0.09, 587, 0.26, 0.09);
  },
  hero: (at, when) => {
    tone(at, when, 523, 0.14, 0.08);
    tone(at, when + 0.07, 784, 0.22, 0.08);
  },
  card: (at, when) => rustle(at, when, 0.09),
  turn: (at, when) => tone(at, when, 660, 0.16, 0.07),
  won: (at, when) => [392, 494, 587, 784].forEach((pitch, i) => tone(at, when + i * 0.11, pitch, 0.32, 0.09)),
  lost: (at, when) => [392, 330, 262].forEach((pitch, i) => tone(at, when + i * 0.15, pitch, 0.34, 0.08)),
  drawn: (at, when) => [392, 392].forEach((pitch, i) => tone(at, when + i * 0.2, pitch, 0.26, 0.08)),
  refused: (at, when) => tone(at, when, 150, 0.12, 0.1),
};

function fading(at: AudioContext, when: number, length: number, loud: number): GainNode {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0.0001, when);
  gain.gain.exponentialRampToValueAtTime(loud, when + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
  gain.connect(at.destination);
  return gain;
}

function tone(at: AudioContext, when: number, pitch: number, length: number, loud: number): void {
  const source = at.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(fading(at, when, length, loud));
  source.start(when);
  source.stop(when + length + 0.05);
}

function noise(at: AudioContext, length: number): AudioBufferSourceNode {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = at.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** Wood on wood. */
function knock(at: AudioContext, when: number, pitch: number, length: number): void {
  const source = noise(at, length);
  const band = at.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch * 2.4;
  band.Q.value = 1.4;
  source.connect(band).connect(fading(at, when, length, 0.35));
  source.start(when);
  tone(at, when, pitch, length * 1.4, 0.12);
}

/** A card on cloth. */
function rustle(at: AudioContext, when: number, length: number): void {
  const source = noise(at, length);
  const high = at.createBiquadFilter();
  high.type = "highpass";
  high.frequency.value = 2600;
  source.connect(high).connect(fading(at, when, length, 0.12));
  source.start(when);
}
