// A game in a room, as what can be seen again.
import type { RoomGame } from "./game.svelte";
import type { Reel } from "./reel";

export function reelOf(game: RoomGame): Reel {
  return {
    get entries() {
      return game.line.entries;
    },
    get shown() {
      return game.shownVersion;
    },
    get latest() {
      return game.line.version;
    },
    viewAt: (version) => game.line.viewAt(version),
    look: (version) => game.look(version),
    playOn: () => game.playOn(),
  };
}
