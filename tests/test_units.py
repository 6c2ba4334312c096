"""No unit goes unnamed."""

import pytest

from advisor import units


@pytest.mark.parametrize(("value", "binary", "text"), [
    (10_900_000_000, False, "10.9 GB"), (8_990_000_000, False, "8.99 GB"), (24 * units.GIB, True, "24.0 GiB"), (None, False, "unknown"),
    (51_539_607_552, False, "51.5 GB"), (0, False, "0.00 GB")])
def test_gigabytes(value: int | None, binary: bool, text: str) -> None:
    assert units.gigabytes(value, binary) == text


@pytest.mark.parametrize(("value", "text"), [(0.0421, "42 ms"), (0.291, "0.29 s"), (3.14, "3.1 s"), (24.2, "24 s"), (180.0, "3 min"),
                                             (None, "unknown")])
def test_seconds(value: float | None, text: str) -> None:
    assert units.seconds(value) == text


def test_rates_and_tokens() -> None:
    assert units.rate(83.4) == "83 tok/s"
    assert units.rate(8.25) == "8.2 tok/s"
    assert units.tokens(32768) == "32,768"
    assert units.rate(None) == units.tokens(None) == "unknown"
