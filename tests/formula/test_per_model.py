"""What is remembered of a model goes with it, is bounded, and is right when threads ask together."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

from advisor import catalog
from advisor.formula import per_model as module
from advisor.formula.per_model import packed, per_model
from advisor.scenario import Model


class Kept:
    """An answer that can be watched."""


def test_an_answer_is_made_once_and_goes_with_its_model() -> None:
    asked: list[tuple[str, int]] = []

    @per_model
    def answer(model: Model, key: int) -> Kept:
        asked.append((model.id, key))
        return Kept()

    catalogs = catalog.find_model("qwen2.5-14b-instruct")
    own = catalogs.model_copy(update={"id": "own"})
    watched = weakref.ref(answer(own, 1))
    assert answer(own, 1) is watched() and answer(own, 2) is not watched() and answer(catalogs, 1) is not watched()
    assert asked == [("own", 1), ("own", 2), (catalogs.id, 1)]
    del own
    gc.collect()
    assert watched() is None


def test_no_more_than_so_many_answers_are_kept() -> None:
    kept: list[weakref.ref[Kept]] = []

    @per_model
    def answer(model: Model, key: int) -> Kept:
        made = Kept()
        kept.append(weakref.ref(made))
        return made

    model = catalog.find_model("qwen2.5-14b-instruct")
    for key in range(3 * module.ENTRIES):
        answer(model, key)
    gc.collect()
    assert sum(k() is not None for k in kept) <= module.ENTRIES


def test_threads_that_ask_together_get_their_own_answers() -> None:
    @per_model
    def answer(model: Model, key: int) -> tuple[str, int]:
        return model.id, key

    models = catalog.general_models()[:40]
    questions = [(model, key) for key in range(120) for model in models]
    with ThreadPoolExecutor(8) as pool:
        for found, (model, key) in zip(pool.map(lambda q: answer(*q), questions), questions, strict=True):
            assert found == (model.id, key)


def test_an_answer_is_given_though_it_is_forgotten_meanwhile() -> None:
    few = per_model(lambda model, key: (model.id, str(key)), entries=2)
    model = catalog.find_model("qwen2.5-14b-instruct")

    class Slow:
        """A key during whose second look-up another thread asks for so much that everything is forgotten."""

        looks = -10

        def __hash__(self) -> int:
            self.looks += 1
            if self.looks == 2:
                for other in range(5):
                    few(model, other)
            return 7

        def __str__(self) -> str:
            return "slow"

    key = Slow()
    assert few(model, key) == (model.id, "slow")
    key.looks = 0
    assert few(model, key) == (model.id, "slow")


def test_packed_numbers_are_the_same_numbers() -> None:
    assert list(packed((0, -1, 2**63 - 1))) == [0, -1, 2**63 - 1]
    assert list(packed((0, 2**63))) == [0, 2**63]
