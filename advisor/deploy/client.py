"""A plain Python program, standard library only, that asks the server one question and times the answer."""

from __future__ import annotations

from advisor import shell as sh
from advisor.answer import Command
from advisor.engines.base import Plan
from advisor.engines.launch import Launch
from advisor.engines.steps import reach, request_of
from advisor.words import say


def client(plan: Plan, shell: str) -> list[Command]:
    """ask.py: a streamed answer with time to first token and pace; the key comes from LLM_API_KEY."""
    launch = plan.case.engine.launch(plan)
    if plan.case.model.job != "text":
        return _scoring_client(plan, launch, shell)
    text = sh.joined([
        "import json, os, sys, time, urllib.request",
        "",
        f"url = {sh.python(reach(plan, launch) + '/v1/chat/completions')}",
        f"model = {sh.python(launch.model)}",
        "question = \" \".join(sys.argv[1:]) or \"Say hello in five words.\"",
        "headers = {\"Content-Type\": \"application/json\"}",
        "if os.environ.get(\"LLM_API_KEY\"):",
        "    headers[\"Authorization\"] = \"Bearer \" + os.environ[\"LLM_API_KEY\"]",
        "body = {\"model\": model, \"stream\": True, \"max_tokens\": 256, \"messages\": [{\"role\": \"user\", \"content\": question}]}",
        "request = urllib.request.Request(url, json.dumps(body).encode(), headers)",
        "start = time.monotonic()",
        "first = last = None",
        "pieces = 0",
        "with urllib.request.urlopen(request, timeout=600) as answer:",
        "    for line in answer:",
        "        if not line.startswith(b\"data: \") or line.strip() == b\"data: [DONE]\":",
        "            continue",
        "        choices = json.loads(line[6:]).get(\"choices\") or [{}]",
        "        delta = choices[0].get(\"delta\", {})",
        "        piece = delta.get(\"content\") or delta.get(\"reasoning_content\") or delta.get(\"reasoning\") or \"\"",
        "        if piece:",
        "            last = time.monotonic()",
        "            first = first or last",
        "            pieces += 1",
        "            print(piece, end=\"\", flush=True)",
        "if first is None or last is None:",
        "    sys.exit(\"No text came back.\")",
        "print(f\"\\n\\nfirst token {first - start:.2f} s\")",
        "if last > first:",
        "    print(f\"{(pieces - 1) / (last - first):.0f} pieces of text per second\")",
    ])
    run = sh.command(["python3" if shell == "bash" else "python", "ask.py"], shell)
    seen = say("Set LLM_API_KEY to the key where the server asks for one. The answer word by word, then the time to the first "
               "token and the pace.")
    return [Command("call", say("Save as ask.py"), "python", text, "", "ask.py"), Command("call", say("Ask"), shell, run, seen)]


def _scoring_client(plan: Plan, launch: Launch, shell: str) -> list[Command]:
    """ask.py for a model that writes no text: one request, the time it took and the start of what came back."""
    path, body, seen = request_of(plan, launch.model)
    text = sh.joined([
        "import json, os, time, urllib.request",
        "",
        f"url = {sh.python(reach(plan, launch) + path)}",
        f"body = json.loads({sh.python(sh.json_text(body))})",
        "headers = {\"Content-Type\": \"application/json\"}",
        "if os.environ.get(\"LLM_API_KEY\"):",
        "    headers[\"Authorization\"] = \"Bearer \" + os.environ[\"LLM_API_KEY\"]",
        "start = time.monotonic()",
        "with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=600) as answer:",
        "    text = answer.read().decode()",
        "print(f\"{time.monotonic() - start:.2f} s\")",
        "print(text[:400])",
    ])
    run = sh.command(["python3" if shell == "bash" else "python", "ask.py"], shell)
    return [Command("call", say("Save as ask.py"), "python", text, "", "ask.py"), Command("call", say("Ask"), shell, run, seen)]
