"""What people do at a Parabellum table: one record for each type of journal entry (specification 5)."""

from companion.games.parabellum.actions.combat import Aim, Attack, AttackCache, Barrage, Recon
from companion.games.parabellum.actions.corrections import Adjust, CacheChange, FeatureChange, UnitChange
from companion.games.parabellum.actions.course import (
    Abstain,
    Choose,
    Done,
    EndPhase,
    EndScenario,
    Find,
    TurnOrder,
    Withdraw,
)
from companion.games.parabellum.actions.field import (
    Cache,
    Deploy,
    DigOut,
    Engineer,
    Entrench,
    Extract,
    Move,
    PickUp,
    Reposition,
    Resupply,
    Source,
    Transfer,
)
from companion.games.parabellum.actions.on_table import (
    Stand,
    TableAlight,
    TableDeploy,
    TableMove,
    TableReposition,
    TableWork,
)
from companion.games.parabellum.actions.rear import (
    Alight,
    Board,
    Disband,
    Item,
    Muster,
    Name,
    Purchase,
    PurchaseUnits,
    Reorganize,
    Scrap,
    Stow,
    Unstow,
)

__all__ = [
    "Abstain",
    "Action",
    "Adjust",
    "Aim",
    "Alight",
    "Attack",
    "AttackCache",
    "Barrage",
    "Board",
    "Cache",
    "CacheChange",
    "Choose",
    "Course",
    "Deploy",
    "DigOut",
    "Disband",
    "Done",
    "EndPhase",
    "EndScenario",
    "Engineer",
    "Entrench",
    "Extract",
    "FeatureChange",
    "Fighting",
    "Find",
    "Item",
    "Move",
    "Moving",
    "Muster",
    "Name",
    "OnTable",
    "PickUp",
    "PlayersAction",
    "Purchase",
    "PurchaseUnits",
    "Rear",
    "Recon",
    "Reorganize",
    "Reposition",
    "Resupply",
    "Scrap",
    "Source",
    "Stand",
    "Stow",
    "Supplying",
    "TableAlight",
    "TableDeploy",
    "TableMove",
    "TableReposition",
    "TableWork",
    "Transfer",
    "TurnOrder",
    "UnitChange",
    "Unstow",
    "Withdraw",
]

type OnTable = TableMove | TableDeploy | TableAlight | TableReposition | TableWork | Stand
type Rear = (
    Purchase | PurchaseUnits | Muster | Stow | Unstow | Board | Alight | Reorganize | Disband | Scrap | Name
)
type Moving = Move | Reposition | Entrench | DigOut | Extract | Deploy
type Supplying = Transfer | Cache | PickUp | Resupply | Engineer
type Fighting = Recon | Barrage | Attack | AttackCache
type Course = Done | EndPhase | Withdraw | Find | Choose | Abstain
type PlayersAction = OnTable | Rear | Moving | Supplying | Fighting | Course | Adjust
type Action = PlayersAction | TurnOrder | EndScenario
