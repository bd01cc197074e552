#!/usr/bin/env bash
# Programs that some tests need and that Python's registry does not have: "command:package" each.
# Root on Debian gets them installed; everybody else is told what is missing.
set -euo pipefail
missing=()
for need in "$@"; do
  command -v "${need%%:*}" >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/${need%%:*}" >/dev/null \
    || missing+=("${need##*:}")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
else
  echo "Some tests need programs that are not here: ${missing[*]} (on Debian: apt install)" >&2
  [ -z "${CI:-}" ]
fi
