// An engine for the game that `headjudge new` lays out; it speaks headjudge's engine protocol.
const OTHER = { A: "B", B: "A" };

const engine = {
  hello() {
    return { protocol: "engine/1", engine: "small example" };
  },
  reset(message) {
    this.hand = { ...message.start.hand };
    this.turn = "A";
    this.pile = [];
    this.close();
    return { ok: true };
  },
  close() {
    this.window = false;
    this.priority = null;
    this.passed = false;
  },
  choices() {
    if (this.pile.length > 0 && !this.window) return [["game", "resolve"]];
    const player = this.window ? this.priority : this.turn;
    const [use, leave] = this.window ? ["respond", "pass_priority"] : ["play", "end_turn"];
    const found = [[player, leave]];
    if (this.hand[player] > 0) found.push([player, use]);
    return found;
  },
  legal() {
    return { legal: this.choices().map(([actor, action]) => ({ actor, action })) };
  },
  apply({ actor, action }) {
    if (!this.choices().some(([who, what]) => who === actor && what === action)) {
      return { ok: false, why: "not now" };
    }
    if (action === "resolve") this.pile.pop();
    else if (action === "end_turn") this.turn = OTHER[actor];
    else if (action === "pass_priority" && this.passed) this.close();
    else {
      if (action !== "pass_priority") {
        this.hand[actor] -= 1;
        this.pile.push(actor);
      }
      this.window = true;
      this.priority = OTHER[actor];
      this.passed = action === "pass_priority";
    }
    return { ok: true };
  },
  observe() {
    const { turn, window, priority, pile } = this;
    return { sees: { turn, window, holder: priority, stack: pile } };
  },
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  console.log(JSON.stringify({ id: message.id, ...engine[message.do](message) }));
});
