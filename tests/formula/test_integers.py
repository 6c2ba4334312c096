"""A search that starts from a guess finds what bisection finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from advisor.formula.integers import largest, largest_near


@given(some.integers(0, 500), some.integers(-50, 600), some.integers(0, 500))
def test_a_search_from_any_guess_finds_what_bisection_finds(high: int, near: int, true: int) -> None:
    def good(n: int) -> bool:
        assert 0 <= n <= high
        return n <= true

    assert largest_near(good, 0, high, near) == largest(good, 0, high)


def test_a_right_guess_costs_two_questions() -> None:
    asked = []
    assert largest_near(lambda n: asked.append(n) or n <= 321, 0, 512, 321) == 321
    assert len(asked) == 2
