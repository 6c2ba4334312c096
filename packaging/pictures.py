#!/usr/bin/env python3
"""Makes the README's pictures with the app's own `screenshot` command: `python packaging/pictures.py [folder]`."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIO = {"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "ollama",
            "hardware": {"device": "RTX 4090", "host_memory_gib": 64}, "settings": {"context": 4096, "parallel": 1},
            "workload": {"concurrency": 1, "prompt_tokens": 1024, "output_tokens": 256}}
TEAM = {**SCENARIO, "quantization": "awq", "engine": "vllm", "settings": {"context": 4096},
        "workload": {"concurrency": 8, "prompt_tokens": 1024, "output_tokens": 256}}
PICTURES = (("wizard", None, "en", "light"), ("calculator", SCENARIO, "en", "light"), ("simulator", TEAM, "en", "dark"),
            ("guide", SCENARIO, "zh_CN", "light"), ("calculator", TEAM, "zh_CN", "dark"))


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "packaging" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for view, scenario, language, theme in PICTURES:
            file = Path(scratch) / "scenario.json"
            file.write_text(json.dumps(scenario), encoding="utf-8")
            named = ["--scenario", str(file)] if scenario else []
            out = folder / f"{view}-{theme}-{language}.png"
            subprocess.run([sys.executable, "-m", "advisor", "screenshot", str(out), "--view", view, *named,
                            "--language", language, "--theme", theme, "--size", "1440x900"], cwd=ROOT, check=True)
            print(out.name, out.stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
