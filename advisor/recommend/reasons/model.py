"""What is worth saying of the model: how able it is, how it is built, what it needs of the engine."""

from __future__ import annotations

from advisor import catalog, units
from advisor.answer import Estimate
from advisor.engines.launch import OWN_CODE, launch_data, parsers
from advisor.engines.repositories import own_code
from advisor.formula.parameters import components
from advisor.recommend.models import ABLE
from advisor.recommend.question import Question
from advisor.recommend.reasons.layout import shares_experts
from advisor.words import say

SCORES_SHOWN, SOURCE_SHOWN = 2, 50


def scores(answer: Estimate, question: Question) -> str | None:
    """The published scores by which the model was chosen, those of the task first."""
    found = catalog.abilities()["rows"].get(answer.case.model.id)
    if question.model or not found:
        return None
    names = catalog.abilities()["benchmarks"]
    shown = sorted(found["scores"], key=lambda row: ABLE.get(question.task) not in names[row["benchmark"]]["tasks"])[:SCORES_SHOWN]
    return say(
        "Chosen by published scores, size and age: {scores}.",
        scores="; ".join(f"{names[row['benchmark']]['name']} {row['score']:.1f} % ({_place(row['source'])})" for row in shown),
    )


def _place(source: str) -> str:
    """A source as a line of reasons can carry it: the address, of a long one the site."""
    short = source.removeprefix("https://")
    return short if len(short) <= SOURCE_SHOWN else short.partition("/")[0]


def unscored(answer: Estimate, question: Question) -> str | None:
    if question.model or answer.case.model.id in catalog.abilities()["rows"]:
        return None
    return say("No published score of this model is known here: it was chosen by its size and age.")


def experts(answer: Estimate, question: Question) -> str | None:
    model = answer.case.model
    if model.moe is None:
        return None
    counted = components(model)
    return say(
        "A mixture of experts: {total} B parameters in memory, only about {active} B active for each token, so it is faster than a "
        "dense model of its size.",
        total=f"{(counted.total - counted.lookup) / 1e9:.0f}",    # a table picked by n-grams may lie on disk: no part of this
        active=f"{counted.active / 1e9:.1f}",
    )


def latent(answer: Estimate, question: Question) -> str | None:
    if answer.case.model.mla is None:
        return None
    settings = answer.case.settings
    if shares_experts(answer):
        return say(
            "Its latent attention (MLA) cache cannot be divided by tensor parallelism, so attention runs data parallel (DP attention) "
            "and the experts are spread by expert parallelism."
        )
    if settings.tensor_parallel > 1:
        return say(
            "Its latent attention (MLA) cache is small but repeated on every tensor-parallel rank; expert parallel with DP attention "
            "holds more users."
        )
    return say("Its latent attention (MLA) keeps the KV cache small.")


def hybrid(answer: Estimate, question: Question) -> str | None:
    model = answer.case.model
    kinds = set(model.layer_types)
    if not kinds & {"linear_attention", "mamba", "conv"}:
        return None
    full = sum(kind in ("full_attention", "sliding_attention", "chunked_attention") for kind in model.layer_types)
    if not full and not model.mamba_beside_attention:
        return say("It has no attention layers: a fixed recurrent state takes the place of the KV cache, so a long context takes no more "
                   "memory than a short one.")
    return say(
        "A hybrid: only {full} of {layers} layers are attention layers with a KV cache, the others keep a fixed recurrent state, so long "
        "contexts stay small.",
        full=full,
        layers=model.num_hidden_layers,
    )


def pictures(answer: Estimate, question: Question) -> str | None:
    """A vision tower, kept in 16 bit by quantized checkpoints."""
    model = answer.case.model
    if not model.vision_parameters or answer.case.engine.data.get("traits", {}).get("formats") != "gpu":
        return None
    return say("It reads images too: its vision tower ({size} in 16 bit) lies beside the text model, and each image adds tokens to its "
               "prompt.", size=units.gigabytes(2 * model.vision_parameters))


def windowed(answer: Estimate, question: Question) -> str | None:
    """Layers that look back over a window only: what they save begins where the context is longer than it."""
    model = answer.case.model
    near = sum(kind == "sliding_attention" for kind in model.layer_types)
    if not near or not model.sliding_window or (answer.case.settings.context or 0) <= model.sliding_window:
        return None
    return say("Only {full} of {layers} layers look back over the whole context, the others over a sliding window of {window} tokens: a "
               "long context takes less cache than in other models of its size.",
               full=sum(kind == "full_attention" for kind in model.layer_types), layers=model.num_hidden_layers,
               window=model.sliding_window)


def compressed(answer: Estimate, question: Question) -> str | None:
    if not answer.case.model.compressed_kv:
        return None
    return say("Its compressed sparse attention keeps the KV cache small even at very long contexts.")


def runs_own_code(answer: Estimate, question: Question) -> str | None:
    """A checkpoint whose tokenizer or configuration is code that must be allowed to run."""
    what = own_code(answer.case, "") if "trust" in launch_data(answer.case.engine)["flags"] else None
    if what is None:
        return None
    return say("The {what} of this model is Python code in its repository: {flag} runs it with all rights of the server, so read it "
               "before you start it.", what=OWN_CODE[what], flag=launch_data(answer.case.engine)["flags"]["trust"]["name"])


def scores_texts(answer: Estimate, question: Question) -> str | None:
    """What a model is for that writes nothing."""
    if answer.case.model.job == "embedding":
        return say("An embedding model: it turns texts into vectors and answers nobody. The commands start the server for that, and a "
                   "search needs a model that writes beside it.")
    if answer.case.model.job == "reranker":
        return say("A reranker: it scores texts for a question and answers nobody. The commands start the server for that, and a search "
                   "needs a model that writes beside it.")
    return None


def tool_calls(answer: Estimate, question: Question) -> str | None:
    """How an agent's tool calls are read, and whether its answers can be held to a schema."""
    case = answer.case
    if question.task != "agents":
        return None
    parser = parsers(launch_data(case.engine), case.model, case.version).get("tool")
    if parser:
        return say("Tool calls are read by its parser for this model ({parser}).", parser=parser)
    reads = case.engine.data.get("traits", {}).get("tool_calls")
    if reads is None:
        return None
    if reads["schema"]:
        return say("Tool calls are read by the model's own chat template, which must know tools; answers by JSON schema are held to it by "
                   "a grammar.")
    return say("Tool calls are read by the model's own chat template, which must know tools; answers cannot be held to a JSON schema.")


def no_tool_parser(answer: Estimate, question: Question) -> str | None:
    """Agents call tools: an engine that reads calls by a parser per model, and has none known for this one."""
    case = answer.case
    data = launch_data(case.engine)
    if question.task != "agents" or "tool" not in data["flags"] or "tool" in parsers(data, case.model, case.version):
        return None
    return say("No tool-call parser of {engine} is known here for {model}: its calls would be refused or stay in the text of the answer. "
               "Take a model whose calls it reads, or llama.cpp, which follows the model's own template.", engine=case.engine.name,
               model=case.model.name)
