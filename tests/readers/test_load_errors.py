"""Lines printed while a model is loaded or cut: what they mean, with the line's own numbers."""

import pytest

from advisor.readers.engine_errors import explain

LINES = [
    ("ValueError: fp8_e5m2 kv-cache is not supported with fp8 checkpoints.", "--kv-cache-dtype fp8 (that is E4M3)"),
    ("ValueError: GGUF model with architecture deepseek2 is not supported yet.", "deepseek2 is none of them"),
    ("llama_init_from_model: failed: quantized V cache was requested, but this requires Flash Attention", "-fa on"),
    ("RuntimeError: ('Quantization scheme is not supported for ', 'the current GPU. Min capability: 80. ', 'Current capability: 75.')",
     "from compute capability 8.0; the card has 7.5"),
    ("ValueError: torch.bfloat16 is not supported for quantization method awq. Supported dtypes: [torch.float16]", "--dtype half"),
    ("Value error, The model type 'gemma3' does not support float16. Reason: Numerical instability.", "overflow in float16"),
    ("load_model: illegal split file: 2, model must be loaded with the first split", "llama-gguf-split --merge"),
    ("ValueError: Weight input_size_per_partition = 7392 is not divisible by min_thread_k = 128.", "7,392 wide, not a multiple of the 128"),
    ("ValueError: Weight output_partition_size = 320 is not divisible by weight quantization block_n = 128.", "to 320, not a multiple"),
    ("NotImplementedError: Pipeline parallelism is not supported for this model.", "no pipeline code in the engine"),
    ("gguf_init_from_file_impl: tensor 'blk.0.ffn_down_exps.weight' has invalid ggml type 39 (NONE)", "update llama.cpp"),
    ("gguf_init_from_file_impl: tensor 'blk.0.ffn_down.weight' has invalid ggml type 156 (NONE)", "ik_llama.cpp's own"),
    ("tensor 'blk.0.ffn_down.weight' of type 36 (TYPE_IQ4_NL_4_4 REMOVED, use IQ4_NL with runtime repacking)", "bitnet.cpp"),
    ("llama_model_load: error loading model: done_getting_tensors: wrong number of tensors; expected 2131, got 720", "Ollama's own files"),
    ("gguf_init_from_file_impl: invalid magic characters: 'vers', expected 'GGUF'", "git lfs pull"),
    ("error loading model architecture: unknown model architecture: 'qwen_image'", "pictures or video"),
]


@pytest.mark.parametrize(("line", "said"), LINES, ids=range(len(LINES)))
def test_known_lines(line, said):
    found = explain([line])
    assert len(found) == 1
    assert said in found[0]


def test_a_line_is_explained_once():
    fp8 = explain(["ValueError: type fp8e4nv not supported in this architecture. The supported fp8 dtypes are ('fp8e4b15', 'fp8e5')"])
    assert len(fp8) == 1 and "FLASHINFER" in fp8[0] and "vLLM has one" in fp8[0]
    assert len(explain(["llama_new_context_with_model: V cache quantization requires flash_attn"])) == 1


def test_other_lines_say_nothing():
    assert not explain(["loaded 36 tensors of type f16", "split 3 files", "capability 80"])
