// Four in a row on boardgame.io's own server: node server.cjs PORT [FOLDER]. With a folder it keeps games in flat files
// there, else in memory.
const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

function wins(columns, column, row, player) {
  const at = (c, r) => columns[c] !== undefined && columns[c][r] === player;
  return DIRECTIONS.some(([dc, dr]) => {
    let length = 1;
    for (const way of [1, -1]) {
      for (let step = 1; at(column + way * step * dc, row + way * step * dr); step++) length++;
    }
    return length >= 4;
  });
}

const fourrow = {
  name: "fourrow",
  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, ctx }, column) => {
      if (G.columns[column] === undefined || G.columns[column].length >= ROWS) return INVALID_MOVE;
      G.columns[column].push(ctx.currentPlayer);
      G.last = [column, G.columns[column].length - 1];
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last === null) return undefined;
    const [column, row] = G.last;
    if (wins(G.columns, column, row, G.columns[column][row])) return { winner: ctx.currentPlayer };
    return G.columns.every((each) => each.length === ROWS) ? { draw: true } : undefined;
  },
};

const [port, folder] = process.argv.slice(2);
const stored = folder ? { db: new FlatFile({ dir: folder }) } : {};
const server = Server({ games: [fourrow], origins: [/.*/], ...stored });
server.run({ port: Number(port), callback: () => console.log("ready") });
