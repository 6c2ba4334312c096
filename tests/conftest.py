"""Fixtures for all tests."""

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared facts beside the checkout; skipped with that reason where it is missing (never in CI)."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail("../shared is missing in CI")
        pytest.skip("needs ../shared, which is not here")
    return SHARED
