"""Events: what followed from an action, one after the other.

Events are plain data, for everybody who watches. An event with something that only some seats may
know (which card was drawn) can be reduced to what any one seat may see. An event declares its words
beside its fields, as messages (``risk_tui.engine.messages``); nobody else has to know it.
"""

from risk_tui.engine.events.base import EVENTS, Event, VictoryKind
from risk_tui.engine.events.battles import (
    Abandoned,
    ArmiesPerished,
    BattleDeclared,
    BattleResolved,
    Conquered,
    DiceRolled,
    Entered,
    FightSettled,
    Landed,
    RollCorrected,
)
from risk_tui.engine.events.endings import (
    CardsTaken,
    GameWon,
    GoalReached,
    MissionsShown,
    SeatEliminated,
    SeatResigned,
    VictoryAnnounced,
    VictoryDenied,
)
from risk_tui.engine.events.opening import (
    CitiesPlaced,
    Claimed,
    Dealt,
    FirstAgreed,
    FirstRolled,
    MissionsDealt,
    MissionsLeft,
    OrderRolled,
)
from risk_tui.engine.events.turns import (
    ArmiesLost,
    CardDrawn,
    CardsDiscarded,
    DeckReshuffled,
    IncomeReceived,
    Moved,
    Placed,
    SetTraded,
    TurnBegan,
)

__all__ = [
    "EVENTS",
    "Abandoned",
    "ArmiesLost",
    "ArmiesPerished",
    "BattleDeclared",
    "BattleResolved",
    "CardDrawn",
    "CardsDiscarded",
    "CardsTaken",
    "CitiesPlaced",
    "Claimed",
    "Conquered",
    "Dealt",
    "DeckReshuffled",
    "DiceRolled",
    "Entered",
    "Event",
    "FightSettled",
    "FirstAgreed",
    "FirstRolled",
    "GameWon",
    "GoalReached",
    "IncomeReceived",
    "Landed",
    "MissionsDealt",
    "MissionsLeft",
    "MissionsShown",
    "Moved",
    "OrderRolled",
    "Placed",
    "RollCorrected",
    "SeatEliminated",
    "SeatResigned",
    "SetTraded",
    "TurnBegan",
    "VictoryAnnounced",
    "VictoryDenied",
    "VictoryKind",
]
