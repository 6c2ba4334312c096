"""What a million answer tokens cost on one's own machine, on a rented one and from an API; prices from Preferences or the catalog."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

from advisor import catalog, insight
from advisor.answer import Derivation, Estimate, Range
from advisor.errors import CannotAnswer
from advisor.formula import cost
from advisor.formula.parameters import components
from advisor.scenario import Model
from advisor.ui.language import tr, translated
from advisor.ui.preferences import Preferences


class Line(NamedTuple):
    """One way to pay: dollars for a million answer tokens as low, typical, high; what it rests on; how it was worked out.

    `usd` None: unknown, and `basis` says what is missing.
    """

    way: str
    name: str
    usd: Range | None
    basis: str
    derivation: Derivation | None = None


class Money(NamedTuple):
    """The three ways, and from which share of the time owning pays against the other two (None: unknown or never).

    `rent` is what devices cost that are kept all the time, as one's own are; `beats_rent` is against renting for the busy hours alone.
    """

    own: Line
    rent: Line
    api: Line
    beats_rent: float | None
    beats_api: float | None

    @property
    def lines(self) -> tuple[Line, Line, Line]:
        return self.own, self.rent, self.api


class Offer(NamedTuple):
    """What an API asks for a million tokens; `others` says how many offers of that model there are."""

    model: str
    provider: str
    input: float
    output: float
    cached: float | None
    date: str
    source: str
    others: int


def money(answer: Estimate, preferences: Preferences) -> Money:
    """All three ways for a scenario's load."""
    busy = max(0.001, min(1.0, preferences.busy_fraction))
    own, rent, api = _own(answer, preferences, busy), _rent(answer, preferences, busy), _api(answer)
    (price, _), (hour, _) = purchase(answer, preferences), hourly(answer, preferences)

    def pays(other: insight.Cost | None) -> float | None:
        if other is None or price is None:
            return None
        return insight.owning_pays_from(answer, price, _years(preferences), preferences.power_price_usd_per_kwh, other)

    return Money(own, rent, api, pays(insight.renting(answer, hour) if hour is not None else None), pays(_api_cost(answer)))


def _years(preferences: Preferences) -> float:
    return max(0.1, preferences.years_of_use)


def _cards(answer: Estimate) -> int:
    return max(1, len(answer.case.machine.slots))


def _device_id(answer: Estimate) -> str | None:
    device = answer.case.device or answer.case.machine.cpu
    return device.id if device else None


def source_words(source: str) -> str:
    """The catalog's words for where a price comes from, in the window's language; names of sites and providers stay."""
    known = {
        "specialist clouds": tr("specialist clouds"), "hyperscalers": tr("the largest clouds"),
        "median of 37 providers": tr("median of {n} providers", n=37),
        "insiderllm.com and local-llm.net, which disagree": tr("{one} and {other}, which disagree", one="insiderllm.com",
                                                               other="local-llm.net"),
        "NVIDIA launch price; a later rise is reported": tr("{maker}'s launch price; a later rise is reported", maker="NVIDIA"),
        "Framework launch list, raised in 2026": tr("{maker}'s launch price, raised in {year}", maker="Framework", year="2026"),
    }
    for ending in (" launch list", " list"):
        if source.endswith(ending):
            maker = source.removesuffix(ending)
            return tr("{maker}'s launch price", maker=maker) if "launch" in ending else tr("{maker}'s list price", maker=maker)
    return known.get(source, source)


def purchase(answer: Estimate, preferences: Preferences) -> tuple[float | None, str]:
    """Dollars for all devices and where the price comes from; (None, why) where there is none."""
    if preferences.device_price_usd:
        return preferences.device_price_usd * _cards(answer), tr("your price in Preferences")
    rows = [r for r in catalog.prices()["purchase"] if r["device"] == _device_id(answer)]
    rows.sort(key=lambda r: r["condition"] != "new")
    if rows:
        row = rows[0]
        return (row["low_usd"] + row["high_usd"]) / 2 * _cards(answer), f"{source_words(row['source'])}, {row['date']}"
    device = answer.case.device
    if device is not None and device.price_usd:
        return device.price_usd * _cards(answer), tr("the maker's price, {date}", date=device.price_date or device.date)
    return None, tr("no price is known for this device; enter it in Preferences")


def hourly(answer: Estimate, preferences: Preferences) -> tuple[float | None, str]:
    """Dollars an hour for all devices rented, and where the price comes from."""
    if preferences.rent_usd_per_hour:
        return preferences.rent_usd_per_hour * _cards(answer), tr("your price in Preferences")
    rows = [r for r in catalog.prices()["rent"] if r["device"] == _device_id(answer)]
    if not rows:
        return None, tr("nobody in the catalog rents out this device; enter a price in Preferences")
    row = min(rows, key=lambda r: r["low_usd_per_gpu_hour"])
    return row["low_usd_per_gpu_hour"] * _cards(answer), f"{source_words(row['provider'])}, {row['date']}"


def _over(rate: Range, per_million_at_typical: float, why: str) -> Range:
    """Dollars fall as the rate rises: the rate's high end is the cost's low one."""
    return Range(per_million_at_typical * rate.typical / rate.high, per_million_at_typical,
                 per_million_at_typical * rate.typical / rate.low, why)


def _own(answer: Estimate, preferences: Preferences, busy: float) -> Line:
    name, rate = tr("Own the device") if _cards(answer) == 1 else tr("Own the devices"), answer.speed.output_tokens_per_s
    price, source = purchase(answer, preferences)
    drawn = insight.power(answer)
    if rate is None or price is None or drawn is None:
        missing = tr("the rate is not known") if rate is None else source if price is None else tr("the power draw is not known")
        return Line("cost_own", name, None, missing)
    years, kwh = _years(preferences), preferences.power_price_usd_per_kwh
    found = insight.owning(answer, price, years, kwh, busy)
    assert found is not None
    value = found.usd_per_million_tokens
    rule = Derivation("cost_own", "(price_usd ÷ (years × 8766) + (idle_watts + (busy_watts − idle_watts) × busy) ÷ 1000 × usd_per_kwh) "
                      "÷ (tokens_per_s × 3600 × busy) × 10⁶",
                      {"price_usd": price, "years": years, "idle_watts": drawn.idle_watts, "busy_watts": drawn.watts, "usd_per_kwh": kwh,
                       "tokens_per_s": rate.typical, "busy": busy}, value, "USD", f"{source}; {translated(drawn.basis)}")
    return Line("cost_own", name, _over(rate, value, rate.why), source, rule)


def _rent(answer: Estimate, preferences: Preferences, busy: float) -> Line:
    name, rate = tr("Rent it"), answer.speed.output_tokens_per_s
    hour, source = hourly(answer, preferences)
    if rate is None or hour is None:
        return Line("cost_rent", name, None, source if hour is None else tr("the rate is not known"))
    value = float(cost.per_million(hour, rate.typical, busy))
    rule = Derivation("cost_rent", "usd_per_hour ÷ (tokens_per_s × 3600 × busy) × 10⁶",
                      {"usd_per_hour": hour, "tokens_per_s": rate.typical, "busy": busy}, value, "USD", source)
    return Line("cost_rent", name, _over(rate, value, rate.why), tr("{source}; every hour it is kept", source=source), rule)


def _api(answer: Estimate) -> Line:
    offer, found = offer_for(answer.case.model), _api_cost(answer)
    if offer is None or found is None:
        return Line("cost_api", tr("An API"), None, tr("no API price is known for a model of this size"))
    prompt, output, cached = insight.request_tokens(answer)
    value = found.usd_per_million_tokens
    values: dict[str, Any] = {"model": offer.model, "provider": offer.provider, "input_price": offer.input, "output_price": offer.output,
                              "cached_price": offer.input if offer.cached is None else offer.cached,
                              "prompt_tokens": prompt, "output_tokens": output,
                              "cached_tokens": cached}
    rule = Derivation("cost_api", "((prompt_tokens − cached_tokens) × input_price + cached_tokens × cached_price + output_tokens × "
                      "output_price) ÷ output_tokens", values, value, "USD", f"{offer.source}, {offer.date}")
    same = offer.model == answer.case.model.name
    name = tr("API, {provider}", provider=offer.provider) if same else tr("Nearest API, {model}", model=offer.model)
    return Line("cost_api", name, Range(value, value, value), f"{offer.provider}, {offer.date}", rule)


def _api_cost(answer: Estimate) -> insight.Cost | None:
    offer = offer_for(answer.case.model)
    return insight.api(answer, offer.input, offer.output, offer.cached, offer.source) if offer is not None else None


@cache
def _offers() -> dict[str, list[dict[str, Any]]]:
    """The catalog's API prices by model id; names that the catalog of models does not hold are left out."""
    found: dict[str, list[dict[str, Any]]] = {}
    by_name: dict[str, str | None] = {}
    for row in catalog.prices()["api"]:
        name = row["model"]
        if name not in by_name:
            try:
                by_name[name] = catalog.find_model(name).id
            except CannotAnswer:
                by_name[name] = None
        id_ = by_name[name]
        if id_ is not None and row["input_usd_per_million_tokens"] is not None and row["output_usd_per_million_tokens"]:
            found.setdefault(id_, []).append(row)
    return found


def offer_for(model: Model) -> Offer | None:
    """The middle offer for this model (by the price of a token in and one out), else for the priced model nearest in size
    (at most half or twice its parameters); None where there is none."""
    offers = _offers()
    rows, name = offers.get(model.id), model.name
    if rows is None:
        size = math.log2(components(model).total * components(model).active)
        near = [(abs(size - math.log2(components(m).total * components(m).active)), m) for m in map(catalog.models().__getitem__, offers)]
        distance, nearest = min(near, key=lambda pair: (pair[0], pair[1].id), default=(99.0, model))
        if distance > 2:
            return None
        rows, name = offers[nearest.id], nearest.name
    rows = sorted(rows, key=lambda r: (r["input_usd_per_million_tokens"] + r["output_usd_per_million_tokens"], r["sku"]))
    row = rows[(len(rows) - 1) // 2]
    return Offer(name, row["provider"], row["input_usd_per_million_tokens"], row["output_usd_per_million_tokens"],
                 row["cached_input_usd_per_million_tokens"], row["date"], row["source"], len(rows))


def dollars(value: float) -> str:
    """`$0.52`; three digits under a cent."""
    return f"${value:,.2f}" if value >= 0.095 else f"${value:.3f}"
