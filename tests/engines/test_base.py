"""What every engine has by its base."""

from __future__ import annotations

from advisor import catalog
from advisor.engines.base import Engine


def test_an_engines_data_is_the_file_of_its_id() -> None:
    class Toy(Engine):
        id = "mlx-lm"

    assert Toy().data == catalog.engine_data("mlx-lm") and Toy().data["version"]
