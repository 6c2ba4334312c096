"""What is worth saying of a context beyond the one that the model was made for."""

from __future__ import annotations

from dataclasses import replace

from advisor.answer import Estimate
from advisor.engines import engines
from advisor.engines.launch import stretch_note, stretchable, stretched
from advisor.engines.repositories import yarn
from advisor.engines.steps import spoken
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
    elsewhere = _stretching(answer) if made else []
    if made and elsewhere:
        said = say("You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. {engines} can "
                   "stretch it to {longest} by YaRN, as the command for that says.",
                   longest=made.longest, engines=" / ".join(elsewhere), **told)
        return spoken(said, say("On Windows that takes WSL2 or Docker.") if question.os == "windows" else "")
    return say("You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. A longer one takes a "
               "model that is made for it.", **told)


def stretch(answer: Estimate, question: Question) -> str | None:
    """A context that YaRN reaches, which costs a little on short texts."""
    return stretch_note(answer.case) or None


def _stretching(answer: Estimate) -> list[str]:
    """Names of the engines whose commands stretch the model and that take this machine."""
    model = answer.case.model
    found: list[str] = []
    if not answer.case.machine.slots:
        return found
    for other in engines().values():
        if stretchable(other, model):
            hard = [refusal.kind for refusal in other.refusals(replace(answer.case, engine=other)) if refusal.hard]
            found += [other.name] if not {"os", "hardware"} & set(hard) else []
    return found
