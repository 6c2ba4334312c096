"""What a case asks of the devices."""

import pytest

from advisor import catalog
from advisor.speed_work import weight_bytes


def test_bytes_read_split_by_part() -> None:
    model = catalog.find_model("openai/gpt-oss-120b")
    mxfp4 = catalog.find_quantization("mxfp4")
    dense, experts = weight_bytes(model, mxfp4)
    as_file, experts_file = weight_bytes(model, mxfp4, as_gguf=True)
    assert experts == pytest.approx(60.9e9, rel=.01) and experts_file == pytest.approx(60.9e9, rel=.02)
    assert dense > 1.5 * as_file  # 16-bit attention and head in the checkpoint, 8-bit in the file
