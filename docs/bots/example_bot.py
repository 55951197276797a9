#!/usr/bin/env python3
"""A bot for risk-tui: it strengthens its weakest border, and attacks where it is far stronger."""

import json
import sys


def choose(game, message):
    """One of the actions that are offered, with the number that it should have."""
    view, actions = message["view"], message["actions"]
    armies, owner, me = view["armies"], view["owner"], view["acting_seat"]
    neighbours = [territory["neighbours"] for territory in game["board"]["territories"]]

    def enemies(territory):
        return sum(armies[other] for other in neighbours[territory] if owner[other] != me)

    def rank(action):
        """How good an action is; the greatest is done."""
        kind = action["do"]
        if kind in ("reinforce", "place", "claim"):
            return 100 + enemies(action["territory"]) - armies[action["territory"]]
        if kind == "attack":
            return armies[action["source"]] - 2 * armies[action["target"]]
        if kind == "fortify":
            gain = enemies(action["target"]) - enemies(action["source"])
            return gain if armies[action["source"]] > 2 else -1
        if kind == "resign":
            return -1000
        return 1 if kind == "end" else 0

    best = max(actions, key=rank)
    number, most = best.pop("number", None), best.pop("most", None)
    if number and most is not None:
        best[number] = most
    return best


def main():
    """Answer one message after the other until the input ends."""
    game = {}
    for line in sys.stdin:
        message, answer = json.loads(line), None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "Example"}
        elif message["type"] == "game":
            game = message
        elif message["type"] == "decide":
            answer = {"type": "action", "id": message["id"], "action": choose(game, message)}
        elif message["type"] == "quit":
            break
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
