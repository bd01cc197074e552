"""Break a running cluster on purpose and check that it keeps its guarantees.

Start PostgreSQL, Redis, HAProxy, several nodes and workers on loopback, play many games from many
clients, and meanwhile kill, freeze, cut off and slow down everything according to a seeded
schedule. Then compare what the clients were told with what is stored (docs/guarantees.md).

    python -m verification run --seeds 1000 # break a cluster a thousand times
    python -m verification check FOLDER     # check a kept history again
    python -m verification mutants          # plant bugs: the checks must find each of them

The package is not part of the program. It uses the server only through its public parts, its
protocol and its database.
"""
