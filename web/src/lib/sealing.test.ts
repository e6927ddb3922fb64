import { describe, expect, it } from "vitest";
import { boxName, newCode, readCode, seal, unseal } from "./sealing";

describe("a sealed box", () => {
  it("is opened by its code alone", () => {
    const [code, other] = [newCode(), newCode()];
    const text = JSON.stringify({ name: "Ädä", rooms: Array.from({ length: 50 }, (_, i) => `room${i}`) });
    const box = seal(text, code);
    expect(unseal(box, code)).toBe(text);
    expect(unseal(box, code.toLowerCase().replaceAll("-", " "))).toBe(text);
    expect(unseal(box, other)).toBeNull();
    expect(box).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(box).not.toContain("room");
    expect(boxName(code)).not.toBe(boxName(other));
  });

  it("tells when it was changed", () => {
    const code = newCode();
    const box = seal("some words", code);
    expect(unseal((box.startsWith("A") ? "B" : "A") + box.slice(1), code)).toBeNull();
    expect(unseal(box.slice(0, -1), code)).toBeNull();
    expect(unseal("", code)).toBeNull();
  });

  it("reads codes as people type them", () => {
    const code = newCode();
    expect(code).toMatch(/^(\w{5}-){3}\w{5}$/);
    expect(readCode(` ${code.toLowerCase()} `)).toBe(code.replaceAll("-", ""));
    expect(readCode("too short")).toBeNull();
    expect(readCode("0".repeat(20))).toBeNull();
  });
});
