#!/usr/bin/env bash
# Fail with a message unless all the given folders can be written to.
set -euo pipefail
for folder in "$@"; do
  if [ ! -w "$folder" ]; then
    echo "Kahuna is set up inside its own folder, but $(id -un 2>/dev/null || id -u) cannot write to $(cd "$folder" && pwd)." >&2
    echo "Clone Kahuna into a folder of your own and run make there." >&2
    exit 2
  fi
done
