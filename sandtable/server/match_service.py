"""All matches of one server process, as clients use them: play, watch, ask, and agree with other processes.

    matches = MatchService(store, channel_of(store), BotPool(2, seconds=1.0))
    await matches.open()
    seq = await matches.choose(match_id, player_id, seq=12, seat=0, choice="area:riga")   # or Refused
    watcher = await matches.watch(match_id, player_id)
    async for message in watcher: ...                       # JSON bytes: state, presence, chat, answers
    await matches.close()

An event is in the store before anybody sees it. If its number is taken, or the store does not answer, the
match is dropped from memory and read again: nothing is lost and nothing is doubled. With several processes
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
from sandtable.server.bot_driver import BotRunner as BotRunner
from sandtable.server.bots import BotRequest, bot_request, odds_request
from sandtable.server.channel import Notice
from sandtable.server.loaded_match import Explained, LoadedMatch, Move, Refused
from sandtable.server.match_sync import GONE as GONE
from sandtable.server.match_sync import RETRY_SECONDS, MatchSync, PendingEvent, Stored
from sandtable.server.messages import ChatOut, FightOut
from sandtable.server.messages import ErrorOut as ErrorOut
from sandtable.server.past import Past
from sandtable.server.payload import chats_of
from sandtable.server.store import MatchRecord, NoMatch, StoreError
from sandtable.server.store.secrets_seen import WAIT
from sandtable.server.watched_match import WatchedMatch, Watcher

UNDO_EVENTS: Final = 30_000  # no undo after this number; the longest games have a sixth of it
UNDO_LIMIT: Final = "This match has reached its undo limit. You cannot take back any more choices."
STALE: Final = "The table has moved on since you looked; look again and choose."
MISTAKE: Final = "This is a mistake in Sandtable. Load the page again, and please report it."

Seen = TypeVar("Seen")
logger = logging.getLogger(__name__)


class Hint(NamedTuple):
    """A hint: the number of events, the bot's choice, and its reason in one line."""

    number: int
    choice: int
    line: str


class MatchService(MatchSync):
    """The matches of one server process: what clients do and see."""

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
        """Play a choice for a seat and return its event number; Refused if it is not allowed.

        `stored` is called with the number as soon as the store has the event, before any client sees the
        position.
        """
        return await self._act(
            match_id, player_id, seq, seat, lambda loaded: loaded.play(seat, choice), stored
        )

    def choose_now(
        self, match_id: str, player_id: int | None, seat: int, choice: int | str, stored: Stored | None = None
    ) -> Coroutine[Any, Any, int] | None:
        """Play in the present position, where `can_act`; return what must still be awaited, or None."""
        return self._act_now(match_id, player_id, seat, lambda loaded: loaded.play(seat, choice), stored)

    async def undo(
        self, match_id: str, player_id: int | None, seq: int, seat: int, stored: Stored | None = None
    ) -> int:
        """Take back the last choice of a seat and return the event number, as with `choose`."""

        def back(loaded: LoadedMatch) -> Move:
            # Without undos every game ends; with them its history could grow without limit.
            if loaded.seq >= UNDO_EVENTS:
                raise Refused(UNDO_LIMIT)
            return loaded.undo(seat)

        return await self._act(match_id, player_id, seq, seat, back, stored)

    async def begin(self, match_id: str) -> MatchRecord:
        """Begin an open match; Refused while seats are free. A match that has begun stays as it is."""

        async def work() -> MatchRecord:
            watched = self._watched_match(match_id)
            async with watched.lock:
                await self._reload_record(watched)
                record, loaded, _ = watched.parts()
                if record.status == "open":
                    if any(seat.free for seat in record.seats):
                        raise Refused("Some seats are still free. Fill them or invite somebody first.")
                    game = loaded.game
                    await self.store.start_match(
                        match_id, loaded.summary(), loading.rules_hash(game), game.pack_hash
                    )
                    await self._reload_record(watched)
                    self._after(watched, (), Notice(match_id, "seats"))
                return watched.parts()[0]

        return await self.finish(work())

    async def say(self, match_id: str, player_id: int | None, name: str, text: str) -> ChatOut:
        """Send a chat message to everybody at the table."""
        chat = await self.store.add_chat(match_id, player_id, name, text)
        said = chats_of([chat])[0]
        self._pass_on(match_id, said)
        self.channel.publish(Notice(match_id, "chat", chat.id))
        return said

    async def changed(self, match_id: str) -> None:
        """Show a change of the match or its seats that the store has."""

        async def work() -> None:
            watched = self._watched.get(match_id)
            if watched is not None:
                async with watched.lock:
                    await self._reload_record(watched)
                    watched.changed()
                    self._driver.drive(watched, True)

        self.channel.publish(Notice(match_id, "seats"))
        await self.finish(work())

    async def removed(self, match_id: str) -> None:
        """Let everybody leave a match that was removed from the store."""
        self.channel.publish(Notice(match_id, "gone"))
        self._let_go(match_id)

    # --- looking

    async def state(
        self, match_id: str, player_id: int | None, at: int | None = None, seat: int | None = None
    ) -> bytes:
        """Return the state of a match for a visitor, now or after `at` events, through `seat` if given."""
        watched = self._asked_of(match_id)
        said = await self.store.chats(match_id) if at is None else None
        async with watched.lock:
            await self._newest(watched)
            _, loaded, builder = watched.parts()
            held = watched.held(player_id)
            online, spectators = watched.present()
            if at is None or at == loaded.seq:
                return builder.state(held, online, 0, said, seat, spectators)
            past = Past(builder, at, held, online, seat, spectators)
        return await self._look_back(past.paint)

    async def explain(self, match_id: str, player_id: int | None, seat: int, choice: int | str) -> Explained:
        """Return whether a visitor's seat may choose something now, and why not."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            watched.check_right(player_id, seat)
            watched.check_begun()
            return watched.parts()[1].explain(seat, choice)

    async def odds(
        self, match_id: str, player_id: int | None, at: int | None = None, seat: int | None = None
    ) -> tuple[int, list[FightOut]]:
        """Return the odds of the current and next fights, now or after `at` events, and the number of events.

        They use only what the visitor may know, perhaps through `seat`.
        """
        watched = self._asked_of(match_id)
        async with watched.lock:
            await self._newest(watched)
            record, loaded, builder = watched.parts()
            number = loaded.seq if at is None else at
            held = watched.held(player_id)
            if number != loaded.seq:
                past = Past(builder, number, held, seat=seat)
            else:
                past = None
                viewer = builder.viewer(held, seat)
                if record.status == "open" or loaded.match.result is not None:
                    return number, []
                asking = self._ask_odds(
                    watched,
                    player_id,
                    Topic("odds", number, viewer),
                    lambda: odds_request(loaded.match, record.pack, viewer),
                )
        if past is not None:
            asked = await self._look_back(lambda: past.odds_asked(record.pack))
            topic = Topic("odds", number, asked.seat)
            asking = self._ask_odds(watched, player_id, topic, lambda: asked)
        told = await asyncio.shield(asking)
        if told is None or told.odds is None:
            raise Refused("The odds could not be computed in time. Ask again in a moment.")
        return number, told.odds

    def _ask_odds(
        self, watched: WatchedMatch, player_id: int | None, topic: Topic, asked: Callable[[], BotRequest]
    ) -> Asking:
        """Compute odds once for all who see the same."""
        claim = self.claims.of_player(watched, player_id)
        return watched.advice.ask(topic, lambda: self.spawn(self._bots.ask(asked(), claim)))

    async def hint(self, match_id: str, player_id: int | None, seat: int) -> Hint:
        """Return what a bot would choose for a visitor's seat that is asked now, and why."""
        watched = self._asked_of(match_id)
        async with watched.lock:
            await self._newest(watched)
            watched.check_right(player_id, seat)
            watched.check_going()
            record, loaded, _ = watched.parts()
            number = loaded.seq
            if seat not in loaded.waiting:
                raise Refused(f"{loaded.game.seat_names(loaded.match.state)[seat]} is not asked now.")
            asking = watched.advice.ask(
                Topic("hint", number, seat),
                lambda: self.spawn(
                    self._bots.ask(
                        bot_request(loaded.match, record.pack, HINTS_FROM, seat, number),
                        self.claims.of_player(watched, player_id, number),
                    )
                ),
            )
        told = await asyncio.shield(asking)
        if told is None or told.choice is None:
            raise Refused("There was no hint in time. Ask again in a moment.")
        return Hint(number, told.choice, told.line)

    async def why(self, match_id: str, seat: int, at: int | None = None) -> Reason:
        """Return why a bot made its last choice, now or after `at` events; Refused if that is secret."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            watched.check_begun()
            record, loaded, _ = watched.parts()
            if not 0 <= seat < record.players:
                raise Refused(f"There is no seat {seat}; the seats are 0 to {record.players - 1}.")
            name = loaded.game.seat_names(loaded.match.state)[seat]
            reason = watched.advice.reason(seat, loaded.seq if at is None else at)
        if reason is None:
            raise Refused(f"Why {name} chose is not known: no bot has chosen here recently.")
        if not await self._may_show(watched, reason):
            raise Refused(f"{name} has secrets. Its reasons are shown when the game is over.")
        return reason

    async def reasons(self, match_id: str, at: int | None = None) -> list[int]:
        """Return the seats for which `why` has an answer, now or after `at` events."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            record, loaded, _ = watched.parts()
            if record.status == "open":
                return []
            number = loaded.seq if at is None else at
            known = [watched.advice.reason(seat, number) for seat in range(record.players)]
        return [each.seat for each in known if each is not None and await self._may_show(watched, each)]

    async def _may_show(self, watched: WatchedMatch, reason: Reason) -> bool:
        """Check whether a bot's reason may be shown: after the game, or if it reveals no secret."""
        async with watched.lock:
            await self.ready(watched)
            loaded, advice = watched.parts()[1], watched.advice
            known = True if loaded.match.result is not None else advice.may_show(reason)
            check = check_of(loaded, reason) if known is None else None
        if check is not None:
            known = await self._look_back(check.open_to_all)
            advice.note(reason, known)
        return bool(known)

    async def look(self, match_id: str, player_id: int | None) -> tuple[Match, int | None]:
        """Return a match, to be read at once, and the seat through which the visitor sees it."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            _, loaded, builder = watched.parts()
            return loaded.match, builder.viewer(watched.held(player_id))

    async def scene(self, match_id: str, player_id: int | None, at: int | None = None) -> Scene:
        """Return the table as the visitor sees it, now or after `at` events."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            _, loaded, builder = watched.parts()
            held = watched.held(player_id)
            if at is None or at == loaded.seq:
                return loaded.game.scene(loaded.match.state, builder.viewer(held))
            past = Past(builder, at, held)
        return await self._look_back(past.scene)

    async def _look_back(self, work: Callable[[], Seen]) -> Seen:
        """Work on an earlier position in a thread.

        Only one at a time: two threads must not read the same position, and would not be faster.
        """
        async with self._looking_back:
            return await asyncio.to_thread(work)

    async def record(self, match_id: str) -> MatchRecord:
        """Return the present record of a match with its seats."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            record, loaded, _ = watched.parts()
            return replace(record, seq=loaded.seq)

    async def save(self, match_id: str, player_id: int | None) -> bytes:
        """Return the match as a save, which reveals everything: after the game, or to its only human."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            record = watched.parts()[0]
            held = watched.held(player_id)
            alone = bool(held) and all(seat.kind == "bot" or seat.seat in held for seat in record.seats)
            if record.status != "finished" and not alone:
                raise Refused(WAIT)
            watched.check_begun()
            if record.status == "playing" and player_id is not None:
                # Future dice are known from now on; the store lets nobody else sit down.
                await self.store.note_save(match_id, player_id)
                await self._reload_record(watched)
                watched.changed()
                self.channel.publish(Notice(match_id, "seats"))
            return watched.parts()[1].match.save()

    async def watch(self, match_id: str, player_id: int | None, partial: bool = False) -> Watcher:
        """Watch a match; the first message is a whole state, later ones may be partial."""
        watched = self._watched_match(match_id)
        async with watched.lock:
            await self._newest(watched)
            # It stays in memory even if it was about to be dropped.
            watched = self._watched.setdefault(match_id, watched)
            watcher = Watcher(watched, player_id, self._paint, partial)
            watched.join(watcher)
        return watcher

    async def _paint(self, watcher: Watcher) -> bytes:
        """Return the present state for a client."""
        watched = watcher.watched
        try:
            said = await self.store.chats(watched.id) if watcher.first else None
            async with watched.lock:
                await self.ready(watched)
                return watched.draw(watcher, said)
        except NoMatch as error:
            watcher.finish()
            return msgspec.json.encode(ErrorOut(str(error)))
        except SandtableError as error:
            if isinstance(error, StoreError):
                self._later(watcher)
            return msgspec.json.encode(ErrorOut(str(error)))
        except Exception:
            logger.exception("Could not build the state of match %s.", watched.id)
            return msgspec.json.encode(ErrorOut(MISTAKE))

    def _asked_of(self, match_id: str) -> WatchedMatch:
        """Return a match that a visitor asks about, and note that it is watched."""
        watched = self._watched_match(match_id)
        watched.looked = watched.used
        return watched

    def _later(self, watcher: Watcher) -> None:
        """Send a client the state again soon."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, watcher.wake)

    # --- one event

    async def _act(
        self,
        match_id: str,
        player_id: int | None,
        seq: int,
        seat: int,
        move: Callable[[LoadedMatch], Move],
        stored: Stored | None,
    ) -> int:
        if self.can_act(match_id, seq):
            rest = self._act_now(match_id, player_id, seat, move, stored)
            return seq + 1 if rest is None else await self.finish(rest)

        async def work() -> int:
            watched = self._asked_of(match_id)
            async with watched.lock:
                await self.ready(watched)
                watched.check_right(player_id, seat)
                if seq > watched.parts()[1].seq:
                    await self._newest(watched)
                if seq != watched.parts()[1].seq:
                    raise Refused(STALE, stale=True)
                watched.check_going()
                return await self.commit(watched, move, stored)

        return await self.finish(work())

    def can_act(self, match_id: str, seq: int) -> bool:
        """Check that this is the present position of a match, and that neither it nor the store is busy."""
        watched = self._watched.get(match_id)
        if watched is None or watched.loaded is None or watched.trouble or watched.lock.locked():
            return False
        return seq == watched.loaded.seq and self.store.free()

    def _act_now(
        self,
        match_id: str,
        player_id: int | None,
        seat: int,
        move: Callable[[LoadedMatch], Move],
        stored: Stored | None,
    ) -> Coroutine[Any, Any, int] | None:
        """Play and store at once, where `can_act`; return what must still be awaited, or None.

        Nothing can happen in between, so this does not take the lock, which is free.
        """
        watched = self._asked_of(match_id)
        watched.check_right(player_id, seat)
        watched.check_going()
        made = self.play(watched, move)
        if self.write_now(watched, made, stored):
            return None
        # Another process is writing, or was quicker: nobody may see the position until that is known.
        watched.drop()
        return self._write_later(watched, made, stored)

    async def _write_later(self, watched: WatchedMatch, made: PendingEvent, stored: Stored | None) -> int:
        async with watched.lock:
            return await self.write(watched, made, stored)
