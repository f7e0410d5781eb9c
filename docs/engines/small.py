"""An engine for the game that `headjudge new` lays out; it speaks headjudge's engine protocol."""

import json
import sys

OTHER = {"A": "B", "B": "A"}


class Engine:
    def hello(self, message):
        return {"protocol": "engine/1", "engine": "small example"}

    def reset(self, message):
        self.hand = dict(message["start"]["hand"])
        self.turn, self.pile = "A", []
        return self.close()

    def close(self):
        self.window, self.priority, self.passed = False, None, False
        return {"ok": True}

    def choices(self):
        """Who may do what now."""
        if self.pile and not self.window:
            return [("game", "resolve")]
        player = self.priority if self.window else self.turn
        use, leave = ("respond", "pass_priority") if self.window else ("play", "end_turn")
        return [(player, use)] * (self.hand[player] > 0) + [(player, leave)]

    def legal(self, message):
        return {"legal": [{"actor": who, "action": what} for who, what in self.choices()]}

    def apply(self, message):
        player, action = message["actor"], message["action"]
        if (player, action) not in self.choices():
            return {"ok": False, "why": "not now"}
        if action == "resolve":
            self.pile.pop()
        elif action == "end_turn":
            self.turn = OTHER[player]
        elif action == "pass_priority" and self.passed:
            return self.close()
        else:
            if action != "pass_priority":
                self.hand[player] -= 1
                self.pile.append(player)
            self.window, self.priority = True, OTHER[player]
            self.passed = action == "pass_priority"
        return {"ok": True}

    def observe(self, message):
        sees = {"turn": self.turn, "window": self.window, "holder": self.priority}
        return {"sees": sees | {"stack": self.pile}}


engine = Engine()
for line in sys.stdin:
    message = json.loads(line)
    answer = getattr(engine, message["do"])(message)
    print(json.dumps({"id": message["id"], **answer}), flush=True)
