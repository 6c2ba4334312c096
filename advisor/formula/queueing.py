"""Waiting lines: the textbook limits that a serving engine approaches. Rates per second, times in seconds, load rho below 1.

Floats or numpy arrays alike, but for Erlang's formulas, whose number of servers is a plain integer.
Sources: Kleinrock, Queueing Systems I; Erlang 1917; Pollaczek 1930, Khinchine 1932.
"""

from __future__ import annotations

from typing import Any


def utilisation(arrivals_per_s: Any, service_s: Any, servers: Any = 1.0) -> Any:
    """rho = lambda * S / c, the share of time a server is busy."""
    return arrivals_per_s * service_s / servers


def mm1_wait(arrivals_per_s: Any, service_s: Any) -> Any:
    """Mean wait before service with exponential service: rho S / (1 - rho)."""
    rho = utilisation(arrivals_per_s, service_s)
    return rho * service_s / (1.0 - rho)


def md1_wait(arrivals_per_s: Any, service_s: Any) -> Any:
    """Mean wait before service with service always the same: rho S / (2 (1 - rho))."""
    return mm1_wait(arrivals_per_s, service_s) / 2.0


def mg1_wait(arrivals_per_s: Any, mean_service_s: Any, mean_square_service_s2: Any) -> Any:
    """Mean wait for any service time (Pollaczek-Khinchine): lambda E[S^2] / (2 (1 - rho))."""
    return arrivals_per_s * mean_square_service_s2 / (2.0 * (1.0 - utilisation(arrivals_per_s, mean_service_s)))


def erlang_b(offered: float, servers: int) -> float:
    """Share of arrivals turned away where `servers` places have no queue; `offered` = lambda * S, by the stable recursion."""
    blocked = 1.0
    for n in range(1, servers + 1):
        blocked = offered * blocked / (n + offered * blocked)
    return blocked


def erlang_c(offered: float, servers: int) -> float:
    """Share of arrivals that must wait for one of `servers` places (M/M/c); 1 where the load is not carried."""
    if offered >= servers:
        return 1.0
    blocked = erlang_b(offered, servers)
    rho = offered / servers
    return blocked / (1.0 - rho * (1.0 - blocked))


def mmc_wait(arrivals_per_s: float, service_s: float, servers: int) -> float:
    """Mean wait with `servers` places: C(c, a) S / (c - a). Infinite where the load is not carried."""
    offered = arrivals_per_s * service_s
    if offered >= servers:
        return float("inf")
    return erlang_c(offered, servers) * service_s / (servers - offered)


def closed_loop_rate(people: Any, response_s: Any, think_s: Any = 0.0) -> Any:
    """Requests per second of people who ask, wait, think and ask again: n / (R + Z) (interactive response law)."""
    return people / (response_s + think_s)
