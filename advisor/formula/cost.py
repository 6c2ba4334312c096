"""What a million tokens cost: on one's own machine, on a rented one, from an API; and when owning pays.

US dollars; rates in tokens per second; utilisation 0..1 of the time. Floats or arrays alike.
"""

from __future__ import annotations

from typing import Any

HOURS_PER_YEAR = 8766.0
SECONDS_PER_HOUR = 3600.0
MILLION = 1e6


def per_million(usd_per_hour: Any, tokens_per_s: Any, utilisation: Any = 1.0) -> Any:
    """Dollars for a million tokens: hourly price / (rate * 3600 * utilisation) * 1e6."""
    return usd_per_hour / (tokens_per_s * SECONDS_PER_HOUR * utilisation) * MILLION


def owning_per_hour(price_usd: Any, years: Any, watts: Any, usd_per_kwh: Any) -> Any:
    """Dollars an hour of owning: price spread evenly over `years`, and power at that mean draw."""
    return price_usd / (years * HOURS_PER_YEAR) + watts / 1000.0 * usd_per_kwh


def api_request(input_tokens: Any, output_tokens: Any, cached_tokens: Any, input_price: Any, output_price: Any,
                cached_price: Any) -> Any:
    """Dollars of one request; prices per million tokens, cached prompt tokens at a price of their own."""
    return ((input_tokens - cached_tokens) * input_price + cached_tokens * cached_price + output_tokens * output_price) / MILLION


def api_per_million_output(input_tokens: Any, output_tokens: Any, cached_tokens: Any, input_price: Any, output_price: Any,
                           cached_price: Any) -> Any:
    """Dollars for a million output tokens from an API, the prompts that they need included."""
    request = api_request(input_tokens, output_tokens, cached_tokens, input_price, output_price, cached_price)
    return request / output_tokens * MILLION


def break_even_utilisation(price_usd: Any, years: Any, idle_watts: Any, busy_watts: Any, usd_per_kwh: Any, tokens_per_s: Any,
                           other_per_million: Any) -> Any:
    """Share of the time that one's own machine must work so that it costs no more than the other way.

    `other_per_million` is dollars however few tokens are taken: an API's, or a machine's that is rented for the busy hours alone.
    Price and idle power run always, the rest of the power only while it works:
    u = (price/hours + idle) / (value of an hour of tokens - (busy - idle) power). Above 1 or negative: it never pays.
    """
    always = owning_per_hour(price_usd, years, idle_watts, usd_per_kwh)
    hour_of_tokens = tokens_per_s * SECONDS_PER_HOUR / MILLION * other_per_million
    return always / (hour_of_tokens - (busy_watts - idle_watts) / 1000.0 * usd_per_kwh)
