"""All rooms of one server process: loading, playing, looking on, bots, and agreement with other processes.

    rooms = Rooms(store, channel_of(store), BotPool(2, seconds=1.0))
    await rooms.open()
    seq = await rooms.choose(match_id, player_id, seq=12, seat=0, choice="area:riga")   # or Refused
    watcher = await rooms.watch(match_id, player_id)
    async for message in watcher: ...                       # JSON bytes: state, presence, chat, answers
    await rooms.close()

An event is in the store before anybody hears of it. Whoever finds its number taken, or is not told whether
the store has it, forgets the room and reads it anew: nothing is lost, nothing doubled. With several processes
the store's numbers decide, and the channel tells the others to catch up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from sandtable.bots.levels import HINTS_FROM
from sandtable.engine.errors import SandtableError
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.server import loading
from sandtable.server.advice_cache import Asking, Reason, Topic, check_of
from sandtable.server.bot_driver import Thinker as Thinker
from sandtable.server.bots import Question, question, question_of_odds
from sandtable.server.channel import Notice
from sandtable.server.loaded_match import Explained, Move, Refused, Room
from sandtable.server.match_sync import GONE as GONE
from sandtable.server.match_sync import RETRY_SECONDS, Made, MatchSync, Stored
from sandtable.server.messages import ChatOut, FightOut
from sandtable.server.messages import Trouble as Trouble
from sandtable.server.past import Past
from sandtable.server.payload import chats_of
from sandtable.server.store import MatchRecord, NoMatch, StoreError
from sandtable.server.store.secrets_seen import WAIT
from sandtable.server.watched_match import Table, Watcher

UNDO_EVENTS: Final = 30_000  # after which nothing is taken back; the longest games have a sixth of that
STALE: Final = "The table has moved on since you looked; look again and choose."
MISTAKE: Final = "Sandtable made a mistake of its own; load the page again, and please report it."

Seen = TypeVar("Seen")
logger = logging.getLogger(__name__)


class Hint(NamedTuple):
    """What a bot would choose after so many events, and why in a line."""

    number: int
    choice: int
    line: str


class Rooms(MatchSync):
    """The rooms of one server process: what clients do and see."""

    # --- doing

    async def choose(
        self,
        match_id: str,
        player_id: int | None,
        seq: int,
        seat: int,
        choice: int | str,
        stored: Stored | None = None,
    ) -> int:
        """Take a choice for a seat; the number of events after it. Refused where rights or rules say so.

        `stored` is told the number as soon as the store has the event, before anybody is shown the position.
        """
        return await self._act(match_id, player_id, seq, seat, lambda room: room.play(seat, choice), stored)

    def choose_now(
        self, match_id: str, player_id: int | None, seat: int, choice: int | str, stored: Stored | None = None
    ) -> Coroutine[Any, Any, int] | None:
        """The same at the present position, where one `can_act`: done at once, or what is to be awaited."""
        return self._act_now(match_id, player_id, seat, lambda room: room.play(seat, choice), stored)

    async def undo(
        self, match_id: str, player_id: int | None, seq: int, seat: int, stored: Stored | None = None
    ) -> int:
        """Take back the last choice of a seat; the number of events after it, as with `choose`."""

        def back(room: Room) -> Move:
            # Without undos every game ends; with them its history could grow for ever.
            if room.seq >= UNDO_EVENTS:
                raise Refused("So much was taken back in this match that nothing more can be.")
            return room.undo(seat)

        return await self._act(match_id, player_id, seq, seat, back, stored)

    async def begin(self, match_id: str) -> MatchRecord:
        """Let an open match begin; Refused while seats are free. One that has begun stays as it is."""

        async def work() -> MatchRecord:
            table = self._table(match_id)
            async with table.lock:
                await self._reload_record(table)
                record, room, _ = table.loaded()
                if record.status == "open":
                    if any(seat.free for seat in record.seats):
                        raise Refused("Some seats are still free; fill them or invite somebody first.")
                    game = room.game
                    await self.store.start_match(
                        match_id, room.summary(), loading.rules_hash(game), game.pack_hash
                    )
                    await self._reload_record(table)
                    self._after(table, (), Notice(match_id, "seats"))
                return table.loaded()[0]

        return await self.finish(work())

    async def say(self, match_id: str, player_id: int | None, name: str, text: str) -> ChatOut:
        """Say something at the table; everybody there hears it."""
        chat = await self.store.add_chat(match_id, player_id, name, text)
        said = chats_of([chat])[0]
        self._pass_on(match_id, said)
        self.channel.publish(Notice(match_id, "chat", chat.id))
        return said

    async def changed(self, match_id: str) -> None:
        """The store has been told something new of the match or its seats: show it."""

        async def work() -> None:
            table = self._tables.get(match_id)
            if table is not None:
                async with table.lock:
                    await self._reload_record(table)
                    table.changed()
                    self._driver.drive(table, True)

        self.channel.publish(Notice(match_id, "seats"))
        await self.finish(work())

    async def removed(self, match_id: str) -> None:
        """The match is gone from the store: let everybody go."""
        self.channel.publish(Notice(match_id, "gone"))
        self._let_go(match_id)

    # --- looking

    async def state(
        self, match_id: str, player_id: int | None, at: int | None = None, seat: int | None = None
    ) -> bytes:
        """What somebody may see of a match, now or after `at` events; `seat`: through which of his seats."""
        table = self._asked_of(match_id)
        said = await self.store.chats(match_id) if at is None else None
        async with table.lock:
            await self._newest(table)
            _, room, painter = table.loaded()
            held = table.held(player_id)
            online, spectators = table.present()
            if at is None or at == room.seq:
                return painter.state(held, online, 0, said, seat, spectators)
            past = Past(painter, at, held, online, seat, spectators)
        return await self._look_back(past.paint)

    async def explain(self, match_id: str, player_id: int | None, seat: int, choice: int | str) -> Explained:
        """Whether a seat of the asker's may choose something now, and why not."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            table.check_right(player_id, seat)
            table.check_begun()
            return table.loaded()[1].explain(seat, choice)

    async def odds(
        self, match_id: str, player_id: int | None, at: int | None = None, seat: int | None = None
    ) -> tuple[int, list[FightOut]]:
        """The odds of the fights in sight now or after `at` events, and after how many that is.

        As the asker may know them, perhaps through `seat` of his.
        """
        table = self._asked_of(match_id)
        async with table.lock:
            await self._newest(table)
            record, room, painter = table.loaded()
            number = room.seq if at is None else at
            held = table.held(player_id)
            if number != room.seq:
                past = Past(painter, number, held, seat=seat)
            else:
                past = None
                viewer = painter.viewer(held, seat)
                if record.status == "open" or room.match.result is not None:
                    return number, []
                asking = self._ask_odds(
                    table,
                    player_id,
                    Topic("odds", number, viewer),
                    lambda: question_of_odds(room.match, record.pack, viewer),
                )
        if past is not None:
            asked = await self._look_back(lambda: past.odds_asked(record.pack))
            topic = Topic("odds", number, asked.seat)
            asking = self._ask_odds(table, player_id, topic, lambda: asked)
        told = await asyncio.shield(asking)
        if told is None or told.odds is None:
            raise Refused("The odds could not be counted in time; ask again in a moment.")
        return number, told.odds

    def _ask_odds(
        self, table: Table, player_id: int | None, topic: Topic, asked: Callable[[], Question]
    ) -> Asking:
        """Have odds counted, once for all who see the same."""
        claim = self.claims.of_player(table, player_id)
        return table.counsel.ask(topic, lambda: self.spawn(self._bots.ask(asked(), claim)))

    async def hint(self, match_id: str, player_id: int | None, seat: int) -> Hint:
        """What a bot would choose for a seat of the asker's that is asked now, and why."""
        table = self._asked_of(match_id)
        async with table.lock:
            await self._newest(table)
            table.check_right(player_id, seat)
            table.check_going()
            record, room, _ = table.loaded()
            number = room.seq
            if seat not in room.waiting:
                raise Refused(f"{room.game.seat_names(room.match.state)[seat]} is not asked now.")
            asking = table.counsel.ask(
                Topic("hint", number, seat),
                lambda: self.spawn(
                    self._bots.ask(
                        question(room.match, record.pack, HINTS_FROM, seat, number),
                        self.claims.of_player(table, player_id, number),
                    )
                ),
            )
        told = await asyncio.shield(asking)
        if told is None or told.choice is None:
            raise Refused("There was no hint in time; ask again in a moment.")
        return Hint(number, told.choice, told.line)

    async def why(self, match_id: str, seat: int, at: int | None = None) -> Reason:
        """Why a bot chose as it last did, now or after `at` events; refused where that may tell a secret."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            table.check_begun()
            record, room, _ = table.loaded()
            if not 0 <= seat < record.players:
                raise Refused(f"There is no seat {seat}; the seats are 0 to {record.players - 1}.")
            name = room.game.seat_names(room.match.state)[seat]
            reason = table.counsel.reason(seat, room.seq if at is None else at)
        if reason is None:
            raise Refused(f"Why {name} chose is not known here: no bot has chosen lately.")
        if not await self._may_tell(table, reason):
            raise Refused(f"{name} has secrets: why it chose is told when the game is over.")
        return reason

    async def reasons(self, match_id: str, at: int | None = None) -> list[int]:
        """Return the seats for which `why` has an answer, now or after `at` events."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            record, room, _ = table.loaded()
            if record.status == "open":
                return []
            number = room.seq if at is None else at
            known = [table.counsel.reason(seat, number) for seat in range(record.players)]
        return [each.seat for each in known if each is not None and await self._may_tell(table, each)]

    async def _may_tell(self, table: Table, reason: Reason) -> bool:
        """Whether a bot's reason may be told: when the game is over, or where it gives away no secret."""
        async with table.lock:
            await self.ready(table)
            room, counsel = table.loaded()[1], table.counsel
            known = True if room.match.result is not None else counsel.may_tell(reason)
            check = check_of(room, reason) if known is None else None
        if check is not None:
            known = await self._look_back(check.open_to_all)
            counsel.note(reason, known)
        return bool(known)

    async def look(self, match_id: str, player_id: int | None) -> tuple[Match, int | None]:
        """A match as it stands, to be read at once, and through whose eyes the asker looks."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            _, room, painter = table.loaded()
            return room.match, painter.viewer(table.held(player_id))

    async def scene(self, match_id: str, player_id: int | None, at: int | None = None) -> Scene:
        """The table as the asker sees it, now or after `at` events."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            _, room, painter = table.loaded()
            held = table.held(player_id)
            if at is None or at == room.seq:
                return room.game.scene(room.match.state, painter.viewer(held))
            past = Past(painter, at, held)
        return await self._look_back(past.scene)

    async def _look_back(self, work: Callable[[], Seen]) -> Seen:
        """Find something out about an earlier position, beside everything else.

        One thing at a time: two threads must not look at the same position, and would be no quicker.
        """
        async with self._looking_back:
            return await asyncio.to_thread(work)

    async def record(self, match_id: str) -> MatchRecord:
        """The match as it stands, with its seats."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            record, room, _ = table.loaded()
            return replace(record, seq=room.seq)

    async def save(self, match_id: str, player_id: int | None) -> bytes:
        """The match as a save, which tells everything: when it is over, or to who plays all its people."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            record = table.loaded()[0]
            held = table.held(player_id)
            alone = bool(held) and all(seat.kind == "bot" or seat.seat in held for seat in record.seats)
            if record.status != "finished" and not alone:
                raise Refused(WAIT)
            table.check_begun()
            if record.status == "playing" and player_id is not None:
                # The dice to come are known from now on; the store sees to it that nobody else sits down.
                await self.store.note_save(match_id, player_id)
                await self._reload_record(table)
                table.changed()
                self.channel.publish(Notice(match_id, "seats"))
            return table.loaded()[1].match.save()

    async def watch(self, match_id: str, player_id: int | None, partial: bool = False) -> Watcher:
        """Begin to look on; the first message is a whole state, those after it may be partial ones."""
        table = self._table(match_id)
        async with table.lock:
            await self._newest(table)
            # Kept in mind even if it was about to be forgotten.
            table = self._tables.setdefault(match_id, table)
            watcher = Watcher(table, player_id, self._paint, partial)
            table.join(watcher)
        return watcher

    async def _paint(self, watcher: Watcher) -> bytes:
        """The state for a client, as of now."""
        table = watcher.table
        try:
            said = await self.store.chats(table.id) if watcher.first else None
            async with table.lock:
                await self.ready(table)
                return table.draw(watcher, said)
        except NoMatch as error:
            watcher.finish()
            return msgspec.json.encode(Trouble(str(error)))
        except SandtableError as error:
            if isinstance(error, StoreError):
                self._later(watcher)
            return msgspec.json.encode(Trouble(str(error)))
        except Exception:
            logger.exception("The state of match %s could not be made.", table.id)
            return msgspec.json.encode(Trouble(MISTAKE))

    def _asked_of(self, match_id: str) -> Table:
        """The table of a match of which somebody asks something, which shows that it is watched."""
        table = self._table(match_id)
        table.looked = table.used
        return table

    def _later(self, watcher: Watcher) -> None:
        """Show a client the state again soon."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, watcher.wake)

    # --- one event

    async def _act(
        self,
        match_id: str,
        player_id: int | None,
        seq: int,
        seat: int,
        move: Callable[[Room], Move],
        stored: Stored | None,
    ) -> int:
        if self.can_act(match_id, seq):
            rest = self._act_now(match_id, player_id, seat, move, stored)
            return seq + 1 if rest is None else await self.finish(rest)

        async def work() -> int:
            table = self._asked_of(match_id)
            async with table.lock:
                await self.ready(table)
                table.check_right(player_id, seat)
                if seq > table.loaded()[1].seq:
                    await self._newest(table)
                if seq != table.loaded()[1].seq:
                    raise Refused(STALE, stale=True)
                table.check_going()
                return await self.commit(table, move, stored)

        return await self.finish(work())

    def can_act(self, match_id: str, seq: int) -> bool:
        """Whether this is the present position of a match, and nobody else is busy with it or the store."""
        table = self._tables.get(match_id)
        if table is None or table.room is None or table.trouble or table.lock.locked():
            return False
        return seq == table.room.seq and self.store.free()

    def _act_now(
        self,
        match_id: str,
        player_id: int | None,
        seat: int,
        move: Callable[[Room], Move],
        stored: Stored | None,
    ) -> Coroutine[Any, Any, int] | None:
        """Where one `can_act`: play and write in one go, or give back what is to be awaited still.

        Nobody can come between, so the lock, which is free, need not be taken.
        """
        table = self._asked_of(match_id)
        table.check_right(player_id, seat)
        table.check_going()
        made = self.play(table, move)
        if self.write_now(table, made, stored):
            return None
        # Another process writes just now, or was quicker: nobody may see the position until that is known.
        table.drop()
        return self._write_later(table, made, stored)

    async def _write_later(self, table: Table, made: Made, stored: Stored | None) -> int:
        async with table.lock:
            return await self.write(table, made, stored)
