#!/usr/bin/env bash
# Check for programs that some tests need and that PyPI does not have; each argument is "command:package".
# Root on Debian gets them installed. Everybody else is told what is missing; in CI that is an error.
set -euo pipefail
missing=()
for need in "$@"; do
  command -v "${need%%:*}" >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/${need%%:*}" >/dev/null \
    || missing+=("${need##*:}")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
else
  echo "Tests that need ${missing[*]} are skipped. On Debian or Ubuntu: sudo apt install ${missing[*]}" >&2
  [ -z "${CI:-}" ]
fi
