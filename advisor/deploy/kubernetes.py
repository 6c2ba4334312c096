"""Kubernetes manifests for a plan: Secret, PersistentVolumeClaim, Deployment and Service; a LeaderWorkerSet over nodes."""

from __future__ import annotations

import re
from dataclasses import replace

from advisor import shell as sh
from advisor.answer import Command
from advisor.engines.base import Plan
from advisor.engines.containers import gpus, image_of
from advisor.engines.launch import Launch, vendor
from advisor.engines.repositories import TOKEN
from advisor.engines.steps import spoken, token_step
from advisor.errors import CannotAnswer
from advisor.words import say

GPU_RESOURCE = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu", "intel": "gpu.intel.com/xe"}
LEADER, INDEX = sh.Secret("LWS_LEADER_ADDRESS"), sh.Secret("LWS_WORKER_INDEX")


def kubernetes(plan: Plan, shell: str) -> list[Command]:
    """One file with all manifests, and how to apply, watch, reach and remove them."""
    launch = plan.case.engine.launch(_inside(plan, 0), container=True)
    name = name_of(plan)
    documents = [_secret(name, launch)] if launch.secrets else []
    documents += [_files(name, launch)] if launch.files else []
    documents.append(_claim(name, plan))
    documents.append(_leader_worker_set(name, plan, launch) if plan.nodes > 1 else _deployment(name, plan, launch))
    documents.append(_service(name, plan, launch))
    if launch.gateway:
        documents.append(_policy(name, launch))
    text = "---\n".join(sh.joined(lines) for lines in documents)
    who = say("It checks no key: the NetworkPolicy lets in only pods labelled llm-access: \"yes\", such as your gateway.") \
        if launch.gateway else say("Every pod of the cluster reaches it, with the key of the Secret {name}-key only.", name=name)
    kind = "leaderworkersets" if plan.nodes > 1 else "deployment"
    steps = [Command("install", say("Save as llm.yaml"), "yaml", text, spoken(who, *launch.notes), "llm.yaml"),
             *token_step(launch, shell), *_token_secret(name, launch, shell),
             Command("launch", say("Apply"), shell, "kubectl apply -f llm.yaml", say("Each object says created.")),
             Command("check", say("Watch"), shell, f"kubectl get {kind} {name} --watch",
                     say("READY counts up once the model is loaded; kubectl describe pod says why one waits."))]
    steps.append(Command("call", say("Reach it from here"), shell, f"kubectl port-forward service/{name} {launch.port}:{launch.port}",
                         say("Then ask http://127.0.0.1:{port}/v1/models.", port=str(launch.port))))
    return [*steps, Command("stop", say("Stop"), shell, "kubectl delete -f llm.yaml", say("Each object says deleted."))]


def _token_secret(name: str, launch: Launch, shell: str) -> list[Command]:
    """The Secret with the reader's Hugging Face token, made from the environment so that no file holds it."""
    if launch.token is None:
        return []
    text = f"kubectl create secret generic {name}-hf --from-literal={TOKEN}={sh.reference(sh.Secret(TOKEN), shell)}"
    return [Command("install", say("Keep the token in a Secret"), shell, text,
                    say("Says secret/{name} created.", name=f"{name}-hf"))]


def name_of(plan: Plan) -> str:
    """A name that Kubernetes takes (RFC 1123): the model's id in small letters, digits and dashes."""
    name = re.sub(r"[^a-z0-9]+", "-", plan.case.model.id.lower()).strip("-")[:40].strip("-")
    return f"llm-{name}" if name else "llm"


def _inside(plan: Plan, rank: int) -> Plan:
    if plan.nodes == 1:
        return plan
    return replace(plan, rank=INDEX if rank else 0, head=LEADER)


def _secret(name: str, launch: Launch) -> list[str]:
    return ["apiVersion: v1", "kind: Secret", "metadata:", f"  name: {name}-key", "type: Opaque", "stringData:",
            *(f"  {key}: {sh.yaml(value)}" for key, value in launch.secrets.items())]


def _files(name: str, launch: Launch) -> list[str]:
    lines = ["apiVersion: v1", "kind: ConfigMap", "metadata:", f"  name: {name}-files", "data:"]
    for file, text in launch.files:
        lines += [f"  {sh.yaml(file)}: |", *(f"    {line}" for line in text.splitlines())]
    return lines


def _claim(name: str, plan: Plan) -> list[str]:
    size = max(20, -(-2 * plan.case.engine.file_bytes(plan.case) // 2**30))
    modes = "ReadWriteMany" if plan.replicas > 1 or plan.nodes > 1 else "ReadWriteOnce"
    return ["apiVersion: v1", "kind: PersistentVolumeClaim", "metadata:", f"  name: {name}-cache", "spec:",
            f"  accessModes: [{modes}]", "  resources:", "    requests:", f"      storage: {size}Gi"]


def _deployment(name: str, plan: Plan, launch: Launch) -> list[str]:
    return ["apiVersion: apps/v1", "kind: Deployment", "metadata:", f"  name: {name}", "spec:", f"  replicas: {plan.replicas}",
            "  strategy:", "    type: Recreate", "  selector:", "    matchLabels:", f"      app: {name}", "  template:",
            "    metadata:", "      labels:", f"        app: {name}", "    spec:", *_pod(name, plan, launch, "      ", True)]


def _leader_worker_set(name: str, plan: Plan, leader: Launch) -> list[str]:
    worker = plan.case.engine.launch(_inside(plan, 1), container=True)
    lines = ["apiVersion: leaderworkerset.x-k8s.io/v1", "kind: LeaderWorkerSet", "metadata:", f"  name: {name}", "spec:",
             f"  replicas: {plan.replicas}", "  leaderWorkerTemplate:", f"    size: {plan.nodes}",
             "    restartPolicy: RecreateGroupOnPodRestart"]
    for role, launch in (("leader", leader), ("worker", worker)):
        labels = ["        labels:", f"          app: {name}"] if role == "leader" else ["        labels:", f"          part-of: {name}"]
        lines += [f"    {role}Template:", "      metadata:", *labels, "      spec:",
                  *_pod(name, plan, launch, "        ", role == "leader")]
    return lines


def _pod(name: str, plan: Plan, launch: Launch, pad: str, serves: bool) -> list[str]:
    """The pod's spec: one container with its GPUs, probes, environment and volumes."""
    lines = ["containers:", "  - name: server", f"    image: {sh.kubernetes(image_of(launch, plan))}"]
    if launch.image_words:
        lines += ["    args:", *(f"      - {sh.kubernetes(word)}" for word in launch.image_words)]
    if not launch.image_words or launch.image_words[0] in ("python3", "trtllm-serve"):
        lines = [line.replace("    args:", "    command:") for line in lines]
    lines += _environment(name, launch)
    if serves:
        lines += ["    ports:", f"      - containerPort: {launch.port}", *_probes(launch)]
        lines += _after(launch)
    if vendor(plan.case) == "amd":      # as docker run has it: ROCm maps memory in ways that the default profile forbids
        lines += ["    securityContext:", "      seccompProfile:", "        type: Unconfined"]
    resource = GPU_RESOURCE.get(vendor(plan.case))
    if resource:
        lines += ["    resources:", "      limits:", f"        {resource}: {gpus(plan)}"]
    lines += ["    volumeMounts:", "      - name: cache", f"        mountPath: {launch.cache}", "      - name: shm",
              "        mountPath: /dev/shm"]
    volumes = ["volumes:", "  - name: cache", "    persistentVolumeClaim:", f"      claimName: {name}-cache", "  - name: shm",
               "    emptyDir:", "      medium: Memory"]
    if launch.mount:
        source, target = launch.mount
        if not source.startswith("/"):
            raise CannotAnswer(say("Kubernetes mounts a model's folder by its absolute path on the node."),
                               say("Name the model by a path that begins with /, or by its repository."), field="model")
        lines += ["      - name: model", f"        mountPath: {sh.kubernetes(target)}", "        readOnly: true"]
        volumes += ["  - name: model", "    hostPath:", f"      path: {sh.yaml(source)}"]
    if launch.files:
        lines += ["      - name: files", "        mountPath: /etc/llm"]
        volumes += ["  - name: files", "    configMap:", f"      name: {name}-files"]
    return [pad + line for line in (*lines, *volumes)]


def _environment(name: str, launch: Launch) -> list[str]:
    lines = []
    for key, value in launch.environment.items():
        lines += [f"      - name: {key}", f"        value: {_text(sh.kubernetes(value))}"]
    for key in launch.secrets:
        lines += [f"      - name: {key}", "        valueFrom:", "          secretKeyRef:", f"            name: {name}-key",
                  f"            key: {key}"]
    if launch.token:
        lines += [f"      # {launch.token} is gated: accept its terms on its page, then",
                  f"      # kubectl create secret generic {name}-hf --from-literal={TOKEN}=hf_...", f"      - name: {TOKEN}",
                  "        valueFrom:", "          secretKeyRef:", f"            name: {name}-hf", f"            key: {TOKEN}"]
    return ["    env:", *lines] if lines else []


def _text(scalar: str) -> str:
    """Environment values are strings: a bare word stays, everything else is quoted already."""
    return scalar


def _probes(launch: Launch) -> list[str]:
    get = ["httpGet:", f"  path: {launch.health}", f"  port: {launch.port}"]
    lines = ["    startupProbe:", *(f"      {line}" for line in get), "      periodSeconds: 10", "      failureThreshold: 360"]
    return [*lines, "    readinessProbe:", *(f"      {line}" for line in get), "      periodSeconds: 10"]


def _after(launch: Launch) -> list[str]:
    """What must run once the server is up (a pull), tried until it works; the words are arguments, never shell text."""
    if not launch.after:
        return []
    words = ["/bin/sh", "-c", 'until "$@"; do sleep 3; done', "sh", *launch.after[0]]
    return ["    lifecycle:", "      postStart:", "        exec:", "          command:", *(f"            - {sh.yaml(w)}" for w in words)]


def _service(name: str, plan: Plan, launch: Launch) -> list[str]:
    return ["apiVersion: v1", "kind: Service", "metadata:", f"  name: {name}", "spec:", "  type: ClusterIP", "  selector:",
            f"    app: {name}", "  ports:", f"    - port: {launch.port}", f"      targetPort: {launch.port}"]


def _policy(name: str, launch: Launch) -> list[str]:
    return ["apiVersion: networking.k8s.io/v1", "kind: NetworkPolicy", "metadata:", f"  name: {name}", "spec:", "  podSelector:",
            "    matchLabels:", f"      app: {name}", "  policyTypes: [Ingress]", "  ingress:", "    - from:", "        - podSelector:",
            "            matchLabels:", "              llm-access: \"yes\"", "      ports:", f"        - port: {launch.port}"]
