"""The plays of a series to take away: a table for spreadsheets, and JSON as other logs of plays have it.

The JSON is a play file of BG Stats, as that shares one itself (`.bgsplay`): the lists `games`, `locations`,
`players` and `plays`. A play has a lasting `uuid`, `playDate` ("2026-09-03 00:00:00"), `gameRefId`,
`comments` and `playerScores`; each of these `playerRefId`, `score` (text, empty where no points are
counted), `winner`, `rank` and `role`, the side.
"""

import json
import uuid
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from campaigns import files
from campaigns.models import Campaign
from campaigns.series import Play, Score, key_of
from companion import shelf
from companion.engine.wire import Json

ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, "
    "export or open-in function to open it with Board Game Stats."
)
OURS = uuid.uuid5(uuid.NAMESPACE_URL, "companion:plays")
PUSH = "https://app.bgstatsapp.com/createPlay.html"
HOUSE = "Companion"
LONGEST_COMMENT = 500
"""Letters: an address has its bounds."""
HEAD = ("date", "game", "evening", "player", "side", "score", "rank", "winner", "notes")


def as_csv(campaign: Campaign, plays: Sequence[Play]) -> bytes:
    """A row a player and play."""
    return files.as_csv([HEAD, *(row for play in plays for row in _rows(shelf.title(campaign.system), play))])


def _rows(game: str, play: Play) -> Iterator[Sequence[files.Value]]:
    evening = play.evening
    for score in play.scores:
        yield (
            evening.date, game, evening.number, score.player, score.seat, score.points, score.rank,
            "yes" if score.won else "no", evening.notes,
        )  # fmt: skip


def as_json(campaign: Campaign, plays: Sequence[Play]) -> bytes:
    """The lists described above; plays without a result are left out."""
    decided = [play for play in plays if play.scores]
    names = {key_of(name_of(score)): name_of(score) for play in decided for score in play.scores}
    ids = {key: n for n, key in enumerate(names, 1)}
    points = any(score.points is not None for play in decided for score in play.scores)
    game = {"id": 1, "name": shelf.title(campaign.system), "highestWins": True, "noPoints": not points}
    whole = {
        "about": ABOUT,
        "games": [{**game, "uuid": _lasting(game["name"]), "cooperative": False, "usesTeams": False}],
        "locations": [],
        "players": [
            {"id": ids[key], "uuid": _lasting("player", key), "name": name, "isAnonymous": False}
            for key, name in names.items()
        ],
        "plays": [_play(campaign, play, ids) for play in decided],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1).encode() + b"\n"


def push(campaign: Campaign, play: Play) -> str:
    """The address at which BG Stats, where it is installed, takes this play in: by its published link.

    It asks there which of its own games and players they are, and remembers it by the ids that we send.
    """
    game = shelf.title(campaign.system)
    points = any(score.points is not None for score in play.scores)
    whole = {
        "sourceName": HOUSE,
        "sourcePlayId": _play_id(campaign, play),
        "playDate": f"{play.evening.date.isoformat()} 00:00:00",
        "comments": play.evening.notes[:LONGEST_COMMENT],
        "game": {"name": game, "sourceGameId": campaign.system, "highestWins": True, "noPoints": not points},
        "players": [_pushed(score) for score in play.scores],
    }
    return f"{PUSH}?data={quote(json.dumps(whole, ensure_ascii=False), safe='')}"


def _pushed(score: Score) -> Json:
    counted = {} if score.points is None else {"score": score.points}
    return {
        "name": name_of(score),
        "sourcePlayerId": _lasting("player", key_of(name_of(score))),
        "winner": score.won,
        "rank": score.rank,
        "role": score.seat,
        "startPlayer": False,
        **counted,
    }


def _play_id(campaign: Campaign, play: Play) -> str:
    return _lasting(campaign.code, campaign.created.isoformat(), play.evening.pk)


def name_of(score: Score) -> str:
    """The player's name, or the side's where nobody gave one."""
    return score.player or score.seat


def _lasting(*what: object) -> str:
    """The same id each time that it is taken away: who brings the file in twice has one play of it."""
    return str(uuid.uuid5(OURS, "/".join(map(str, what))))


def _play(campaign: Campaign, play: Play, ids: dict[str, int]) -> Json:
    day = play.evening.date
    return {
        "uuid": _play_id(campaign, play),
        "playDate": f"{day.isoformat()} 00:00:00",
        "playDateYmd": int(f"{day:%Y%m%d}"),
        "gameRefId": 1,
        "comments": play.evening.notes,
        "durationMin": 0,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": 0,
        "playerScores": [
            {
                "playerRefId": ids[key_of(name_of(score))],
                "score": "" if score.points is None else str(score.points),
                "winner": score.won,
                "rank": score.rank,
                "role": score.seat,
                "newPlayer": False,
                "startPlayer": False,
            }
            for score in play.scores
        ],
    }
