#!/usr/bin/env bash
# Build the browser page of web/ into the package, with the virtual environment in $1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/with_node.sh" "$1" npm ci --prefix "$here/../web" --no-progress --silent
"$here/with_node.sh" "$1" npm run --prefix "$here/../web" --silent build -- --logLevel warn
