#!/usr/bin/env bash
set -euo pipefail
NAME=web
export NAMESPACE="shop"
# expect(+1): healed
if ! kubectl argo rollouts undo "${NAME}" \
  --namespace "$NAMESPACE"; then
  exit 1
fi
