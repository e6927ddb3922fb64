// The line of a study that is shown, as a game that can be seen again: versions are places along it.
import type { Reel } from "../room/reel";
import type { Analysis } from "./analysis.svelte";
import { lineFrom, nextOf, pathTo, type Node } from "./tree";

export function studyReel(analysis: Analysis): Reel {
  const line = (): Node[] => {
    void analysis.grown;
    return [...pathTo(analysis.at), ...lineFrom(analysis.at)];
  };
  const place = (version: number): Node => (version > 0 ? (line()[version - 1] ?? analysis.at) : analysis.root);
  return {
    get entries() {
      return line().flatMap((node, i) => (node.step ? [{ ...node.step, version: i + 1 }] : []));
    },
    get shown() {
      return analysis.at.depth;
    },
    get latest() {
      return line().length;
    },
    viewAt: (version) => Promise.resolve(place(version).view),
    look: (version) => {
      analysis.go(place(version));
      return Promise.resolve();
    },
    playOn: async () => {
      const { table } = analysis;
      analysis.on();
      await table.settled;
      return nextOf(analysis.at) !== undefined;
    },
  };
}
