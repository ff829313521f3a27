#!/bin/sh
# Which one is not known.
kubectl argo rollouts undo "$1" -n shop
kubectl argo rollouts undo "${NAME:-web}" -n shop
# Others.
kubectl argo rollouts undo web -n elsewhere
kubectl argo rollouts undo api
kubectl rollout undo deployment/api
argocd app rollback other
