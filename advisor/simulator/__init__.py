"""A pure, seeded event simulation of serving: schedulers, KV pool, clock, metrics, sweep."""
