#!/usr/bin/env bash
# Build the page of web/ with the virtual environment $1: into the package, or for $2 = site into site/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
web=$here/../web
installed=$web/node_modules/.package-lock.json # npm writes it last.
if [ "$web/package-lock.json" -nt "$installed" ] || [ "$web/package.json" -nt "$installed" ]; then
  "$here/with_node.sh" "$1" npm ci --prefix "$web" --no-progress --silent
fi
"$here/with_node.sh" "$1" npm run --prefix "$web" --silent "${2:-build}" -- --logLevel warn
