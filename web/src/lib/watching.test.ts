import { expect, test } from "vitest";
import { previewWord, watchPath } from "./watching";

test("a link to watch carries the word for its preview, as the server makes it", () => {
  // The same in tests/server/test_previews.py.
  expect(previewWord("abcdefghjk", "AAAAAAAAAAAAAAAAAAAAAA")).toBe("SjewlgtkpHFBFwuVVGyKFA");
  expect(watchPath("abcdefghjk", "AAAAAAAAAAAAAAAAAAAAAA")).toMatch(/^\/watch\/abcdefghjk\?p=[\w-]{22}#A{22}$/);
});
