"""The threads are fair: askers are served in turn, none of them gets all, and who gives up leaves no gap."""

from __future__ import annotations

import asyncio
import threading

from tests.server.serving import WAIT
from triarii.server.thinking.threads import FairThreads


def test_askers_are_served_in_turn_however_much_one_of_them_asks() -> None:
    async def asked() -> list[str]:
        threads, order, gate = FairThreads(2), list[str](), threading.Event()
        holding = [asyncio.ensure_future(threads.answer(lambda: gate.wait(WAIT), name)) for name in ("x", "y")]
        await asyncio.sleep(0)
        greedy = [asyncio.ensure_future(threads.answer(lambda: order.append("greedy"), "greedy")) for _ in range(50)]
        modest = asyncio.ensure_future(threads.answer(lambda: order.append("modest"), "modest"))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*holding, *greedy, modest)
        threads.close()
        return order

    assert "modest" in asyncio.run(asked())[:3]


def test_no_asker_gets_all_places() -> None:
    async def asked() -> None:
        threads, gate, begun = FairThreads(3), threading.Event(), threading.Semaphore(0)

        def think() -> None:
            begun.release()
            assert gate.wait(WAIT)

        greedy = [asyncio.ensure_future(threads.answer(think, "greedy")) for _ in range(9)]
        await asyncio.sleep(0)
        assert await threads.answer(lambda: "now", "modest") == "now"
        gate.set()
        await asyncio.gather(*greedy)
        threads.close()

    asyncio.run(asyncio.wait_for(asked(), WAIT))


def test_who_gives_up_leaves_no_gap_and_frees_a_place_only_when_its_thread_is_done() -> None:
    async def asked() -> None:
        threads, gate, begun, done = FairThreads(2), threading.Event(), asyncio.Event(), list[str]()
        loop = asyncio.get_running_loop()

        def think() -> None:
            loop.call_soon_threadsafe(begun.set)
            assert gate.wait(WAIT)
            done.append("old")

        old = asyncio.ensure_future(threads.answer(think, "one"))
        await begun.wait()
        waiting = [asyncio.ensure_future(threads.answer(lambda: done.append("never"), "one")) for _ in range(5)]
        await asyncio.sleep(0)
        for each in (old, *waiting):
            each.cancel()
        new = asyncio.ensure_future(threads.answer(lambda: done.append("new"), "one"))
        await asyncio.gather(old, *waiting, return_exceptions=True)
        assert not new.done(), "its thread still thinks"
        gate.set()
        await new
        assert done == ["old", "new"]
        threads.close()

    asyncio.run(asyncio.wait_for(asked(), WAIT))
