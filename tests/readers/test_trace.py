"""Traces in every known format; damaged ones are refused with the line's number."""

import gzip
import io
import json

import pytest

from advisor.errors import CannotAnswer
from advisor.readers import trace as reader
from advisor.readers.trace import parse_trace, read_trace


def parse(text, **more):
    return parse_trace(io.StringIO(text), "t.csv", **more)


def test_plain_csv_ignores_other_columns_and_their_order():
    got = parse("output_tokens,x,arrival_s,input_tokens\n5,a,10.5,100\n6,,11,200\n\n7,b,12.25,300\n")
    assert (list(got.arrival), list(got.prompt), list(got.output)) == ([0.0, 0.5, 1.75], [100, 200, 300], [5, 6, 7])
    assert got.blocks is None


def test_azure_as_published():
    got = parse("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:50.9951690,396,109\n")
    assert got.kind == "azure" and list(got.prompt) == [374, 396]
    assert got.arrival[1] == pytest.approx(4.314579, abs=1e-6)
    zoned = parse("TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.009930+00:00,2162,5\n2024-05-10 00:00:01+00:00,9,1\n")
    assert zoned.arrival[1] == pytest.approx(0.99007)


def test_burstgpt_as_published_leaves_failures_out_and_says_so():
    head = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
    got = parse(head + "5,ChatGPT,472,18,490,Conversation log\n45,ChatGPT,1087,0,1087,API log\n118,GPT-4,417,276,693,Conversation log\n")
    assert got.kind == "burstgpt" and list(got.arrival) == [0.0, 113.0] and got.left_out == 1


def test_mooncake_as_published_is_in_milliseconds():
    rows = [{"timestamp": 1000, "input_length": 700, "output_length": 3, "hash_ids": [0, 1]},
            {"timestamp": 3500, "input_length": 513, "output_length": 4, "hash_ids": [0, 2]}]
    got = parse("\n".join(map(json.dumps, rows)))
    assert got.kind == "mooncake" and list(got.arrival) == [0.0, 2.5] and got.blocks == [(0, 1), (0, 2)]


def test_short_json_lines():
    got = parse('{"t":0.0,"i":600,"o":5,"h":[7,8]}\n{"t":0.25,"i":10,"o":4}\n')
    assert got.blocks == [(7, 8), ()] and list(got.output) == [5, 4]


def test_the_first_so_many(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"arrival_s,input_tokens,output_tokens\n" + b"".join(b"%d,5,5\n" % i for i in range(100))))
    assert len(read_trace(path, 7).arrival) == 7 and len(read_trace(path).arrival) == 100


HEAD = "arrival_s,input_tokens,output_tokens\n0,5,5\n"


@pytest.mark.parametrize("text", [
    HEAD + "1,-5,5\n", HEAD + "1,5,-5\n", HEAD + "1,0,5\n", HEAD + "1,5,0\n", HEAD + "1,99999999999999999999,5\n", HEAD + "1,5,1e9\n",
    HEAD + "1,5\n", HEAD + "1,5,\n", HEAD + "nan,5,5\n", HEAD + "inf,5,5\n", HEAD + "1e300,5,5\n", HEAD + "-1,5,5\n", HEAD + "x,y,z\n",
    HEAD + '"1,5,5\n', HEAD + "1,5,5\x00\n", HEAD + "1," + "5" * 5000 + ",5\n", HEAD + "1," + "9" * 4_000_001,
    "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,5,5\n2023-13-16 18:15:46,5,5\n",
    "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,5,5\n2024-11-16 18:15:46+00:00,5,5\n",
    '{"t":0,"i":5,"o":5}\n{"t":1,"i":5,"o"', '{"t":0,"i":5,"o":5}\n{"t":1,"i":5}\n', '{"t":0,"i":5,"o":5}\n{"t":1,"i":-5,"o":5}\n',
    '{"t":0,"i":5,"o":5}\n{"t":1,"i":"5","o":5}\n', '{"t":0,"i":5,"o":5}\n{"t":NaN,"i":5,"o":5}\n', '{"t":0,"i":5,"o":5}\n[1]\n',
    '{"t":0,"i":5,"o":5}\n{"t":1,"i":5,"o":5,"h":"abc"}\n', '{"t":0,"i":5,"o":5}\n{"t":1,"i":5,"o":5,"h":[1,2,3,4]}\n',
    '{"t":0,"i":5,"o":5}\n{"t":1,"i":5.5,"o":5}\n', '{"t":0,"i":5,"o":5}\n' + "[" * 100_000,
    '{"t":0,"i":5,"o":5}\n{"t":1,"i":5,"o":true}\n',
], ids=range(30))
def test_a_bad_line_is_named_by_its_number(text):
    bad = 3 if text.startswith(("arrival", "TIMESTAMP")) else 2
    with pytest.raises(CannotAnswer, match=f"Line {bad} of"):
        parse(text)


def test_lines_out_of_order_are_named():
    with pytest.raises(CannotAnswer, match=r"Line 4 of .* before the line above"):
        parse(HEAD + "5,5,5\n4,5,5\n")


@pytest.mark.parametrize("mark", [";", "\t"])
def test_other_separators_and_a_decimal_comma_are_read(mark):
    trace = parse(mark.join(("arrival_s", "input_tokens", "output_tokens")) + f"\n0,5{mark}100{mark}20\n1.75{mark}90{mark}10\n")
    assert list(trace.arrival) == [0, 1.25]
    assert (list(trace.prompt), list(trace.output)) == ([100, 90], [20, 10])


def test_the_missing_column_is_named():
    with pytest.raises(CannotAnswer, match="has arrival_s and input_tokens, but no column output_tokens"):
        parse("arrival_s,input_tokens\n0,5\n")


@pytest.mark.parametrize("text", ["", "\n\n", "a,b,c\n1,2,3\n", '{"x":1}\n', HEAD.splitlines()[0], '{"t":0,"i":5'])
def test_what_is_no_trace_is_refused(text):
    with pytest.raises(CannotAnswer):
        parse(text)


def test_cut_and_broken_files(tmp_path):
    whole = gzip.compress(HEAD.encode() + b"".join(b"%d,50,5\n" % i for i in range(1, 50_000)))
    damaged = {"cut.gz": whole[:-1000], "bad.gz": whole[:2000] + b"\x00" * 50 + whole[2100:], "binary.csv": bytes(range(256)) * 20}
    for name, data in damaged.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(CannotAnswer):
            read_trace(path)
    with pytest.raises(CannotAnswer, match="cannot be read"):
        read_trace(tmp_path / "missing.csv")


def test_a_file_that_unpacks_without_end_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "MAX_BYTES", 1 << 20)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(HEAD.encode() + b"1,5,5\n" * 400_000))
    with pytest.raises(CannotAnswer, match="unpacks to more"):
        read_trace(path)


@pytest.mark.shared
def test_every_shared_trace_loads(shared):
    sizes = {path.name: len(read_trace(path).arrival) for path in sorted((shared / "traces").glob("*.gz"))}
    assert sizes == {"azure2023_code.csv.gz": 8819, "azure2023_conv.csv.gz": 19366, "mooncake_conversation.jsonl.gz": 12031,
                     "mooncake_synthetic.jsonl.gz": 3993, "servegen_deepseek-r1_peak10min.csv.gz": 25556,
                     "servegen_m-small_peak10min.csv.gz": 482815, "sharegpt_llama31_300_sps10.csv.gz": 300}
