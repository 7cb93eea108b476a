#!/usr/bin/env bash
# Writes a provision shard for the server of a kubeconfig:
#   generate-provision-shard-config.sh [kubeconfig] [output] [shard-id]
# Paths are relative to the folder in which it is called.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
exec "$root/bin/skep" provision-shard generate "$@"
