#!/usr/bin/env bash
# Installs from Debian's packages what the integration tests use. Needs root. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! /usr/bin/python3 -c 'import kubernetes' 2>/dev/null || ! command -v curl >/dev/null || ! command -v jq >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-kubernetes curl jq >/dev/null
fi

# The cluster that Debian would start is not needed: tests start their own.
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  apt-get update -qq
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null
fi

# Debian's kubectl is unpacked beside the project rather than installed: it conflicts with other packages' kubectl.
if [ ! -x .cache/debian-kubectl/usr/bin/kubectl ]; then
  mkdir -p .cache/debian-kubectl
  apt-get update -qq
  (cd .cache && apt-get download -qq kubernetes-client && dpkg-deb -x kubernetes-client_*.deb debian-kubectl)
fi
