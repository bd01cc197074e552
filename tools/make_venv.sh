#!/usr/bin/env bash
# Make the virtual environment in $1 with the newest suitable Python; nothing outside it is changed,
# except that a bare Debian, asked by root, is given the package that makes environments at all.
set -euo pipefail
venv=$1
for name in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
  if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$name
    break
  fi
done
if [ -z "${python:-}" ]; then
  echo "Kahuna needs Python 3.11 or newer; none was found. On Debian: apt install python3" >&2
  exit 2
fi
if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
  rm -rf "$venv"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
  else
    echo "Python here cannot make virtual environments. On Debian: apt install python3-venv" >&2
    exit 2
  fi
  "$python" -m venv "$venv"
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check --upgrade pip
