#!/bin/sh
# install.sh [client...]: puts the clients that clients.txt pins, or only the
# named ones, into a folder of their own: $NURUCOBRA_E2E_CLIENTS, without it
# nurucobra-e2e in the user's cache folder. It needs npm and runs no install
# scripts. What is there already in the right version is left alone.
set -eu

here=$(cd "$(dirname "$0")" && pwd)

case $(uname -s) in
Linux) os=linux cache=${XDG_CACHE_HOME:-$HOME/.cache} ;;
Darwin) os=darwin cache=$HOME/Library/Caches ;;
*) echo "install.sh: no clients for $(uname -s)" >&2; exit 1 ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=x64 ;;
aarch64 | arm64) arch=arm64 ;;
*) echo "install.sh: no clients for $(uname -m)" >&2; exit 1 ;;
esac

folder=${NURUCOBRA_E2E_CLIENTS:-$cache/nurucobra-e2e}
mkdir -p "$folder"
cd "$folder"
[ -f package.json ] || echo '{"name":"nurucobra-e2e","private":true}' >package.json

# installed PACKAGE: its version, nothing when it is not there.
installed() {
	sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' "node_modules/$1/package.json" 2>/dev/null | head -n 1
}

wanted=
while read -r client package version; do
	case " ${*:-$client} " in
	*" $client "*) ;;
	*) continue ;;
	esac
	package=$(printf '%s' "$package" | sed "s/{platform}/$os-$arch/")
	case "$wanted " in *" $package@$version "*) continue ;; esac # two clients may share one
	[ "$(installed "$package")" = "$version" ] || wanted="$wanted $package@$version"
done <"$here/clients.txt"

if [ -n "$wanted" ]; then
	# engine-strict is off because npm compares with its own node; the tests
	# start these clients with the pinned one.
	# shellcheck disable=SC2086 # one word a package
	npm install --ignore-scripts --save-exact --no-audit --no-fund --loglevel=error $wanted >&2
fi
echo "$folder"
