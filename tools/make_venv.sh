#!/usr/bin/env bash
# Create the virtual environment $1 with the first Python that is new enough, or say what is missing.
# Root on Debian gets the package that Python needs for this.
set -euo pipefail
venv=$1
"$(dirname "$0")/need_writable.sh" "$(dirname "$venv")"
for name in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
  if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$name
    break
  fi
done
if [ -z "${python:-}" ]; then
  echo "Kahuna needs Python 3.11 or newer, and none was found. On Debian or Ubuntu: sudo apt install python3" >&2
  exit 2
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null
  else
    echo "$python cannot create virtual environments. On Debian or Ubuntu: sudo apt install $package" >&2
    exit 2
  fi
fi
trap 'rm -rf "$venv"' ERR INT TERM # A half-made environment would look complete to make.
if ! problem=$("$python" -m venv "$venv" 2>&1); then
  echo "$python could not create the virtual environment $venv:" >&2
  echo "$problem" >&2
  rm -rf "$venv"
  exit 2
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade pip
