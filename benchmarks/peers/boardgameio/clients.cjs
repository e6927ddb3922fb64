// A crowd at boardgame.io's server, by bare sockets: node clients.cjs PORT EVERY WARM_UP SECONDS < plans.json. A plan is a
// list of columns for each game. Says "begun" and "ended" around what it counts, then one line of JSON.
const { io } = require("socket.io-client");

const [port, every, warmUp, seconds] = process.argv.slice(2).map(Number);
const plans = JSON.parse(require("fs").readFileSync(0, "utf8"));
const waits = [];
let errors = 0;
let begun = Infinity;

function connect(match, player) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/fourrow`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.on("sync", () => resolve(socket));
    socket.on("connect_error", () => errors++);
  });
}

class Game {
  constructor(number, plan) {
    Object.assign(this, { match: `measured${number}`, plan, made: 0, accepted: 0, sent: 0 });
  }
  async sit() {
    this.seats = [await connect(this.match, "0"), await connect(this.match, "1")];
    this.seats.forEach((socket, seat) => {
      const heard = (stateID) => {
        if (stateID > this.accepted && seat === this.accepted % 2) this.answered();
      };
      socket.on("update", (_, state) => heard(state._stateID));
      socket.on("patch", (_, before, after) => heard(after));
    });
  }
  answered() {
    const now = performance.now();
    this.accepted++;
    if (this.sent >= begun) waits.push(now - this.sent);
  }
  move() {
    if (this.made > this.accepted || this.made >= this.plan.length) return;
    const player = String(this.made % 2);
    const payload = { type: "drop", args: [this.plan[this.made]], playerID: player };
    this.sent = performance.now();
    this.seats[this.made % 2].emit("update", { type: "MAKE_MOVE", payload }, this.made, this.match, player);
    this.made++;
  }
}

async function main() {
  const games = plans.map((plan, number) => new Game(number, plan));
  for (const game of games) await game.sit();
  const timers = [];
  for (const game of games) {
    setTimeout(() => {
      game.move();
      timers.push(setInterval(() => game.move(), every * 1000));
    }, Math.random() * every * 1000);
  }
  await new Promise((resolve) => setTimeout(resolve, warmUp * 1000));
  begun = performance.now();
  console.log("begun");
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const counted = waits.length;
  console.log("ended");
  timers.forEach(clearInterval);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  errors += games.filter((game) => game.made > game.accepted).length;
  console.log(JSON.stringify({ counted, errors, waits }));
  process.exit(0);
}

main();
