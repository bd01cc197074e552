"""The database: tables, queries, group commit and migrations."""
