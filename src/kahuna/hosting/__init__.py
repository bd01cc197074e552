"""A hosted game without a web framework, a database, threads or processes."""
