import pytest

from advisor.whatif.traffic import Traffic, parse_traffic, said


def test_only_what_was_said_is_saved():
    assert said(Traffic()) == {}
    assert said(Traffic(shape="burst", queue=32)) == {"shape": "burst", "queue": 32}


@pytest.mark.parametrize("hostile", [None, [], "x", {"shape": ["people"]}, {"seconds": 1e99}, {"seed": -1}, {"queue": True},
                                     {"first_token_s": float("nan")}, {"trace": "x" * 5000}, {"spread": {"a": 1}}, {"pace": "fast"},
                                     {"seconds": None}])
def test_what_is_out_of_range_keeps_its_default(hostile):
    assert parse_traffic(hostile) == Traffic()


def test_the_shape_follows_the_scenario_until_one_is_chosen():
    assert Traffic().shape_for(None) == "people" and Traffic().shape_for(0.5) == "poisson"
    assert Traffic(shape="burst").shape_for(None) == "burst"
    assert Traffic(shape="trace").shape_for(2.0) == "poisson"
