"""What stands in front of a server: nginx with a key, a cap and a quota, and the LiteLLM proxy. Pure text."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

from advisor import shell as sh
from advisor.answer import Command
from advisor.engines.base import Plan
from advisor.engines.checkpoints import api_name
from advisor.engines.launch import LOOPBACK, Launch, key_of, launch_data
from advisor.engines.steps import post, spoken
from advisor.errors import CannotAnswer
from advisor.guardrails import Limits, limits_of
from advisor.words import say

GATEWAY_PORT = 8088
PROXY_PORT = 4000
KEEP = '{{ [ -e "$f.before" ] || {sudo}cp "$f" "$f.before"; }} && {sudo}cp nginx.conf "$f" && {sudo}nginx -t && '
PLACE = "f=/etc/nginx/nginx.conf; " + KEEP.format(sudo="sudo ") + "sudo systemctl reload-or-restart nginx"
MAC_PLACE = 'brew install nginx && f="$(brew --prefix)/etc/nginx/nginx.conf" && ' + KEEP.format(sudo="") + "brew services restart nginx"
"""The configuration that nginx came with is kept, also when ours is put in place again. Homebrew's nginx reads its file under brew's
prefix and is a service of brew (formulae.brew.sh/formula/nginx)."""
MOST_KEYS = 50
"""Persons whose keys are written out; the lines of the others are like them."""


def servers_of(plan: Plan, launch: Launch) -> tuple[str, ...]:
    """Addresses behind the gateway: one port after another on this machine."""
    return tuple(f"{LOOPBACK}:{launch.port + i}" for i in range(plan.replicas))


def nginx(plan: Plan, shell: str) -> list[Command]:
    """nginx.conf, how to test it, start it and see the limit answer 429."""
    launch = plan.case.engine.launch(plan)
    file = nginx_file(plan, launch, servers_of(plan, launch))
    steps = [file]
    if shell == "bash":
        place = MAC_PLACE if plan.os == "macos" else PLACE
        seen = say("nginx -t says \"test is successful\". The file that was there before is kept beside it as nginx.conf.before.")
        steps.append(Command("launch", say("Put it in place"), shell, place, seen))
        url = f"http://{LOOPBACK}:{GATEWAY_PORT}/v1/models"
        seen = say("Prints 401: without the key nobody gets in.") if plan.serve else say("Prints 200.")
        steps.append(Command("check", say("Ask without a key"), shell, f"curl -s -o /dev/null -w '%{{http_code}}\\n' {url}", seen))
    return steps


def nginx_file(plan: Plan, launch: Launch, servers: Sequence[str], inside: bool = False) -> Command:
    """nginx.conf: clients show a key, each person's has its quota, all together a cap; beyond it 429 at once.

    `inside`: it runs in its own container, so it listens on every interface there.
    """
    limit, key = limits_of(plan), key_of(plan)
    many = len(servers)
    open_ = plan.serve or inside
    wait = limit.queue_timeout_s + limit.request_timeout_s
    cap = (limit.concurrency + limit.queue) * many
    lines = ["worker_processes auto;", "events { worker_connections 4096; }", "http {", *_clients(limit, key, many),
             "  limit_conn_zone $server_port zone=cap:1m;", "  limit_req_status 429;", "  limit_conn_status 429;",
             "  client_max_body_size 32m;", "  upstream servers {"]
    lines += (["    least_conn;"] if many > 1 else []) + [f"    server {server};" for server in servers]
    lines += ["    keepalive 32;", "  }", "  server {", f"    listen {'' if open_ else LOOPBACK + ':'}{GATEWAY_PORT};",
              "    location = /metrics { return 404; }", "    location /prometheus { return 404; }", "    location / {"]
    if key:
        lines.append('      if ($client_name = "") { return 401; }')
    quotas = _quotas(limit, key, many)
    lines += [f"      limit_req zone={zone} burst={max(1, rate // 4)} nodelay;" for zone, _, rate in quotas]
    lines += [f"      limit_conn cap {cap};",
              "      proxy_pass http://servers;", "      proxy_http_version 1.1;", '      proxy_set_header Connection "";',
              "      proxy_set_header Host localhost;", "      proxy_buffering off;", f"      proxy_read_timeout {wait}s;",
              "      proxy_next_upstream off;"]
    if launch.gateway or key:   # what the engine knows: no key, or the plan's, whichever key the client showed
        known = "" if launch.gateway else f"Bearer {key}"
        lines.append(f'      proxy_set_header Authorization "{known}";')
    lines += ["    }", "  }", "}"]
    who = say("Clients send the key of this file to port {port}.", port=str(GATEWAY_PORT)) if key else \
        say("Without serving others it listens on this machine only and asks for no key.")
    each = ""
    if len(quotas) > 1:
        who = say("Clients send a key of this file to port {port}.", port=str(GATEWAY_PORT))
        each = say("Give each person a line and a key of their own: {quota} requests a minute each. The key named team is counted as all "
                   "of them together: {all} a minute.", quota=limit.requests_per_minute, all=quotas[-1][2])
    beyond = say("Beyond {cap} requests at once, or a key's quota a minute, it answers 429 at once.", cap=cap) if each else \
        say("Beyond {cap} requests at once, or {quota} a minute, it answers 429 at once.", cap=cap, quota=quotas[-1][2])
    return Command("install", say("Save as nginx.conf"), "nginx", sh.joined(lines),
                   spoken(who, each, beyond, say("Add a certificate (listen … ssl) before it leaves a trusted network."),
                          *limit.reasons, *limit.retreat), "nginx.conf")


def _quotas(limit: Limits, key: str | None, many: int) -> list[tuple[str, str, int]]:
    """Zone, what it counts by and requests a minute. A request whose variable is empty is not counted in that zone.

    Without keys all come from this machine itself: its address stands for all of them together, as does a key that they share.
    """
    whole = limit.all_requests_per_minute * many
    if key is None:
        return [("quota", "$binary_remote_addr", whole)]
    if limit.people * many == 1:
        return [("quota", "$client_name", whole)]
    return [("quota", "$person", limit.requests_per_minute), ("team", "$team", whole)]


def _clients(limit: Limits, key: str | None, many: int) -> list[str]:
    """Who shows which key, and the zones that count them. The default bucket of a map is too small for a key of 43 signs."""
    quotas, lines = _quotas(limit, key, many), []
    people = limit.people * many
    if key:
        lines += ["  map_hash_bucket_size 512;", "  # One line and key for each person: openssl rand -hex 24 makes a key.",
                  "  map $http_authorization $client_name {", '    default "";', f'    "Bearer {key}" "team";']
        if people > 1:
            lines += [f'    "Bearer {_persons_key(key, n)}" "person-{n}";' for n in range(1, min(people, MOST_KEYS) + 1)]
        lines.append("  }")
    if len(quotas) > 1:
        lines += ["  # A person's key has a person's quota, the shared key that of all together.",
                  '  map $client_name $person { default $client_name; "team" ""; }',
                  '  map $client_name $team { default ""; "team" "team"; }']
    return [*lines, *(f"  limit_req_zone {by} zone={zone}:1m rate={rate}r/m;" for zone, by, rate in quotas)]


def _persons_key(key: str, number: int) -> str:
    """A person's key, made from the plan's: the same in every text of a run, and the one tells nothing of the others."""
    made = hmac.digest(key.encode(), f"person-{number}".encode(), hashlib.sha256)
    return "sk-" + base64.urlsafe_b64encode(made).decode().rstrip("=")


def litellm(plan: Plan, shell: str) -> list[Command]:
    """LiteLLM's config.yaml with its limits and retreat, the key's file, check, start and, where others are served, a key for each.

    What stands under litellm_params bounds the server for all; a person's quota belongs to a virtual key, which LiteLLM keeps in
    PostgreSQL (docs.litellm.ai/docs/proxy/users, /proxy/virtual_keys, /routing).
    """
    launch, limit = plan.case.engine.launch(plan), limits_of(plan)
    if api_name(plan.case).startswith("os.environ") or launch.model.startswith("os.environ"):
        raise CannotAnswer(say("LiteLLM would take a name that begins with os.environ for a variable."), say("Rename the model."))
    key = key_of(plan) or "sk-" + _random()
    env = {"LITELLM_MASTER_KEY": key, **launch.secrets}
    start: list[sh.Word] = ["litellm", "--config", "litellm.yaml", "--port", str(PROXY_PORT)]
    if not plan.serve:
        start += ["--host", LOOPBACK]
    steps = [Command("install", say("Save as litellm.yaml"), "yaml", sh.joined(_litellm_lines(plan, launch, limit)),
                     spoken(say("Keys stay in the environment, not in this file."),
                            say("rpm and tpm are each server's, for all together."), *limit.reasons, *limit.retreat), "litellm.yaml"),
             Command("install", say("Save as litellm.env, readable by you only"), "env",
                     sh.joined(f"{k}={v}" for k, v in env.items()), say("The keys; never a well-known one."), "litellm.env"),
             Command("install", say("Install LiteLLM"), shell, sh.command(["pip", "install", "litellm[proxy]", "prometheus_client"], shell),
                     say("litellm --version prints its version; checked with 1.110.2.")),
             Command("check", say("Check the file"), shell,
                     sh.command(["litellm", "--config", "litellm.yaml", "--validate_config"], shell), say("Says config OK.")),
             Command("launch", say("Start"), shell, sh.command(start, shell, env), _who_sends_what(plan, limit))]
    if plan.serve and limit.people * plan.replicas > 1:
        body = {"key_alias": "person-1", "rpm_limit": limit.requests_per_minute, "tpm_limit": limit.tokens_per_minute}
        steps.append(Command("call", say("Make a key for each person"), shell,
                             post(f"http://{LOOPBACK}:{PROXY_PORT}/key/generate", body, shell, key),
                             say("Prints the person's key; once more for each other name. It needs a PostgreSQL database: before the start "
                                 "set DATABASE_URL to its address.")))
    return steps


def _litellm_lines(plan: Plan, launch: Launch, limit: Limits) -> list[str]:
    """LiteLLM's config.yaml: each server under the one name that clients ask for, and what holds for all."""
    prefix = launch_data(plan.case.engine)["litellm"]
    name = api_name(plan.case)
    lines = ["model_list:"]
    for server in servers_of(plan, launch):
        suffix = "" if prefix == "ollama_chat" else "/v1"
        lines += [f"  - model_name: {sh.yaml(name)}", "    litellm_params:", f"      model: {sh.yaml(f'{prefix}/{launch.model}')}",
                  f"      api_base: {sh.yaml(f'http://{server}{suffix}')}",
                  f"      api_key: {'os.environ/' + next(iter(launch.secrets)) if launch.secrets else 'none'}",
                  f"      max_parallel_requests: {limit.concurrency + limit.queue}", f"      rpm: {limit.all_requests_per_minute}",
                  f"      tpm: {limit.all_tokens_per_minute}", f"      timeout: {limit.request_timeout_s}",
                  f"      stream_timeout: {limit.queue_timeout_s}"]
    lines += ["router_settings:", "  routing_strategy: least-busy", "  num_retries: 1", "  allowed_fails: 3", "  cooldown_time: 30"]
    total = (limit.concurrency + limit.queue) * plan.replicas
    lines += ["general_settings:", "  master_key: os.environ/LITELLM_MASTER_KEY", f"  global_max_parallel_requests: {total}"]
    return lines


def _who_sends_what(plan: Plan, limit: Limits) -> str:
    """Which key clients send: LiteLLM holds the master key, the administrator's, to no quota."""
    listens = say("Listens on port {port}; clients send LITELLM_MASTER_KEY.", port=str(PROXY_PORT))
    if not plan.serve or limit.people * plan.replicas == 1:
        return listens
    return spoken(listens, say("No quota holds for that key: with a database give each person a key of their own, and keep that one to "
                               "yourself."))


def _random() -> str:
    import secrets
    return secrets.token_urlsafe(32)
