"""Prometheus: what to scrape and the four figures to watch, over the engine's own metric names. Pure text."""

from __future__ import annotations

from advisor import shell as sh
from advisor.answer import Command
from advisor.deploy.gateway import servers_of
from advisor.engines.base import Plan
from advisor.engines.launch import launch_data
from advisor.errors import CannotAnswer
from advisor.guardrails import limits_of
from advisor.words import say

KV_WATERMARK = 0.9
ERRORS_A_MINUTE = 1
OF_ANSWERS = ("FirstTokenSlow", "TokensPerSecondLow")
"""Alerts on figures that a model that only reads never has."""


def prometheus(plan: Plan, shell: str) -> list[Command]:
    """prometheus.yml and llm.rules.yml. Raises CannotAnswer for engines that export no metrics."""
    engine = plan.case.engine
    names = launch_data(engine).get("metrics", {})
    if not names:
        raise CannotAnswer(say("{engine} exports no metrics.", engine=engine.name),
                           say("Put the LiteLLM proxy in front of it and watch that."))
    launch, limit = engine.launch(plan), limits_of(plan)
    path = launch.metrics or launch_data(engine).get("metrics_path", "/metrics")
    targets = ", ".join(sh.yaml(server) for server in servers_of(plan, launch))
    scrape = ["global:", "  scrape_interval: 15s", "rule_files:", "  - llm.rules.yml", "scrape_configs:", "  - job_name: llm",
              f"    metrics_path: {path}", "    static_configs:", f"      - targets: [{targets}]"]
    first = 2 * limit.first_token_s if limit.first_token_s else 2.0
    rules = ["groups:", "  - name: llm", "    rules:"]
    missing = []
    for alert, needs, expression, wait in (
            ("FirstTokenSlow", "time_to_first_token",
             "histogram_quantile(0.95, sum by (le) (rate({time_to_first_token}_bucket[5m]))) > " + f"{first:.3g}", "5m"),
            ("TokensPerSecondLow", "generated_tokens", _pace(limit.tokens_per_s, plan.case.concurrency, names), "10m"),
            ("CacheNearlyFull", "kv_usage", f"max({{kv_usage}}) > {KV_WATERMARK}", "5m"),
            ("RequestsRejected", "rejected", f"sum(rate({{rejected}}[5m])) * 60 > {ERRORS_A_MINUTE}", "5m"),
            ("QueueGrows", "waiting", f"sum({{waiting}}) > {limit.queue}", "5m")):
        if alert in OF_ANSWERS and plan.case.model.job != "text":
            continue
        if names.get(needs) is None or not expression:
            missing.append(alert)
            continue
        rules += [f"      - alert: {alert}", f"        expr: {sh.yaml(expression.format(**names))}", f"        for: {wait}",
                  "        labels:", "          severity: warning"]
    told = say("This engine has no metric for: {alerts}.", alerts=", ".join(missing)) if missing else ""
    return [Command("install", say("Save as prometheus.yml"), "yaml", sh.joined(scrape), "", "prometheus.yml"),
            Command("install", say("Save as llm.rules.yml"), "yaml", sh.joined(rules), told, "llm.rules.yml"),
            Command("check", say("Check both"), shell, "promtool check config prometheus.yml", say("Says SUCCESS for each file."))]


def _pace(together: float | None, people: int, names: dict[str, str]) -> str:
    """Each running request gets less than a quarter of the pace that it gets among the planned people: however few are there, a
    healthy server gives each of them more. "" unknown."""
    if together is None or not names.get("running"):
        return ""
    running = "sum(avg_over_time({running}[5m]))"
    return f"sum(rate({{generated_tokens}}[5m])) / {running} < {together / max(1, people) / 4:.3g} and {running} > 0.1"
