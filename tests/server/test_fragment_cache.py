"""What was told is kept within bounds: of each room, and of all."""

from __future__ import annotations

from triarii.server.rooms.fragment_cache import BESIDES, FragmentCache


def test_a_room_forgets_what_was_not_asked_for_longest() -> None:
    cache = FragmentCache(most=10_000, most_a_room=3 * (100 + BESIDES))
    for name in range(3):
        cache.put("a", name, bytes(100))
    assert cache.get("a", 0) is not None
    cache.put("a", 3, bytes(100))
    assert [name for name in range(4) if cache.get("a", name)] == [0, 2, 3]
    assert cache.size == 3 * (100 + BESIDES)


def test_all_rooms_together_keep_to_their_bound_and_the_quietest_is_forgotten() -> None:
    cache = FragmentCache(most=3 * (100 + BESIDES), most_a_room=10_000)
    for room in "abc":
        cache.put(room, 1, bytes(100))
    assert cache.get("a", 1)
    cache.put("d", 1, bytes(100))
    assert [room for room in "abcd" if cache.get(room, 1)] == ["a", "c", "d"]
    cache.put("d", 1, bytes(50))
    assert cache.size == 2 * (100 + BESIDES) + 50 + BESIDES
    for room in "abcd":
        cache.forget(room)
    assert cache.size == 0


def test_what_is_larger_than_the_bound_is_not_kept() -> None:
    cache = FragmentCache(most=1_000, most_a_room=500)
    cache.put("a", 1, bytes(600))
    assert cache.get("a", 1) is None
    assert cache.size == 0
