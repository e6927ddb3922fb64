// A fair die: every face is as likely as every other, from the browser's source of randomness for secrets.

export function fairDie(
  random: (into: Uint8Array) => Uint8Array = (into) => crypto.getRandomValues(into as Uint8Array<ArrayBuffer>),
): number {
  const byte = new Uint8Array(1);
  // 252 is the greatest multiple of 6 in a byte; what lies above would favour the low faces.
  for (;;) {
    const value = random(byte)[0] ?? 0;
    if (value < 252) return (value % 6) + 1;
  }
}
