"""Abilities from scores: made-up models of known ability, measured by made-up benchmarks."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def scores(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "catalog"))
    import scores
    yield scores
    sys.modules.pop("scores")


def made_up(seed: int, models: int = 150):
    chance = np.random.default_rng(seed)
    size, year = chance.uniform(-1, 7, models), chance.uniform(0, 3.5, models)
    ability = size + 1.5 * year + chance.normal(0, 1.2, models)
    start, slope, spread = np.array([-1.5, -2.0, -3.0]), np.array([.3, .4, .5]), np.array([.15, .2, .3])
    model, benchmark = np.nonzero(chance.random((models, 3)) < .8)
    alone = np.setdiff1d(np.arange(models), model)
    model, benchmark = np.append(model, alone), np.append(benchmark, np.zeros(len(alone), int))
    score = start[benchmark] + slope[benchmark] * ability[model] + chance.normal(0, spread[benchmark])
    return size, year, ability, model, benchmark, score


@pytest.mark.parametrize("seed", range(3))
def test_what_models_were_made_with_is_found_again(scores, seed):
    size, year, ability, model, benchmark, score = made_up(seed)
    found, shows, lines, progress, spread = scores.fitted(size, year, model, benchmark, score)
    by_size = size + progress * year
    assert np.corrcoef(found, ability)[0, 1] > .97
    assert np.mean(np.abs(found - found.mean() - ability + ability.mean())) < np.mean(np.abs(by_size - by_size.mean() - ability
                                                                                             + ability.mean()))
    assert np.corrcoef(shows, ability)[0, 1] > .9 and np.std(shows - by_size) > np.std(found - by_size)
    assert abs(progress - 1.5) < .35 and .8 < spread < 1.8
    assert [line.slope for line in lines] == pytest.approx([.3, .4, .5], rel=.25)


def test_a_better_score_never_makes_a_model_less_able(scores):
    size, year, _, model, benchmark, score = made_up(1)
    before = scores.fitted(size, year, model, benchmark, score)[0]
    better = score.copy()
    better[model == 7] += .5
    assert scores.fitted(size, year, model, benchmark, better)[0][7] > before[7]


def test_a_model_that_scores_everywhere_as_it_is_able_stands_nowhere_apart(scores):
    lines = [scores.Benchmark(-1.5, .3, .2), scores.Benchmark(-2, .4, .3)]
    even = [line.start + line.slope * 5 for line in lines]
    assert scores.apart(lines, even, 5.0, 1.5) == pytest.approx(0)
    better = scores.apart(lines, [score + .2 for score in even], 5.0, 1.5)
    assert 0 < better < .2 / .3


def test_scales_of_harnesses_stay_apart_and_the_best_of_a_scale_counts(scores):
    rows = [{"id": "a", "benchmark": "mmlu_pro", "by": by, "score": score, "source": "s"}
            for by, score in (("maker", 60), ("others", 70), ("Artificial Analysis", 50), ("Open LLM Leaderboard", 40))]
    best = scores.best_scores(rows)
    assert {scale: row["score"] for (_, scale), row in best.items()} == {
        "mmlu_pro as stated": 70, "mmlu_pro Artificial Analysis": 50, "mmlu_pro Open LLM Leaderboard": 40}
    assert scores.shown("a", best) == [{"benchmark": "mmlu_pro", "score": 70, "source": "s"}]


def test_the_data_is_what_the_script_makes_of_the_scores(scores, monkeypatch, tmp_path):
    target = tmp_path / "abilities.json"
    monkeypatch.setattr(scores, "TARGET", target)
    scores.main()
    made, kept = (json.loads(path.read_text("utf-8")) for path in (target, ROOT / "resources" / "catalog" / "abilities.json"))
    assert [row["id"] for row in made["rows"]] == [row["id"] for row in kept["rows"]]
    assert [row["general"] for row in made["rows"]] == pytest.approx([row["general"] for row in kept["rows"]], abs=.05)
    assert [row["scores"] for row in made["rows"]] == [row["scores"] for row in kept["rows"]]
