import pytest

from advisor.formula.cuda_graphs import captured_sizes, graph_pool


def test_captured_sizes_of_one_to_many_sequences():
    assert captured_sizes(1, 512) == 2 + 1
    assert captured_sizes(256, 512) == 51 + 35
    assert captured_sizes(1024, 512) == 2 * 51


@pytest.mark.parametrize(("layers", "hidden", "sparse", "printed"), [
    (32, 4096, 0, 0.91), (80, 8192, 0, 1.61), (48, 2048, 1, 1.41), (42, 3584, 0, 1.09), (28, 3584, 0, 0.85)])
def test_the_line_through_printed_pools_holds_as_well_as_its_data_says(layers, hidden, sparse, printed):
    assert graph_pool(layers, hidden, sparse, 0.505, 0.0065, 9.4e-07, 0.436) == pytest.approx(printed, rel=0.23)
