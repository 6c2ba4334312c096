"""A llama-server for tests: takes llama-server's own words and runs the real C++ server from the xllamacpp wheel.

Run: python packaging/checks/llama_server.py llama-server -m FILE -c 4096 …
Words it does not know are an error, so that a test cannot pass by leaving an option out.
"""

from __future__ import annotations

import os
import sys
import threading

import xllamacpp

CACHE_TYPES = {"f32": 0, "f16": 1, "q4_0": 2, "q4_1": 3, "q5_0": 6, "q5_1": 7, "q8_0": 8, "iq4_nl": 20, "bf16": 30}
DRAFTS = {"draft-mtp": "COMMON_SPECULATIVE_TYPE_DRAFT_MTP"}
FLASH = {"auto": -1, "off": 0, "on": 1}


def apply(words: list[str], params: xllamacpp.CommonParams) -> None:
    """Sets the parameters that the words name."""
    params.n_gpu_layers = 0
    if os.environ.get("LLAMA_THREADS"):     # several wait for one another in a loop, which takes minutes on a busy machine
        for threads in (params.cpuparams, params.cpuparams_batch, params.speculative.draft.cpuparams):
            threads.n_threads = int(os.environ["LLAMA_THREADS"])
    rest = iter(words)
    for word in rest:
        if word == "-m":
            params.model.path = next(rest)
        elif word in ("-c", "-np", "-b", "-ub", "--port"):
            name = {"-c": "n_ctx", "-np": "n_parallel", "-b": "n_batch", "-ub": "n_ubatch", "--port": "port"}[word]
            setattr(params, name, int(next(rest)))
        elif word in ("-ctk", "-ctv"):
            setattr(params, "cache_type_k" if word == "-ctk" else "cache_type_v", xllamacpp.ggml_type(CACHE_TYPES[next(rest)]))
        elif word == "-fa":
            params.flash_attn_type = xllamacpp.llama_flash_attn_type(FLASH[next(rest)])
        elif word == "-kvu":
            params.kv_unified = True
        elif word == "--spec-type":
            params.speculative.types = [getattr(xllamacpp.common_speculative_type, DRAFTS[next(rest)])]
        elif word == "--spec-draft-n-max":
            params.speculative.draft.n_max = int(next(rest))
        elif word == "--host":
            params.hostnames = [next(rest)]
        elif word == "--metrics":
            params.endpoint_metrics = True
        elif word == "--no-cache-prompt":
            params.cache_prompt = False
        else:
            raise SystemExit(f"llama_server.py does not know {word}")


def main() -> None:
    params = xllamacpp.CommonParams()
    apply(sys.argv[2:], params)
    if "-np" not in sys.argv:
        params.n_parallel, params.kv_unified = 4, True
    if os.environ.get("LLAMA_API_KEY"):
        params.api_keys = [os.environ["LLAMA_API_KEY"]]
    params.verbosity = 4
    server = xllamacpp.Server(params)
    print("ready", server.listening_address, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
