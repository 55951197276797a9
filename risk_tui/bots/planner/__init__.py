"""Bots that evaluate a whole turn and the likely answers to it.

Start with ``planner_bot.Planner``. ``weights`` has the weights of each character. ``campaigns``
finds targets to attack, ``outlook`` values the position after the attack, and ``moves`` trades
sets, and places and moves armies.
"""
