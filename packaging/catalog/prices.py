"""Builds resources/catalog/prices.json from prices.txt: API prices, GPU rent, purchase. All in US dollars, all dated.

Run: python packaging/catalog/prices.py            (from the repository's root, after devices.py)
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
CATALOG = HERE.parent.parent / "resources" / "catalog"
API_SOURCE, API_DATE = "litellm 1.110.2 price map (PyPI, MIT)", "2026-11"


def main() -> None:
    devices = {row["id"] for row in json.loads((CATALOG / "devices.json").read_text(encoding="utf-8"))}
    out: dict[str, list[dict[str, object]]] = {"api": [], "rent": [], "purchase": []}
    for line in (HERE / "prices.txt").read_text(encoding="utf-8").splitlines():
        kind, *cells = line.split("|")
        if kind == "api":
            model, provider, sku, paid_in, paid_out, cached = cells
            row: dict[str, object] = {"model": model, "provider": provider, "sku": sku, "input_usd_per_million_tokens": float(paid_in),
                                      "output_usd_per_million_tokens": float(paid_out),
                                      "cached_input_usd_per_million_tokens": float(cached) if cached else None,
                                      "date": API_DATE, "source": API_SOURCE}
            assert 0 < float(paid_in) <= float(paid_out) * 4 < 2000, line
            out["api"].append(row)
        elif kind in ("rent", "buy"):
            device, who, low, high, date, source = cells
            assert device in devices, device
            assert 0 < float(low) <= float(high), line
            unit = "usd_per_gpu_hour" if kind == "rent" else "usd"
            out["rent" if kind == "rent" else "purchase"].append(
                {"device": device, "provider" if kind == "rent" else "condition": who, f"low_{unit}": float(low),
                 f"high_{unit}": float(high), "date": date, "source": source})
    parts = [f'"{name}": [\n' + ",\n".join(json.dumps(r, ensure_ascii=False) for r in rows) + "\n]" for name, rows in out.items()]
    (CATALOG / "prices.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    print({name: len(rows) for name, rows in out.items()})


if __name__ == "__main__":
    main()
