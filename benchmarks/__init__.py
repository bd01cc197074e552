"""Load generators and benchmarks; none of them is part of the package."""
