"""No unit goes unnamed."""

import pytest

from advisor import units
from advisor.answer import Range
from advisor.console import range_text


@pytest.mark.parametrize(("value", "binary", "text"), [
    (10_900_000_000, False, "10.9 GB"), (8_990_000_000, False, "8.99 GB"), (24 * units.GIB, True, "24.0 GiB"), (None, False, "unknown"),
    (51_539_607_552, False, "51.5 GB"), (0, False, "0.00 GB")])
def test_gigabytes(value: int | None, binary: bool, text: str) -> None:
    assert units.gigabytes(value, binary) == text


@pytest.mark.parametrize(("value", "text"), [(0.0421, "42 ms"), (0.291, "0.29 s"), (3.14, "3.1 s"), (24.2, "24 s"), (180.0, "3 min"),
                                             (0.0001, "0.1 ms"), (0.00042, "0.4 ms"), (0.0007, "1 ms"), (0.0, "0 ms"), (None, "unknown")])
def test_seconds(value: float | None, text: str) -> None:
    assert units.seconds(value) == text


@pytest.mark.parametrize(("low", "typical", "high", "how", "text"), [
    (0.0731, 0.0996, 0.139, units.seconds, "100 ms (73–139)"), (0.0812, 0.112, 0.151, units.seconds, "0.11 s (0.08–0.15)"),
    (90.0, 150.0, 7300.0, units.seconds, "2 min (2–122)"), (8.1, 9.94, 12.3, units.rate, "9.9 tok/s (8.1–12.3)"),
    (950.0, 1040.0, 1130.0, units.rate, "1,040 tok/s (950–1,130)")])
def test_a_range_is_written_in_one_unit(low, typical, high, how, text) -> None:
    assert range_text(Range(low, typical, high), how) == text


def test_rates_and_tokens() -> None:
    assert units.rate(83.4) == "83 tok/s"
    assert units.rate(8.25) == "8.2 tok/s"
    assert units.tokens(32768) == "32,768"
    assert units.rate(None) == units.tokens(None) == "unknown"
