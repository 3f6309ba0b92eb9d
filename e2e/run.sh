#!/bin/sh
# run.sh [client...]: installs the named clients, without a name all of them,
# and runs the tests, which then fail where one of these clients is missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- $(cut -d ' ' -f 1 "$here/clients.txt" | sort -u)
"$here/install.sh" "$@"
cd "$here/.."
REQUIRE_CLIENTS="$*" exec go test -count=1 -v ./e2e
