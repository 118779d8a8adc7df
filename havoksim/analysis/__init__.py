"""Many matchups at once: sweeps, their aggregates, and the statistics behind every interval."""
