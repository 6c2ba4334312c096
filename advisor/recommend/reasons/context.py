"""What is worth saying of a context beyond the one that the model was made for."""

from __future__ import annotations

from advisor.answer import Estimate
from advisor.engines.launch import stretch_note, stretched
from advisor.engines.repositories import yarn
from advisor.recommend.question import Question
from advisor.words import say


def shorter_context(answer: Estimate, question: Question) -> str | None:
    """A context asked for that the model was not made for, and that nothing stretches it to here."""
    case = answer.case
    context, made = case.settings.context, yarn(case.model)
    if not question.context_asked or context is None or context >= question.context:
        return None
    told = {"asked": question.context, "model": case.model.name, "most": context}
    if stretched(case):
        return say("You asked for a context of {asked} tokens: {model} reaches {most} with YaRN, the longest that its makers allow, and "
                   "the plan is for that. A longer one takes a model that is made for it.", **told)
    if made:
        return say("You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. vLLM and SGLang "
                   "stretch it to {longest} by YaRN, which their commands say.", longest=made.longest, **told)
    return say("You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. A longer one takes a "
               "model that is made for it.", **told)


def stretch(answer: Estimate, question: Question) -> str | None:
    """A context that YaRN reaches, which costs a little on short texts."""
    return stretch_note(answer.case) or None
