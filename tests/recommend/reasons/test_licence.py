"""A licence is said where it restricts what is likely to be a company's use, and only there."""

import pytest
from asking import ask


@pytest.mark.parametrize(("model", "task", "said"), [
    ("aya-expanse-32b", "team-service", "forbids commercial use"), ("minimax-m2.7", "team-service", "forbids commercial use"),
    ("llama-3.3-70b-instruct", "team-service", "700 million users a month"), ("minimax-m3", "agents", "licence of its own"),
    ("glm-5.3", "team-service", "licence of its own")])
def test_a_licence_that_restricts_a_service_is_a_caution(model: str, task: str, said: str) -> None:
    for found in ask("H200", 8, task=task, users=8, model=model, interface="api").recommendations:
        assert sum(said in caution for caution in found.cautions) == 1, found.engine


def test_a_free_licence_and_one_s_own_use_have_no_caution_of_it() -> None:
    for answer in (ask(task="team-service", users=8, model="qwen3-8b"), ask(task="chat", users=1, model="aya-expanse-8b")):
        assert not any("licence" in caution for found in answer.recommendations for caution in found.cautions)


@pytest.mark.parametrize(("model", "task", "users", "said"), [
    ("codestral-22b-v0.1", "code", 1, "forbids commercial use: for a company's own work"),
    ("aya-expanse-32b", "batch", 64, "forbids commercial use: for a company's own work"),
    ("llama-3.3-70b-instruct", "max-throughput", 64, "700 million users a month"),
    ("minimax-m3", "batch", 64, "whether it allows commercial use"), ("llama-3.3-70b-instruct", "code", 1, ""),
    ("aya-expanse-32b", "batch", 1, "")])
def test_a_licence_is_a_matter_of_a_company_s_own_work_too(model: str, task: str, users: int, said: str) -> None:
    for found in ask("H200", 8, task=task, users=users, model=model, interface="api").recommendations:
        told = [caution for caution in found.cautions if "licence" in caution]
        assert [said in caution for caution in told] == ([True] if said else []), found.engine
